"""The island by coordinates: what is legal on it, why something is not, and what a settlement lacks.

A thin layer over `ground`, made from the tiles and buildings of a view or state. Islands are shared and never changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from game.cabinets.volcano import ground as g
from game.cabinets.volcano.state import (
    BOUND,
    HOUSES,
    Action,
    Done,
    Expand,
    Hexagon,
    House,
    Hut,
    Laid,
    Place,
    State,
    Temple,
    Tower,
    View,
    name_of,
)
from game.cabinets.volcano.tiles import FIELDS, KINDS
from game.core.compiled import array, plain
from game.core.space import SIXTHS, Hex, Hexes

AHEAD: Final = 6
"""Extra cells of sea around the island, for tiles that a search lays."""
_ROOM: Final = array([0] * g.MOST_PLACES)
MAKES: Final = (Hut, Temple, Tower)


@dataclass(frozen=True)
class Settlement:
    """A connected group of one owner's buildings."""

    owner: int
    cells: frozenset[Hex]
    temples: int
    towers: int


def covered(q: int, r: int, way: int) -> tuple[Hex, Hex, Hex]:
    """Return the hexagons that a tile covers: its volcano, its right field, its left field."""
    (right_q, right_r), (left_q, left_r) = SIXTHS[way], SIXTHS[(way + 1) % 6]
    return (q, r), (q + right_q, r + right_r), (q + left_q, r + left_r)


