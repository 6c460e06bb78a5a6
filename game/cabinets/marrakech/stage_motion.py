"""Events become motion: each event adds its movements to one timeline, which changes the picture as time passes."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from game.cabinets.marrakech.rules import Heading, Rug, View
from game.cabinets.marrakech.stage_layout import (
    CELL,
    FRAME,
    Point,
    Stride,
    degrees,
    middle,
    strides,
    towards,
)
from game.cabinets.marrakech.stage_picture import Count, Flight, Notice, Picture, Pose, Throw, Unrolling
from game.core.rules import Event, Seat
from game.engine.stage import Surroundings
from game.engine.tween import Timeline, arc, ease_in_out, ease_out, linear

DELAYS: Final[Mapping[str, int]] = {
    "assam_turn": 220,
    "die": 900,
    "assam_step": 180,
    "count": 70,
    "coins": 500,
    "rug": 400,
    "notice": 1300,
}
"""Milliseconds of each movement where the settings name none: a quarter turn, the die's throw, one square walked,
one square counted, a coin's flight, a rug's unrolling, a line of text over the board."""
SHORT: Final = 0.15
"""Seconds of every movement under reduced motion."""
LOOP_PACE: Final = 0.72
"""Share of a square's time that Assam needs for as much of a loop."""
HOP: Final = 13.0
"""How high he hops, in design units."""
STAGGER: Final = 0.16
"""Share of a flight after which the next coin follows."""
MOST_COINS: Final = 2
"""Coins of one kind that fly from or to a seat when all are pooled."""

_CORNERS: tuple[Point, ...] = ((0, 60), (FRAME, 60), (FRAME, FRAME - 60), (0, FRAME - 60))


