"""The first stretch of a race in real time at one screen, steered by the fingers on two phones' browsers."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pygame
import pytest

from game.cabinets.rooftops.stage.stage import RooftopsStage
from game.core.forge.physics import numbers as n
from game.scenes.pads.phones import phones_of
from game.scenes.table.menu import MenuChoice
from net.web import gate as gates
from tests.net.web.chromium import Chromium, needs_chromium
from tests.net.web.test_page import JUMP, RIGHT
from tests.scenes.scene_driver import driving
from tests.scenes.table.real_time_table import TableOf, running

pytestmark = [
    pytest.mark.slow,
    pytest.mark.usefixtures("plain_home"),
    needs_chromium,
]
FRAME = 1 / 60
FAR = 12 * n.SQUARE
"""How far each runner is to come: beyond a wall that nobody passes without a jump."""
STEP, HELD = 0.7, 0.42
"""Seconds from one jump to the next, and for which the thumb stays down."""


def test_two_browsers_race_and_each_steers_its_own_runner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    made = gates.Gate
    monkeypatch.setattr(gates, "Gate", lambda _hosts, words, told: made(["127.0.0.1"], words, told, ports=[0]))
    with ExitStack() as links, driving(TableOf("rooftops", "human", "human", level="first")) as driver:
        table, stage = running(driver, RooftopsStage)
        table.carry_out(MenuChoice.PHONES)
        driver.step(3)
        dialog, phones = driver.top, phones_of(driver.context)

        def pump(true: Callable[[], object], seconds: float = 30.0) -> None:
            """Run frames as they are due until something is true."""
            due = end = time.monotonic()
            while not true():
                assert due < end + seconds, "it did not happen"
                due += FRAME
                driver.app.step(pygame.event.get(), draw=False)
                time.sleep(max(0.0, due - time.monotonic()))

        pair = [links.enter_context(Chromium(tmp_path / str(seat))) for seat in (0, 1)]
        for seat, page in enumerate(pair):
            page.open(phones.gate.address("127.0.0.1"))
            pump(lambda page=page: page.run("document.querySelectorAll('#chairs button').length") == 2)
            page.run("window.shaken = 0; navigator.vibrate = () => { window.shaken += 1; }")
            page.run(f"document.querySelectorAll('#chairs button')[{seat}].click()")
            pump(lambda page=page: page.run("document.body.classList.contains('asked')"))
        assert driver.top is dialog
        for page in pair:
            page.run("document.getElementById('word').click()")
        pump(lambda: driver.top is table)
        pump(lambda: table.feed.view.slices > 0)

        pair[0].touch(RIGHT)
        pump(lambda: stage.numbers(0)[n.X] > stage.numbers(1)[n.X] + n.SQUARE)
        pair[1].touch(RIGHT)
        arrived, begun, down = [False, False], time.monotonic(), [False, False]

        def thumbs() -> bool:
            """Jump again and again, the one half a step after the other, until both have come so far."""
            for seat, page in enumerate(pair):
                jumps = (time.monotonic() - begun + seat * STEP / 2) % STEP < HELD
                if jumps != down[seat]:
                    down[seat] = jumps
                    page.touch(kind="touchEnd")
                    page.touch(*((RIGHT, JUMP) if jumps else (RIGHT,)))
                arrived[seat] = arrived[seat] or int(stage.numbers(seat)[n.X]) > FAR
            return all(arrived)

        pump(thumbs)
        for seat, page in enumerate(pair):
            died = int(stage.numbers(seat)[n.DEATHS])
            pump(lambda page=page, died=died: page.run("window.shaken") == died)
            assert not page.complaints
    pygame.display.quit()
