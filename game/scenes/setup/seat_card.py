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
from game.engine.widgets.choice import choice
from game.engine.widgets.entry import Entry
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.button import Button, Pressable
from game.engine.widgets.parts.group import Container
from game.engine.widgets.parts.style import Style
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


class SignButton(Pressable):
    """A seat's sign; a press asks for the seat's colours."""

    corner = theme.CORNER

    def __init__(self, style: Style, box: Box, paint: Callable[[Canvas], None], on_press: Callable[[], None]) -> None:
        super().__init__(style, box, on_press=on_press, tooltip=style.texts.line("setup.colours.choose"))
        self._paint = paint

    def draw(self, canvas: Canvas) -> None:
        """Draw the sign, with a palette at its foot."""
        self._paint(canvas)
        side = self.style.typeface.grown(_PALETTE)
        place = Box(self.box.right - side - 4, self.box.bottom - side, side, side)
        faces.draw_face(canvas, place, BUTTON_OVER if self.hovered else BUTTON, side / 2)
        faces.draw_icon(canvas, "palette", *place.center, side * 0.6, theme.TEXT_BRIGHT)


class SeatCard(Container):
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
        box: Box,
        sign: SeatSign | None = None,
    ) -> None:
        """`told`: what the seat's computer can do."""
        super().__init__(style, box)
        self._number = number
        self._sign = sign
        self._tints = tints
        self._name = shown_name
        texts = style.texts
        top, middle, foot = self._rows()
        side = top.height
        self.remove = Button(
            style,
            box=Box(top.right - side, top.top, side, side),
            icon="x",
            on_press=lambda: actions.leave_empty(number),
            tooltip=texts.line("setup.remove"),
        )
        self.remove.visible = removable
        hold = self._build_hold(actions.hold, Box(top.right - side * (1 + removable), top.top, side, side))
        self._name_room = top.width - (side + theme.GAP if removable else 0) - (side if hold else 0)
        self.player = choice(
            style, players, seat.spec, middle.width, on_change=lambda spec: actions.seat_with(number, spec)
        )
        self.player.box = middle
        self.widgets = [self.player]
        dye = actions.dye
        self._sign_button: SignButton | None = None
        if dye is not None:
            room = Box(self.box.left + 6, self.box.top + _PAD, _SIGN_ROOM - 12, self.box.height - 2 * _PAD)
            self._sign_button = SignButton(style, room, self._draw_sign, lambda: dye(number))
        self._help = ""
        self._foot = foot
        if seat.person:
            entry = Entry(
                style,
                seat.name,
                foot,
                placeholder=shown_name,
                short=texts.line("setup.name"),
                limit=NAME_LIMIT,
                icon="pencil",
                on_change=lambda name: actions.rename(number, name.strip()),
                tooltip=texts.line("setup.name"),
            )
            high = entry.natural_height(foot.width)
            entry.box = Box(foot.left, foot.top, foot.width - high - 8, high)
            friends = Button(style, icon="users", on_press=lambda: actions.seat_friend(number))
            friends.tooltip = texts.line("friends.choose")
            friends.box = Box(foot.right - high, foot.top, high, high)
            self.widgets += [entry, friends]
        else:
            self._help = told
        self.widgets += [*([self._sign_button] if self._sign_button else []), *hold, self.remove]

    def _build_hold(self, hold: Callable[[int], None] | None, box: Box) -> list[Widget]:
        """Build the button that stops a level from adapting; nothing where `hold` is None."""
        if hold is None:
            return []
        label = self.style.texts.line("adapting.hold")
        return [Button(self.style, box=box, icon="lock", on_press=lambda: hold(self._number), tooltip=label)]

    @staticmethod
    def height(style: Style) -> float:
        """Return the height of a card at the current text size."""
        control = style.typeface.grown(theme.CONTROL_HEIGHT)
        last = max(control, _HELP_LINES * style.typeface.leading(theme.CAPTION))
        return 2 * _PAD + 2 * (control + theme.GAP) + last

    def rename(self, shown_name: str) -> None:
        """Show another name."""
        self._name = shown_name

    def _rows(self) -> tuple[Box, Box, Box]:
        """Return the boxes of the name, of the player, and of the text field or description."""
        control = self.style.typeface.grown(theme.CONTROL_HEIGHT)
        left = self.box.left + _SIGN_ROOM
        wide = self.box.right - _PAD - left
        top = self.box.centery - self.height(self.style) / 2 + _PAD
        middle = top + control + theme.GAP
        foot = middle + control + theme.GAP
        return (
            Box(left, top, wide, control),
            Box(left, middle, wide, control),
            Box(left, foot, wide, top + self.height(self.style) - 2 * _PAD - foot),
        )

    def draw(self, canvas: Canvas) -> None:
        """Draw ground, sign, name and widgets."""
        faces.glass_panel(canvas, self.box)
        area = canvas.pixels(self.box)
        tint = self._tints[0]
        wash = pattern_wash(tint.colour, tint.pattern, area.width, area.height, canvas.px(self.corner))
        canvas.surface.blit(wash, area.topleft, special_flags=PREMULTIPLIED)
        if self._sign_button is None:
            self._draw_sign(canvas)
        self._draw_name(canvas)
        if self._help:
            self._draw_help(canvas)
        super().draw(canvas)

    def _draw_help(self, canvas: Canvas) -> None:
        """Draw what the computer can do; of a file's path, which cannot be wrapped, only the end."""
        typeface, foot = self.style.typeface, self._foot
        if is_own(self._help):
            path = fitted_end(typeface, self._help, foot.width, theme.CAPTION)
            y = foot.top + typeface.leading(theme.CAPTION) / 2
            typeface.line(canvas, path, foot.left, y, theme.CAPTION, colour=theme.TEXT)
        else:
            typeface.paragraph(canvas, self._help, foot, theme.CAPTION, colour=theme.TEXT)

    def _draw_sign(self, canvas: Canvas) -> None:
        """Draw the game's sign of the seat; the seat's shape where the game has none."""
        room = Box(self.box.left, self.box.top + _PAD, _SIGN_ROOM, self.box.height - 2 * _PAD)
        if self._sign:
            self._sign(canvas, room, self._number, self._tints)
            return
        tint = self._tints[0]
        size = min(_LARGEST_SIGN, room.height)
        canvas.put_middle(badge(PATTERNS[tint.pattern].shape, tint.colour, canvas.px(size)), *room.center)

    def _draw_name(self, canvas: Canvas) -> None:
        top = self._rows()[0]
        x, typeface = top.left, self.style.typeface
        side = typeface.grown(theme.LABEL)
        for tint in self._tints:
            mark = badge(PATTERNS[tint.pattern].shape, tint.colour, canvas.px(side), lighten(tint.colour, 0.6))
            canvas.put_middle(mark, x + side / 2, top.centery)
            x += side + 6
        x += 2
        room = top.left + self._name_room - x
        size = theme.LABEL if typeface.text_size <= _LARGE_NAMES_UP_TO else theme.BODY
        name = fitted(typeface, self._name, room, size)
        typeface.line(canvas, name, x, top.centery, size, Weight.SEMIBOLD, theme.TEXT_BRIGHT, max_width=room)


