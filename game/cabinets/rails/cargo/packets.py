"""Cargo as packets: where it began, how long it rode, and which vehicles were credited for carrying it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from game.cabinets.rails.contract.views import Cargo
from game.cabinets.rails.world.land import Land, distance

OLDEST: Final = 600
"""Periods after which cargo loses no more value."""
LEAST_FACTOR: Final = 31
_SCALE: Final = 255_000


class Packet(msgspec.Struct, array_like=True):
    """Units of cargo from one place. Their kind is known by where the packet is kept."""

    origin: int
    """The number of its producer: industries first, after them towns."""
    age: int
    """Periods that it has spent in vehicles."""
    units: int
    credits: list[tuple[int, int]] = []
    """The vehicles that carried it, the first one first, each with the coins credited to it; 0 stands for one sold
    since."""


class Tariff(msgspec.Struct, frozen=True):
    """The price of a kind of cargo, and how it falls with age."""

    rate: int
    slack: int
    late: int
    """In periods: after `slack` it loses value, and `late` periods later twice as fast."""


TARIFFS: Final = {
    Cargo.COAL: Tariff(100, 20, 255),
    Cargo.OIL: Tariff(110, 25, 255),
    Cargo.FUEL: Tariff(160, 10, 40),
    Cargo.PASSENGERS: Tariff(140, 4, 24),
}


def worth(kind: Cargo, units: int, far: int, age: int) -> int:
    """What units earn over that many tiles, in 255,000ths of a coin.

    >>> worth(Cargo.COAL, 120, 40, 0) // 255_000
    480
    """
    tariff = TARIFFS[kind]
    factor = 255 - max(0, age - tariff.slack) - max(0, age - tariff.slack - tariff.late)
    return units * far * tariff.rate * max(LEAST_FACTOR, factor)


def coins(parts: int) -> int:
    """Whole coins of 255,000ths."""
    return parts // _SCALE


def rest(parts: int) -> int:
    """What is left of 255,000ths when the whole coins are paid."""
    return parts % _SCALE


def put(rows: list[Packet], packet: Packet) -> None:
    """Add a packet to others of its kind; equal ones become one."""
    if packet.units <= 0:
        return
    origin, age, count = packet.origin, packet.age, len(packet.credits)
    for other in rows:
        if other.origin != origin or other.age != age or len(other.credits) != count:
            continue
        if not count or [name for name, _ in packet.credits] == [name for name, _ in other.credits]:
            other.units += packet.units
            other.credits = [
                (name, mine + more) for (name, mine), (_, more) in zip(other.credits, packet.credits, strict=True)
            ]
            return
    rows.append(packet)


def take(rows: list[Packet], units: int) -> list[Packet]:
    """Take the first units of these packets; where a packet is cut its credits are divided."""
    taken: list[Packet] = []
    while units > 0 and rows:
        first = rows[0]
        if first.units <= units:
            taken.append(rows.pop(0))
            units -= first.units
            continue
        shares = [(name, credit * units // first.units) for name, credit in first.credits]
        taken.append(Packet(first.origin, first.age, units, shares))
        first.units -= units
        if shares:
            first.credits = [(n, all_ - part) for (n, all_), (_, part) in zip(first.credits, shares, strict=True)]
        units = 0
    return taken


def total(rows: Iterable[Packet]) -> int:
    """The units of all packets together."""
    return sum(packet.units for packet in rows)


def grown_older(rows: list[Packet]) -> list[Packet]:
    """The packets a period later."""
    older: list[Packet] = []
    for packet in rows:
        packet.age = min(OLDEST, packet.age + 1)
        put(older, packet)
    return older


def place_of(land: Land, producer: int) -> int:
    """The tile from which distances count for a producer or taker."""
    industries = len(land.industries)
    return land.industries[producer].tile if producer < industries else land.towns[producer - industries].tile


def apart(land: Land, first: int, second: int) -> int:
    """The distance between two producers or takers, in tiles."""
    return distance(land.size, place_of(land, first), place_of(land, second))
