"""Cargo: who makes and takes it, which stations reach them, and its packets, which know whence they came."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from game.cabinets.rails.building.site import Site
from game.cabinets.rails.contract.views import Cargo
from game.cabinets.rails.world.land import MINE, POWER_STATION, REFINERY, WELL, Land, distance

OF_RAIL: Final = 4
OF_ROAD: Final = 3
OF_DOCK: Final = 5
"""How many tiles around each kind of station part its catchment reaches, in each direction."""
MADE: Final = {MINE: Cargo.COAL, WELL: Cargo.OIL, REFINERY: Cargo.FUEL}
TAKEN: Final = {POWER_STATION: Cargo.COAL, REFINERY: Cargo.OIL}
"""What each kind of industry makes, and takes."""
LEAST_FOR_FUEL: Final = 600
"""Number of inhabitants from which a town takes fuel."""
OLDEST: Final = 600
"""Number of periods after which cargo loses no more value."""
LEAST_FACTOR: Final = 31
_SCALE: Final = 255_000


def made_by(land: Land, producer: int) -> Cargo | None:
    """Return the cargo that a producer makes; None for one that only takes cargo."""
    if producer >= len(land.industries):
        return Cargo.PASSENGERS
    return MADE.get(land.industries[producer].kind)


def takes(land: Land, taker: int, kind: Cargo, inhabitants: int) -> bool:
    """Return whether an industry, or a town of `inhabitants` people, takes a kind of cargo."""
    if taker >= len(land.industries):
        return kind == Cargo.PASSENGERS or (kind == Cargo.FUEL and inhabitants >= LEAST_FOR_FUEL)
    return TAKEN.get(land.industries[taker].kind) == kind


def standing_on(land: Land) -> dict[int, int]:
    """Return the industry or town of each tile that belongs to one; a town has its houses and its centre."""
    found = {tile: index for index, industry in enumerate(land.industries) for tile in land.tiles_of(industry)}
    for index, town in enumerate(land.towns):
        found |= dict.fromkeys((town.tile, *town.houses), len(land.industries) + index)
    return found


def reached_by_all(site: Site, ground: dict[int, int]) -> dict[int, tuple[int, ...]]:
    """Return the producers and takers in each station's catchment, those nearest to its sign first."""
    size = site.land.size
    covered: dict[int, set[int]] = {station: set() for station in site.stations}
    for tile, station in site.parts().items():
        radius = OF_DOCK if tile in site.docks or tile in site.wells else OF_ROAD if tile in site.stops else OF_RAIL
        row, column = divmod(tile, size)
        left, right = max(0, column - radius), min(size, column + radius + 1)
        for y in range(max(0, row - radius), min(size, row + radius + 1)):
            covered[station].update(range(y * size + left, y * size + right))
    return {station: _nearest_first(site, station, tiles & ground.keys(), ground) for station, tiles in covered.items()}


def _nearest_first(site: Site, station: int, tiles: set[int], ground: dict[int, int]) -> tuple[int, ...]:
    """Return the industries and towns on some tiles, those nearest to a station's sign first, each once."""
    size = site.land.size
    sign_row, sign_column = divmod(site.stations[station].tile, size)
    near = sorted((abs(tile // size - sign_row) + abs(tile % size - sign_column), ground[tile]) for tile in tiles)
    return tuple(dict.fromkeys(owner for _, owner in near))


class Packet(msgspec.Struct, array_like=True):
    """Units of cargo from one place. Their kind is known from where the packet is kept."""

    origin: int
    """The number of the cargo's producer: industries first, then towns."""
    age: int
    """Number of periods that the cargo has spent in vehicles."""
    units: int
    credits: list[tuple[int, int]] = []
    """The vehicles that carried the cargo, in order, each with the coins credited to it; 0 is a vehicle that was sold
    since."""


class Tariff(msgspec.Struct, frozen=True):
    """The price of a kind of cargo, and how it falls with the cargo's age."""

    rate: int
    slack: int
    late: int
    """In periods: cargo loses value after `slack` periods, and twice as fast `late` periods later."""


TARIFFS: Final = {
    Cargo.COAL: Tariff(100, 20, 255),
    Cargo.OIL: Tariff(110, 25, 255),
    Cargo.FUEL: Tariff(160, 10, 40),
    Cargo.PASSENGERS: Tariff(140, 4, 24),
}


def worth(kind: Cargo, units: int, far: int, age: int) -> int:
    """Return what units earn over a distance of `far` tiles, in 255,000ths of a coin.

    >>> worth(Cargo.COAL, 120, 40, 0) // 255_000
    480
    """
    tariff = TARIFFS[kind]
    factor = 255 - max(0, age - tariff.slack) - max(0, age - tariff.slack - tariff.late)
    return units * far * tariff.rate * max(LEAST_FACTOR, factor)


def coins(parts: int) -> int:
    """Return the whole coins in a number of 255,000ths of a coin."""
    return parts // _SCALE


def rest(parts: int) -> int:
    """Return what remains of 255,000ths of a coin after the whole coins are paid."""
    return parts % _SCALE


def put(rows: list[Packet], packet: Packet) -> None:
    """Add a packet to others of its kind; packets of equal origin, age and credits are merged."""
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
    """Remove and return the first units of some packets; the credits of a packet that is split are divided."""
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
    """Return the units of all packets together."""
    return sum(packet.units for packet in rows)


def grown_older(rows: list[Packet]) -> list[Packet]:
    """Return the packets one period older."""
    older: list[Packet] = []
    for packet in rows:
        packet.age = min(OLDEST, packet.age + 1)
        put(older, packet)
    return older


def place_of(land: Land, producer: int) -> int:
    """Return the tile from which distances to a producer or taker are measured."""
    industries = len(land.industries)
    return land.industries[producer].tile if producer < industries else land.towns[producer - industries].tile


def apart(land: Land, first: int, second: int) -> int:
    """Return the distance between two producers or takers, in tiles."""
    return distance(land.size, place_of(land, first), place_of(land, second))
