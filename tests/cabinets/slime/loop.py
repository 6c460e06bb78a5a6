"""The loop of a contest's window, stepped by hand while clients of other threads and processes speak to its server."""

from __future__ import annotations

import time
from collections.abc import Callable

from tests.cabinets.slime.clients import PATIENCE
from tests.scenes.scene_driver import Driver, Told


class Loop:
    """A window that runs when it is told to; `said` is what it tells its people."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.said = Told()
        driver.context.notify = self.said

    def pump(self) -> None:
        self.driver.app.step([], draw=False)

    def until(self, condition: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, "waited in vain"
            self.pump()