class Island:
    """An island with its tiles and buildings."""

    def __init__(self, tiles: Sequence[Laid], houses: Sequence[House]) -> None:
        hexes: dict[Hex, Hexagon] = {}
        for number, (q, r, way, kind, level) in enumerate((t.q, t.r, t.way, t.kind, t.level) for t in tiles):
            fields = 0, KINDS[kind].right, KINDS[kind].left
            for cell, field in zip(covered(q, r, way), fields, strict=True):
                hexes[cell] = Hexagon(*cell, level, field, way, number)
        self.hexes = hexes
        self.houses = {(house.q, house.r): house for house in houses}
        edge = g.MARGIN + AHEAD
        columns, rows = [q for q, _ in hexes] or [0], [r for _, r in hexes] or [0]
        self._left, self._top = min(columns) - edge, min(rows) - edge
        self.across, self.down = max(columns) + edge + 1 - self._left, max(rows) + edge + 1 - self._top
        self.ground = g.new_ground(self.across, self.down)
        self._settlements: dict[int, list[Settlement]] = {}
        self._builds: dict[tuple[int, tuple[int, ...]], list[int]] = {}
        land = [self.index(cell) for cell in hexes]
        self.ground.land[0] = len(land)
        for place, (index, top) in enumerate(zip(land, hexes.values(), strict=True)):
            self.ground.land[1 + place] = index
            self.ground.level[index] = top.level
            self.ground.top[index] = top.field or g.VOLCANO + top.way
        for house in houses:
            self.ground.house[self.index((house.q, house.r))] = 1 + 3 * house.owner + house.kind

    def index(self, cell: Hex) -> int:
        """Return the cell index in `ground` of a hexagon, which must lie in its window."""
        return (cell[1] - self._top) * self.across + cell[0] - self._left

    def cell(self, index: int) -> Hex:
        """Return the coordinates of a cell index of `ground`."""
        return index % self.across + self._left, index // self.across + self._top

    def level(self, cell: Hex) -> int:
        """Return the level of the island at a hexagon; 0 for sea."""
        top = self.hexes.get(cell)
        return top.level if top else 0

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Every legal place for a tile, ascending."""
        if not self.hexes:
            return tuple(Place(0, 0, way) for way in range(6))
        cells = ((*self.cell(code // 6), code % 6) for code in self.place_codes())
        return tuple(Place(*place) for place in sorted(cells))

    @cached_property
    def _legal(self) -> frozenset[Place]:
        return frozenset(self.places)

    def place_codes(self) -> list[int]:
        """Return every legal place as its number in `ground`, in arbitrary order."""
        out = _ROOM.copy()
        return plain(out[: g.places(self.ground, out)])

    def place(self, code: int) -> Place:
        """Return the action of a place's number in `ground`."""
        return Place(*self.cell(code // 6), code % 6)

    def code(self, action: Place) -> int:
        """Return the number in `ground` of a place."""
        return 6 * self.index((action.q, action.r)) + action.way

    def why_no_place(self, action: Place) -> str | None:
        """Return why a tile may not be laid there, as the last part of a text key; None if it may."""
        if action in self._legal:
            return None
        cells = covered(action.q, action.r, action.way)
        if any(abs(q) > BOUND or abs(r) > BOUND for q, r in cells):
            return "off_map"
        if not self.hexes:
            return None if cells[0] == (0, 0) else "first_in_middle"
        tops = [self.hexes.get(cell) for cell in cells]
        if not any(tops):
            touching = any(beside in self.hexes for cell in cells for beside in Hexes.beside(cell))
            return None if touching else "not_touching"
        volcano, right, left = tops
        if volcano is None or right is None or left is None:
            return "half_at_sea"
        if volcano.field:
            return "not_a_volcano"
        if volcano.way == action.way:
            return "same_way"
        if not volcano.level == right.level == left.level:
            return "uneven"
        return self._why_not_buried(cells[1], cells[2])

    def _why_not_buried(self, right: Hex, left: Hex) -> str | None:
        kinds = {house.kind for cell in (right, left) if (house := self.houses.get(cell))}
        for kind in (g.TEMPLE, g.TOWER):
            if kind in kinds:
                return f"on_{HOUSES[kind]}"
        return None if g.may_bury(self.ground, self.index(right), self.index(left)) else "whole_settlement"

    def settlements(self, owner: int) -> list[Settlement]:
        """Return the settlements of a seat, ordered by their least hexagon."""
        if owner not in self._settlements:
            self._settlements[owner] = self._find_settlements(owner)
        return self._settlements[owner]

    def _find_settlements(self, owner: int) -> list[Settlement]:
        own = {cell for cell, house in self.houses.items() if house.owner == owner}
        found = []
        for cells in Hexes.regions(sorted(own)):
            kinds = [self.houses[cell].kind for cell in cells]
            found.append(Settlement(owner, cells, kinds.count(g.TEMPLE), kinds.count(g.TOWER)))
        return found

    def beside(self, cell: Hex, owner: int) -> list[Settlement]:
        """Return the settlements of a seat that touch a hexagon."""
        around = set(Hexes.beside(cell))
        return [settlement for settlement in self.settlements(owner) if settlement.cells & around]

    def build_codes(self, seat: int, stock: Sequence[int]) -> Sequence[int]:
        """Return every legal build of a seat as its number in `ground`; `stock` has three numbers per seat."""
        own = seat, tuple(stock)
        if own not in self._builds:
            out = _ROOM.copy()
            self._builds[own] = plain(out[: g.builds(self.ground, seat, array(stock), out)])
        return self._builds[own]

    def builds(self, seat: int, stock: Sequence[int]) -> list[Hut | Temple | Tower | Expand]:
        """Return every legal build of a seat: huts, temples, towers, expansions, each ascending.

        `stock` has three numbers per seat.
        """
        codes = self.build_codes(seat, stock)
        order = sorted(codes, key=lambda c: (min(c % g.CODES, g.EXPAND), *self.cell(c // g.CODES), c % g.CODES))
        return [self.made(code) for code in order]

    def made(self, code: int) -> Hut | Temple | Tower | Expand:
        """Return the action of a build's number in `ground`."""
        cell, kind = self.cell(code // g.CODES), code % g.CODES
        return MAKES[kind](*cell) if kind < g.EXPAND else Expand(*cell, FIELDS[kind - g.EXPAND])

    def grows_on(self, settlement: Settlement, field: int) -> list[Hex]:
        """Return the free fields of one kind beside a settlement, ascending."""
        around = {beside for cell in settlement.cells for beside in Hexes.beside(cell)} - self.houses.keys()
        return sorted(cell for cell in around if cell in self.hexes and self.hexes[cell].field == field)

    def settlement_at(self, cell: Hex, owner: int) -> Settlement | None:
        """Return the settlement of a seat that has a building on a hexagon; None if there is none."""
        return next((found for found in self.settlements(owner) if cell in found.cells), None)

    def builds_on(self, action: Hut | Temple | Tower | Expand, seat: int) -> list[Hex]:
        """Return the hexagons that a seat's action builds on."""
        if not isinstance(action, Expand):
            return [(action.q, action.r)]
        settlement = self.settlement_at((action.q, action.r), seat)
        return self.grows_on(settlement, 1 + FIELDS.index(action.field)) if settlement else []

    def why_no_build(self, action: Action, seat: int, stock: Sequence[int], built: str) -> str | None:
        """Return why a seat may not build that, as the last part of a text key; None if it may.

        `stock` has three numbers per seat.
        """
        if isinstance(action, Done):
            return None if built else "nothing_built"
        assert not isinstance(action, Place)
        cell = action.q, action.r
        top = self.hexes.get(cell)
        if top is None:
            return "not_there"
        name = name_of(action)
        if isinstance(action, Expand):
            why = self._why_no_expansion(action, top, seat, stock[3 * seat])
        else:
            why = self._why_no_house(cell, top, HOUSES.index(name), seat, stock)
        return why or ("other_kind" if built not in ("", name) else None)

    def _why_no_house(self, cell: Hex, top: Hexagon, kind: int, seat: int, stock: Sequence[int]) -> str | None:
        if not top.field:
            return "volcano"
        if cell in self.houses:
            return "taken"
        if not stock[3 * seat + kind]:
            return f"out_of_{HOUSES[kind]}s"
        around = self.beside(cell, seat)
        if kind == g.HUT:
            return "too_high" if top.level > 1 else "beside_own" if around else None
        if kind == g.TOWER and top.level < g.TOWER_LEVEL:
            return "too_low"
        if not around:
            return "no_settlement"
        if kind == g.TOWER:
            return "has_tower" if all(each.towers for each in around) else None
        open_ones = [each for each in around if not each.temples]
        if not open_ones:
            return "has_temple"
        return None if any(len(each.cells) >= g.TEMPLE_SIZE for each in open_ones) else "too_small"

    def _why_no_expansion(self, action: Expand, top: Hexagon, seat: int, huts: int) -> str | None:
        settlement = self.settlement_at((action.q, action.r), seat)
        if settlement is None:
            return "no_settlement" if top.field else "volcano"
        fields = self.grows_on(settlement, 1 + FIELDS.index(action.field))
        if not fields:
            return "nothing_to_expand"
        return "too_few_huts" if sum(map(self.level, fields)) > huts else None


class Tried(NamedTuple):
    """The island after a tile was laid on trial."""

    tiles: tuple[Laid, ...]
    houses: tuple[House, ...]
    stock: list[int]
    """Huts, temples and towers left, three numbers per seat."""
    level: int
    buried: dict[int, int]
    """Number of huts buried, for each owner that lost some."""
    split: tuple[int, ...]
    """Seats that had a settlement split in two."""


def tried(given: State | View, place: Place) -> Tried:
    """Return the position after laying the tile in hand at a legal place; `given` is not changed."""
    island, houses = island_of(given), given.houses
    cells = covered(place.q, place.r, place.way)
    level = island.level(cells[0])
    stays = tuple(house for house in houses if (house.q, house.r) not in cells)
    after, lost = list(given.stock), dict.fromkeys((h.owner for h in houses if h not in stays), 0) if level else {}
    for house in houses:
        if house not in stays:
            lost[house.owner] += level
            after[3 * house.owner] += level * (given.buried == "owner")
    laid = (*given.tiles, Laid(place.q, place.r, place.way, given.hand, level + 1))
    now = _kept(laid, stays)
    cut = tuple(owner for owner in sorted(lost) if len(now.settlements(owner)) > len(island.settlements(owner)))
    return Tried(laid, stays, after, level + 1, dict(sorted(lost.items())), cut)


def builds_after(given: State | View, place: Place) -> bool:
    """Return whether the seat to move could build anything after laying its tile at this place."""
    after = tried(given, place)
    return bool(island_of(after).build_codes(given.mover, after.stock))


def island_of(given: State | View | Tried) -> Island:
    """Return the island of a state, view or trial; cached, so it must not be changed."""
    return _kept(tuple(given.tiles), tuple(given.houses))


@lru_cache(maxsize=64)
def _kept(tiles: tuple[Laid, ...], houses: tuple[House, ...]) -> Island:
    return Island(tiles, houses)
