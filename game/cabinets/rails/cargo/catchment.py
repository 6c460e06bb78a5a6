"""Find who makes and who takes cargo, and which stations reach them."""

from __future__ import annotations

from typing import Final

from game.cabinets.rails.building.site import Site
from game.cabinets.rails.contract.views import Cargo
from game.cabinets.rails.world.land import MINE, POWER_STATION, REFINERY, WELL, Land

OF_RAIL: Final = 4
OF_ROAD: Final = 3
OF_DOCK: Final = 5
"""How many tiles around each kind of station part its catchment reaches, in each direction."""
MADE: Final = {MINE: Cargo.COAL, WELL: Cargo.OIL, REFINERY: Cargo.FUEL}
TAKEN: Final = {POWER_STATION: Cargo.COAL, REFINERY: Cargo.OIL}
"""What each kind of industry makes, and takes."""
LEAST_FOR_FUEL: Final = 600
"""Number of inhabitants from which a town takes fuel."""


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
