"""What a view means for the one who is to choose: where each way leads, what it costs, why a place is forbidden."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from game.cabinets.marrakech import board as b
from game.cabinets.marrakech.position import board_of, payment
from game.cabinets.marrakech.rules import HEADINGS, WAYS, Heading, Options, Turn, View, why_not
from game.cabinets.marrakech.stage.layout import Loop, Pair, Stride
from game.core.compiled import plain
from game.core.rules import Seat


@dataclass(frozen=True)
class Stop:
    """A square where a way may end."""

    square: int
    faces: tuple[int, ...]
    """The rolls that end here, ascending; a corner's loop can bring him back to a square."""
    due: int
    """Dirhams to pay there."""


@dataclass(frozen=True)
class Way:
    """One of the three ways Assam may be turned."""

    turn: Turn
    heading: Heading
    strides: tuple[Stride, ...]
    """The four steps of the longest walk."""
    expected: float
    """The payment to expect, over the six faces of the die, in dirhams."""
    stops: tuple[Stop, ...]

    @property
    def loops(self) -> tuple[Loop, ...]:
        """The loops of the border track on this way."""
        return tuple(stride.loop for stride in self.strides if stride.loop)


class Reading:
    """A view read for one seat."""

    def __init__(self, view: View, options: Options, seat: Seat) -> None:
        self.view = view
        self.seat = seat
        self._board = board_of(view, options)

    @cached_property
    def ways(self) -> dict[Heading, Way]:
        """The ways Assam may be turned, by the heading he then has: left, ahead, right."""
        found = {}
        for turn in (Turn("left"), Turn("ahead"), Turn("right")):
            heading = HEADINGS[(HEADINGS.index(self.view.heading) + WAYS[turn.way]) % 4]
            found[heading] = self._way(turn, heading)
        return found

    def _way(self, turn: Turn, heading: Heading) -> Way:
        strides: list[Stride] = []
        square, facing = self.view.square, heading
        for step in range(4):
            pose = int(b.WALK[(self.view.square * 4 + HEADINGS.index(heading)) * 4 + step])
            onto, entering = pose >> 2, HEADINGS[pose & 3]
            strides.append(Stride(square, facing, onto, entering))
            square, facing = onto, entering
        faces: dict[int, list[int]] = {}
        for face, stride in enumerate(strides, 1):
            faces.setdefault(stride.onto, []).append(face)
        stops = tuple(
            Stop(square, tuple(rolls), int(b.due(self._board, self.seat, square))) for square, rolls in faces.items()
        )
        six = int(payment(self._board, self.seat, HEADINGS.index(heading)))
        return Way(turn, heading, tuple(strides), six / len(b.FACES), stops)

    def refusal(self, pair: Pair) -> str | None:
        """Why no rug may be laid on two adjacent squares, as a text key; None when one may."""
        why = why_not(plain(self._board), pair)
        return f"marrakech.refuse.{why}" if why else None

    @property
    def colour(self) -> int:
        """The colour of the rug to lay."""
        return int(b.next_colour(self._board, self.seat))
