"""The bubble of a guide: a text on paper beside the lit parts that it explains."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Literal

import pygame

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN
from game.engine.light import drop_shadow, shine
from game.engine.ornament import SHEET
from game.engine.sprites import sprite
from game.engine.text import Weight
from game.engine.vector import path, points, svg
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.button import Button, Kind
from game.engine.widgets.parts.group import Container
from game.engine.widgets.parts.richtext import RichText
from game.engine.widgets.parts.style import Style

_WIDTH = 330.0
_PADDING = 18.0
_GAP = 10.0
FADE = 0.25
"""Seconds in which a text comes up."""
_AWAY = 26.0
"""The distance between a lit part and the paper, where the arrow is drawn."""
ROOM = Box(12, 70, 1256, 642)
"""The box in which the paper may be placed on the wide frame."""

Side = Literal["right", "left", "below", "above"]


class GuideBubble(Container):
    """A sheet with a text, its number, and buttons; hidden while there is no text."""

    def __init__(
        self, style: Style, on_next: Callable[[], None], on_skip: Callable[[], None], room: Box = ROOM
    ) -> None:
        """`room`: where the paper may be placed."""
        super().__init__(style)
        self._room = room
        self._on_next, self._on_skip = on_next, on_skip
        self.visible = False
        self.next: Button | None = None
        self.lit: Sequence[Box] = ()
        self.unhidden: Sequence[Box] = ()
        self._side: Side | None = None
        self._counted = ""
        self._shown_for = FADE

    def show(
        self,
        text: str,
        counted: str,
        lit: Sequence[Box],
        home: Box,
        *,
        unhidden: Sequence[Box] = (),
        at: Box | None = None,
        reading: bool,
        last: bool,
    ) -> None:
        """Show a text beside the boxes that are `lit`, or at the foot of `home`. `reading`: a button leads on.

        Boxes that are `unhidden` are not covered either, if that is possible. `at`: where the text stands instead,
        whatever is lit.
        """
        style, line = self.style, self.style.texts.line
        typeface = style.typeface
        wide = min(560.0, typeface.grown(_WIDTH)) if self._room is ROOM else self._room.width
        inner = wide - 2 * _PADDING
        words = RichText(style, text, colour=theme.TEXT_ON_PAPER)
        words_high = words.natural_height(inner)
        skip = Button(style, line("guide.skip"), size=theme.CAPTION, on_press=self._on_skip)
        self.next = None
        buttons = [] if last else [skip]
        if reading:
            label = line("guide.last" if last else "guide.next")
            self.next = Button(style, label, icon="chevron-right", kind=Kind.PRIMARY, on_press=self._on_next)
            buttons.append(self.next)
        high = max(button.natural_height(0) for button in buttons)
        head = typeface.leading(theme.CAPTION)
        whole = _PADDING + head + 4 + words_high + _GAP + high + _PADDING
        self.lit, self.unhidden, self._counted = tuple(lit), tuple(unhidden), counted
        if at is None:
            self.box, self._side = _beside(wide, whole, self.lit, self.unhidden, home, self._room)
        else:
            self.box, self._side = Box(at.left, at.top, wide, whole), None
        words.box = Box(self.box.left + _PADDING, self.box.top + _PADDING + head + 4, inner, words_high)
        x = self.box.right - _PADDING
        for button in reversed(buttons):
            width = button.natural_width()
            button.box = Box(x - width, self.box.bottom - _PADDING - high, width, high)
            x -= width + _GAP
        self.widgets = [words, *buttons]
        self.visible = True

    @property
    def shown(self) -> float:
        """How far the text has come up, from 0 to 1."""
        return min(1.0, self._shown_for / FADE)

    def fade_in(self) -> None:
        """Let the text come up from nothing."""
        self._shown_for = 0.0

    def pass_seconds(self, seconds: float) -> None:
        """Let some seconds pass."""
        self._shown_for += seconds

    def hide(self) -> None:
        """Hide the bubble."""
        self.visible, self.widgets, self.next = False, [], None

    def draw(self, canvas: Canvas) -> None:
        """Draw the light around the lit boxes, the paper, the arrow and the text, paler while they come up."""
        left = 1 - self.shown
        if left <= 0 or self.style.reduced_motion:
            self._draw(canvas)
            return
        before = canvas.surface.copy()
        self._draw(canvas)
        before.set_alpha(round(255 * left))
        canvas.surface.blit(before, (0, 0))

    def _draw(self, canvas: Canvas) -> None:
        for box in self.lit:
            shine(canvas, box.centerx, box.centery, max(box.width, box.height) * 0.7, LANTERN, 0.22, 1.4)
            faces.focus_ring(canvas, box.inflate(6, 6), theme.CONTROL_CORNER)
        drop_shadow(canvas, self.box, theme.CORNER, 18, 150, 8)
        faces.draw_face(canvas, self.box, SHEET, theme.CORNER, 1.5)
        if self.lit and self._side:
            self._draw_arrow(canvas, self.lit[0], self._side)
        typeface = self.style.typeface
        y = self.box.top + _PADDING + typeface.leading(theme.CAPTION) / 2 - 2
        x = self.box.left + _PADDING
        typeface.line(canvas, self._counted, x, y, theme.CAPTION, Weight.SEMIBOLD, theme.RUST)
        super().draw(canvas)

    def _draw_arrow(self, canvas: Canvas, lit: Box, side: Side) -> None:
        """Draw the arrow from the paper to the lit box that it explains."""
        box, half = self.box, _AWAY / 2
        if side in ("right", "left"):
            x = box.left - half + 2 if side == "right" else box.right + half - 2
            y = max(box.top + 20, min(box.bottom - 20, lit.centery))
        else:
            x = max(box.left + 20, min(box.right - 20, lit.centerx))
            y = box.top - half + 2 if side == "below" else box.bottom + half - 2
        canvas.put_middle(_arrow(canvas.px(_AWAY), side), x, y)


def _beside(
    wide: float, high: float, lit: Sequence[Box], unhidden: Sequence[Box], home: Box, room: Box
) -> tuple[Box, Side | None]:
    """Return a box for the paper that covers nothing lit, and on which side of the first lit box it lies.

    Of several such boxes, return the first that covers least of the `unhidden` ones. Where there is none, it lies at
    the foot of `home`; on an upright frame at its head or foot, wherever it covers less.
    """
    for box in lit[:1]:
        middle = max(room.top, min(room.bottom - high, box.centery - high / 2))
        across = max(room.left, min(room.right - wide, box.centerx - wide / 2))
        places: list[tuple[Side, Box]] = [
            ("right", Box(box.right + _AWAY, middle, wide, high)),
            ("left", Box(box.left - _AWAY - wide, middle, wide, high)),
            ("below", Box(across, box.bottom + _AWAY, wide, high)),
            ("above", Box(across, box.top - _AWAY - high, wide, high)),
        ]
        fitting = [
            (sum(map(bool, map(place.colliderect, unhidden))), place, side)
            for side, place in places
            if room.contains(place) and not any(place.colliderect(other) for other in lit)
        ]
        if fitting:
            _, place, side = min(fitting, key=lambda found: found[0])
            return place, side
    foot = Box(home.centerx - wide / 2, home.bottom - high - 16, wide, high)
    if room is ROOM:
        return foot, None
    ends = (Box(room.left, room.top, wide, high), Box(room.left, room.bottom - high, wide, high))
    return min(ends, key=lambda end: (_shared(end, lit), _shared(end, (*unhidden, home)))), None


def _shared(place: Box, boxes: Iterable[Box]) -> float:
    """Return how much of some boxes a place covers."""
    return sum(math.prod(place.clip(box).size) for box in boxes)


@sprite(kept=16)
def _arrow(size_px: int, side: Side) -> pygame.Surface:
    corners = {
        "right": [(1, 10), (19, 1), (19, 19)],
        "left": [(19, 10), (1, 1), (1, 19)],
        "below": [(10, 1), (1, 19), (19, 19)],
        "above": [(10, 19), (1, 1), (19, 1)],
    }[side]
    return svg(path(points(corners), SHEET.top, LANTERN, 1.2), size_px, size_px, box=(0, 0, 20, 20), oversample=4)
