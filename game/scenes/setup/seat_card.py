"""The card of one seat in the setup: its sign, its player, and a name or what the computer can do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.core.bot.reading import is_own
from game.engine import theme
from game.engine.canvas import PREMULTIPLIED, Box, Canvas
from game.engine.colour import INK, SAND, lighten
from game.engine.light import drop_shadow
from game.engine.ornament import BUTTON, BUTTON_OVER, badge
from game.engine.patterns import PATTERNS
from game.engine.sprites import sprite
from game.engine.stage import Tint
from game.engine.stage.presentation import SeatSign
from game.engine.text import Weight
from game.engine.text.fitting import fitted, fitted_end
from game.engine.textile import pattern_wash
from game.engine.vector import dashed_rect, rect, svg
from game.engine.widgets.choice import Choice
from game.engine.widgets.entry import Entry
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.button import Button, Pressable
from game.engine.widgets.parts.label import OneLine
from game.engine.widgets.parts.style import Style
from game.engine.widgets.parts.tree import Column, Fill, Laid, Of, Over, Pad, Part, Row
from game.engine.widgets.segments import Option
from game.scenes.setup.seats import SeatChoice

NAME_LIMIT = 20
OWN = "own"
"""Stands for a bot of the person's own that is still to be chosen."""
_PAD = 14.0
_SIGN_ROOM = 100.0
_LARGEST_SIGN = 64.0
_PALETTE = 24.0
_HELP_LINES = 3
_LARGE_NAMES_UP_TO = 115
"""The largest text size, in per cent, at which names are large."""


@dataclass(frozen=True)
class SeatActions:
    """The actions of a seat's card; each is called with the seat's number."""

    seat_with: Callable[[int, str], None]
    """Seats another player: "human", a bot's specification, or OWN."""
    rename: Callable[[int, str], None]
    leave_empty: Callable[[int], None]
    seat_friend: Callable[[int], None]
    """Asks for a friend from the list for the seat."""
    dye: Callable[[int], None] | None = None
    """Asks for the seat's colours; None where a person cannot choose them."""
    hold: Callable[[int], None] | None = None
    """Fixes an adapting level at its current strength; None where no level adapts."""


class SeatPicture(Widget):
    """The game's sign of a seat; the seat's shape where the game has none."""

    def __init__(self, style: Style, number: int, tints: Sequence[Tint], sign: SeatSign | None) -> None:
        super().__init__(style)
        self._number, self._tints, self._sign = number, tints, sign

    def path_at(self, x: float, y: float) -> tuple[Widget, ...]:
        """Return (): a picture takes no pointer."""
        return ()

    def draw(self, canvas: Canvas) -> None:
        if self._sign:
            self._sign(canvas, self.box, self._number, self._tints)
            return
        tint = self._tints[0]
        size = min(_LARGEST_SIGN, self.box.height)
        canvas.put_middle(badge(PATTERNS[tint.pattern].shape, tint.colour, canvas.px(size)), *self.box.center)


class SignButton(Pressable):
    """A seat's sign; a press asks for the seat's colours."""

    corner = theme.CORNER

    def __init__(self, style: Style, on_press: Callable[[], None]) -> None:
        super().__init__(style, on_press=on_press, tooltip=style.texts.line("setup.colours.choose"))

    def draw(self, canvas: Canvas) -> None:
        """Draw a palette at the foot of the sign."""
        side = self.style.typeface.grown(_PALETTE)
        place = Box(self.box.right - side - 4, self.box.bottom - side, side, side)
        faces.draw_face(canvas, place, BUTTON_OVER if self.hovered else BUTTON, side / 2)
        faces.draw_icon(canvas, "palette", *place.center, side * 0.6, theme.TEXT_BRIGHT)


class SeatName(Widget):
    """The name of a seat's player, after the shapes that it plays with."""

    def __init__(self, style: Style, name: str, tints: Sequence[Tint]) -> None:
        super().__init__(style)
        self.name, self._tints = name, tints

    def path_at(self, x: float, y: float) -> tuple[Widget, ...]:
        """Return (): words take no pointer."""
        return ()

    def draw(self, canvas: Canvas) -> None:
        x, y, typeface = self.box.left, self.box.centery, self.style.typeface
        side = typeface.grown(theme.LABEL)
        for tint in self._tints:
            mark = badge(PATTERNS[tint.pattern].shape, tint.colour, canvas.px(side), lighten(tint.colour, 0.6))
            canvas.put_middle(mark, x + side / 2, y)
            x += side + 6
        x += 2
        room = self.box.right - x
        size = theme.LABEL if typeface.text_size <= _LARGE_NAMES_UP_TO else theme.BODY
        name = fitted(typeface, self.name, room, size)
        typeface.line(canvas, name, x, y, size, Weight.SEMIBOLD, theme.TEXT_BRIGHT, max_width=room)


class Ability(Widget):
    """What a seat's computer can do; of a file's path, which cannot be wrapped, only the end."""

    def __init__(self, style: Style, told: str) -> None:
        super().__init__(style)
        self._told = told

    def path_at(self, x: float, y: float) -> tuple[Widget, ...]:
        """Return (): words take no pointer."""
        return ()

    def draw(self, canvas: Canvas) -> None:
        typeface, box = self.style.typeface, self.box
        if is_own(self._told):
            path = fitted_end(typeface, self._told, box.width, theme.CAPTION)
            y = box.top + typeface.leading(theme.CAPTION) / 2
            typeface.line(canvas, path, box.left, y, theme.CAPTION, colour=theme.TEXT)
        else:
            typeface.paragraph(canvas, self._told, box, theme.CAPTION, colour=theme.TEXT)


