"""Whole matches of Tablut in the window by one device alone, over the LAN, and by a program in another language."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from game.cabinets.tablut.cabinet import TABLUT
from game.cabinets.tablut.players.bots import GreedyBot
from game.cabinets.tablut.rules.state import Options
from tests import ROOT
from tests.net.house import play_for_two
from tests.scenes.table.one_device import PLAYS, whole_match


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setenv("SOUK_PLAIN", "1")


@pytest.mark.slow
@pytest.mark.parametrize("device", PLAYS)
def test_a_whole_match_is_played_by_one_device(device: str) -> None:
    view = whole_match(TABLUT, Options("linnaeus"), GreedyBot, PLAYS[device])
    assert view.rounds and view.mover < 0
    assert len(view.moves) > 5


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node here to run the example with")
def test_a_program_in_javascript_plays_a_whole_match() -> None:
    node = f"cmd:node {ROOT / 'examples/bots/chooser.js'}"
    command = [sys.executable, "main.py", "play", "tablut", "--headless", "--seats", f"{node},greedy"]
    done = subprocess.run([*command, "--seed", "4"], cwd=ROOT, capture_output=True, encoding="utf-8", timeout=240)
    assert done.returncode == 0, done.stderr
    assert "chooser" not in done.stderr
    assert "greedy" in done.stdout


@pytest.mark.slow
def test_two_people_play_a_whole_match_over_the_network(tmp_path: Path) -> None:
    play_for_two(tmp_path, TABLUT)
