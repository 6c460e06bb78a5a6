"""The contents of stalls: live matches on their screens, words on their signs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

import pygame

from game.engine.canvas import Box, Canvas
from game.engine.light import opaque
from game.engine.sprites import put
from game.engine.stage.stall import SCREEN
from game.scenes.title.street.plan import on_sheet, stall_box
from game.scenes.title.street.stalls import glass


class LivePicture(Protocol):
    """A match that plays itself on a stall's small screen."""

    def begin(self, canvas: Canvas, box: Box) -> Iterator[None]:
        """Prepare the picture for `box`, a piece at each step of the iterator; exhaust it before any other call."""

    def update(self, seconds: float) -> bool:
        """Advance the match by `seconds`. Returns whether the picture differs from the one drawn last."""

    def draw(self, canvas: Canvas, box: Box) -> None:
        """Fill `box` with the picture."""

    def close(self) -> None:
        """Release everything the picture holds; it is not needed any more."""


class Signs(NamedTuple):
    """The words on a stall: its name, its name in the other language, the notice on closed shutters."""

    name: str
    other_name: str
    notice: str


class Screen:
    """A stall's screen: keeps its picture, and redraws it only when the match has moved."""

    def __init__(self, picture: LivePicture) -> None:
        self.picture = picture
        self._drawn: pygame.Surface | None = None
        self._small: pygame.Surface | None = None
        self._stale = True
        self._owed = 0.0
        """Seconds that have passed and were not given to the match yet."""

    def begin(self, canvas: Canvas) -> Iterator[None]:
        """Make the first picture, a piece at each step of the iterator."""
        size_px = canvas.px(on_sheet(stall_box(0), SCREEN).width)
        side = size_px / canvas.scale
        yield from self.picture.begin(Canvas(opaque(size_px, size_px), canvas.scale), Box(0, 0, side, side))
        self.surface(canvas, size_px)
        yield

    def update(self, seconds: float, *, now: bool = True) -> None:
        """Advance the match: `now`, or together with a later update, so that no frame redraws all screens."""
        self._owed += seconds
        if now:
            passed, self._owed = self._owed, 0.0
            self._stale = self.picture.update(passed) or self._stale

    def surface(self, canvas: Canvas, size_px: int) -> pygame.Surface:
        """Return the picture with the glass over it, `size_px` square.

        The match is drawn at the size it has in the middle of the street, and scaled down for a stall aside.
        """
        full_px = canvas.px(on_sheet(stall_box(0), SCREEN).width)
        if self._drawn is None or self._drawn.get_width() != full_px:
            self._drawn, self._stale = opaque(full_px, full_px), True
        if self._stale:
            side = full_px / canvas.scale
            self.picture.draw(Canvas(self._drawn, canvas.scale), Box(0, 0, side, side))
            put(self._drawn, glass(full_px), 0, 0)
            self._small = None
            self._stale = False
        if size_px == full_px:
            return self._drawn
        if self._small is None or self._small.get_width() != size_px:
            self._small = pygame.transform.smoothscale(self._drawn, (size_px, size_px))
        return self._small
