"""Counts the pictures of a window that nobody touches."""

from __future__ import annotations

import pygame
import pytest

from game.engine.loop.pace import LEFT_ALONE_AFTER, Pace
from tests.scenes.scene_driver import Driver


class Watch:
    """Counts a window's pictures; under this watch it can come to be left alone, though its clock is told the time."""

    def __init__(self, driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
        self._driver = driver
        self._pictures = 0
        monkeypatch.setattr(driver.app.screen, "present", self._count)
        driver.app.pace = Pace(eases=True)

    def _count(self) -> None:
        self._pictures += 1

    def during(self, seconds: float) -> int:
        """Let so much time pass without an input; return how many pictures were drawn."""
        before, clock = self._pictures, self._driver.context.clock
        end = clock.now() + seconds
        while clock.now() < end:
            self._driver.app.step([])
        return self._pictures - before

    def draws(self, *events: pygame.Event) -> bool:
        """Run a frame with these events of the window; return whether it was drawn."""
        before = self._pictures
        self._driver.app.step(events)
        return self._pictures > before

    def leave(self) -> None:
        """Leave the window alone for long enough."""
        end = self._driver.context.clock.now() + LEFT_ALONE_AFTER + 0.1
        while self._driver.context.clock.now() < end:
            self._driver.app.step([], draw=False)
        assert self._driver.app.pace.left_alone
        self._driver.app.step([])
