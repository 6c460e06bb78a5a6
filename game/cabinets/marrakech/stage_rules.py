"""The picture of a turn in the rules: turn Assam, pay, lay a rug, each a piece of the real board."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pygame

from game.cabinets.marrakech import stage_marks as marks
from game.cabinets.marrakech.rules import Heading, Lay, Phase, Rug, SeatView, Turn, View
from game.cabinets.marrakech.stage_layout import CELL, SIDE, Pair, middle, pair_middle
from game.cabinets.marrakech.stage_picture import Count
from game.engine import theme
from game.engine.canvas import PREMULTIPLIED, Box, Canvas
from game.engine.colour import WHITE
from game.engine.input import PointerMoved
from game.engine.ornament import brass_frame, round_button
from game.engine.sprites import blank, clipped
from game.engine.stage import Stage, Surroundings
from game.engine.text import Weight
from game.engine.tween import Point
from game.engine.vector import rect, svg
from game.engine.widgets.richtext import Picture

_WIDTH, _SHAPE = 780.0, 0.30
_GAP = 14.0
_FRAME = 6.0
_CORNER = 10.0
_CELLS = 3.7
"""Squares across one piece of the board."""
_NUMBER = 30.0

_STREET = (
    Rug(1, (15, 16)), Rug(3, (17, 18)), Rug(1, (22, 29)), Rug(0, (23, 30)), Rug(2, (18, 25)), Rug(2, (26, 33)),
    Rug(3, (31, 32)), Rug(0, (9, 10)), Rug(2, (11, 12)), Rug(1, (36, 37)), Rug(0, (38, 45)), Rug(3, (19, 20)),
)  # fmt: skip
_PLACE: Pair = (25, 32)
"""Where the third picture lays its rug."""


def _view(square: int, heading: Heading, phase: Phase, rugs: Sequence[Rug] = _STREET) -> View:
    """A moment of a match of four with these rugs on the board."""
    colours, tops = [-1] * SIDE**2, [-1] * SIDE**2
    for number, rug in enumerate(rugs):
        for covered in rug.squares:
            colours[covered], tops[covered] = rug.colour, number
    seats = tuple(SeatView((seat,), (9,), 5, 5, colours.count(seat), False) for seat in range(4))
    order, rolls, roll = (0, 1, 2, 3), (3, 4, 4, 1), 3
    sight = (tuple(colours), tuple(tops), tuple(rugs))
    return View(phase, 13, 48, 0, order, square, heading, *sight, seats, rolls, roll)


def _turn(stage: Stage[View, Any], surroundings: Surroundings) -> Callable[[Canvas], None]:
    """Three ways to turn Assam, ahead in focus."""
    stage.reset(_view(24, Heading.EAST, Phase.TURN))
    stage.choose(0, (Turn("left"), Turn("ahead"), Turn("right")))
    stage.handle(PointerMoved(middle(24)[0] + CELL, middle(24)[1]))
    return stage.draw


def _pay(stage: Stage[View, Any], surroundings: Surroundings) -> Callable[[Canvas], None]:
    """Assam on a region of another player, counted to its end."""
    stage.reset(_view(25, Heading.EAST, Phase.ROLL))
    region = Count((25, 18, 26, 33), 4, 4)

    def draw(canvas: Canvas) -> None:
        stage.draw(canvas)
        marks.count_frames(canvas, region)
        marks.count_numbers(canvas, surroundings.typeface, region)

    return draw


def _lay(stage: Stage[View, Any], surroundings: Surroundings) -> Callable[[Canvas], None]:
    """Where a rug may be laid, one place in focus."""
    stage.reset(_view(24, Heading.EAST, Phase.LAY))
    stage.choose(0, (Lay(_PLACE),))
    stage.handle(PointerMoved(*pair_middle(_PLACE)))
    return stage.draw


def rules_pictures(stage_type: type[Stage[View, Any]], surroundings: Surroundings) -> Mapping[str, Picture]:
    """`![turn]`: the three parts of a turn side by side."""
    looked_at = ((_turn, (middle(24)[0], middle(24)[1] - 10)), (_pay, middle(25)), (_lay, middle(24)))
    parts = [(make(stage_type(surroundings), surroundings), centre) for make, centre in looked_at]
    kept: dict[tuple[int, int], pygame.Surface] = {}

    def paint(canvas: Canvas, box: Box) -> None:
        size = canvas.pixels(box).size
        if size not in kept:
            kept.clear()
            kept[size] = blank(*size)
            strip = Canvas(kept[size], canvas.scale, (-box.left * canvas.scale, -box.top * canvas.scale))
            wide = (box.width - 2 * _GAP) / len(parts)
            for number, (draw, centre) in enumerate(parts):
                piece = Box(box.left + number * (wide + _GAP), box.top, wide, box.height)
                _paint_piece(strip, piece, draw, centre)
                _paint_number(strip, surroundings, piece, number + 1)
        canvas.surface.blit(kept[size], canvas.pixels(box).topleft, special_flags=PREMULTIPLIED)

    return {"turn": Picture(_WIDTH, _SHAPE, paint)}


def _paint_piece(canvas: Canvas, box: Box, draw: Callable[[Canvas], None], centre: Point) -> None:
    """The board around a point, in a frame."""
    area = canvas.pixels(box)
    board = blank(*area.size)
    board.set_clip(board.get_rect().inflate(-2, -2))
    scale = area.width / (_CELLS * CELL)
    draw(Canvas(board, scale, (area.width / 2 - centre[0] * scale, area.height / 2 - centre[1] * scale)))
    corner = canvas.px(_CORNER)
    mask = svg(rect(0, 0, area.width, area.height, corner, WHITE), *area.size)
    canvas.surface.blit(clipped(board, mask), area.topleft, special_flags=PREMULTIPLIED)
    frame = brass_frame(area.width, area.height, canvas.px(_FRAME), corner)
    canvas.surface.blit(frame, area.topleft, special_flags=PREMULTIPLIED)


def _paint_number(canvas: Canvas, surroundings: Surroundings, box: Box, number: int) -> None:
    """Which part of the turn it shows."""
    x, y = box.left + _FRAME + 4 + _NUMBER / 2, box.top + _FRAME + 4 + _NUMBER / 2
    canvas.put_middle(round_button(canvas.px(_NUMBER)), x, y)
    surroundings.typeface.line(
        canvas, str(number), x, y, theme.BODY, Weight.BOLD, theme.TEXT_ON_LANTERN, anchor="middle"
    )
