"""The fade from one scene to the next, and the work that is done behind it."""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from game.engine.canvas import ADD, MULTIPLY, Canvas
from game.engine.clock import Clock
from game.engine.colour import NIGHT, rgb
from game.engine.tween import Tween, linear

FADE, SHORT_FADE = 0.22, 0.12
"""Seconds from one picture to the next, and the same with reduced motion."""
WORK_A_FRAME = 0.010
"""Seconds of a frame given to making sprites while the last picture darkens: the fade stays smooth."""
WORK_IN_THE_DARK = 0.050
"""Seconds of a frame given to making sprites while the window is dark and nothing could stutter."""


class Fade:
    """Darkens the last picture, stays dark until the next scene is warm, then uncovers it."""

    def __init__(
        self, warming: Iterator[None], clock: Clock, first: bool = False, reduced_motion: bool = False
    ) -> None:
        """`first`: there is no last picture, the window is dark already."""
        half = (SHORT_FADE if reduced_motion else FADE) / 2
        self._closing = Tween(0.0, 255.0, 0.0 if first else half, linear)
        self._opening = Tween(255.0, 0.0, half, linear)
        self._warming: Iterator[None] | None = warming
        self._clock = clock
        self._last: pygame.Surface | None = None

    @property
    def dark(self) -> bool:
        """Whether the next scene is not to be seen yet."""
        return self._warming is not None or not self._closing.done

    @property
    def done(self) -> bool:
        """Whether the next scene is fully in sight."""
        return not self.dark and self._opening.done

    def update(self, seconds: float) -> None:
        """Let time pass and do a piece of the work."""
        if not self.dark:
            self._opening.update(seconds)
            return
        self._closing.update(seconds)
        end = self._clock.now() + (WORK_IN_THE_DARK if self._closing.done else WORK_A_FRAME)
        while self._warming is not None and self._clock.now() < end:
            try:
                next(self._warming)
            except StopIteration:
                self._warming = None

    def draw_before(self, canvas: Canvas) -> None:
        """Draw the last picture, darkening; `canvas` still holds it at the first call."""
        if self._last is None or self._last.get_size() != canvas.surface.get_size():
            self._last = canvas.surface.copy()
        canvas.surface.blit(self._last, (0, 0))
        _veil(canvas, self._closing.value)

    def draw_over(self, canvas: Canvas) -> None:
        """Draw what is left of the dark over the next scene."""
        _veil(canvas, self._opening.value)


def _veil(canvas: Canvas, alpha: float) -> None:
    """Mix the whole picture with night, in place: a sheet of the window's size each frame would cost far more."""
    kept = round(255 - alpha)
    canvas.surface.fill((kept, kept, kept), special_flags=MULTIPLY)
    canvas.surface.fill([channel * (255 - kept) // 255 for channel in rgb(NIGHT)], special_flags=ADD)
