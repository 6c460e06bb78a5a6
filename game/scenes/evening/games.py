"""A menu of games with their pictures, in two columns, and at each how many wish for it now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import pygame

from game.cabinets.listed import CABINETS
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.layer import Layer
from game.engine.light import opaque
from game.engine.scene import Context
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.button import Button, Kind
from game.engine.widgets.parts.label import Label, Panel
from game.engine.widgets.parts.layout import REST, row
from game.engine.widgets.parts.style import Style
from game.engine.widgets.scrollarea import RING_ROOM, ScrollArea
from game.ground.crash import CrashError
from game.scenes.lan.connection import RoomConnection
from game.scenes.lan.facts import phone_use, wishes_in
from game.scenes.page.menu import EDGES, GAP, PADDING, ButtonMenu, MenuItem
from game.scenes.staging.preview import Preview, begun_preview

_WIDTH = 760.0
_LEAST_WIDE = 520.0
"""The least width at which games stand in two columns."""
_HIGH = 60.0
_GAP = 8.0
_MOST_TOLD = 2
"""The most lines below a name."""
_NIGHT = "#14122B"


@dataclass(frozen=True)
class GameItem(MenuItem):
    """A game of the menu, by its id."""

    game: str = ""


class GameButton(Button):
    """A game with the picture of its beginning, its name, and its hearts."""

    def __init__(
        self, style: Style, label: str, paint: Callable[[Canvas], None], kind: Kind, on_press: Callable[[], None]
    ) -> None:
        """`paint` paints the picture."""
        super().__init__(style, label, kind=kind, on_press=on_press)
        self.told = ""
        """What is said below the name, such as what a phone is good for there."""
        self.hearts = 0
        """How many wish for the game now."""
        self.pictured = False
        """Whether the picture may be made: it takes a while, so not all are in one frame."""
        self._paint = paint
        self._picture = Layer()

    def natural_height(self, width: float) -> float:
        typeface = self.style.typeface
        told = typeface.leading(self.size) + _MOST_TOLD * typeface.leading(theme.CAPTION) + 10 if self.told else 0.0
        return max(_HIGH, super().natural_height(width), told)

    def draw(self, canvas: Canvas) -> None:
        plate, typeface = self._draw_plate(canvas), self.style.typeface
        side = plate.height - 12
        place = Box(plate.left + 6, plate.top + 6, side * 1.5, side)
        if self.pictured:
            self._picture.draw(canvas, Box(self.box.left + 6, self.box.top + 6, side * 1.5, side), None, self._paint)
        else:
            faces.draw_face(canvas, place, faces.WELL, 6)
        ink, right = self.kind.ink, plate.right - 14
        if self.hearts:
            words = f"♥ {self.hearts}"
            typeface.line(canvas, words, right, plate.centery, theme.LABEL, Weight.BOLD, ink, "right")
            right -= typeface.measure(words, theme.LABEL, Weight.BOLD) + 10
        x = place.right + 14
        name = fitted(typeface, self.label, right - x, self.size)
        told = typeface.wrap(self.told, right - x, theme.CAPTION)[:_MOST_TOLD] if self.told else []
        name_high, told_high = typeface.leading(self.size), typeface.leading(theme.CAPTION)
        y = plate.centery - len(told) * told_high / 2
        typeface.line(canvas, name, x, y, self.size, Weight.SEMIBOLD, ink)
        for number, line in enumerate(told):
            low = y + name_high / 2 + (number + 0.5) * told_high
            typeface.line(canvas, line, x, low, theme.CAPTION, colour=ink)


def paint_beginning(context: Context, game: str, canvas: Canvas) -> None:
    """Fill a picture with the middle of a game's board at its beginning, as wide as the picture; with the night where
    the game is unknown or its board cannot be drawn, which is logged.
    """
    cabinet = CABINETS.get(game)
    try:
        _paint_middle(canvas, None if cabinet is None else begun_preview(context, cabinet))
    except CrashError:
        _paint_middle(canvas, None)


def _paint_middle(canvas: Canvas, preview: Preview | None) -> None:
    size = canvas.surface.get_size()
    canvas.surface.fill(pygame.Color(_NIGHT))
    if preview is None:
        return
    board = opaque(size[0], size[0])
    board.fill(pygame.Color(_NIGHT))
    side = size[0] / canvas.scale
    preview(Canvas(board, canvas.scale), Box(0, 0, side, side))
    canvas.surface.blit(board, (0, (size[1] - size[0]) // 2))


class GamesMenu(ButtonMenu):
    """Menu whose last entries are games; it returns the value of the pressed one, or None.

    The order of games stays as it is while people wish: nothing moves under a finger.
    """

    def __init__(
        self, context: Context, heading: str, items: Sequence[MenuItem], connection: RoomConnection | None = None
    ) -> None:
        super().__init__(context, heading, items)
        self._connection = connection
        self._games: dict[str, GameButton] = {}

    def first(self) -> Widget | None:
        """Return the game that is played or wished for, else the first one."""
        games = list(self._games.values())
        return next((button for button in games if button.kind is Kind.PRIMARY), games[0])

    def build(self) -> Iterable[Widget]:
        style, frame = self.style, self.design
        width = min(style.typeface.grown(_WIDTH), frame.width - 16)
        room = width - 2 * PADDING
        title = Label(
            style, self.heading, size=theme.HEADING, weight=Weight.BOLD, colour=theme.TEXT_BRIGHT, anchor="middle"
        )
        self._games = {}
        buttons = [self._button(item) for item in self.items]
        plain = [button for button in buttons if not isinstance(button, GameButton)]
        games = list(self._games.values())
        title_high = title.natural_height(room)
        fixed = 2 * PADDING + title_high + GAP
        columns = 2 if room >= _LEAST_WIDE else 1
        rows = [*_rows(plain, columns, room), *_rows(games, columns, room)]
        wanted = sum(_high(one) + _GAP for one in rows) - _GAP
        shown = min(wanted, frame.height - EDGES - fixed)
        box = Box((frame.width - width) / 2, (frame.height - fixed - shown) / 2, width, fixed + shown)
        title.box = Box(box.left + PADDING, box.top + PADDING - 4, room, title_high)
        place = Box(box.left + PADDING, box.top + PADDING + title_high + GAP, room, shown)
        if shown == wanted:
            _lay(rows, place)
            return [Panel(style, box), title, *buttons]
        area = ScrollArea(style, None, buttons)
        area.box = place.inflate(2 * RING_ROOM + 16, 0)
        _lay(rows, area.inside)
        area.laid_out(wanted)
        return [Panel(style, box), title, area]

    def _button(self, item: MenuItem) -> Button:
        if not isinstance(item, GameItem):
            return super()._button(item)
        kind = Kind.PRIMARY if item.primary else Kind.GLASS
        paint = partial(paint_beginning, self.context, item.game)
        made = GameButton(self.style, item.label, paint, kind, partial(self.choose, item.value))
        room = self._connection.room if self._connection is not None else None
        use = phone_use(room, item.game) if room is not None else ""
        made.told = self.context.texts.line(use) if use else ""
        self._games[item.game] = made
        return made

    def update(self, seconds: float) -> None:
        """Follow the hearts, and let one more picture be made."""
        super().update(seconds)
        room = self._connection.room if self._connection is not None else None
        wished = wishes_in(room) if room is not None else {}
        for game, button in self._games.items():
            button.hearts = wished.get(game, 0)
        for button in self._games.values():
            if not button.pictured:
                button.pictured = True
                break


def _rows(buttons: Sequence[Button], columns: int, room: float) -> list[list[Button]]:
    """Return buttons in rows of as many columns; those too wide for a column have a row of their own."""
    half = (room - _GAP) / 2
    rows: list[list[Button]] = []
    for button in buttons:
        narrow = isinstance(button, GameButton) or button.natural_width() <= half
        if rows and len(rows[-1]) < columns and narrow and columns > 1 and rows[-1][0].natural_width() <= half:
            rows[-1].append(button)
        else:
            rows.append([button])
    return rows


def _high(buttons: Sequence[Button]) -> float:
    return max(button.natural_height(0) for button in buttons)


def _lay(rows: Sequence[Sequence[Button]], box: Box) -> None:
    """Lay rows out from the top of a box down; the last game of an odd number keeps the width of a column."""
    y = box.top
    for buttons in rows:
        high, alone = _high(buttons), isinstance(buttons[0], GameButton) and box.width >= _LEAST_WIDE
        columns = max(len(buttons), 2 if alone else 1)
        for button, place in zip(buttons, row(Box(box.left, y, box.width, high), [REST] * columns), strict=False):
            button.box = place
        y += high + _GAP


def game_item(label: str, game: str, value: Any, *, primary: bool) -> GameItem:
    """Return the entry of a game."""
    return GameItem(label, "play", value, primary, game=game)
