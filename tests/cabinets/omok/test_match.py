"""Whole matches of Omok: by one device alone, over the network, by a program in another language; learned from."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from game.cabinets.omok.bots import GreedyBot
from game.cabinets.omok.cabinet import OMOK
from game.cabinets.omok.state import Options, Pass, Place
from game.core.analysis.positions import recorded_match
from game.core.bots import BotSetup, Request
from game.core.settling import Accept
from game.scenes.review.judging import Judging
from game.scenes.review.learning import Learning, Stand, own_mistakes
from tests import ROOT
from tests.net.house import play_for_two
from tests.scenes.table.one_device import PLAYS, whole_match


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setenv("SOUK_PLAIN", "1")


@pytest.mark.slow
@pytest.mark.parametrize("device", PLAYS)
def test_a_whole_match_with_an_opening_is_played_by_one_device(device: str) -> None:
    view = whole_match(OMOK, Options(opening="swap2"), GreedyBot, PLAYS[device])
    assert view.five
    assert len(view.moves) > 9


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node here to run the example with")
@pytest.mark.parametrize("opening", ["none", "swap2"])
def test_a_program_in_javascript_plays_whole_matches(opening: str) -> None:
    node = f"cmd:node {ROOT / 'examples/bots/chooser.js'}"
    command = [sys.executable, "main.py", "play", "omok", "--headless", "--show", "--seats", f"{node},greedy"]
    command += ["--option", f"opening={opening}", "--seed", "4", "--key", "0"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=240)
    assert done.returncode == 0, done.stderr
    assert "five" in done.stdout.lower() or "다섯" in done.stdout
    assert "chooser" not in done.stderr


@pytest.mark.slow
def test_mistakes_are_learned_from(tmp_path: Path) -> None:
    """Every mistake of a careless match: what was played is known again, and the best is right."""
    path = tmp_path / "match.souk"
    command = [sys.executable, "main.py", "play", "omok", "--headless", "--seats", "random,greedy", "--seed", "3"]
    subprocess.run([*command, "--record", str(path)], cwd=ROOT, check=True, capture_output=True, timeout=240)
    judging = Judging(path, recorded_match(path, {"omok": OMOK}))
    while not judging.done:
        judging.poll(0.05)
    learning = Learning(judging, own_mistakes(judging))
    assert learning.mistakes
    for number in range(len(learning.mistakes)):
        learning.attempt(learning.decision.played.action)
        assert learning.stand is Stand.SAME
        learning.attempt(learning.decision.best.action)
        assert learning.stand is Stand.RIGHT
        assert learning.next() == (number + 1 < len(learning.mistakes))
    assert learning.solved == len(learning.mistakes)


@pytest.mark.parametrize(("position", "accepts"), [("h8 i9 a1 i8 a3 i7 c15", False), ("h8 a1 h9 a3 h10 c15 o1", True)])
def test_the_expert_takes_a_draw_where_it_stands_no_better(position: str, accepts: bool) -> None:
    rules = OMOK.rules
    state = rules.start(2, Options(position=position, colours="seat", rule="free"))
    state.draw_by = 0
    bot = OMOK.bots["expert"](BotSetup("omok", 1, 2, state.options, None, 0))
    bot.nodes = 300  # type: ignore[attr-defined]
    action = bot.decide(Request(0, rules.view(state, 1), rules.legal(state, 1), (), 1))
    assert isinstance(action, Accept) == accepts
    assert accepts or isinstance(action, Place | Pass)


@pytest.mark.slow
def test_two_people_play_a_whole_match_over_the_network(tmp_path: Path) -> None:
    play_for_two(tmp_path, OMOK)
