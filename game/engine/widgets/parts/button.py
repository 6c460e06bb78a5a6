"""Buttons and other widgets that are pressed."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import ClassVar

from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.colour import Colour
from game.engine.input import Command, CommandName, InputEvent, PointerMoved, PointerPressed, PointerReleased
from game.engine.light import drop_shadow
from game.engine.ornament import BUTTON, BUTTON_OFF, BUTTON_OVER, LIT, LIT_OVER, SHEET, Face
from game.engine.text import Weight
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.keycap import draw_keycap, keycap_width
from game.engine.widgets.parts.style import Style

_PADDING = 18
_LIP = 3.0


def _nothing() -> None:
    """Do nothing: the default for `on_press`."""


class Kind(Enum):
    """What a button is for, which decides its look: faces at rest and pointed at, and the colour of its words."""

    PRIMARY = (LIT, LIT_OVER, theme.TEXT_ON_LANTERN)
    """The button for what to do next; at most one on a screen."""
    GLASS = (BUTTON, BUTTON_OVER, theme.TEXT)
    PAPER = (SHEET, faces.FIELD_OVER, theme.TEXT_ON_PAPER)

    @property
    def faces(self) -> tuple[Face, Face]:
        """The faces of the button at rest and pointed at."""
        return self.value[0], self.value[1]

    @property
    def ink(self) -> Colour:
        return self.value[2]


class Pressable(Widget):
    """A widget pressed by a click, or by CONFIRM while it has the focus; it then calls `on_press`."""

    focusable = True
    sound: ClassVar[Sound] = Sound.CLICK

    def __init__(
        self,
        style: Style,
        box: Box | None = None,
        *,
        on_press: Callable[[], None] = _nothing,
        tooltip: str = "",
    ) -> None:
        super().__init__(style, box, tooltip=tooltip)
        self.on_press = on_press

    def press(self) -> None:
        if self.enabled:
            self.style.play_sound(self.sound)
            self.on_press()

    def handle(self, event: InputEvent) -> bool:
        """Handle presses. Return whether the input was used. A press released outside the widget does nothing."""
        match event:
            case PointerPressed(button=1) if self.at_once:
                self.press()
                return True
            case PointerPressed(button=1):
                self.pressed = True
                return True
            case PointerMoved() if self.pressed:
                return True
            case PointerReleased(button=1) if self.pressed:
                self.pressed = False
                if self.box.collidepoint(event.x, event.y):
                    self.press()
                return True
            case Command(name=CommandName.CONFIRM):
                if not event.repeated:
                    self.press()
                return True
            case _:
                return False


class Button(Pressable):
    """A label, an icon or both on a plate, optionally with a second line and the key that does the same.

    Without a label it is a small square button: give it a tooltip.
    """

    def __init__(
        self,
        style: Style,
        label: str = "",
        box: Box | None = None,
        *,
        icon: str = "",
        key: str = "",
        under: str = "",
        kind: Kind = Kind.GLASS,
        size: float = theme.BODY,
        on_press: Callable[[], None] = _nothing,
        tooltip: str = "",
    ) -> None:
        super().__init__(style, box, on_press=on_press, tooltip=tooltip)
        self.label = label
        self.icon = icon
        self.key = key
        self.under = under
        self.kind = kind
        self.size = size

    def takes_press(self, before: Widget) -> bool:
        """Return whether `before` is a pressed button with the same words, icon, tooltip and box."""
        return (
            isinstance(before, Button)
            and before.pressed
            and self.enabled
            and self.visible
            and (self.label, self.icon, self.tooltip, self.box)
            == (before.label, before.icon, before.tooltip, before.box)
        )

    @property
    def is_default(self) -> bool:
        """Whether the button is drawn as the default: lit, with words; a lit icon alone is a switch that is on."""
        return self.kind is Kind.PRIMARY and bool(self.label) and self.enabled and self.visible

    @property
    def _icon_size(self) -> float:
        return self.style.typeface.grown(self.size + 4)

    def natural_width(self) -> float:
        """Return the width of everything on the button; a square's side if it has no label."""
        if not self.label:
            return self.natural_height(0)
        return max(88.0, self._content_width() + 2 * _PADDING)

    def natural_height(self, width: float) -> float:
        """Return the height for one line, or for more if there is a second one, which wraps where it is too long."""
        typeface = self.style.typeface
        if self.under:
            room = self._under_room(width)
            below = typeface.height_of(self.under, room, theme.CAPTION) if room > 0 else typeface.leading(theme.CAPTION)
            return typeface.leading(self.size) + below + 10
        high = typeface.grown(theme.CONTROL_HEIGHT + (8 if self.size > theme.BODY else 0))
        return max(self.style.least_press, high)

    def _under_room(self, width: float) -> float:
        """Return the room for the second line on a button of a width."""
        icon = self._icon_size + 12 if self.icon else 0.0
        key = keycap_width(self.style.typeface, self.key) + theme.GAP + 4 if self.key else 0.0
        return width - _PADDING - icon - theme.GAP - key

    def _words_width(self) -> float:
        typeface = self.style.typeface
        return max(
            typeface.measure(self.label, self.size, Weight.SEMIBOLD),
            typeface.measure(self.under, theme.CAPTION),
        )

    def _content_width(self) -> float:
        wide = self._words_width()
        if self.icon:
            wide += self._icon_size + (8 if self.label else 0)
        if self.key:
            wide += keycap_width(self.style.typeface, self.key) + 12
        return wide

    def draw(self, canvas: Canvas) -> None:
        """Draw plate, icon, words and key."""
        plate = self._draw_plate(canvas)
        ink = self.kind.ink if self.enabled else theme.TEXT_FAINT
        y = plate.centery
        if not self.label:
            if self.icon:
                faces.draw_icon(canvas, self.icon, plate.centerx, y, self._icon_size, ink)
            return
        spread = bool(self.under)
        x = (
            plate.left + _PADDING
            if spread
            else plate.centerx - min(self._content_width(), plate.width - 2 * theme.GAP) / 2
        )
        if self.icon:
            faces.draw_icon(canvas, self.icon, x + self._icon_size / 2, y, self._icon_size, ink)
            x += self._icon_size + (12 if spread else 8)
        right = plate.right - theme.GAP
        if self.key:
            wide = keycap_width(self.style.typeface, self.key)
            middle = right - wide / 2 - 4 if spread else x + self._words_width() + 12 + wide / 2
            middle = min(middle, right - wide / 2)
            draw_keycap(canvas, self.style.typeface, self.key, middle, y)
            right = middle - wide / 2 - theme.GAP
        self._draw_words(canvas, x, y, right - x, ink)

    def _draw_plate(self, canvas: Canvas) -> Box:
        """Draw the plate. Return the box on which the words lie."""
        rest, over = self.kind.faces
        face = faces.between(rest, over, self.warmth) if self.enabled else BUTTON_OFF
        box = self.box
        if self.enabled and self.kind is not Kind.GLASS:
            drop_shadow(canvas, box, self.corner, 10, 90, 4)
            faces.draw_face(canvas, box, faces.LIP if self.kind is Kind.PRIMARY else faces.PAPER_LIP, self.corner)
            sunk = _LIP - 1 if self.pressed and self.hovered else 0.0
            box = Box(box.left, box.top + sunk, box.width, box.height - _LIP)
        elif self.enabled:
            drop_shadow(canvas, box, self.corner, 6, 80, 3)
            sunk = 1.0 if self.pressed and self.hovered else 0.0
            box = Box(box.left, box.top + sunk, box.width, box.height)
        faces.draw_face(canvas, box, face, self.corner)
        return box

    def _draw_words(self, canvas: Canvas, x: float, y: float, room: float, ink: Colour) -> None:
        typeface = self.style.typeface
        if not self.under:
            typeface.line(canvas, self.label, x, y, self.size, Weight.SEMIBOLD, ink, max_width=room)
            return
        upper, lower = typeface.leading(self.size), typeface.leading(theme.CAPTION)
        muted = theme.TEXT_MUTED if self.kind is Kind.GLASS else ink
        lines = typeface.wrap(self.under, room, theme.CAPTION)
        if len(lines) * lower > self.box.height - upper:
            lines = [self.under]
        y -= len(lines) * lower / 2
        typeface.line(canvas, self.label, x, y, self.size, Weight.SEMIBOLD, ink, max_width=room)
        for number, line in enumerate(lines):
            below = y + (upper + lower) / 2 + number * lower
            typeface.line(canvas, line, x, below, theme.CAPTION, colour=muted, max_width=room)
