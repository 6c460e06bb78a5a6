"""Text files of people and strangers: any usual encoding, one reader, and cheap to read."""

from __future__ import annotations

import ast
import shutil
import time
import tracemalloc
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from game.cabinets.listed import CABINETS
from game.cabinets.rails.yards.fields import read_document
from game.cabinets.sketch.drawing.lists import parse
from game.core.bot.loading import FileSpec, load_file_class, parse_spec
from game.core.bot.reading import is_own
from game.core.errors import SpokenError
from game.core.forge.grammar.actions import read_own_vocabulary
from game.core.forge.grammar.rules import read_own_grammar
from game.core.given import TextError, text_of, toml_of
from game.ground import house_rules
from game.ground.settings.file import load
from game.ground.texts import LANGUAGES, Texts
from tests import ROOT
from tests.in_turns import some
from tests.sources import trees

SIZE = 60_000

HOSTILE = {
    "dots": "a" + ".a" * (SIZE // 2) + " = 1",
    "header of dots": "[a" + ".a" * (SIZE // 2) + "]",
    "quoted dots": '"a"' + '."a"' * (SIZE // 4) + " = 1",
    "digits": "a = " + "9" * SIZE,
    "brackets": "a = " + "[" * SIZE,
    "braces": "a = " + "{b=" * (SIZE // 3),
    "many deep keys": "\n".join("x" + ".y" * 20 + f".z{number} = 1" for number in range(SIZE // 60)),
    "deep keys in deep tables": "\n".join(
        "[" + "a." * 38 + f"b{number}]\n" + "c." * 38 + "c = 1" for number in range(SIZE // 170)
    ),
    "many tables": "\n".join(f"[[t{number}]]" for number in range(SIZE // 9)),
}


def house(text: str, folder: Path) -> object:
    path = folder / "rules.toml"
    path.write_text(text[: house_rules.MOST_BYTES], encoding="utf-8")
    return house_rules.read_rules(path, CABINETS["nullgame"])


READERS: dict[str, Callable[[str, Path], object]] = {
    "toml": lambda text, _: toml_of(text),
    "yard": lambda text, _: read_document(text),
    "sketch": lambda text, _: parse(text.encode(), "list.toml"),
    "grammar": lambda text, _: read_own_grammar(text),
    "actions": lambda text, _: read_own_vocabulary(text),
    "house rules": house,
}


@pytest.mark.parametrize("text", [f'a = "{"x.y" * 30}"', f"# {'x.y' * 30} = 1\na = 1", f'a = """{"x.y = " * 30}"""'])
def test_dots_in_texts_and_comments_are_no_parts_of_a_key(text: str) -> None:
    assert "a" in toml_of(text)


@pytest.mark.parametrize(("kind", "reader"), some(4, product(HOSTILE, READERS)))
def test_a_file_of_60_kib_is_read_or_refused_at_once(kind: str, reader: str, tmp_path: Path) -> None:
    """The bounds are those of a busy machine, many times what is measured; before, one such file cost 3.6 GB."""
    tracemalloc.start()
    begin = time.process_time()
    try:
        READERS[reader](HOSTILE[kind], tmp_path)
    except SpokenError as error:
        for language in LANGUAGES:
            assert Texts(language).line(error.key, error.values)
    finally:
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert time.process_time() - begin < 3.0
    assert most < 100 << 20


@pytest.mark.parametrize(
    "data",
    [
        "one\ntwo\n".encode("utf-8-sig"),
        "one\ntwo\n".encode("utf-16"),
        b"\xfe\xff" + "one\ntwo\n".encode("utf-16-be"),
        b"one\r\ntwo\r\n",
        b"one\rtwo\r",
        "\ufeffone\ntwo\n",
    ],
)
def test_text_is_the_same_whatever_wrote_it(data: bytes | str) -> None:
    assert text_of(data) == "one\ntwo\n"


def test_what_is_no_utf_8_is_named_by_its_line() -> None:
    with pytest.raises(TextError) as raised:
        text_of("사과\n배\n".encode("cp949"))
    assert raised.value.line == 1
    with pytest.raises(TextError) as raised:
        text_of(b"good\rbad \xff\r")
    assert raised.value.line == 2
    assert "UTF-8" in Texts("en").line(raised.value.key, raised.value.values)


def test_settings_saved_with_a_mark_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes('language = "ko"\n'.encode("utf-8-sig"))
    settings, error = load(path)
    assert error is None and settings.language == "ko"


READS_TOML = {
    "game/core/given.py",
    "game/ground/texts.py",
    "game/ground/house_rules.py",
    "game/ground/settings/file.py",
    "game/cabinets/slime/night/writing.py",
}
"""The reader itself; the program's own texts; what writes TOML by tomlkit, or keeps a person's comments in it."""
DECODES = {"game/core/given.py"}


def _encodes(call: ast.Call) -> bool:
    """Whether a call writes: spreadsheets know a table's letters by such a mark."""
    return isinstance(call.func, ast.Attribute) and call.func.attr == "encode"


def test_nobody_reads_toml_or_a_marked_text_beside_the_one_reader() -> None:
    toml, marked = set(), set()
    for name, tree in trees("game", "net", holding=r"toml|utf-8-sig"):
        for node in ast.walk(tree):
            if isinstance(node, ast.Import) and {alias.name for alias in node.names} & {"tomllib", "tomlkit"}:
                toml.add(name)
            if isinstance(node, ast.Attribute) and ast.unparse(node) == "msgspec.toml":
                toml.add(name)
            if isinstance(node, ast.Call) and "utf-8-sig" in ast.unparse(node) and not _encodes(node):
                marked.add(name)
    assert toml <= READS_TOML
    assert marked <= DECODES


def test_endings_are_compared_in_small_letters_everywhere() -> None:
    """`ending` is the only way to ask for one: GAME.SGF of an old program is game.sgf."""
    asked = set()
    for name, tree in trees("game", "net", holding=r"\.\s*(suffix|endswith)\b"):
        for node in ast.walk(tree):
            parts = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
            parts += [node.subject] if isinstance(node, ast.Match) else []
            told = [ast.unparse(part) for part in parts]
            if any(text.endswith((".suffix", ".suffix[1:]")) for text in told):
                asked.add(name)
            called = (
                isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "endswith"
            )
            if called and node.args and ast.unparse(node.args[0]) in ("'.py'", "_SUFFIX"):
                asked.add(name)
    assert asked == set()


def test_a_program_with_a_capital_ending_plays(tmp_path: Path) -> None:
    shutil.copy(ROOT / "examples" / "bots" / "neighbour.py", tmp_path / "MINE.PY")
    spec = f"{tmp_path / 'MINE.PY'}:Neighbour"
    assert isinstance(parse_spec(spec, ()), FileSpec) and is_own(spec)
    assert load_file_class(str(tmp_path / "MINE.PY"), "Neighbour").__name__ == "Neighbour"
