"""Texts: every key in every language, fields and particles, and every key that code asks for."""

from __future__ import annotations

import re
import shutil
import string
from functools import partialmethod
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from game.commands import main
from game.engine.widgets.parts.markup import parse
from game.ground import paths
from game.ground.texts import LANGUAGES, BrokenTextsError, MissingTextError, Texts, told_apart, with_particle
from tests import ROOT

RAW = re.compile(r"[*`|]|__|\]\(|\[/?[a-z]*\]|^ *(?:#|>|---)")
"""Signs that mean something in other markup; a page would show them as they are."""
ITALIC = re.compile(r"(?<![*\w])\*[^*\s][^*]*\*(?![*\w])")
KEY = re.compile(r'"((?:[a-z][a-z0-9_]*\.)+[a-z0-9_]+)"')


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_every_key_is_in_every_language() -> None:
    first, *others = (Texts(language).keys() for language in LANGUAGES)
    for other in others:
        assert first ^ other == set()


def test_a_text_asks_for_the_same_fields_in_every_language() -> None:
    every = [Texts(language) for language in LANGUAGES]
    keys = sorted(every[0].keys())
    differing = [key for key in keys if len({frozenset(fields(texts.raw(key))) for texts in every}) > 1]
    assert differing == []


def test_a_field_that_quotes_another_text_names_it() -> None:
    """A value of that name would never be shown: the field fills itself."""
    for texts in map(Texts, LANGUAGES):
        quoted = {
            (key, spec)
            for key in texts.keys()  # noqa: SIM118 - no mapping
            for _, name, spec, _ in string.Formatter().parse(texts.raw(key))
            if name == "quote"
        }
        assert quoted and {(key, spec) for key, spec in quoted if not texts.has(spec or "")} == set()


def test_the_sentence_of_an_end_shows_the_values_that_it_is_told() -> None:
    for texts in map(Texts, LANGUAGES):
        told = texts.line("net.dropped.version", {"game": "Omok", "here": 71, "there": 83})
        assert "71" in told and "83" in told
        assert "<object" not in told


def test_every_key_in_code_has_a_text() -> None:
    texts = Texts("en")
    stems = {key.partition(".")[0] for key in texts.keys()}  # noqa: SIM118 - no mapping
    suffixes = (".py", ".toml", ".ogg", ".svg", ".otf", ".png", ".souk", ".json", ".html", ".css", ".js", ".csv")
    missing = {
        (path.relative_to(ROOT).as_posix(), key)
        for path in ROOT.glob("game/**/*.py")
        for key in KEY.findall(path.read_text(encoding="utf-8"))
        if key.partition(".")[0] in stems and not texts.has(key) and not key.endswith(suffixes)
        if not any((ROOT / "game" / room / f"{key.replace('.', '/')}.py").exists() for room in ("cabinets", "commands"))
    }
    assert missing == set()