class VacantCard(Container):
    """The card of a further seat, with two ways to fill it."""

    def __init__(self, style: Style, box: Box, ways: Sequence[tuple[str, str, Callable[[], None]]]) -> None:
        """`ways`: icon, label and action of each button."""
        super().__init__(style, box)
        buttons: list[Widget] = [Button(style, label, icon=icon, on_press=action) for icon, label, action in ways]
        high = style.typeface.grown(theme.CONTROL_HEIGHT)
        self._title_y = box.centery - len(buttons) * (high + theme.GAP) / 2 - 4
        y = self._title_y + style.typeface.leading(theme.BODY)
        for button in buttons:
            wide = min(box.width - 2 * _PAD, button.natural_width())
            button.box = Box(box.centerx - wide / 2, y, wide, high)
            y += high + theme.GAP
        self.widgets = buttons

    def draw(self, canvas: Canvas) -> None:
        """Draw a dashed outline, a text and the buttons."""
        area = canvas.pixels(self.box)
        drop_shadow(canvas, self.box, theme.CORNER, 16, 60, 6)
        dashed = _dashed(area.width, area.height, canvas.px(theme.CORNER), canvas.px(2))
        canvas.surface.blit(dashed, area.topleft, special_flags=PREMULTIPLIED)
        words = self.style.texts.line("setup.vacant")
        self.style.typeface.line(
            canvas, words, self.box.centerx, self._title_y, theme.BODY, Weight.SEMIBOLD, theme.TEXT, "middle"
        )
        super().draw(canvas)


@sprite(kept=8)
def _dashed(width_px: int, height_px: int, radius_px: int, line_px: int) -> pygame.Surface:
    half = line_px / 2
    wide, high = width_px - line_px, height_px - line_px
    ground = rect(half, half, wide, high, radius_px, INK, fill_opacity=0.42)
    line = dashed_rect(half, half, wide, high, radius_px, SAND, line_px, line_px * 4, stroke_opacity=0.55)
    return svg(ground + line, width_px, height_px)
