"""What is seen at one moment: everything that drawing reads and that movements replace part by part."""

from __future__ import annotations

from dataclasses import dataclass, replace

from msgspec import structs

from game.cabinets.marrakech.rules import HEADINGS, Rug, SeatView, View
from game.cabinets.marrakech.stage.dice import Throw
from game.cabinets.marrakech.stage.layout import SQUARES, Pair
from game.core.rules import Seat
from game.engine.tween import Point


@dataclass(frozen=True)
class Pose:
    """Where Assam is on the ground, how he faces, and what a hop does to him."""

    x: float
    y: float
    heading: int
    angle: float | None = None
    """The angle of the pointer while it turns, in degrees clockwise from east; None means that of the heading."""
    height: float = 0.0
    """How far Assam is lifted off the ground, in design units."""
    stretch: float = 1.0
    """How much taller than usual Assam is drawn; 1 is as usual."""
    opacity: float = 1.0

    @classmethod
    def of(cls, pose: int) -> Pose:
        square, heading = divmod(pose, 4)
        return cls(*SQUARES.middle(square), heading)


@dataclass(frozen=True)
class Unrolling:
    colour: int
    squares: Pair
    start: Point
    """The point the rug is brought from."""
    flown: float = 0.0
    """Share of the flight to its place that is over, still rolled up."""
    unrolled: float = 0.0
    """Share of the rug's length that lies flat."""
    opacity: float = 1.0


@dataclass(frozen=True)
class Count:
    squares: tuple[int, ...]
    """The squares in the order they are counted."""
    paid: int
    """Dirhams handed over in the end: fewer than the squares if the payer has no more."""
    counted: int = 0
    opacity: float = 1.0


@dataclass(frozen=True)
class Picture:
    """One moment of the match as it is drawn."""

    rugs: tuple[Rug, ...]
    assam: Pose
    seats: tuple[SeatView, ...]
    rolls: tuple[int, ...]
    throw: Throw
    steps: int = 0
    """Steps still to walk, shown above Assam; 0 shows nothing."""
    unrolling: Unrolling | None = None
    count: Count | None = None

    @classmethod
    def of(cls, view: View) -> Picture:
        return cls(view.rugs, Pose.of(pose_of(view)), view.seats, view.rolls, Throw(view.roll))

    def with_seat(self, seat: Seat, owned: SeatView) -> Picture:
        return replace(self, seats=(*self.seats[:seat], owned, *self.seats[seat + 1 :]))

    def with_coin(self, seat: Seat, value: int, more: int) -> Picture:
        """Return the picture with `more` coins of `value` added to a seat."""
        owned, kind = self.seats[seat], "fives" if value == 5 else "ones"
        return self.with_seat(seat, structs.replace(owned, **{kind: getattr(owned, kind) + more}))

    def without_rug(self, seat: Seat, colour: int) -> Picture:
        owned = self.seats[seat]
        left = tuple(many - (kind == colour) for kind, many in zip(owned.colours, owned.left, strict=True))
        return self.with_seat(seat, structs.replace(owned, left=left))


def pose_of(view: View) -> int:
    return view.square * 4 + HEADINGS.index(view.heading)
