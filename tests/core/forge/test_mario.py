"""Levels in the letters of the Mario AI framework can be finished there, by what its player can jump."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from game.commands import main
from game.core.errors import SpokenError
from game.core.forge.formats.faults import LevelFileError
from game.core.forge.formats.mario import write_mario
from game.core.forge.formats.reading import read_any
from game.core.forge.formats.tiled import write_tmx
from game.core.forge.formats.written import write_csv, write_text
from game.core.forge.methods.registry import METHODS, level_of
from game.core.forge.model.level import Entity, Level, Recipe
from game.core.forge.model.method import Number
from tests.core.forge.levels import drawn
from tests.core.forge.mario_walker import furthest
from tests.in_turns import some

PLATFORMS = [name for name, method in METHODS.items() if method.kind == "platform"]


def course(*rows: str, row: int = 9) -> Level:
    wide = len(rows[0])
    return drawn(
        ["." * wide] * (10 - len(rows)) + list(rows), Entity("start", 0, row - 1), Entity("goal", wide - 1, row - 1)
    )


@pytest.mark.parametrize(
    ("rows", "reached"),
    [
        (("#" * 5 + "." * 9 + "#" * 5,), True),
        (("#" * 5 + "." * 11 + "#" * 5,), False),
        (("." * 6 + "##" + "." * 6,) * 4 + ("#" * 14,), True),
        (("." * 6 + "##" + "." * 6,) * 5 + ("#" * 14,), False),
    ],
)
def test_the_table_of_jumps_is_four_rows_and_ten_columns(rows: tuple[str, ...], reached: bool) -> None:
    assert (furthest(write_mario(course(*rows))[0]) is None) is reached


@pytest.mark.parametrize("high", [5, 6, 7, 8])
def test_a_spring_before_a_wall_becomes_a_step_of_blocks(high: int) -> None:
    rows = ["." * 8 + "##" + "." * 6] * (high - 1) + ["." * 7 + "S##" + "." * 6, "#" * 16]
    text, changed = write_mario(course(*rows))
    assert furthest(text) is None and changed == ("S",)
    low = write_mario(course("." * 8 + "##" + "." * 6, "." * 7 + "S##" + "." * 6, "#" * 16))[0]
    assert low.count("#") == 1, "where the wall is low, one block stands for it"


@pytest.mark.parametrize("method", some(2, PLATFORMS))
def test_every_level_that_is_written_for_the_framework_can_be_finished_there(method: str) -> None:
    made, random = METHODS[method], Random(7)
    for number in range(1, 26):
        drawn_values = {
            name: random.choice((parameter.low, parameter.high, parameter.default))
            if isinstance(parameter, Number)
            else random.choice(parameter.values)
            for name, parameter in made.parameters.items()
        }
        size = (random.choice((100, 160)), random.choice((13, 15, 16)))
        for values in ({}, made.settled(drawn_values, *size)):
            text, _ = write_mario(level_of(Recipe(method, made.version, number, *size, values)))
            assert furthest(text) is None, (number, size, values, furthest(text))


def test_what_was_replaced_is_named_with_and_without_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    rows = ["." * 30] * 8 + [".........S.........^.....H....", "#" * 30]
    level = drawn(rows, Entity("start", 0, 8), Entity("goal", 29, 8))
    (tmp_path / "a.txt").write_text(write_text(level), encoding="utf-8")
    words = ["forge", str(tmp_path / "a.txt"), "--proof", "off", "--out", str(tmp_path / "a.mario.txt")]
    assert main(words) == 0
    assert "spikes, ladders, springs" in capsys.readouterr().out
    assert main([*words, "--json"]) == 0
    assert '"nearest": ["^", "H", "S"]' in capsys.readouterr().out


def test_files_that_are_written_for_others_are_named_when_they_are_opened() -> None:
    level = level_of(Recipe("rhythm", METHODS["rhythm"].version, 3, 100, 15))
    for content, ending in (
        (write_tmx(level), ".tmx"),
        (write_csv(level), ".csv"),
        (write_mario(level)[0], ".mario.txt"),
    ):
        with pytest.raises(LevelFileError, match=r"forge\.file\.export") as raised:
            read_any(content)
        assert raised.value.values == {"ending": ending}


@pytest.mark.parametrize("header", ["Dungeon 7 5", "dungeon\t7  5", "\n\ndungeon 7 5", "  DUNGEON 7 5  "])
def test_a_header_is_known_by_its_words(header: str) -> None:
    rows = ["#" * 7, *["#.....#"] * 3, "#" * 7]
    level = read_any("\n".join([header, *rows, "thing start 1 1"]))
    assert (level.width, level.height, level.entities) == (7, 5, (Entity("start", 1, 1),))
    with pytest.raises(SpokenError, match="'line': 8"):
        read_any("\n".join(["", "dungeon 7 5", *rows, "thing"]))