def raw_marks(text: str) -> list[str]:
    """Return what a page shows of a text's markup as it is written, because it knows no such mark."""
    shown = [
        "".join(run.text for run in runs if not run.icon)
        for block in parse(text)
        for runs in (block.runs, *chain.from_iterable(block.rows))
    ]
    unended = ["**" for line in text.split("\n") if line.count("**") % 2]
    return unended + [found[0] for line in shown for found in RAW.finditer(line)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_shows_its_markup(language: str) -> None:
    texts = Texts(language)
    pages = {key: texts.raw(key) for key in texts.keys() if texts.raw(key).startswith("# ")}  # noqa: SIM118
    assert len(pages) > 13
    assert {key: found for key, text in sorted(pages.items()) if (found := raw_marks(text))} == {}
    italics = {key for key in texts.keys() if ITALIC.search(texts.raw(key))}  # noqa: SIM118
    assert italics == set()


@pytest.mark.parametrize(
    "text",
    ["some *slanted* words", "a | b", "### Small", "__bold__", "`code`", "[a](b)", "> quoted", "* point", "**a"],
)
def test_marks_that_no_page_knows_are_found(text: str) -> None:
    assert raw_marks(text)


@pytest.mark.parametrize(
    ("word", "particle", "expected"),
    [
        ("하늘", "은", "하늘은"), ("수아", "은", "수아는"), ("지우", "을", "지우를"), ("Luca", "이", "Luca가"),
        ("서울", "으로", "서울로"), ("남쪽", "으로", "남쪽으로"), ("3", "으로", "3으로"),
        ("random 1", "이", "random 1이"),
        ("나", "이", "내가"), ("너", "이", "네가"), ("저", "이", "제가"), ("나", "을", "나를"),
        ("누나", "이", "누나가"),
        ("1", "으로", "1로"), ("", "이", "가"), ("!", "과", "!와"),
    ],
)  # fmt: skip
def test_particles(word: str, particle: str, expected: str) -> None:
    assert with_particle(word, particle) == expected


def test_fields(tmp_path: Path) -> None:
    folder = tmp_path / "en"
    folder.mkdir()
    (folder / "a.toml").write_text(
        'pay = "{payer:seat 이} {amount} {amount:plural coin coins} {way:text a.way}"\n[way]\nleft = "to the left"\n',
        encoding="utf-8",
    )
    texts = Texts("en", ["하늘", "Mia"], tmp_path)
    assert texts.line("a.pay", payer=0, amount=1, way="left") == "하늘이 1 coin to the left"
    assert texts.line("a.pay", payer=9, amount=2000, way="left") == "10이 2,000 coins to the left"
    with pytest.raises(MissingTextError, match=r"no text 'a\.nothing'"):
        texts.line("a.nothing")
    assert texts.maybe("a.nothing") is None


def test_names_made_of_digits_are_written_as_they_are() -> None:
    names = ("port", "seed", "year", "rating", "byte")
    for language in LANGUAGES:
        texts = Texts(language)
        assert not [key for key in sorted(texts.keys()) for name in names if f"{{{name}}}" in texts.raw(key)]


def test_numbers_are_read_in_threes_and_names_made_of_digits_are_not(tmp_path: Path) -> None:
    folder = tmp_path / "en"
    folder.mkdir()
    words = "{points} points, {lost:if minus #}; port {port:plain}, {port:plain 이} {port:05}"
    (folder / "a.toml").write_text(f'told = "{words}"', encoding="utf-8")
    told = Texts("en", folder=tmp_path).line("a.told", points=-12345, lost=1000, port=4242)
    assert told == "-12,345 points,  minus 1,000; port 4242, 4242가 04242"


def test_a_file_that_cannot_be_read_takes_its_own_texts_away(tmp_path: Path) -> None:
    folder = tmp_path / "en"
    folder.mkdir()
    (folder / "whole.toml").write_text('name = "Whole"', encoding="utf-8")
    (folder / "broken.toml").write_text("name = ", encoding="utf-8")
    texts = Texts("en", folder=tmp_path)
    assert texts.line("whole.name") == "Whole" and texts.maybe("gone.name") is None
    with pytest.raises(BrokenTextsError, match=r"broken\.toml"):
        texts.maybe("broken.name")


@pytest.mark.parametrize("words", [["list"], []], ids=["a command", "the window"])
def test_a_command_says_which_texts_cannot_be_read(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(paths.assets() / "texts", tmp_path / "texts")
    for language in LANGUAGES:
        (tmp_path / "texts" / language / "marrakech.toml").write_bytes(b"\xff")
    monkeypatch.setenv("SOUK_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(Texts, "__init__", partialmethod(Texts.__init__, folder=tmp_path / "texts"))
    assert main(words) == 1
    assert "marrakech.toml" in capsys.readouterr().err and not list((tmp_path / "home").glob("**/crash*"))


@given(some.lists(some.sampled_from(["Ann", "Ann 1", "Ann 2", "Ann 1 1", "random"]), max_size=8))
def test_names_that_are_told_apart_are_all_different(names: list[str]) -> None:
    apart = told_apart(names)
    assert len(set(apart)) == len(names)
    assert all(other.startswith(name) for name, other in zip(names, apart, strict=True))
    assert all(other == name for name, other in zip(names, apart, strict=True) if names.count(name) == 1)
