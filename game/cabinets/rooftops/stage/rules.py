"""The picture of a run for the rules page: before a spring and its wall, an enemy, coin blocks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import pygame

from game.cabinets.rooftops.course import FIRST, Course
from game.cabinets.rooftops.first_level import BLOCKS, HIGH, SPRING_AT, WALKERS
from game.cabinets.rooftops.rules import Options, course_for
from game.cabinets.rooftops.stage.effects import Effects
from game.cabinets.rooftops.stage.pane import Drawn, Pane
from game.cabinets.rooftops.steering import Ghost
from game.core.forge.physics import numbers as n
from game.engine.canvas import Canvas
from game.engine.stage import Stage, Surroundings
from game.engine.stage.illustration import Piece, illustration
from game.engine.widgets.parts.richtext import Picture

_SEEN: Final = ((2, WALKERS[0][0] - 3), (1, SPRING_AT - 2), (3, BLOCKS[0][0] + 1))
"""The number of the point that a part illustrates, and the column where the runner of the level's proof is seen."""
_TOP, _ROWS = 3, 10
"""The first of the level's rows that a part shows, and how many it shows."""


def rules_pictures(_stage_type: type[Stage[Any, Any]], surroundings: Surroundings) -> Mapping[str, Picture]:
    """Return the picture that the rules name `![run]`: three moments of the first level's proof."""
    course, colour = course_for(Options(level=FIRST), 1), surroundings.looks[0].colour
    ghost, pieces = Ghost(course.level.way, course.world), []
    for number, column in _SEEN:
        while ghost.numbers[n.X] < column * n.SQUARE:
            ghost.follow(int(ghost.numbers[n.CLOCK]) + 1)
        pieces.append(Piece(number, _drawn(course, Drawn(ghost.numbers.copy(), colour)), (0.0, 0.0)))
    pieces.sort(key=lambda piece: piece.number)
    return {"run": illustration(pieces, surroundings.typeface, 1.0)}


def _drawn(course: Course, runner: Drawn) -> Callable[[Canvas], None]:
    """Return a function that fills a part of the illustration with the level around a runner."""
    pane, effects = Pane(course, alone=False, calm=True), Effects(lambda _sound: None, calm=True)
    pane.camera.look_at(runner.numbers, 0.0, at_once=True)
    pane.camera.x -= 2.0

    def draw(canvas: Canvas) -> None:
        part = canvas.surface.get_rect()
        size = part.height // _ROWS
        pane.draw(canvas.surface, pygame.Rect(0, -_TOP * size, part.width, HIGH * size), runner, (), effects)

    return draw