class Director:
    """Plays events on a picture. `picture` is what is to be seen at this moment."""

    def __init__(self, surroundings: Surroundings) -> None:
        self._surroundings = surroundings
        self._timeline = Timeline()
        self._hurrying = False
        self._unheard: str | None = None
        self._square, self._heading = 24, Heading.NORTH  # where Assam is when all that is queued has been played
        self.picture: Picture | None = None

    @property
    def busy(self) -> bool:
        """Whether something still moves."""
        return self._timeline.busy

    def reset(self, view: View) -> None:
        """Drop what moves and show `view`."""
        self._timeline.clear()
        self.picture = Picture.of(view)
        self._square, self._heading = view.square, view.heading

    def show(self, view: View, events: Sequence[Event]) -> None:
        """Queue the movements of `events`, which lead to `view`."""
        picture = self.picture
        if picture is None:
            self.reset(view)
            return
        self._timeline.speed = self._surroundings.speed
        for event in events:
            play = getattr(self, f"_play_{event.kind}", None)
            if play is not None:
                play(picture, **event.data)
        self._timeline.call(lambda: picture.settle(view))
        self._square, self._heading = view.square, view.heading
        if self._surroundings.speed <= 0:
            self.hurry()

    def update(self, seconds: float) -> None:
        """Let time pass."""
        self._timeline.update(seconds)

    def hurry(self) -> None:
        """Bring every movement to its end; of the sounds on the way only the last is heard."""
        self._hurrying, self._unheard = True, None
        self._timeline.finish()
        self._hurrying = False
        if self._unheard:
            self._surroundings.play_sound(self._unheard)

    def _seconds(self, name: str) -> float:
        return self._surroundings.delays.get(name, DELAYS[name]) / 1000

    def _anchor(self, seat: Seat) -> Point:
        return self._surroundings.anchors.get(seat, _CORNERS[seat % len(_CORNERS)])

    def _sound(self, name: str) -> None:
        """Queue a sound."""
        self._timeline.call(lambda: self._play_sound(name))

    def _play_sound(self, name: str) -> None:
        if self._hurrying:
            self._unheard = name
        else:
            self._surroundings.play_sound(name)

    def _still(self, change: Callable[[], None]) -> bool:
        """Under reduced motion, queue the mere change and a short rest instead of a movement."""
        if not self._surroundings.reduced_motion:
            return False
        self._timeline.call(change).wait(SHORT)
        return True

    def _announce(self, picture: Picture, notice: Notice, seconds: float | None = None) -> None:
        """Queue a line of text that comes, stays and goes."""

        def shown(share: float) -> None:
            notice.opacity = min(1.0, 6 * share, 5 * (1 - share))
            picture.notice = notice if share < 1 else None

        self._timeline.then(seconds or self._seconds("notice"), shown, linear)

    def _play_ordered(self, picture: Picture, order: Sequence[Seat]) -> None:
        self._sound("turn")
        self._announce(picture, Notice("marrakech_stage.ordered", {}, tuple(order)))

    def _play_headed(self, picture: Picture, heading: Heading) -> None:
        self._spin(picture, Heading(heading), rounds=1)

    def _play_turned(self, picture: Picture, seat: Seat, way: str, heading: Heading) -> None:
        if way != "ahead":
            self._spin(picture, Heading(heading))

    def _spin(self, picture: Picture, heading: Heading, rounds: int = 0) -> None:
        """Queue a turn on the spot, after whole `rounds`."""
        start = degrees(self._heading)
        swing = (degrees(heading) - start + 180) % 360 - 180 + 360 * rounds
        square, self._heading = self._square, heading

        def turned(share: float) -> None:
            angle = start + swing * share
            pose = Pose.on(square, towards(math.cos(math.radians(angle)), math.sin(math.radians(angle))))
            if share < 1:
                pose.angle = angle % 360
                pose.height = 5 * arc(share)
            picture.assam = pose if share < 1 else Pose.on(square, heading)

        self._sound("turn")
        if not self._still(lambda: turned(1.0)):
            self._timeline.then(self._seconds("assam_turn") * (1 + 3 * rounds), turned, ease_in_out)

    def _play_rolled(self, picture: Picture, seat: Seat, face: int) -> None:
        def tumbled(share: float) -> None:
            picture.throw = Throw(face, share)

        def landed() -> None:
            picture.throw, picture.steps = Throw(face), face
            picture.rolls = tuple(n + (index == face - 1) for index, n in enumerate(picture.rolls))

        self._sound("dice_roll")
        if not self._surroundings.reduced_motion:
            self._timeline.then(self._seconds("die"), tumbled, linear)
        self._sound("dice_land")
        self._timeline.call(landed).wait(SHORT)

    def _play_walked(self, picture: Picture, seat: Seat, path: Sequence[Sequence[Any]]) -> None:
        for stride in strides(self._square, self._heading, path):
            self._square, self._heading = stride.onto, stride.entering
            self._stride(picture, stride)

    def _stride(self, picture: Picture, stride: Stride) -> None:
        """Queue one step, hop by hop where a loop makes it long."""
        hops = max(1, round(stride.length / CELL))

        def walked(share: float) -> None:
            x, y, facing = stride.at(share)
            air = arc(share * hops % 1.0) if share < 1 else 0.0
            picture.assam = Pose(x, y, facing, height=HOP * air, stretch=1 + 0.05 * air)

        def arrived() -> None:
            picture.assam = Pose.on(stride.onto, stride.entering)
            picture.steps = max(0, picture.steps - 1)

        self._sound("step")
        if not self._surroundings.reduced_motion:
            pace = LOOP_PACE if stride.loop else 1.0
            self._timeline.then(self._seconds("assam_step") * pace * stride.length / CELL, walked, linear)
            self._timeline.call(arrived)
        else:
            self._still(arrived)

    def _play_paid(
        self,
        picture: Picture,
        payer: Seat,
        payee: Seat,
        amount: int,
        due: int,
        fives: int,
        ones: int,
        region: Sequence[int],
    ) -> None:
        self._count(picture, region)
        if 5 * fives + ones == amount:
            self._hand_over(picture, payer, payee, [5] * fives + [1] * ones)

        def forgotten(share: float) -> None:
            if picture.count:
                picture.count.opacity = 1 - share
            if share >= 1:
                picture.count = None

        self._timeline.then(SHORT, forgotten, linear)

    def _count(self, picture: Picture, region: Sequence[int]) -> None:
        """Queue the counting of a region's squares, from Assam outwards."""
        x, y = middle(self._square)
        outward = sorted(region, key=lambda square: math.dist(middle(square), (x, y)))
        count = Count(tuple(outward))

        def counted(share: float) -> None:
            picture.count = count
            count.counted = math.ceil(share * len(outward))

        each = min(self._seconds("count"), 0.9 / max(1, len(outward)))
        if not self._still(lambda: counted(1.0)):
            self._timeline.then(each * len(outward), counted, linear).wait(2 * SHORT)

    def _hand_over(self, picture: Picture, payer: Seat, payee: Seat, coins: Sequence[int]) -> None:
        """Queue the flight of coins from one purse into another."""

        def leave(value: int) -> None:
            _put_coin(picture, payer, value, -1)

        def arrive(value: int) -> None:
            _put_coin(picture, payee, value, +1)
            self._play_sound("coin")

        flights = [Flight(value, self._anchor(payer), self._anchor(payee)) for value in coins]
        self._timeline.wait(0.0)
        self._fly(picture, flights, leave, arrive)
        self._sound("purse")

    def _fly(
        self,
        picture: Picture,
        flights: Sequence[Flight],
        leave: Callable[[int], None],
        arrive: Callable[[int], None],
        delay: float = 0.0,
    ) -> float:
        """Queue flights that begin one after another, `delay` seconds after what was queued last began.

        `leave` and `arrive` are told each coin's value. Returns the seconds until the last has arrived.
        """
        seconds = self._seconds("coins")
        stagger = min(seconds * STAGGER, 0.5 / max(1, len(flights)))
        for number, flight in enumerate(flights):

            def flown(share: float, flight: Flight = flight) -> None:
                if flight not in picture.flights:
                    picture.flights.append(flight)
                    leave(flight.value)
                flight.share = share
                if share >= 1:
                    picture.flights.remove(flight)
                    arrive(flight.value)

            length = 0.0 if self._surroundings.reduced_motion else seconds
            self._timeline.beside(length, flown, ease_in_out, delay=delay + number * stagger)
        return delay + seconds + stagger * len(flights)

    def _play_pooled(self, picture: Picture, coins: Sequence[Sequence[int]]) -> None:
        heart = (FRAME / 2, FRAME * 0.38)
        inward, outward = [], []
        for seat, kinds in enumerate(coins):
            for value, many in zip((5, 1), kinds, strict=True):
                for _ in range(min(MOST_COINS, many)):
                    inward.append(Flight(value, self._anchor(seat), heart))
                    outward.append(Flight(value, heart, self._anchor(seat)))

        def emptied() -> None:
            for purse in picture.purses:
                purse.fives = purse.ones = 0

        def dealt() -> None:
            for purse, (fives, ones) in zip(picture.purses, coins, strict=True):
                purse.fives, purse.ones = fives, ones

        flying = 2 * (self._seconds("coins") + 0.5)
        self._timeline.call(emptied)
        self._sound("purse")
        self._announce(picture, Notice("marrakech_stage.pooled", {}), flying)
        gathered = self._fly(picture, inward, _nothing, _nothing)
        self._fly(picture, outward, _nothing, _nothing, gathered)
        self._timeline.call(dealt)
        self._sound("purse")

    def _play_eliminated(self, picture: Picture, seat: Seat) -> None:
        def put_out() -> None:
            picture.purses[seat].out = True
            picture.count = None

        self._timeline.call(put_out)
        self._sound("eliminated")
        self._announce(picture, Notice("marrakech_stage.eliminated", {"seat": seat}, (seat,)))

    def _play_laid(self, picture: Picture, seat: Seat, colour: int, squares: Sequence[int], rug: int) -> None:
        pair = (squares[0], squares[1])
        rolled_up = Unrolling(colour, pair, start=self._anchor(seat))

        def fetched(share: float) -> None:
            if picture.unrolling is None:
                picture.unrolling = rolled_up
                _take_rug(picture, seat, colour)
            rolled_up.flown = share

        def unrolled(share: float) -> None:
            rolled_up.unrolled = share

        def faded_in(share: float) -> None:
            fetched(1.0)
            rolled_up.unrolled, rolled_up.opacity = 1.0, share

        def lies() -> None:
            picture.unrolling = None
            picture.rugs.append(Rug(colour, pair))

        if self._surroundings.reduced_motion:
            self._sound("rug")
            self._timeline.then(SHORT, faded_in, linear)
        else:
            self._timeline.then(self._seconds("rug") * 0.6, fetched, ease_out)
            self._sound("rug")
            self._timeline.then(self._seconds("rug"), unrolled, ease_out)
        self._timeline.call(lies)

    def _play_wasted(self, picture: Picture, seat: Seat, colour: int) -> None:
        self._timeline.call(lambda: _take_rug(picture, seat, colour))
        self._announce(picture, Notice("marrakech_stage.wasted", {"seat": seat}, (seat,)))

    def _play_over(self, picture: Picture, reason: str) -> None:
        self._sound("win")
        self._announce(picture, Notice("marrakech_stage.over", {}))


def _nothing(_value: int) -> None:
    """Coins of the pool belong to nobody while they fly."""


def _put_coin(picture: Picture, seat: Seat, value: int, many: int) -> None:
    purse = picture.purses[seat]
    if value == 5:
        purse.fives += many
    else:
        purse.ones += many


def _take_rug(picture: Picture, seat: Seat, colour: int) -> None:
    """Take one rug of `colour` from the seat's pile: the first of its colours, or the second."""
    purse = picture.purses[seat]
    which = 1 if len(purse.left) > 1 and colour != seat else 0
    purse.left = tuple(n - (index == which) for index, n in enumerate(purse.left))
