"""Nothing lies about: every text is asked for, every icon drawn, every sound played."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from game.engine.audio import Sound
from game.ground import paths
from game.ground.texts import FOR_FINGERS, Texts
from tests import ROOT

PREFIX = re.compile(r"\{\w*:text ([a-z0-9_.]+)")
"""A field of a text that asks for the text under a prefix and its value."""
QUOTED = re.compile(r"\{quote:([a-z0-9_.]+)")
"""A field of a text that takes in another one."""
TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')
"""A text constant, between quotation marks of the formatter's kind."""
INNER = re.compile(r"'((?:[^'\\]|\\.)*)'")
"""A text constant within a field of an f-string."""
JOINED = re.compile(r"""\bf(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')""")
"""An f-string."""
FIELD = re.compile(r"(\{(?:[^{}]|\{[^{}]*\})*\})")
"""A field of an f-string, which may hold fields that say how it is written."""


@cache
def lines() -> tuple[str, ...]:
    """Every line of the program's sources that holds a text or a sound.

    They are read as lines: to parse them all takes seconds.
    """
    files = sorted([*ROOT.glob("game/**/*.py"), *ROOT.glob("net/**/*.py"), *ROOT.glob("tests/showroom/*.py")])
    every = (line for file in files for line in file.read_text(encoding="utf-8").splitlines())
    return tuple(line for line in every if '"' in line or "Sound." in line)


@cache
def words() -> frozenset[str]:
    """Every text constant of the sources, and what stands between the fields of an f-string."""
    whole = {word for line in lines() for marks in (TEXT, INNER) for word in marks.findall(line)}
    return frozenset(whole.union(*(FIELD.split(joined) for line in lines() for joined in _joined(line))))


@cache
def shapes() -> dict[str, re.Pattern[str]]:
    """What the f-strings of the sources may become: by how they begin, one pattern of all that begin so.

    Where the beginning is a value, it is that of a game's text.
    """
    games = "(?:" + "|".join(sorted(file.parent.name for file in ROOT.glob("game/cabinets/*/cabinet.py"))) + ")"
    found = {_shape(joined, games) for line in lines() for joined in _joined(line)}
    fit = [shape for shape in sorted(found) if re.search("[a-z]{3}", shape.removeprefix(games))]
    begun = defaultdict[str, list[str]](list)
    for shape in fit:
        begun[re.match(r"[a-z_0-9]*", shape)[0]].append(shape)  # type: ignore[index]
    return {start: re.compile("|".join(f"(?:{shape})" for shape in each)) for start, each in begun.items()}


def made(key: str) -> bool:
    """Whether an f-string may become that key."""
    starts = (key[:length] for length in range(len(key) + 1))
    return any(shapes()[start].fullmatch(key) for start in starts if start in shapes())


def _joined(line: str) -> Iterator[str]:
    """Yield the f-strings of a line, and those within their fields."""
    for outer, inner in JOINED.findall(line):
        yield outer or inner
        yield from _joined(outer)


def _shape(joined: str, games: str) -> str:
    parts = [".+" if part.startswith("{") else re.escape(part) for part in FIELD.split(joined) if part]
    if parts and parts[0] == ".+" and len(parts) > 1 and parts[1].startswith(r"\."):
        parts[0] = games + "(?:\\..+)?"
    return "".join(parts)


def test_every_text_is_asked_for() -> None:
    texts = {key: Texts("en").raw(key) for key in sorted(Texts("en").keys())}
    prefixes = {prefix for text in texts.values() for prefix in PREFIX.findall(text)}
    asked = {key for text in texts.values() for key in QUOTED.findall(text)} | words()
    keys = {key.removesuffix(FOR_FINGERS) for key in texts}
    assert [key for key in keys if key not in asked and key.rpartition(".")[0] not in prefixes and not made(key)] == []


def test_every_icon_is_drawn() -> None:
    written = " ".join(Texts("en").raw(key) for key in sorted(Texts("en").keys()))
    icons = sorted(file.stem for file in (paths.assets() / "icons").glob("*.svg"))
    unused = [icon for icon in icons if icon not in words() and f":{icon}:" not in written and not made(icon)]
    assert unused == []


def test_every_sound_is_played() -> None:
    played = {name for line in lines() for name in re.findall(r"\bSound\.(\w+)", line)}
    assert {sound.name for sound in Sound} - played == set()
