"""What a person chooses on the board, a way for Assam or a place for a rug, and how the choice is drawn."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from game.cabinets.marrakech import board as b
from game.cabinets.marrakech.position import board_of
from game.cabinets.marrakech.rules import WAYS, Action, Lay, Turn, View, why_not
from game.cabinets.marrakech.stage import marks
from game.cabinets.marrakech.stage.arcs import Arc, light_arc
from game.cabinets.marrakech.stage.board import Cloth
from game.cabinets.marrakech.stage.dice import small_face
from game.cabinets.marrakech.stage.layout import CELL, FRAME, PAIRS, SQUARES, Pair, corner, strides, upright
from game.cabinets.marrakech.stage.picture import pose_of
from game.cabinets.marrakech.stage.rug import from_far_end, lie
from game.core.compiled import plain
from game.core.rules import Seat
from game.core.space import STRAIGHT
from game.engine.canvas import Box, Canvas
from game.engine.input import CommandName
from game.engine.light import shine
from game.engine.stage import Surroundings
from game.engine.tween import Point, ease_out
from game.kit.choosing import Chooser
from game.kit.layout import ARROWS, Layout, Spot, round_shape
from game.kit.marks import CHIP, COST, COST_UNLIT, FREE, button, pill, stitch

ARROW, ARROW_LIT = 38.0, 42.0
_ICONS = ("arrow-up", "arrow-right", "arrow-down", "arrow-left")
_WITHIN = Box(0, 0, FRAME, FRAME)

TOO_FAR: Final = "not_beside"
"""The refusal of a place too far from Assam; it is shown when pressed, not while the pointer moves there."""
GHOST: Final = 0.78
"""Opacity of the rug shown before it is laid."""
UNROLLED: Final = 0.16
"""Seconds in which the rug shown before it is laid unrolls."""


@dataclass(frozen=True)
class Stop:
    square: int
    faces: tuple[int, ...]
    """The rolls that end here, ascending; there may be several, as a corner's loop can lead back to a square."""
    due: int
    """Dirhams to pay on this square."""


@dataclass(frozen=True)
class Way:
    """One of the three ways Assam may be turned."""

    stops: tuple[Stop, ...]
    loops: tuple[Arc, ...]
    """The loops of the border track on this way."""

    @property
    def expected(self) -> float:
        return sum(stop.due * b.FACES.count(face) for stop in self.stops for face in stop.faces) / len(b.FACES)


def way(board: b.Board, seat: Seat, pose: int) -> Way:
    """Return the squares and payments that `seat` may meet if Assam sets off from `pose`."""
    steps = strides(pose, max(b.FACES))
    faces: dict[int, tuple[int, ...]] = {}
    for face, stride in enumerate(steps, 1):
        square = stride.end // 4
        faces[square] = (*faces.get(square, ()), face)
    stops = tuple(Stop(square, rolls, int(b.due(board, seat, square))) for square, rolls in faces.items())
    return Way(stops, tuple(stride.loop for stride in steps if stride.loop))


class Ways(Layout[int]):
    """The headings Assam may take: each has its arrow and the squares beside him.

    Arrow keys mean directions on the board.
    """

    def __init__(self, square: int, headings: Sequence[int]) -> None:
        shape = round_shape(ARROW_LIT / 2 + 4)
        super().__init__({heading: Spot(*self._arrow(square, heading), shape) for heading in headings})
        self._square = square

    @staticmethod
    def _arrow(square: int, heading: int) -> Point:
        """Return the point of the arrow for a way, clear of Assam's turban and within the board's frame."""
        (x, y), (dx, dy) = SQUARES.middle(square), STRAIGHT[heading]
        reach = (91.0, 75.0, 77.0, 75.0)[heading]
        drop = 4.0 if dy == 0 else 0.0
        held = ARROW_LIT / 2 + 2
        return min(max(x + dx * reach, held), FRAME - held), min(max(y + dy * reach + drop, held), FRAME - held)

    def price(self, heading: int) -> Point:
        """Return the point of a way's price: below its arrow; for north above the arrow or, at the edge, beside it."""
        x, y = self.middle(heading)
        if heading != b.NORTH:
            return x, y + ARROW_LIT / 2 - 2
        if y > ARROW_LIT:
            return x, y - ARROW_LIT / 2 - 3
        return (x + 56, y) if x < FRAME - 110 else (x - 56, y)

    def at(self, x: float, y: float) -> int | None:
        beside = {b.BOARD.next(self._square, STRAIGHT[heading]): heading for heading in self.keys}
        heading = super().at(x, y)
        under = SQUARES.at(x, y)
        return heading if heading is not None or under is None else beside.get(under)

    def towards(self, start: int | None, command: CommandName, among: object) -> int | None:
        return STRAIGHT.index(ARROWS[command])


