"""Turns events into movements in the stage's script; they replace parts of the picture as time passes."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, TypeAlias

from msgspec import structs

from game.cabinets.marrakech.presentation import RUG
from game.cabinets.marrakech.rules import HEADINGS, Rug, View
from game.cabinets.marrakech.stage.dice import Throw
from game.cabinets.marrakech.stage.layout import CELL, FRAME, SQUARES, Pair, Stride, degrees, nearest_heading, strides
from game.cabinets.marrakech.stage.picture import Count, Picture, Pose, Unrolling, pose_of
from game.core.rules import Event, Seat
from game.engine.audio import Sound
from game.engine.ornament import coin
from game.engine.tween import Point, Progress, arc, ease_in_out, ease_out, linear
from game.kit.drawing.announcement import Announcement
from game.kit.handing import LONGEST_ROW, hand_over
from game.kit.script import SHORT
from game.kit.stage import PictureStage

LOOP_PACE: Final = 0.72
"""Time for a stretch of a loop, as a share of the time for the same stretch on the board."""
HOP: Final = 13.0
"""Height of Assam's hops, in design units."""
FETCH: Final = 0.6
"""Share of a rug's time in which it is brought from the panel, before it unrolls."""
LONGEST_COUNT: Final = 0.9
MOST_POOLED: Final = 2
"""The most coins of one kind that fly from and to a seat when all coins are pooled: enough to tell what happens."""
POOL: Final[Point] = (FRAME / 2, FRAME * 0.38)
COIN: Final = 30.0

Parts: TypeAlias = Mapping[str, Any]
"""Fields of the picture with their values at one moment."""


