"""Matches of Tablut in files: lists of moves, logs of the competition, recordings."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from game.cabinets.tablut import files
from game.cabinets.tablut.rules.notation import NotationError
from game.cabinets.tablut.rules.rules import Tablut
from game.cabinets.tablut.rules.state import Options
from game.commands import main
from game.core.match.match import Match
from game.core.settling import GiveUp

LOG = """Nov 22, 2026 10:00:00 AM
FINE: Turn: W Pawn from e4 to f4
FINE: Stato:
OOOBBBOOO
FINE: Turn: B Pawn from d1 to d3
FINE: Turn: WHITE Pawn from e5 to e4
"""


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setenv("LANG", "en_GB.UTF-8")


@pytest.mark.parametrize("preset", ["seed", "unibo", "modern"])
def test_what_is_written_is_read_as_the_same_match(preset: str) -> None:
    match, chance = Match(Tablut(), 2, Options(preset, sides="seat"), 4, undo=False), Random(preset)  # type: ignore[arg-type]
    match.tick(0.0)
    while not match.over and match.turns() < 60:
        seat = match.waiting_for[0]
        moves = match.legal(seat)
        match.offer(seat, chance.choice(moves))
        match.tick(0.0)
    text = files.write(match)
    again = files.play(files.read(text), match.options)
    assert again.hash() == match.hash()
    assert files.write(again) == text
    taken = sum(word.count("x") + word.count("/") for word in text.split())
    assert taken == sum(event.kind == "taken" for step in match.steps for event in step.events)


def test_moves_are_written_with_what_they_threaten() -> None:
    def written(position: str, moves: str, **more: object) -> list[str]:
        options = Options(sides="seat", position=position, **more)  # type: ignore[arg-type]
        return files.write(files.play(files.read(moves), options)).split()[1:]

    assert written("/9/9/9/9/4K4/9/9/4t4/9/ d", "e5-e1") == ["Ke5-e1-"]
    assert written("/9/9/9/9/4K4/9/9/4t4/9/ d", "e5-e1 e8-d8 e1-a1") == ["Ke5-e1-", "e8-d8", "2.", "Ke1-a1--"]
    assert written("/9/4t4/3tKt3/9/9/1t7/9/9/9/ a", "b6-b4") == ["b6-b4+"]
    assert written("/9/4t4/3tK1t2/4t4/9/9/9/9/9/ a", "g3-f3") == ["g3-f3++"]


def test_a_log_of_the_competition_is_read() -> None:
    match = files.play(files.read(LOG), Options("unibo", sides="seat"))
    assert files.write(match) == "1. e4-f4 d1-d3\n2. Ke5-e4\n"


def test_a_move_that_may_not_be_played_is_named_and_a_word_that_is_none() -> None:
    with pytest.raises(NotationError) as error:
        files.play(files.read("d1-d3 e4-e5"), Options(sides="seat"))
    assert error.value.values == {"number": 2, "move": "e4-e5"}
    with pytest.raises(NotationError) as error:
        files.read("d1-d3\nfoo")
    assert error.value.values == {"word": "foo", "line": 2}


def test_giving_up_is_written() -> None:
    match = Match(Tablut(), 2, Options(sides="seat"), 0, undo=False)
    match.offer(0, GiveUp())
    match.tick(0.0)
    assert files.write(match) == "1. ---\n"


def test_the_command_goes_to_a_recording_and_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, recording = tmp_path / "game.log", tmp_path / "game.souk"
    log.write_text(LOG, encoding="utf-8")
    assert main(["tablut-convert", str(log), str(recording)]) == 0
    assert main(["tablut-convert", str(recording)]) == 0
    assert capsys.readouterr().out == "1. e4-f4 d1-d3\n2. Ke5-e4\n"
