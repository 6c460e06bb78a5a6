"""The fade from one scene to the next, and the work done while the window is dark."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame

from game.engine.canvas import ADD, MULTIPLY, Canvas
from game.engine.clock import Clock
from game.engine.colour import NIGHT, rgb
from game.engine.tween import Tween, linear

FADE, SHORT_FADE = 0.22, 0.12
"""Seconds of a fade between two scenes; the second value is for reduced motion."""
WORK_A_FRAME = 0.010
"""Seconds of each frame spent on making sprites while the old picture darkens: few, so that the fade stays smooth."""
WORK_IN_THE_DARK = 0.050
"""Seconds of each frame spent on making sprites while the window is dark, where nothing can stutter."""
_SIGN = 4
"""Power of the darkness with which the sign of waiting appears: it is seen only where the window is nearly dark."""


class Fade:
    """Darkens the old picture, stays dark until the next scene has made its sprites, then uncovers it."""

    def __init__(
        self,
        warming: Iterator[None],
        clock: Clock,
        first: bool = False,
        reduced_motion: bool = False,
        waiting: Callable[[Canvas, float], None] = lambda _canvas, _opacity: None,
    ) -> None:
        """Start a fade. `warming` makes the next scene's sprites step by step; `first` means that the window is dark
        already. `waiting` draws a sign into the dark, with an opacity: the next scene may take seconds.
        """
        self.first = first
        self._waiting = waiting
        half = (SHORT_FADE if reduced_motion else FADE) / 2
        self._closing = Tween(0.0, 255.0, 0.0 if first else half, linear)
        self._opening = Tween(255.0, 0.0, half, linear)
        self._stood = False
        """Whether a frame was dark throughout: the next one may take long to draw."""
        self._warming: Iterator[None] | None = warming
        self._clock = clock
        self._last: pygame.Surface | None = None

    @property
    def dark(self) -> bool:
        """Whether the next scene is still hidden."""
        return self._warming is not None or not self._stood

    @property
    def done(self) -> bool:
        """Whether the next scene is fully visible."""
        return not self.dark and self._opening.done

    def update(self, seconds: float) -> None:
        """Advance the fade by `seconds` and make some of the next scene's sprites."""
        if not self.dark:
            self._opening.update(seconds)
            return
        self._stood = self._closing.done
        self._closing.update(seconds)
        end = self._clock.now() + (WORK_IN_THE_DARK if self._closing.done else WORK_A_FRAME)
        while self._warming is not None and self._clock.now() < end:
            try:
                next(self._warming)
            except StopIteration:
                self._warming = None

    def draw_before(self, canvas: Canvas) -> None:
        """Draw the old picture, darkening. At the first call `canvas` must still show it."""
        if self._last is None or self._last.get_size() != canvas.surface.get_size():
            self._last = canvas.surface.copy()
        canvas.surface.blit(self._last, (0, 0))
        _veil(canvas, self._closing.value)
        self._waiting(canvas, (self._closing.value / 255) ** _SIGN)

    def draw_over(self, canvas: Canvas) -> None:
        """Darken the next scene, which is drawn already, by what is left of the fade."""
        _veil(canvas, self._opening.value)
        self._waiting(canvas, (self._opening.value / 255) ** _SIGN)


def _veil(canvas: Canvas, alpha: float) -> None:
    """Blend the whole picture with night in place: this costs far less than a sheet of the window's size each frame."""
    kept = round(255 - alpha)
    canvas.surface.fill((kept, kept, kept), special_flags=MULTIPLY)
    canvas.surface.fill([channel * (255 - kept) // 255 for channel in rgb(NIGHT)], special_flags=ADD)
