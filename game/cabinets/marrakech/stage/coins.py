"""Money on its way: counted by squares, handed over coin by coin, or pooled and dealt anew."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

from game.cabinets.marrakech.stage.layout import FRAME, Point, middle
from game.cabinets.marrakech.stage.picture import Count, Flight, Picture
from game.cabinets.marrakech.stage.script import SHORT, Script
from game.core.rules import Seat
from game.engine.audio import Sound
from game.engine.tween import ease_in_out, linear

STAGGER: Final = 0.16
"""Share of a flight after which the next coin follows."""
LONGEST_ROW: Final = 0.5
"""Seconds within which all coins of one payment set off."""
LONGEST_COUNT: Final = 0.9
MOST_POOLED: Final = 2
"""Coins of one kind that fly from and to a seat when all are pooled: enough to tell what happens."""
POOL: Final[Point] = (FRAME / 2, FRAME * 0.38)


def count_region(script: Script, picture: Picture, region: Sequence[int], square: int, paid: int) -> None:
    """Add the counting of a region's squares from Assam's `square` outwards."""
    outward = sorted(region, key=lambda other: math.dist(middle(other), middle(square)))
    count = Count(tuple(outward), paid)

    def counted(share: float) -> None:
        picture.count = count
        count.counted = math.ceil(share * len(outward))

    each = min(script.seconds("count"), LONGEST_COUNT / max(1, len(outward)))
    script.move(each * len(outward), counted, linear)
    script.rest(2 * SHORT)


def forget_region(script: Script, picture: Picture) -> None:
    """Add the fading of the counted region."""

    def faded(share: float) -> None:
        if picture.count:
            picture.count.opacity = 1 - share
        if share >= 1:
            picture.count = None

    script.then(SHORT, faded)


def hand_over(script: Script, picture: Picture, payer: Seat, payee: Seat, fives: int, ones: int) -> None:
    """Add the flight of coins from one purse into another, 5s first."""

    def leave(value: int) -> None:
        _put(picture, payer, value, -1)

    def arrive(value: int) -> None:
        _put(picture, payee, value, +1)
        script.sound_now(Sound.COIN)

    start, end = script.anchor(payer), script.anchor(payee)
    flights = [Flight(value, start, end) for value in [5] * fives + [1] * ones]
    script.rest()
    _fly(script, picture, flights, leave, arrive)
    script.sound(Sound.PURSE)


def pool(script: Script, picture: Picture, coins: Sequence[Sequence[int]]) -> None:
    """Add the coins of all seats flying together and back as they are dealt anew, beside what `then` added last.

    `coins` holds each seat's fives and ones afterwards.
    """
    inward, outward = [], []
    for seat, kinds in enumerate(coins):
        for value, many in zip((5, 1), kinds, strict=True):
            for _ in range(min(MOST_POOLED, many)):
                inward.append(Flight(value, script.anchor(seat), POOL))
                outward.append(Flight(value, POOL, script.anchor(seat)))
    gathered = _fly(script, picture, inward)
    _fly(script, picture, outward, delay=gathered)


def pool_seconds(script: Script) -> float:
    """About how long `pool` takes."""
    return 2 * (script.seconds("coins") + LONGEST_ROW)


def _nothing(_value: int) -> None:
    """Coins of the pool belong to nobody while they fly."""


def _fly(
    script: Script,
    picture: Picture,
    flights: Sequence[Flight],
    leave: Callable[[int], None] = _nothing,
    arrive: Callable[[int], None] = _nothing,
    delay: float = 0.0,
) -> float:
    """Add flights that begin one after another, the first after `delay` seconds.

    `leave` and `arrive` are told each coin's value. Returns the seconds until the last has arrived.
    """
    seconds = 0.0 if script.reduced else script.seconds("coins")
    stagger = min(script.seconds("coins") * STAGGER, LONGEST_ROW / max(1, len(flights)))
    for number, flight in enumerate(flights):

        def flown(share: float, flight: Flight = flight) -> None:
            if flight not in picture.flights:
                picture.flights.append(flight)
                leave(flight.value)
            flight.share = share
            if share >= 1:
                picture.flights.remove(flight)
                arrive(flight.value)

        script.beside(seconds, flown, ease_in_out, delay + number * stagger)
    return delay + seconds + stagger * len(flights)


def _put(picture: Picture, seat: Seat, value: int, many: int) -> None:
    """Put coins of a value into a seat's purse."""
    purse = picture.purses[seat]
    if value == 5:
        purse.fives += many
    else:
        purse.ones += many
