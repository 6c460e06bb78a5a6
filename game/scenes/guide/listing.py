"""The list of a game's guides: what each teaches, and which are completed."""

from __future__ import annotations

from collections.abc import Sequence

from game.cabinets.stages import PRESENTATIONS
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.scene import Context
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.widgets import Button, Kind, ListView, RowState, Widget, draw_icon, row
from game.scenes.guide.done import GuidesDone
from game.scenes.guide.table import GuideTable
from game.scenes.page.page import PageScene

_ROW = 68.0
_SIDE = 14.0


class GuidesScene(PageScene):
    """List of guides that opens a guide's table; on return, it shows the same place."""

    def __init__(self, context: Context, game: str) -> None:
        super().__init__(context)
        self.game = game
        self.guides = tuple(PRESENTATIONS[game].guides)
        self._done = GuidesDone(game)
        self._selected = self._first_open()

    @property
    def heading(self) -> str:
        return self.context.texts.line("guide.list.title", game=self.context.texts.line(f"{self.game}.name"))

    @property
    def subheading(self) -> str:
        done = sum(guide in self._done for guide in self.guides)
        return self.context.texts.line("guide.list.count", done=done, whole=len(self.guides))

    def first_focus(self) -> Widget | None:
        return self._next

    def build_body(self, body: Box) -> Sequence[Widget]:
        self._done = GuidesDone(self.game)
        line, high = self.context.texts.line, self.style.typeface.grown(theme.CONTROL_HEIGHT)
        self._next = Button(
            self.style, line("guide.list.next"), icon="play", kind=Kind.PRIMARY, on_press=self._open_next
        )
        _, self._next.box = row(Box(body.left, body.top, body.width, high), [None, self._next.natural_width()])
        top = self._next.box.bottom + 16
        listed = ListView(
            self.style,
            self._paint,
            len(self.guides),
            Box(body.left, top, body.width, body.bottom - top),
            row_height=self.style.typeface.grown(_ROW),
            selected=self._selected,
            on_select=self._select,
            on_choose=self._open_row,
        )
        return [self._next, listed]

    def _first_open(self) -> int:
        """Return the index of the first guide not completed; 0 if all are."""
        return next((number for number, guide in enumerate(self.guides) if guide not in self._done), 0)

    def _select(self, number: int) -> None:
        self._selected = number

    def _open_row(self, number: int) -> None:
        self._selected = number
        self.stack.push(GuideTable(self.context, self.game, self.guides[number]))

    def _open_next(self) -> None:
        self._open_row(self._first_open())

    def _paint(self, canvas: Canvas, number: int, box: Box, state: RowState) -> None:
        typeface, line, guide = self.style.typeface, self.context.texts.line, self.guides[number]
        done = guide in self._done
        side = typeface.grown(theme.LABEL)
        tone = theme.GOOD if done else theme.TEXT_MUTED
        draw_icon(
            canvas, "circle-check" if done else "footprints", box.left + _SIDE + side / 2, box.centery, side, tone
        )
        x = box.left + 2 * _SIDE + side
        room, half = box.right - _SIDE - x, typeface.leading(theme.BODY) / 2
        title = fitted(typeface, line(f"{self.game}.guide.{guide}.title"), room, theme.BODY)
        typeface.line(canvas, title, x, box.centery - half, theme.BODY, Weight.BOLD, theme.TEXT_BRIGHT, max_width=room)
        taught = fitted(typeface, line(f"{self.game}.guide.{guide}.line"), room, theme.CAPTION)
        typeface.line(canvas, taught, x, box.centery + half, theme.CAPTION, colour=theme.TEXT_MUTED, max_width=room)
