"""Events become motion: each adds its movements to one script, which changes the picture as time passes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from game.cabinets.marrakech.presentation import RUG
from game.cabinets.marrakech.rules import Heading, Rug, View
from game.cabinets.marrakech.stage.coins import count_region, forget_region, hand_over, pool, pool_seconds
from game.cabinets.marrakech.stage.layout import CELL, Stride, degrees, strides, towards
from game.cabinets.marrakech.stage.picture import Notice, Picture, Pose, Throw, Unrolling
from game.cabinets.marrakech.stage.script import SHORT, Script
from game.core.rules import Event, Seat
from game.engine.audio import Sound
from game.engine.stage import Surroundings
from game.engine.tween import arc, ease_in_out, linear

LOOP_PACE: Final = 0.72
"""Share of a square's time that Assam needs for as much of a loop."""
HOP: Final = 13.0
"""How high he hops, in design units."""
FETCH: Final = 0.6
"""Share of a rug's time in which it is brought from the panel, before it unrolls."""


class Director:
    """Plays events on a picture: `picture` is what is to be seen at this moment.

    The method `_play_<kind>` takes the data of an event of that kind; a kind without one moves nothing.
    """

    def __init__(self, surroundings: Surroundings) -> None:
        self._script = Script(surroundings)
        self._square, self._heading = 24, Heading.NORTH  # where Assam is when all that is queued has been played
        self.picture: Picture | None = None

    @property
    def busy(self) -> bool:
        """Whether something still moves."""
        return self._script.busy

    def reset(self, view: View) -> None:
        """Drop what moves and show `view`."""
        self._script.clear()
        self.picture = Picture.of(view)
        self._square, self._heading = view.square, view.heading

    def show(self, view: View, events: Sequence[Event]) -> None:
        """Queue the movements of `events`, which lead to `view`."""
        picture = self.picture
        if picture is None:
            self.reset(view)
            return
        self._script.keep_pace()
        for event in events:
            play = getattr(self, f"_play_{event.kind}", None)
            if play is not None:
                play(picture, **event.data)
        self._script.call(lambda: picture.settle(view))
        self._square, self._heading = view.square, view.heading
        if self._script.instant:
            self._script.hurry()

    def update(self, seconds: float) -> None:
        """Let time pass."""
        self._script.update(seconds)

    def hurry(self) -> None:
        """Bring every movement to its end."""
        self._script.hurry()

    def _announce(self, picture: Picture, notice: Notice, seconds: float | None = None) -> None:
        """Queue a line of text that comes, stays and goes."""

        def shown(share: float) -> None:
            notice.opacity = min(1.0, 6 * share, 5 * (1 - share))
            picture.notice = notice if share < 1 else None

        self._script.then(seconds or self._script.seconds("notice"), shown)

    def _fade_to(self, picture: Picture, pose: Pose) -> None:
        """Queue what replaces Assam's movement: he fades away and comes back in his new pose."""

        def faded(share: float) -> None:
            if share < 0.5:
                picture.assam.opacity = 1 - 2 * share
            else:
                picture.assam = replace(pose, opacity=2 * share - 1)

        self._script.then(2 * SHORT, faded)

    def _play_ordered(self, picture: Picture, order: Sequence[Seat]) -> None:
        self._script.sound(Sound.TURN)
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
            facing = towards(math.cos(math.radians(angle)), math.sin(math.radians(angle)))
            pose = Pose.on(square, facing if share < 1 else heading)
            if share < 1:
                pose.angle, pose.height = angle % 360, 5 * arc(share)
            picture.assam = pose

        self._script.sound(Sound.TURN)
        if self._script.reduced:
            self._fade_to(picture, Pose.on(square, heading))
        else:
            self._script.then(self._script.seconds("assam_turn") * (1 + 3 * rounds), turned, ease_in_out)

    def _play_rolled(self, picture: Picture, seat: Seat, face: int) -> None:
        def tumbled(share: float) -> None:
            picture.throw = Throw(face, share)

        def landed() -> None:
            picture.steps = face
            picture.rolls = tuple(n + (index == face - 1) for index, n in enumerate(picture.rolls))

        self._script.sound(Sound.DICE_ROLL)
        self._script.move(self._script.seconds("die"), tumbled, linear)
        self._script.sound(Sound.DICE_LAND)
        self._script.call(landed)
        self._script.rest(SHORT)

    def _play_walked(self, picture: Picture, seat: Seat, path: Sequence[Sequence[Any]]) -> None:
        steps = strides(self._square, self._heading, path)
        self._square, self._heading = steps[-1].onto, steps[-1].entering
        if self._script.reduced:
            self._script.sound(Sound.STEP)
            self._fade_to(picture, Pose.on(self._square, self._heading))
        else:
            for stride in steps:
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

        pace = LOOP_PACE if stride.loop else 1.0
        self._script.sound(Sound.STEP)
        self._script.then(self._script.seconds("assam_step") * pace * stride.length / CELL, walked)
        self._script.call(arrived)

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
        count_region(self._script, picture, region, self._square, amount)
        if 5 * fives + ones == amount:
            hand_over(self._script, picture, payer, payee, fives, ones)
        forget_region(self._script, picture)

    def _play_pooled(self, picture: Picture, coins: Sequence[Sequence[int]]) -> None:
        def emptied() -> None:
            for purse in picture.purses:
                purse.fives = purse.ones = 0

        def dealt() -> None:
            for purse, (fives, ones) in zip(picture.purses, coins, strict=True):
                purse.fives, purse.ones = fives, ones

        self._script.call(emptied)
        self._script.sound(Sound.PURSE)
        self._announce(picture, Notice("marrakech_stage.pooled", {}), pool_seconds(self._script))
        pool(self._script, picture, coins)
        self._script.call(dealt)
        self._script.sound(Sound.PURSE)

    def _play_eliminated(self, picture: Picture, seat: Seat) -> None:
        def put_out() -> None:
            picture.purses[seat].out = True

        self._script.call(put_out)
        self._script.sound(Sound.ELIMINATED)
        self._announce(picture, Notice("marrakech_stage.eliminated", {"seat": seat}, (seat,)))

    def _play_laid(self, picture: Picture, seat: Seat, colour: int, squares: Sequence[int], rug: int) -> None:
        pair = (squares[0], squares[1])
        rolling = Unrolling(colour, pair, start=self._script.anchor(seat))

        def fetched(share: float) -> None:
            if picture.unrolling is None:
                picture.unrolling = rolling
                _take_rug(picture, seat, colour)
            rolling.flown = share

        def unrolled(share: float) -> None:
            rolling.unrolled = share

        def faded_in(share: float) -> None:
            fetched(1.0)
            rolling.unrolled, rolling.opacity = 1.0, share

        def lies() -> None:
            picture.unrolling = None
            picture.rugs.append(Rug(colour, pair))

        if self._script.reduced:
            self._script.sound(RUG)
            self._script.then(SHORT, faded_in)
        else:
            self._script.move(self._script.seconds("rug") * FETCH, fetched)
            self._script.sound(RUG)
            self._script.move(self._script.seconds("rug"), unrolled)
        self._script.call(lies)

    def _play_wasted(self, picture: Picture, seat: Seat, colour: int) -> None:
        self._script.call(lambda: _take_rug(picture, seat, colour))
        self._announce(picture, Notice("marrakech_stage.wasted", {"seat": seat}, (seat,)))

    def _play_over(self, picture: Picture, reason: str) -> None:
        self._announce(picture, Notice("marrakech_stage.over", {}))


def _take_rug(picture: Picture, seat: Seat, colour: int) -> None:
    """Take one rug of `colour` from the seat's pile: the first of its colours, or the second."""
    purse = picture.purses[seat]
    which = 1 if len(purse.left) > 1 and colour != seat else 0
    purse.left = tuple(n - (index == which) for index, n in enumerate(purse.left))