class Motion:
    """Writes the movements of one step, which begins at the view that the stage shows."""

    def __init__(self, stage: PictureStage[View, Any, Picture], before: View) -> None:
        self.stage = stage
        self.script = stage.script
        self.pose = pose_of(before)
        """Assam's pose after all movements that have been written so far."""

    def play(self, event: Event) -> None:
        """Write the movement of an event; events of unknown kinds, or with missing data, move nothing."""
        match event.kind, event.data:
            case "ordered", {"order": order}:
                self.script.sound(Sound.TURN)
                self._announce("ordered", order)
            case "headed", {"heading": heading}:
                self._spin(HEADINGS.index(heading), rounds=1)
            case "turned", {"way": "left" | "right", "heading": heading}:
                self._spin(HEADINGS.index(heading))
            case "rolled", {"face": face}:
                self._roll(face)
            case "walked", {"path": path}:
                self._walk(len(path))
            case "paid", {
                "payer": payer,
                "payee": payee,
                "amount": amount,
                "region": region,
                "fives": fives,
                "ones": ones,
            }:
                self._count(region, amount)
                if 5 * fives + ones == amount:
                    self._hand_over(payer, payee, fives, ones)
                self._forget_count()
            case "pooled", {"coins": coins}:
                self._pool(coins)
            case "eliminated", {"seat": seat}:
                self._change(lambda old: old.with_seat(seat, structs.replace(old.seats[seat], out=True)))
                self.script.sound(Sound.ELIMINATED)
                self._announce("eliminated", (seat,), seat=seat)
            case "laid", {"seat": seat, "colour": colour, "squares": [first, second]}:
                self._lay(seat, Rug(colour, (first, second)))
            case "wasted", {"seat": seat, "colour": colour}:
                self._change(lambda old: old.without_rug(seat, colour))
                self._announce("wasted", (seat,), seat=seat)
            case "over", _:
                self._announce("over")

    def _show(self, change: Callable[[Picture], Picture]) -> None:
        assert self.stage.picture is not None
        self.stage.picture = change(self.stage.picture)

    def _change(self, change: Callable[[Picture], Picture]) -> None:
        """Add a change that takes no time."""
        self.script.call(lambda: self._show(change))

    def _seen(self, parts: Callable[[float], Parts]) -> Progress:
        """Return a function of a movement's share (0 … 1) that shows the picture with `parts(share)` put in."""
        return lambda share: self._show(lambda old: replace(old, **parts(share)))

    def _announce(self, key: str, seats: Sequence[Seat] = (), seconds: float | None = None, **values: Any) -> None:
        text = self.script.surroundings.texts.line(f"marrakech_stage.{key}", values)
        self.script.effect(Announcement(text, seats, FRAME, FRAME), seconds or self.script.seconds("notice"))

    def _fade_to(self, pose: int) -> None:
        """Add a fade instead of a walk or turn of Assam: he fades out and comes back in his new pose."""
        old, new, self.pose = Pose.of(self.pose), Pose.of(pose), pose

        def faded(share: float) -> Parts:
            return {"assam": replace(old if share < 0.5 else new, opacity=abs(1 - 2 * share))}

        self.script.then(2 * SHORT, self._seen(faded))

    def _spin(self, heading: int, rounds: int = 0) -> None:
        """Add a turn on the spot to `heading`, after `rounds` whole rounds."""
        square, start = self.pose // 4, degrees(self.pose % 4)
        swing = (degrees(heading) - start + 180) % 360 - 180 + 360 * rounds
        end = square * 4 + heading

        def turned(share: float) -> Parts:
            angle = start + swing * share
            turning = Pose.of(square * 4 + nearest_heading(angle))
            return {"assam": replace(turning, angle=angle % 360, height=5 * arc(share)) if share < 1 else Pose.of(end)}

        self.script.sound(Sound.TURN)
        if self.script.reduced:
            self._fade_to(end)
        else:
            self.script.then(self.script.seconds("assam_turn") * (1 + 3 * rounds), self._seen(turned), ease_in_out)
        self.pose = end

    def _roll(self, face: int) -> None:
        def landed(old: Picture) -> Picture:
            rolls = tuple(many + (number == face) for number, many in enumerate(old.rolls, 1))
            return replace(old, steps=face, rolls=rolls)

        self.script.sound(Sound.DICE_ROLL)
        self.script.move(self.script.seconds("die"), self._seen(lambda share: {"throw": Throw(face, share)}), linear)
        self.script.sound(Sound.DICE_LAND)
        self._change(landed)
        self.script.rest(SHORT)

    def _walk(self, steps: int) -> None:
        way = strides(self.pose, steps)
        if self.script.reduced:
            self.script.sound(Sound.STEP)
            self._fade_to(way[-1].end)
            self._change(lambda old: replace(old, steps=0))
            return
        for number, stride in enumerate(way, 1):
            self._stride(stride, steps - number)
        self.pose = way[-1].end

    def _stride(self, stride: Stride, steps_left: int) -> None:
        """Add one step, in several hops if a loop makes it long."""
        hops = max(1, round(stride.length / CELL))

        def walked(share: float) -> Parts:
            air = arc(share * hops % 1.0) if share < 1 else 0.0
            return {"assam": Pose(*stride.at(share), height=HOP * air, stretch=1 + 0.05 * air)}

        pace = LOOP_PACE if stride.loop else 1.0
        self.script.sound(Sound.STEP)
        self.script.then(self.script.seconds("assam_step") * pace * stride.length / CELL, self._seen(walked))
        self._change(lambda old: replace(old, assam=Pose.of(stride.end), steps=steps_left))

    def _count(self, region: Sequence[int], paid: int) -> None:
        middle = SQUARES.middle(self.pose // 4)
        outward = tuple(sorted(region, key=lambda square: math.dist(SQUARES.middle(square), middle)))

        def counted(share: float) -> Parts:
            return {"count": Count(outward, paid, math.ceil(share * len(outward)))}

        each = min(self.script.seconds("count"), LONGEST_COUNT / max(1, len(outward)))
        self.script.move(each * len(outward), self._seen(counted), linear)
        self.script.rest(2 * SHORT)

    def _forget_count(self) -> None:
        def faded(old: Picture, share: float) -> Picture:
            return replace(old, count=replace(old.count, opacity=1 - share) if old.count and share < 1 else None)

        self.script.then(SHORT, lambda share: self._show(lambda old: faded(old, share)))

    def _hand_over(self, payer: Seat, payee: Seat, fives: int, ones: int) -> None:
        coins = [5] * fives + [1] * ones
        self.script.rest()
        self._fly(
            coins,
            self.script.anchor(payer),
            self.script.anchor(payee),
            Sound.COIN,
            departed=lambda number: self._show(lambda old: old.with_coin(payer, coins[number], -1)),
            arrived=lambda number: self._show(lambda old: old.with_coin(payee, coins[number], 1)),
        )
        self.script.sound(Sound.PURSE)

    def _fly(self, coins: Sequence[int], start: Point, end: Point, sound: Sound | None = None, **heard: Any) -> None:
        sprites = [partial(coin, value) for value in coins]
        hand_over(self.script, sprites, COIN, start, end, self.script.seconds("coins"), sound, **heard)

    def _pool(self, coins: Sequence[Sequence[int]]) -> None:
        """Add the coins of all seats flying together, and back as they are dealt anew.

        `coins` holds each seat's fives and ones afterwards.
        """

        def held(fives_and_ones: Sequence[Sequence[int]]) -> Callable[[Picture], Picture]:
            return lambda old: replace(
                old,
                seats=tuple(
                    structs.replace(owned, fives=fives, ones=ones)
                    for owned, (fives, ones) in zip(old.seats, fives_and_ones, strict=True)
                ),
            )

        self._change(held([(0, 0)] * len(coins)))
        self.script.sound(Sound.PURSE)
        self._announce("pooled", seconds=2 * (self.script.seconds("coins") + LONGEST_ROW))
        for back in (False, True):
            self.script.rest()
            for seat, kinds in enumerate(coins):
                some = [value for value, many in zip((5, 1), kinds, strict=True) for _ in range(min(MOST_POOLED, many))]
                start, end = self.script.anchor(seat), POOL
                self._fly(some, *((end, start) if back else (start, end)))
        self.script.rest()
        self._change(held(coins))
        self.script.sound(Sound.PURSE)

    def _lay(self, seat: Seat, laid: Rug) -> None:
        squares: Pair = laid.squares
        rolled = Unrolling(laid.colour, squares, self.script.anchor(seat))
        arrived = replace(rolled, flown=1.0)
        whole = replace(arrived, unrolled=1.0)
        self._change(lambda old: old.without_rug(seat, laid.colour))
        if self.script.reduced:
            self.script.sound(RUG)
            self.script.then(SHORT, self._seen(lambda share: {"unrolling": replace(whole, opacity=share)}))
        else:
            seconds = self.script.seconds("rug")
            fetched = self._seen(lambda share: {"unrolling": replace(rolled, flown=share)})
            self.script.then(seconds * FETCH, fetched, ease_out)
            self.script.sound(RUG)
            unrolled = self._seen(lambda share: {"unrolling": replace(arrived, unrolled=share)})
            self.script.then(seconds, unrolled, ease_out)
        self._change(lambda old: replace(old, unrolling=None, rugs=(*old.rugs, laid)))
