"""The gallery of papers that people drew together, the latest evening first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from functools import lru_cache
from itertools import groupby
from pathlib import Path

from game.cabinets.sketch.freehand.points import HEIGHT, WIDTH
from game.cabinets.sketch.papers import Paper
from game.cabinets.sketch.scenes.easel import small
from game.cabinets.sketch.scenes.kept import Gallery, PaperError, evening
from game.cabinets.sketch.scenes.paper import PaperScene
from game.core.errors import reason
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.light import drop_shadow
from game.engine.ornament import SHEET, Face
from game.engine.scene import Context, Scene
from game.engine.stillness import MOVES
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.widgets import Widget, draw_icon
from game.engine.widgets.wall import FrameWall
from game.ground import paths
from game.kit.drawing.sheet import draw_sheet
from game.scenes.page.empty import draw_empty_state
from game.scenes.page.page import PageScene

_WOOD = Face("#8A5430", "#5F3B29", 1.0, "#D9A047", 0.5, 0.1)
_FRAME = 10.0
_PAPER_HIGH = 186.0


class GalleryScene(PageScene):
    """The gallery: frames on a wall. When it opens, it takes the papers of matches that were recorded since the last
    visit.
    """

    def __init__(self, context: Context, gallery: Gallery, recordings: Path) -> None:
        super().__init__(context)
        self.gallery = gallery
        self._taking: Iterator[None] | None = gallery.take(recordings)
        self._read = lru_cache(maxsize=64)(self._paper)
        self._wall: FrameWall | None = None
        self._at = 0
        self._refused = ""
        """A sentence on why new papers could not be taken; empty if nothing failed."""

    @property
    def heading(self) -> str:
        return self.context.texts.line("sketch.more.gallery.title")

    @property
    def subheading(self) -> str:
        count = len(self.gallery.paths)
        return self._refused or (self.context.texts.line("sketch.gallery.count", count=count) if count else "")

    def first_focus(self) -> Widget | None:
        return self._wall

    def build_body(self, body: Box) -> Sequence[Widget]:
        if not self.gallery.paths:
            self._wall = None
            return []
        high = _PAPER_HIGH + 2 * _FRAME + 2 * self.style.typeface.leading(theme.CAPTION) + 8
        evenings = [(self._evening(day), len(list(papers))) for day, papers in groupby(self.gallery.paths, evening)]
        self._wall = FrameWall(self.style, body, evenings, high, self._paint, self._open)
        self._wall.select(self._at)
        return [self._wall]

    def _evening(self, day: date | None) -> str:
        line = self.context.texts.line
        if day is None:
            return line("sketch.gallery.undated")
        return line("sketch.gallery.evening", year=day.year, month=day.month, day=day.day)

    def _paper(self, path: Path) -> Paper | PaperError:
        try:
            return self.gallery.read(path)
        except PaperError as error:
            return error

    def _open(self, number: int) -> None:
        path = self.gallery.paths[number]
        paper = self._read(path)
        self._at = number
        if isinstance(paper, PaperError):
            self.context.notify(self.context.texts.line(paper.key, paper.values))
        else:
            self.stack.push(PaperScene(self.context, paper, self.gallery, path))

    @property
    def still_for(self) -> float:
        return MOVES if self._taking else super().still_for

    def update(self, seconds: float) -> None:
        """Take the papers of one more recording, as part of each frame's work."""
        super().update(seconds)
        if self._taking is None:
            return
        before = len(self.gallery.paths)
        try:
            if next(self._taking, self) is self:
                self._taking = None
        except OSError as error:
            self._taking = None
            self.gallery.refresh()
            self._refused = self.context.texts.line("sketch.gallery.full", why=reason(error))
            self.context.notify(self._refused)
        if len(self.gallery.paths) != before:
            self.rebuild()

    def resumed(self, value: object) -> None:
        self._at = self._wall.selected if self._wall is not None else 0
        super().resumed(value)
        self.group.focus(self.first_focus())

    def draw_ground(self, canvas: Canvas) -> None:
        super().draw_ground(canvas)
        if not self.gallery.paths and self._taking is None:
            key = "sketch.gallery.unhung" if self._refused else "sketch.gallery.empty"
            draw_empty_state(canvas, self.style, "palette", key)

    def _paint(self, canvas: Canvas, number: int, box: Box) -> None:
        path = self.gallery.paths[number]
        paper = self._read(path)
        high = _PAPER_HIGH + 2 * _FRAME
        wide = (high - 2 * _FRAME) * WIDTH / HEIGHT + 2 * _FRAME
        frame = Box(box.centerx - wide / 2, box.top, wide, high)
        drop_shadow(canvas, frame, 6, 12, 150, 5)
        draw_sheet(canvas, frame, 5, _WOOD)
        sheet = Box(frame.left + _FRAME, frame.top + _FRAME, frame.width - 2 * _FRAME, frame.height - 2 * _FRAME)
        draw_sheet(canvas, sheet, 2, SHEET)
        typeface, line = self.style.typeface, self.context.texts.line
        x, y = box.centerx, frame.bottom + 8 + typeface.leading(theme.CAPTION) / 2
        if isinstance(paper, PaperError):
            draw_icon(canvas, "circle-alert", *sheet.center, 40, theme.TEXT_ON_PAPER_MUTED)
            typeface.line(canvas, line("sketch.gallery.unreadable"), x, y, theme.CAPTION, anchor="middle")
            return
        area = canvas.pixels(sheet)
        canvas.surface.blit(small(paper.strokes, area.width, area.height), area.topleft)
        if self.gallery.starred(path):
            draw_icon(canvas, "star", frame.right - 22, frame.top + 22, 22, theme.RUST)
        text = fitted(typeface, line("sketch.gallery.title", _titled(paper)), box.width, theme.CAPTION)
        typeface.line(canvas, text, x, y, theme.CAPTION, Weight.BOLD, theme.TEXT_BRIGHT, "middle", shadow=1)
        y += typeface.leading(theme.CAPTION)
        typeface.line(
            canvas, paper.when[11:16], x, y, theme.CAPTION, colour=theme.TEXT_MUTED, anchor="middle", shadow=1
        )


def _titled(paper: Paper) -> dict[str, str]:
    return {"category": paper.category, "word": paper.word}


def gallery(context: Context) -> Scene:
    """Open this computer's gallery; it is an entry of the game's stall."""
    return GalleryScene(context, Gallery(paths.gallery()), paths.replays())
