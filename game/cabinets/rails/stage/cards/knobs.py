"""Cards of a stage and their knobs, which pointer, keys and pad all press. This module does not know the map."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Final

import pygame

from game.cabinets.rails.stage.cards.sheet import Sheet
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import Colour
from game.engine.light import drop_shadow
from game.engine.ornament import BUTTON, BUTTON_OFF, BUTTON_OVER, LIT, LIT_OVER, SHEET, Face
from game.engine.sprites import blank
from game.engine.stage import Surroundings
from game.engine.text import Typeface, Weight
from game.engine.tween import Point
from game.engine.vector import icon
from game.engine.widgets.parts import faces
from game.kit.drawing.sheet import draw_sheet

CORNER: Final = 10.0
Sign = Callable[[int, Colour], pygame.Surface]
"""A function that returns a knob's sign, given its size in pixels and its colour."""


@dataclass
class Knob:
    """A button on a card."""

    name: str
    """The name by which guides and tests find the knob."""
    box: Box
    press: Callable[[], None]
    text: str = ""
    sign: str | Sign = ""
    """The name of an icon, or a function that draws one."""
    lit: bool = False
    enabled: bool = True
    mark: str = ""
    """The keyboard key that presses the knob, shown in its corner."""
    tip: str = ""
    """A sentence on what the knob does, shown while it is under the pointer or in the key focus."""
    quiet: bool = False
    """Whether the card draws this knob in its own way, instead of by `draw_knob`."""


@dataclass
class Hover:
    """Where the pointer is, and which knob has the key focus."""

    pointer: Point = (-1e4, -1e4)
    focus: str = ""
    by_keys: bool = False
    tip: str = field(default="", init=False)


class Card(ABC):
    """The base of every card of the stage: a box with knobs, drawn over the map."""

    box = Box(0, 0, 0, 0)
    """The card's place in logical pixels; empty while the card is not visible."""

    def __init__(self, surroundings: Surroundings) -> None:
        self.surroundings = surroundings

    @property
    def typeface(self) -> Typeface:
        """The typeface of the card's text."""
        return self.surroundings.typeface

    def line(self, key: str, **values: object) -> str:
        """Return the text `rails_stage.<key>` in the language of the screen."""
        return self.surroundings.texts.line(f"rails_stage.{key}", **values)

    @property
    def visible(self) -> bool:
        """Whether the card is visible, that is, has a box of some width."""
        return self.box.width > 0

    @abstractmethod
    def knobs(self) -> Sequence[Knob]:
        """Return the card's knobs, in the order in which keys move along them."""

    @abstractmethod
    def draw(self, canvas: Canvas, hover: Hover) -> None:
        """Draw the card; `hover` says which knob is lit."""

    def covers(self, x: float, y: float) -> bool:
        """Return whether a point of the window lies on the visible card."""
        return self.visible and bool(self.box.collidepoint(x, y))


def draw_knob(canvas: Canvas, typeface: Typeface, knob: Knob, hover: Hover, size: float = theme.BODY) -> None:
    """Draw a knob with its sign, text and key, lit if it is under the pointer or in the key focus."""
    box = knob.box
    over = knob.enabled and bool(box.collidepoint(hover.pointer)) and not hover.by_keys
    face, ink = _look(knob, over)
    if knob.lit and knob.text:
        drop_shadow(canvas, box, CORNER, 5, 110, 3)
    draw_sheet(canvas, box, CORNER, face)
    if hover.by_keys and hover.focus == knob.name:
        faces.focus_ring(canvas, box, CORNER)
    side = min(26.0, box.height - 12)
    if knob.text:
        left = box.left + 12
        if knob.sign:
            _put_sign(canvas, knob.sign, left + side / 2, box.centery, side, ink)
            left += side + 8
        room = box.right - 10 - left
        if knob.sign:
            typeface.line(canvas, knob.text, left, box.centery, size, Weight.BOLD, ink, max_width=room)
        else:
            typeface.line(canvas, knob.text, box.centerx, box.centery, size, Weight.BOLD, ink, "middle", max_width=room)
    elif knob.sign:
        _put_sign(canvas, knob.sign, box.centerx, box.centery, min(box.width, box.height) - 12, ink)
    if knob.mark:
        letters = 11 * 100 / typeface.text_size
        tone = ink if knob.lit else theme.TEXT_MUTED
        typeface.line(canvas, knob.mark, box.right - 4, box.bottom - 8, letters, Weight.BOLD, tone, "right")


def _look(knob: Knob, over: bool) -> tuple[Face, Colour]:
    if not knob.enabled:
        return BUTTON_OFF, theme.TEXT_FAINT
    if knob.lit:
        return (LIT_OVER if over else LIT), theme.TEXT_ON_LANTERN
    return (BUTTON_OVER if over else BUTTON), theme.TEXT_BRIGHT


def _put_sign(canvas: Canvas, sign: str | Sign, x: float, y: float, side: float, ink: Colour) -> None:
    pixels = canvas.px(side)
    drawn = icon(sign, pixels, ink, 2.2) if isinstance(sign, str) else sign(pixels, ink)
    canvas.put_middle(drawn, x, y)


class WrittenCard(Card):
    """A card that is only read."""

    @abstractmethod
    def write(self, sheet: Sheet) -> None:
        """Write the card's text on a sheet, or only measure it if the sheet has no canvas."""

    def knobs(self) -> Sequence[Knob]:
        return ()

    def draw(self, canvas: Canvas, hover: Hover) -> None:
        drop_shadow(canvas, self.box, CORNER, 10, 140, 5)
        draw_sheet(canvas, self.box, CORNER, SHEET)
        self.write(Sheet(canvas, self.typeface, self.box))


class KeptPicture:
    """The last painted picture of a card, with the key of what it shows."""

    def __init__(self) -> None:
        self._key: Hashable = None
        self._picture: pygame.Surface | None = None

    def forget(self) -> None:
        """Drop the picture, so that the next `draw` paints it again."""
        self._picture = None

    def draw(self, canvas: Canvas, box: Box, key: Hashable, paint: Callable[[Canvas], None]) -> None:
        """Draw the picture in a box; call `paint` first if `key`, the scale or the box's size differ from the last
        time."""
        area = canvas.pixels(box)
        whole = key, area.size, canvas.scale
        if self._picture is None or whole != self._key:
            self._key, self._picture = whole, blank(*area.size)
            x, y = canvas.origin
            paint(Canvas(self._picture, canvas.scale, (x - area.left, y - area.top)))
        canvas.put(self._picture, box.left, box.top)


def led_to(knobs: Sequence[Knob], hover: Hover) -> tuple[str, str]:
    """Return the names of the knobs under the pointer and in the key focus ("" for none), as part of a picture's
    key."""
    under = next((knob.name for knob in knobs if not hover.by_keys and knob.box.collidepoint(hover.pointer)), "")
    return under, hover.focus if hover.by_keys else ""
