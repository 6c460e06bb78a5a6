"""`main.py mix`: programmes as text and JSON, and evenings that computers play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from game.cabinets.listed import CABINETS
from game.commands import main
from net.mix import MixStop
from tests.net.mix.evening import BEGAN, kept_evening


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))


def drawn(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["mix", "--json", *words]) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    return told


def test_a_programme_is_told_whole(capsys: pytest.CaptureFixture[str]) -> None:
    rounds = drawn(capsys, "--people", "6", "--minutes", "40", "--languages", "ko,en", "--seed", "5")["rounds"]
    assert 0.85 * 2400 <= sum(each["seconds"] for each in rounds) <= 1.05 * 2400
    assert [each["weight"] for each in rounds[:-1]] == [1] * (len(rounds) - 1) and rounds[-1]["weight"] == 3
    for each in rounds:
        assert sorted(person for table in each["tables"] for person in table["people"] if person) == [1, 2, 3, 4, 5, 6]
        assert each["short"] in {short.name for short in CABINETS[each["game"]].shorts}


@pytest.mark.slow
def test_an_evening_that_computers_play_ends_with_points(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--people", "3", "--rounds", "2", "--off", "l4g,tablut,words", "--play", "--seed", "1")
    first = drawn(capsys, *words)
    assert first == drawn(capsys, *words)
    points = [each["points"] for each in first["rounds"]]
    assert all(0 <= points[0][person] <= points[1][person] for person in points[0])
    assert sum(points[-1].values()) > 0


def test_a_round_is_told_in_words(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    assert main(["mix", "--people", "2", "--rounds", "1", "--off", "words,l4g,rooftops,tablut"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("1. ") and "final, points ×2" in said and "minutes in all." in said


def test_a_mix_that_was_played_is_checked_against_its_seal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pytest.importorskip("nacl")
    assert main(["mix", "--check"]) == 0
    assert "no mix" in capsys.readouterr().out
    evening = kept_evening(tmp_path, "gems", "volcano")
    evening.begin(rounds=1)
    evening.until("playing")
    evening.say(evening.windows[0], MixStop())
    evening.until("finale")
    evening.settle()
    evening.room.close(evening.now)
    assert main(["mix", "--check", BEGAN.date().isoformat()]) == 0
    said = capsys.readouterr().out
    assert "1 round: true." in said and "as it was played" in said
    assert main(["mix", "--check", "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)["mixes"]
    assert (told["evening"], told["agrees"], told["rounds"]) == ("2026-11-21", "yes", 1)
    assert main(["mix", "--check", "yesterday"]) == 1
    assert "is no day" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--languages", "fr"), "There is no language “fr” here. The languages are: ko, en."),
        (("--off", "chess"), "There is no game “chess”."),
        (("--without", "chance"), "“chance” is not something that a game asks for."),
        (("--off", ",".join(CABINETS.places)), "No game fits these people and this time."),
    ],
)
def test_what_cannot_be_is_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], why: str
) -> None:
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    assert main(["mix", *words]) == 1
    assert capsys.readouterr().err.startswith(why)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_whole_evenings_are_played_by_computers(capsys: pytest.CaptureFixture[str], seed: int) -> None:
    words = ("--people", "5", "--minutes", "20", "--languages", "ko,en", "--play", "--seed", str(seed))
    rounds = drawn(capsys, *words)["rounds"]
    assert set(rounds[-1]["points"]) == {"1", "2", "3", "4", "5"}