class SeatCard(Laid):
    corner = theme.CORNER

    def __init__(
        self,
        style: Style,
        number: int,
        seat: SeatChoice,
        shown_name: str,
        tints: Sequence[Tint],
        players: Sequence[Option[str]],
        told: str,
        actions: SeatActions,
        removable: bool,
        sign: SeatSign | None = None,
    ) -> None:
        """`told`: what the seat's computer can do."""
        texts, dye, hold = style.texts, actions.dye, actions.hold
        self.tint = tints[0]
        self._name = SeatName(style, shown_name, tints)
        self.remove = Button(
            style, icon="x", on_press=lambda: actions.leave_empty(number), tooltip=texts.line("setup.remove")
        )
        self.remove.visible = removable
        held: list[Widget] = []
        if hold is not None:
            label = texts.line("adapting.hold")
            held = [Button(style, icon="lock", on_press=lambda: hold(number), tooltip=label)]
        self.player = Choice(style, players, seat.spec, on_change=lambda spec: actions.seat_with(number, spec))
        control = style.typeface.grown(theme.CONTROL_HEIGHT)
        last = max(control, _HELP_LINES * style.typeface.leading(theme.CAPTION))
        picture = SeatPicture(style, number, tints, sign)
        self._last: list[Widget] = [*held, self.remove]
        look: Part = Of(picture, wide=_SIGN_ROOM)
        if dye is not None:
            button = SignButton(style, lambda: dye(number))
            self._last.insert(0, button)
            look = Over(picture, Pad(Of(button, wide=_SIGN_ROOM - 12), 6, 0))
        words = Column(
            Row(Of(self._name, grow=1, high=control), Row(*held, self.remove, gap=0)),
            Of(self.player, wide=0, high=control),
            _named(style, number, seat, shown_name, actions, last - control)
            if seat.person
            else Of(Ability(style, told), high=last),
        )
        middle = Column(Fill(), words, Fill(), gap=0, grow=1)
        super().__init__(style, Pad(Row(look, middle, Fill(_PAD), gap=0, fill=True), 0, _PAD))

    def lay(self, box: Box | None = None) -> None:
        """Lay the card out; the focus reaches player and name before the buttons in its corners."""
        super().lay(box)
        self.widgets.sort(key=lambda widget: self._last.index(widget) + 1 if widget in self._last else 0)

    def rename(self, shown_name: str) -> None:
        """Show another name."""
        self._name.name = shown_name

    def draw(self, canvas: Canvas) -> None:
        """Draw ground, sign, name and widgets."""
        faces.glass_panel(canvas, self.box)
        area = canvas.pixels(self.box)
        wash = pattern_wash(self.tint.colour, self.tint.pattern, area.width, area.height, canvas.px(self.corner))
        canvas.surface.blit(wash, area.topleft, special_flags=PREMULTIPLIED)
        super().draw(canvas)


def _named(
    style: Style, number: int, seat: SeatChoice, shown_name: str, actions: SeatActions, below: float
) -> Part:  # fmt: skip
    """Build the field for a person's name, and the button to the list of friends, with room below."""
    entry = Entry(
        style,
        seat.name,
        placeholder=shown_name,
        short=style.texts.line("setup.name"),
        limit=NAME_LIMIT,
        icon="pencil",
        on_change=lambda name: actions.rename(number, name.strip()),
        tooltip=style.texts.line("setup.name"),
    )
    friends = Button(style, icon="users", on_press=lambda: actions.seat_friend(number))
    friends.tooltip = style.texts.line("friends.choose")
    return Column(Row(Of(entry, grow=1), friends), Fill(below, grow=0), gap=0)


class VacantCard(Laid):
    """The card of a further seat, with two ways to fill it."""

    def __init__(self, style: Style, ways: Sequence[tuple[str, str, Callable[[], None]]]) -> None:
        """`ways`: icon, label and action of each button."""
        words = style.texts.line("setup.vacant")
        title = OneLine(style, words, weight=Weight.SEMIBOLD, anchor="middle")
        buttons = [Button(style, label, icon=icon, on_press=action) for icon, label, action in ways]
        below = style.typeface.leading(theme.BODY) / 2
        rows = Column(*(Row(Fill(), Of(button, yields=True), Fill(), gap=0) for button in buttons))
        super().__init__(style, Pad(Column(Fill(), title, Fill(below), rows, Fill(), gap=0), _PAD, 0))

    def draw(self, canvas: Canvas) -> None:
        """Draw a dashed outline, a text and the buttons."""
        area = canvas.pixels(self.box)
        drop_shadow(canvas, self.box, theme.CORNER, 16, 60, 6)
        dashed = _dashed(area.width, area.height, canvas.px(theme.CORNER), canvas.px(2))
        canvas.surface.blit(dashed, area.topleft, special_flags=PREMULTIPLIED)
        super().draw(canvas)


@sprite(kept=8)
def _dashed(width_px: int, height_px: int, radius_px: int, line_px: int) -> pygame.Surface:
    half = line_px / 2
    wide, high = width_px - line_px, height_px - line_px
    ground = rect(half, half, wide, high, radius_px, INK, fill_opacity=0.42)
    line = dashed_rect(half, half, wide, high, radius_px, SAND, line_px, line_px * 4, stroke_opacity=0.55)
    return svg(ground + line, width_px, height_px)
