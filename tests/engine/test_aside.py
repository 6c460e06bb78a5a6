"""Bots that think beside the window: a stall shows the match it would show anyway, no frame waits for a decision."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from game.cabinets.listed import CABINETS
from game.core.bot.aside import AsideBot
from game.core.bots import BotSetup, Request
from game.core.match.match import Match
from game.core.match.session import Failure, Session, bot_setup
from game.engine.canvas import Box, Canvas
from game.engine.clock import FakeClock
from game.engine.light import opaque
from game.engine.loop.app import App
from game.engine.loop.window import Sheet
from game.ground.settings import Settings
from game.scenes.title.attract import BEGUN, Attract
from tests.processes import PATIENCE

NULL = CABINETS["nullgame"]


class Slow:
    """Thinks until it is let go, and plays what is legal first."""

    light = True
    compiled = False
    survives_errors = False
    going = threading.Event()

    def __init__(self, setup: BotSetup) -> None:
        self.thread: int | None = None

    def decide(self, request: Request[Any, Any]) -> Any:
        assert self.going.wait(PATIENCE)
        self.thread = threading.get_ident()
        return next(iter(request.legal or ()))


class Raises(Slow):
    def decide(self, request: Request[Any, Any]) -> Any:
        raise ValueError("no idea")


def session(bot: type[Slow]) -> Session:
    match = Match(NULL.rules, 2, NULL.info.options(), 3)
    return Session(match, {seat: AsideBot(bot, bot_setup(match, "nullgame", seat), "slow") for seat in range(2)})


def test_who_pumps_does_not_wait_for_it() -> None:
    Slow.going.clear()
    playing = session(Slow)
    while not playing.pondering:
        playing.pump(0.0)
    before = playing.match.number
    for frame in range(50):
        playing.pump(frame / 60)
    assert playing.match.number == before and playing.thinking
    Slow.going.set()
    while not playing.match.over:
        playing.wait(PATIENCE)
        playing.pump(1.0)
    assert not playing.troubles
    assert {controller._bot.thread for controller in playing.controllers.values()} != {threading.get_ident()}  # type: ignore[attr-defined]


def test_what_it_raises_is_a_failure_like_any_other() -> None:
    controller = session(Raises).controllers[0]
    match = Match(NULL.rules, 2, NULL.info.options(), 3)
    controller.begin(Request(0, match.view(0), (), (), 1))
    controller.wait(PATIENCE)
    answer = controller.poll(0.0)
    assert isinstance(answer, Failure) and answer.kind == "crash"


def test_closed_while_it_thinks_it_is_forgotten() -> None:
    Slow.going.clear()
    playing = session(Slow)
    while not playing.pondering:
        playing.pump(0.0)
    playing.close()
    Slow.going.set()
    assert all(controller.poll(1.0) is None for controller in playing.controllers.values())


@pytest.mark.parametrize("game", [game for game in CABINETS.names if game in ("marrakech", "sketch", "slime")])
def test_a_stall_begins_with_the_same_match_as_one_who_waits(
    game: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setenv("SOUK_PLAIN", "1")
    clock = FakeClock()
    app = App(Settings(language="en"), Sheet((960, 540)), clock, audible=False)
    try:
        pictures = [Attract(app.context, game, 7) for _ in range(2)]
        for picture, aside in zip(pictures, (False, True), strict=True):
            clock.real = aside
            for _ in picture.begin(Canvas(opaque(200, 200), 1.0), Box(0, 0, 200, 200)):
                pass
        first, second = (picture.feed for picture in pictures)
        assert len(first.entries) >= BEGUN // 4
        assert first.match.hash() == second.match.hash()
        for picture in pictures:
            picture.close()
    finally:
        app.close()
