"""A finished paper on a page: drawn again stroke by stroke on an easel, or shown small on a wall."""

from __future__ import annotations

import pygame

from game.cabinets.sketch.freehand.points import HEIGHT, WIDTH
from game.cabinets.sketch.papers import Paper
from game.cabinets.sketch.stage.files import group
from game.cabinets.sketch.stage.freehand.ink import Easel, draw_wet
from game.cabinets.sketch.stage.freehand.paper import draw_paper, ink_colour, marks
from game.cabinets.sketch.state import NOBODY, Stroke
from game.core.rules import Seat
from game.engine.canvas import Box, Canvas
from game.engine.sprites import sprite
from game.engine.stage import Look
from game.engine.stillness import MOVES
from game.engine.vector import svg
from game.engine.widgets import Style, Widget

SHORTEST, LONGEST = 0.35, 4.0
"""The least and the most seconds that a stroke takes to draw, at speed 1."""
REST = 0.25
"""Seconds between two strokes."""


class PaperEasel(Widget, Easel):
    """A paper that is drawn again while it plays; `time` is how far it has come, in seconds from the first stroke."""

    def __init__(self, style: Style, box: Box, paper: Paper, looks: tuple[Look, ...]) -> None:
        super().__init__(style, box)
        self.shown = paper
        self.looks = looks
        self.alone: Seat = NOBODY
        """The seat whose strokes stand out; NOBODY for none."""
        self.speed = 1.0
        self.time = self.whole
        self.playing = False

    @property
    def paper(self) -> Box:
        high = min(self.box.height, self.box.width * HEIGHT / WIDTH)
        wide = high * WIDTH / HEIGHT
        return Box(self.box.centerx - wide / 2, self.box.centery - high / 2, wide, high)

    @property
    def whole(self) -> float:
        """Seconds that drawing the whole paper takes."""
        return sum(map(_seconds, self.shown.strokes))

    @property
    def drawn(self) -> int:
        """How many strokes are finished at `time`."""
        return self._at()[0]

    def _at(self) -> tuple[int, float]:
        """Return how many strokes are finished, and the share of the next one that is drawn."""
        left = self.time
        for number, stroke in enumerate(self.shown.strokes):
            long = _seconds(stroke)
            if left < long - 1e-6:
                return number, min(1.0, left / (long - REST))
            left -= long
        return len(self.shown.strokes), 0.0

    def play(self) -> None:
        """Start playing, from the beginning if the paper is finished; or pause."""
        if not self.playing and self.time >= self.whole:
            self.time = 0.0
        self.playing = not self.playing

    def seek(self, strokes: int) -> None:
        """Show the paper after this many strokes."""
        self.time = sum(map(_seconds, self.shown.strokes[:strokes]))

    @property
    def still_for(self) -> float:
        return MOVES if self.playing else super().still_for

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if self.playing:
            self.time = min(self.whole, self.time + seconds * self.speed)
            self.playing = self.time < self.whole

    def draw(self, canvas: Canvas) -> None:
        done, share = self._at()
        draw_paper(canvas, self, marks(self.shown.strokes[:done], self.looks, self.alone))
        for stroke in self.shown.strokes[done : done + 1]:
            if share > 0 and len(stroke.points) > 2:
                draw_wet(canvas, self, stroke.points, ink_colour(self.looks[stroke.seat]), share)


def _seconds(stroke: Stroke) -> float:
    return min(LONGEST, max(SHORTEST, stroke.took / 1000)) + REST


@sprite(kept=60)
def small(paper: tuple[Stroke, ...], width_px: int, height_px: int) -> pygame.Surface:
    """Render all strokes of a paper as a small sprite with a clear ground."""
    return svg("".join(map(group, paper)), width_px, height_px, box=(0, 0, WIDTH, HEIGHT))