class TurnChoice(Chooser[int, Action]):
    """Lets a person turn Assam: three arrows; the way in focus shows its squares and what they cost."""

    instruction = "marrakech_stage.choose_way"
    keeps_focus = True

    def __init__(self, surroundings: Surroundings, view: View, seat: Seat, legal: Sequence[Action]) -> None:
        square, ahead = divmod(pose_of(view), 4)
        paths: dict[tuple[int, ...], Action] = {
            ((ahead + WAYS[turn.way]) % 4,): turn for turn in legal if isinstance(turn, Turn)
        }
        self.ways_at = Ways(square, [heading for (heading,) in paths])
        super().__init__(self.ways_at, paths, lambda _path: "marrakech_stage.never_back")
        self.focus = ahead
        self._square, self._surroundings = square, surroundings
        board = board_of(view, surroundings.options)
        self.ways: Mapping[int, Way] = {heading: way(board, seat, square * 4 + heading) for (heading,) in paths}

    def draw_below(self, canvas: Canvas) -> None:
        shine(canvas, *SQUARES.middle(self._square), 70, "#FFA544", 0.30, 1.5)
        chosen = self.ways[self._focused]
        for arc in chosen.loops:
            light_arc(canvas, arc)
        for stop in chosen.stops:
            marks.square_frame(canvas, stop.square)

    def draw_above(self, canvas: Canvas) -> None:
        for stop in self.ways[self._focused].stops:
            self._tag(canvas, stop)
        for heading in self.ways:
            lit = heading == self._focused
            button(canvas, *self.ways_at.middle(heading), ARROW_LIT if lit else ARROW, _ICONS[heading], lit=lit)
            self._price(canvas, heading, lit)

    @property
    def _focused(self) -> int:
        assert self.focus is not None
        return self.focus

    def _tag(self, canvas: Canvas, stop: Stop) -> None:
        """Draw on a square the rolls that end there and what is due, in its corners, clear of Assam and the arrows."""
        x, y = corner(stop.square)
        top = y + 2 if stop.square != self._square else y + CELL - CHIP
        aside = 8 if stop.square == b.BOARD.next(self._square, STRAIGHT[b.NORTH]) else 0
        for place, face in enumerate(reversed(stop.faces)):
            small_face(canvas, face, x + CELL - CHIP - 2 - place * (CHIP + 1) + aside, top)
        if stop.due:
            text = f"−{stop.due}"
            pill(canvas, self._surroundings.typeface, text, x + 15 - aside, top + 9, COST, _WITHIN)

    def _price(self, canvas: Canvas, heading: int, lit: bool) -> None:
        """Draw what a way costs on average beside its arrow."""
        texts, expected = self._surroundings.texts, self.ways[heading].expected
        text, tone = texts.line("marrakech_stage.free"), FREE
        if expected:
            text = texts.line("marrakech_stage.average", average=f"{expected:.1f}")
            tone = COST if lit else COST_UNLIT
        pill(canvas, self._surroundings.typeface, text, *self.ways_at.price(heading), tone, _WITHIN)


class LayChoice(Chooser[Pair, Action]):
    """Lets a person choose a place for the rug: the two squares nearest to the pointer light up."""

    instruction = "marrakech_stage.choose_place"

    def __init__(self, surroundings: Surroundings, view: View, legal: Sequence[Action], cloth: Cloth) -> None:
        self._from = SQUARES.middle(view.square)
        places = sorted((lay.squares for lay in legal if isinstance(lay, Lay)), key=self._bearing)
        super().__init__(PAIRS, {(pair,): Lay(pair) for pair in places}, self._refusal, lambda path: Lay(path[-1]))
        self._board = plain(board_of(view, surroundings.options))
        self._cloth = cloth
        self._reduced = surroundings.reduced_motion

    def _bearing(self, pair: Pair) -> float:
        """Return the direction of a place from Assam, clockwise from the upper left: the order in which keys cycle."""
        x, y = PAIRS.middle(pair)
        return (math.atan2(y - self._from[1], x - self._from[0]) + 0.8 * math.pi) % (2 * math.pi)

    def _refusal(self, path: Sequence[Pair]) -> str | None:
        why = why_not(self._board, path[-1])
        return f"marrakech.refuse.{why}" if why and (self.by_keys or why != TOO_FAR) else None

    def draw_below(self, canvas: Canvas) -> None:
        if self.focus in self.targets:
            assert self.focus is not None
            unrolled = 1.0 if self._reduced else ease_out(min(1.0, self.aimed_for / UNROLLED))
            lie(canvas, self.focus, self._cloth, unrolled, from_far_end(self.focus, self._from), GHOST)
            marks.pair_frame(canvas, self.focus)
        elif self.focus is not None and self.reason:
            marks.cross_out(canvas, self.focus)
        for pair in self.targets:
            if pair != self.focus:
                stitch(canvas, *PAIRS.middle(pair), upright(pair))


Choice: TypeAlias = TurnChoice | LayChoice
