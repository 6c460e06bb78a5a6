"""What is to be seen at one moment: everything that drawing reads and motion changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from game.cabinets.marrakech.rules import Heading, Rug, SeatView, View
from game.cabinets.marrakech.stage.layout import Pair, Point, middle
from game.core.rules import Seat


@dataclass
class Pose:
    """Where Assam is on the ground, how he faces, and what a hop does to him."""

    x: float
    y: float
    facing: Heading
    angle: float | None = None
    """The pointer's, in degrees, while it turns."""
    height: float = 0.0
    stretch: float = 1.0
    opacity: float = 1.0

    @classmethod
    def on(cls, square: int, facing: Heading) -> Pose:
        """Standing still in the middle of a square."""
        return cls(*middle(square), facing)


@dataclass
class Purse:
    """What a seat's panel shows."""

    ones: int
    fives: int
    squares: int
    left: tuple[int, ...]
    out: bool

    @classmethod
    def of(cls, seat: SeatView) -> Purse:
        """As the view has it."""
        return cls(seat.ones, seat.fives, seat.squares, seat.left, seat.out)


@dataclass
class Unrolling:
    """A rug on its way to the floor."""

    colour: int
    squares: Pair
    flown: float = 0.0
    """Share of the way from the seat's panel to the place, still rolled up."""
    unrolled: float = 0.0
    """Share of its length that lies flat."""
    opacity: float = 1.0
    start: Point = (0.0, 0.0)


@dataclass(eq=False)
class Flight:
    """A coin in the air; no two are the same."""

    value: int
    start: Point
    end: Point
    share: float = 0.0


@dataclass
class Count:
    """The squares of a region being counted one by one."""

    squares: tuple[int, ...]
    """In the order they are counted."""
    paid: int
    """Dirhams handed over in the end: fewer than the squares where the payer has no more."""
    counted: int = 0
    opacity: float = 1.0


@dataclass
class Throw:
    """The die: lying with `face` up, or tumbling there."""

    face: int
    share: float = 1.0


@dataclass
class Notice:
    """A line of text over the board: a text key, its values, and seats whose badges stand beside it."""

    key: str
    values: dict[str, Any]
    seats: tuple[Seat, ...] = ()
    opacity: float = 0.0


@dataclass
class Picture:
    """One moment of the match."""

    rugs: list[Rug]
    assam: Pose
    purses: list[Purse]
    rolls: tuple[int, ...]
    throw: Throw
    mover: Seat
    steps: int = 0
    """Steps still to walk, shown above Assam; 0 shows nothing."""
    unrolling: Unrolling | None = None
    count: Count | None = None
    flights: list[Flight] = field(default_factory=list)
    notice: Notice | None = None

    @classmethod
    def of(cls, view: View) -> Picture:
        """The view at rest."""
        return cls(
            list(view.rugs),
            Pose.on(view.square, view.heading),
            [Purse.of(seat) for seat in view.seats],
            view.rolls,
            Throw(view.roll),
            view.mover,
        )

    def settle(self, view: View) -> None:
        """Become the view at rest, in place."""
        self.__dict__.update(Picture.of(view).__dict__)
