"""The street in a window taller than wide: its stalls below each other, from the one where the person stands on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from game.engine import theme
from game.engine.canvas import Box, Canvas, Frame
from game.engine.colour import LANTERN
from game.engine.lettering import draw_wordmark, warm_wordmark
from game.engine.ornament import BUTTON, BUTTON_OVER
from game.engine.stage.stall import SCREEN, SHEET_HEIGHT, SHEET_WIDTH
from game.engine.text import Weight
from game.engine.widgets import Button, Kind, Pressable, Style, Widget
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.tree import Column, Fill, Laid, Of, Pad, Row
from game.engine.widgets.scrollarea import RING_ROOM, Scrolled
from game.scenes.page.more import ICON as MORE_ICON
from game.scenes.title.caption import name_of, players_of
from game.scenes.title.menu import MenuEntry
from game.scenes.title.street.plan import on_sheet
from game.scenes.title.street.stalls import stall_back, stall_front
from game.scenes.title.street.stand import Stand
from game.scenes.title.street.street import Street

EDGE = 8.0
_HEAD = 68.0
_MARK = 0.62
"""Size of the wordmark, as a share of that over the whole street."""
_STALL = 96.0
"""Height of a stall's picture."""
_PADDING = 10.0


class StallRow(Pressable):
    """A stall with its name, what is sold there, and for how many."""

    def __init__(
        self, style: Style, street: Street, stand: Stand, *, unfinished: bool, on_press: Callable[[], None]
    ) -> None:
        super().__init__(style, on_press=on_press)
        self.stand = stand
        self._street = street
        self._unfinished = unfinished
        self._name = name_of(stand, style.texts)
        self._what = style.texts.maybe(f"{stand.game}.tagline") or ""

    def press(self) -> None:
        """Choose the stall, without the usual sound: the choice has its own."""
        self.on_press()

    def _words_wide(self, wide: float) -> float:
        return wide - _STALL * SHEET_WIDTH / SHEET_HEIGHT - 3 * _PADDING

    def _what_high(self, room: float) -> float:
        return self.style.typeface.height_of(self._what, room, theme.CAPTION) if self._what else 0.0

    def natural_height(self, width: float) -> float:
        typeface, what = self.style.typeface, self._what_high(self._words_wide(width))
        words = typeface.leading(theme.LABEL) + what + typeface.leading(theme.CAPTION)
        return max(_STALL + 8, words + 2 * _PADDING)

    @property
    def _under(self) -> str:
        """What stands below: that it is closed, that a match was left, or for how many it is once that is known."""
        words, shutters = self.style.texts, self._street.shutters
        if not shutters.are_up(self.stand):
            return words.line("title.notice")
        if self._unfinished:
            return words.line("title.continue_under")
        return players_of(shutters.sold(self.stand).seats, words) if shutters.knows(self.stand) else ""

    def draw(self, canvas: Canvas) -> None:
        faces.draw_face(canvas, self.box, faces.between(BUTTON, BUTTON_OVER, self.warmth), theme.CORNER)
        sheet = Box(self.box.left + _PADDING, 0, _STALL * SHEET_WIDTH / SHEET_HEIGHT, _STALL)
        sheet.centery = self.box.centery
        opened, high = self._street.shutters.are_up(self.stand), canvas.px(_STALL)
        canvas.put(stall_back(self.stand.stall, opened, high), sheet.left, sheet.top)
        self._street.draw_screen(canvas, self.stand, on_sheet(sheet, SCREEN))
        canvas.put(stall_front(self.stand.stall, opened, high), sheet.left, sheet.top)
        typeface, left = self.style.typeface, sheet.right + _PADDING
        room, under = self._words_wide(self.box.width), self._under
        what, line, small = self._what_high(room), typeface.leading(theme.LABEL), typeface.leading(theme.CAPTION)
        y = self.box.centery - (line + what + (small if under else 0.0)) / 2
        name = typeface.cut(self._name, room, theme.LABEL, Weight.BOLD)
        typeface.line(canvas, name, left, y + line / 2, theme.LABEL, Weight.BOLD, theme.TEXT_BRIGHT)
        if self._what:
            typeface.paragraph(canvas, self._what, Box(left, y + line, room, what), theme.CAPTION, colour=theme.TEXT)
        colour = LANTERN if self._unfinished and opened else theme.TEXT_MUTED
        typeface.line(canvas, under, left, y + line + what + small / 2, theme.CAPTION, colour=colour, max_width=room)


class StallsBelow:
    """The whole page: the wordmark, the stalls, and below them the buttons to everything else."""

    def __init__(
        self,
        style: Style,
        frame: Frame,
        street: Street,
        entries: Sequence[MenuEntry],
        *,
        on_play: Callable[[str], None],
        on_more: Callable[[str], None],
        has_more: Callable[[str], bool],
        has_unfinished: Callable[[str], bool],
    ) -> None:
        """`entries`: the buttons at the foot. The list begins with the stall at which the street's camera is."""
        self._frame, self._street = frame, street
        line, first = style.texts.line, street.position % len(street.stands)
        self.rows = [
            StallRow(style, street, stand, unfinished=has_unfinished(stand.game), on_press=partial(on_play, stand.game))
            for stand in (*street.stands[first:], *street.stands[:first])
        ]
        listed: list[Row] = []
        for row in self.rows:
            game = row.stand.game
            more = Button(style, icon=MORE_ICON, tooltip=line("page.more"), on_press=partial(on_more, game))
            more.visible = street.shutters.are_up(row.stand) and has_more(game)
            listed.append(Row(Of(row, grow=1), more, gap=6, fill=True))
        buttons = [
            Button(style, line(f"title.{entry.name}"), icon=entry.icon, kind=Kind.GLASS, on_press=entry.action)
            for entry in entries
        ]
        pairs = [
            Row(*(Of(button, grow=1) for button in buttons[at : at + 2]), gap=8) for at in range(0, len(buttons), 2)
        ]
        stalls = Pad(Of(Scrolled(style, Column(*listed, gap=8)), grow=1), -RING_ROOM, 0, grow=1)
        page = Column(Fill(_HEAD, grow=0), stalls, *pairs, gap=8)
        self._page = Laid(style, page, Box(EDGE, EDGE, frame.width - 2 * EDGE, frame.height - 2 * EDGE))

    @property
    def widgets(self) -> list[Widget]:
        return [self._page]

    def row_of(self, game: str) -> StallRow:
        """Return the row of a game's stall."""
        return next(row for row in self.rows if row.stand.game == game)

    def warm(self, canvas: Canvas) -> Iterator[None]:
        """Make the pictures of stalls and begin their matches, a piece at each step of the iterator."""
        warm_wordmark(Canvas(canvas.surface, canvas.scale * _MARK, canvas.origin))
        yield
        for row in self.rows:
            for part in (stall_back, stall_front):
                part(row.stand.stall, True, canvas.px(_STALL))
                yield
        yield from self._street.begin(canvas)

    def draw_head(self, canvas: Canvas) -> None:
        """Draw the wordmark above the stalls."""
        small = Canvas(canvas.surface, canvas.scale * _MARK, canvas.origin)
        draw_wordmark(small, self._frame.width / 2 / _MARK, (EDGE + _HEAD / 2) / _MARK)
