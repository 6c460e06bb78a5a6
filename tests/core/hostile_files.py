"""Files made by somebody who wants a reader to break or to work for minutes, each as long as is let in."""

from __future__ import annotations

from typing import Final

_MIB: Final = 1 << 20
_MARKS: Final = "a" + "\u0327\u0301" * 200_000
_DIGITS: Final = "9" * 5_000


def _toml(text: str) -> bytes:
    return ('[[words]]\nko = "새"\n' + text).encode()[:_MIB]


LISTS: Final[dict[str, bytes]] = {
    "dots.toml": _toml("a." * (_MIB // 2) + "a = 1\n"),
    "short lines of dots.toml": _toml(("a." * 500 + "a = 1\n") * 1_000),
    "dots in a table.toml": _toml("x = {" + "a . " * (_MIB // 4) + "a = 1}\n"),
    "quoted dots.toml": _toml("x = {" + '"\\"".' * (_MIB // 5) + "a = 1}\n"),
    "dots in a head.toml": _toml("[" + "'a'." * (_MIB // 4) + "a]\n"),
    "a key without an end.toml": _toml("a" * _MIB),
    "quotes.toml": _toml("\"'" * (_MIB // 2)),
    "arrays in arrays.toml": _toml("x = " + "[" * _MIB),
    "tables in tables.toml": _toml("x = " + "{a=" * (_MIB // 3)),
    "digits.toml": _toml(f"difficulty = {_DIGITS}\n"),
    "an hour of digits.toml": _toml(f"x = 1979-05-27T07:32:00.{_DIGITS}Z\n"),
    "aliases.toml": _toml("aliases = [" + '"a",' * (_MIB // 4 - 20) + "]\n"),
    "marks.toml": _toml('en = "' + _MARKS + '"\n'),
    "strokes.toml": _toml('program = "' + "arc 0 0 9 9 0 99|" * (_MIB // 18) + '"\n'),
    "digits.csv": f"ko,difficulty\n새,{_DIGITS}\n".encode(),
    "another three.csv": "ko,difficulty\n새,²\n".encode(),
    "columns.csv": b"," * (_MIB // 2) + b"\n" + b"a\n" * (_MIB // 4),
    "marks.csv": ("ko\n" + _MARKS[:60_000] + "\n").encode(),
    "rows.csv": b"ko\n" + b"a\n" * (_MIB // 2 - 2),
    "one field.csv": b'ko\n"' + b"a" * (_MIB - 10),
}
"""Lists of things to draw, by the name of the file."""

WORDS: Final[dict[str, bytes]] = {
    "marks": ("나비\n" + "ㄱ" + "\u0327\u0301" * 500_000).encode()[: 2 * _MIB],
    "lines of marks": ("나비\n" + ("a" + "\u0327\u0301" * 400 + "\n") * 1_200).encode(),
    "a line": ("나비\n" + "가" * 600_000).encode(),
}
"""Lists of words; the second line is what is wrong."""

SGF: Final[dict[str, tuple[str, str]]] = {
    "brackets": ("(;" + "(" * (_MIB - 2), ""),
    "a name without an end": ("(;" + "a" * (_MIB - 2), ""),
    "values that are never closed": ("(;" + "B[" * (_MIB // 2 - 2), "stones.open"),
    "passes": ("(;" + ";B[];W[]" * (_MIB // 8 - 1), "stones.moves"),
    "passes and branches": ("(;" + "(;B[];W[]" * (_MIB // 9 - 1), "stones.moves"),
    "variations in variations": ("(;" + "(;B[];W[](;B[aa])" * 900 + ")" * 901, ""),
    "too many of them": ("(;" + "(;B[];W[](;B[aa])" * 20_000 + ")" * 20_001, "stones.moves"),
    "branches": ("(;" + "(;B[hh])(;B[hi])" * (_MIB // 16 - 1) + ")", ""),
    "lines, then an error": ("(;" + "\n" * (_MIB - 20) + ";B[zz])", "stones.outside"),
    "digits": (f"(;SZ[{_DIGITS}];B[aa])", "stones.size"),
    "a square": ("(;SZ[²];B[aa])", "stones.size"),
    "a letter that grows": ("(;SZ[15];B[İa])", "stones.outside"),
    "another size later": ("(;SZ[20];B[tt];SZ[15]W[aa])", ""),
}
"""Texts of SGF, with what they are refused for."""

PSQ: Final[dict[str, str]] = {
    name: f"Piskvorky 15x15, 0:0, 0\n8,8,0\n{line}\n"
    for name, line in {
        "digits": f"{_DIGITS},1,0",
        "a square": "²,1,0",
        "minus and minus": "--1,1,0",
        "commas": "," * (_MIB - 100),
        "blanks": " " * (_MIB - 100),
    }.items()
}

_HEAD: Final = b"\xffRenLib\xff\x03\x04" + b"\xff" * 10
LIBRARIES: Final[dict[str, tuple[bytes, bool]]] = {
    "passes and leaves": (_HEAD + b"\x78\x00" + b"\x00\x80" * 16_000 + b"\x00\x40" * 16_000, False),
    "passes": (_HEAD + b"\x78\x00" + b"\x00\x00" * (4 * _MIB), False),
    "a comment without an end": (_HEAD + b"\x78\x08" + b"a" * (16 * _MIB), True),
    "an old comment without an end": (_HEAD + b"\x78\x20" + b"a" * (16 * _MIB), True),
    "comments": (_HEAD + b"\x78\x00" + (b"\x00\x08" + b"a" * 61 + b"\x00") * (_MIB // 16), False),
}
"""Libraries of RenLib, and whether they are refused."""
