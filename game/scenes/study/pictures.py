"""Small pictures of the positions from which puzzles begin."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import pygame

from game.cabinets.listed import CABINETS
from game.cabinets.stages import STAGES
from game.core.match.match import Match
from game.core.puzzles.book import Puzzle, PuzzleBook
from game.engine.canvas import Box, Canvas
from game.engine.colour import PAPER
from game.engine.light import dusk, opaque
from game.engine.scene import Context
from game.engine.widgets.parts.style import Style
from game.scenes.feeds.feed import SeatInfo
from game.scenes.staging.stills import still_surroundings

_KEPT = 60


class PuzzlePictures:
    """Draws pictures of puzzles, at most one new per frame so that no frame is late; until then each is empty paper.

    Under a fake clock all are drawn at once.
    """

    def __init__(self, context: Context, game: str, book: PuzzleBook[Any, Any]) -> None:
        self._context, self._game, self._book = context, game, book
        self._drawn: OrderedDict[tuple[str, int], pygame.Surface] = OrderedDict()
        self._may_draw = True

    def begin_frame(self) -> None:
        """Allow one more new picture, because a new frame begins."""
        self._may_draw = True

    def draw(self, canvas: Canvas, puzzle: Puzzle, box: Box) -> None:
        """Draw the picture of a puzzle into a square."""
        key = puzzle.name, canvas.px(box.width)
        if key not in self._drawn and self._may_draw:
            self._may_draw = not self._context.clock.real
            self._drawn[key] = self._picture(puzzle, key[1])
            while len(self._drawn) > _KEPT:
                self._drawn.popitem(last=False)
        if key in self._drawn:
            self._drawn.move_to_end(key)
            canvas.put(self._drawn[key], box.left, box.top)
        else:
            pygame.draw.rect(canvas.surface, PAPER, canvas.pixels(box))

    def _picture(self, puzzle: Puzzle, side_px: int) -> pygame.Surface:
        options = self._book.options(puzzle)
        match = Match(self._book.rules(puzzle, CABINETS[self._game].rules), 2, options, 0)
        match.tick(0.0)
        (viewer,) = match.waiting_for
        surroundings = still_surroundings(
            Style.of(self._context), self._context.settings, [SeatInfo("")] * 2, options, match.brief(viewer), viewer
        )
        stage = STAGES[self._game](surroundings)
        stage.reset(match.view(viewer))
        surface = opaque(side_px, side_px)
        surface.blit(dusk(side_px, side_px), (0, 0))
        stage.draw(Canvas(surface, 1.0).within(Box(0, 0, side_px, side_px), stage.width, stage.height))
        return surface
