"""Measure an expressive range beside the window by `main.py workshop-range`, which reports each level as it comes."""

from __future__ import annotations

import json
import os

from game.cabinets.workshop.scenes.ranges.ranged import Ranged
from game.core.errors import SpokenError, reason
from game.core.process.process_group import worker_environment
from game.scenes.process.program import ChildProgram


class RangeRunError(SpokenError):
    """An expressive range could not be measured."""


def range_words(ranged: Ranged, count: int) -> list[str]:
    """Return the arguments of `main.py` that measure so many levels.

    >>> from game.cabinets.workshop.bench import Bench
    >>> from game.cabinets.workshop.scenes.ranges.ranged import RangedMethod
    >>> range_words(RangedMethod(Bench("bsp", 7)), 50)[:6]
    ['workshop-range', 'bsp', '--levels', '50', '--size', '64x64']
    """
    width, height = ranged.size
    words = ["workshop-range", ranged.named, "--levels", str(count), "--size", f"{width}x{height}", *ranged.more_words]
    for name, value in ranged.values.items():
        words += ["--set", f"{name}={value}"]
    return [*words, "--workers", str(max(1, (os.cpu_count() or 2) - 1)), "--progress", "json"]


class RangeRun:
    """A running measurement. Measured levels are kept: the same request later continues where this one stopped."""

    def __init__(self, ranged: Ranged, count: int) -> None:
        """Start the measurement. Raise RangeRunError if the process cannot be started."""
        self._said: list[str] = []
        try:
            self._child = ChildProgram(range_words(ranged, count), worker_environment())
        except OSError as error:
            raise RangeRunError("workshop.range.not_started", why=reason(error)) from error

    def poll(self) -> tuple[list[tuple[int, ...]], bool]:
        """Return number and measures of each newly measured level, and whether all are done. Raise RangeRunError."""
        came: list[tuple[int, ...]] = []
        code = self._child.exit_code
        while (line := self._child.line()) is not None:
            try:
                told = json.loads(line)
                came += [tuple(map(int, level)) for level in told.get("levels", ())]
            except (ValueError, TypeError, AttributeError):
                self._said = [*self._said[-5:], line]
        if code is None:
            return came, False
        self._child.close()
        if code:
            raise RangeRunError("workshop.range.failed", why=self._said[-1] if self._said else str(code))
        return came, True

    def close(self) -> None:
        """End the measurement; it may have ended already."""
        self._child.close()
