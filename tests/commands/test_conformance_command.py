"""`main.py conformance`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game.cabinets.listed import CABINETS
from game.cabinets.nullgame.cabinet import NULLGAME
from game.cabinets.nullgame.rules import Nullgame, State
from game.commands import main
from game.conformance import run
from game.conformance.cases import seat_counts
from game.conformance.laws import LAWS_OF_RULES
from game.conformance.words import LAWS_OF_WORDS
from game.core.cabinet import Cabinet
from tests.commands.command_line import souk_here


def test_a_game_of_the_house_keeps_every_law(tmp_path: Path) -> None:
    done = souk_here(tmp_path, "conformance", "nullgame", "--quick")
    assert done.returncode == 0, done.stderr
    assert f"keeps all {len(run.LAWS)} laws, in 2 matches" in done.stdout
    assert done.stdout.count("holds  ") == len(run.LAWS)


def test_an_unknown_game_is_told(tmp_path: Path) -> None:
    refused = souk_here(tmp_path, "conformance", "chess")
    assert refused.returncode == 1 and "There is no game “chess”" in refused.stderr


class Talkative(Nullgame):
    """What is sent once and for all changes with every turn."""

    def brief(self, state: State, viewer: int) -> Any:
        return state.turn


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """A game of the house with a mistake; laws of pictures are left out, for what is asked is what is told."""
    cabinet = Cabinet(Talkative(), NULLGAME.bots)
    monkeypatch.setattr("game.commands.conformance.cabinet_named", lambda name: cabinet)
    monkeypatch.setattr(run, "LAWS", (*LAWS_OF_RULES, *LAWS_OF_WORDS))
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    yield


@pytest.mark.usefixtures("broken")
def test_a_broken_law_is_told_with_the_match_and_the_step_that_show_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["conformance", "nullgame", "--quick", "--seed", "3"]) == 1
    said = capsys.readouterr()
    lines = said.out.splitlines()
    (place,) = [at for at, line in enumerate(lines) if line.startswith("BROKEN")]
    assert "a brief stays true to the end" in lines[place]
    assert lines[place + 1].strip() == (
        "With 1 player, seed 3, at step 2: The brief of viewer 0 is another one than before."
    )
    assert f"nullgame breaks 1 of {len(run.LAWS)} laws" in said.err and "Traceback" not in said.err


@pytest.mark.usefixtures("broken")
def test_programs_read_what_is_broken(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["conformance", "nullgame", "--quick", "--json"]) == 1
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert document["game"] == "nullgame" and not document["holds"]
    laws = {law["law"]: law for law in document["laws"]}
    assert laws["undo_goes_back"] == {**laws["undo_goes_back"], "holds": True, "matches": 2, "breach": None}
    breach = laws["questions_change_nothing"]["breach"]
    assert breach["seats"] == 1 and breach["step"] > 0 and breach["options"] == {} and "brief" in breach["says"]


def test_matches_are_those_that_were_asked_for() -> None:
    omok, nullgame = CABINETS["omok"], CABINETS["nullgame"]
    quick = [*run.cases(nullgame, 5, None, quick=True)]
    assert [(case.seats, case.seed, case.most) for case in quick] == [(1, 5, run.QUICK_STEPS), (4, 5, run.QUICK_STEPS)]
    whole = [*run.cases(omok, 0, None, quick=False)]
    assert [case.most for case in whole if not case.chosen] == [None] * len(seat_counts(omok))
    assert {name for case in whole for name in case.chosen} > {"size"}
    assert [*run.cases(CABINETS["slime"], 0, None, quick=False)][-1].most == run.OPTION_STEPS
