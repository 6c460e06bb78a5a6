"""Pairs of places that could be joined: producers and takers of cargo, and what a unit is worth between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from game.cabinets.rails.cargo.catchment import made_by, takes
from game.cabinets.rails.cargo.packets import TARIFFS, apart
from game.cabinets.rails.contract.views import Cargo
from game.cabinets.rails.economy.periods import A_PASSENGER
from game.cabinets.rails.match.look import Look
from game.cabinets.rails.world.land import Land

FARTHEST = 90
NEAREST = 10
"""The least distance between partners, in tiles."""


class Trade(NamedTuple):
    """Cargo of one kind that could be carried. Places are indices of industries, then of towns."""

    kind: Cargo
    maker: int
    taker: int
    far: int
    """The distance that the tariff pays for, in tiles."""
    output: int
    """Units produced per period."""

    @property
    def both_ways(self) -> bool:
        """Whether equally much cargo can be carried back."""
        return self.kind == Cargo.PASSENGERS

    @property
    def unit(self) -> float:
        """Coins paid for a unit that arrives in time."""
        return self.far * TARIFFS[self.kind].rate / 1000


def tiles_of(land: Land, place: int) -> tuple[int, ...]:
    """Return the tiles of a place; a station serves the place if one of them is in its catchment."""
    industries = len(land.industries)
    if place < industries:
        return tuple(land.tiles_of(land.industries[place]))
    town = land.towns[place - industries]
    return (town.tile, *town.houses)


def trades(land: Land, view: Look) -> Iterator[Trade]:
    """Yield all cargo that could be carried by rail, passengers once for each pair of towns."""
    industries = len(land.industries)
    places = range(industries + len(land.towns))
    inhabitants = {industries + index: town.inhabitants for index, town in enumerate(view.towns)}
    for maker in places:
        kind = made_by(land, maker)
        if kind is None or (maker < industries and land.industries[maker].at_sea):
            continue
        output = _output(land, view, maker, inhabitants)
        for taker in places:
            if taker == maker or (kind == Cargo.PASSENGERS and taker < maker):
                continue
            far = apart(land, maker, taker)
            if takes(land, taker, kind, inhabitants.get(taker, 0)) and NEAREST <= far <= FARTHEST and output > 0:
                back = inhabitants.get(taker, 0) // A_PASSENGER if kind == Cargo.PASSENGERS else output
                yield Trade(kind, maker, taker, far, min(output, back))


def _output(land: Land, view: Look, maker: int, inhabitants: dict[int, int]) -> int:
    """Return what a place produces in a period; for a refinery, what it produced in the last one."""
    if maker in inhabitants:
        return inhabitants[maker] // A_PASSENGER
    industry = land.industries[maker]
    return industry.output or view.industries[maker].made
