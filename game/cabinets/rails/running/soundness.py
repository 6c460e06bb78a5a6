"""Checks that a match from a stranger could have arisen by the rules, as far as it must be sound to go on.

Compiled code does not check indices, so every number that it reads is checked here: first its range, then that the
numbers agree with each other, and at the end which train owns which piece.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Any, Final, TypeAlias

import msgspec

from game.cabinets.rails.building.site import Station, Stop, Vehicle
from game.cabinets.rails.contract.actions import MOST_STOPS, MOST_VEHICLES, Call
from game.cabinets.rails.contract.views import MOST_BYTES, MOST_STATIONS, Coins, Count
from game.cabinets.rails.match.cargo import OLDEST, Packet, total
from game.cabinets.rails.match.state import State
from game.cabinets.rails.running.dump import NUMBERS
from game.cabinets.rails.track.coded import NOBODY, TOWN, Built, decode
from game.cabinets.rails.track.exchange import KINDS
from game.cabinets.rails.track.feeding import ON_WATER, QUEUED, SAILING
from game.cabinets.rails.track.motion import WRECK
from game.cabinets.rails.track.network import CONFLICTS
from game.cabinets.rails.track.pieces import STEPS, TILE, opposite
from game.cabinets.rails.track.reserving import PATIENCE
from game.cabinets.rails.track.trains import AWAY, LOADING, MOVING, STOPPED, WAITING, WRECKED
from game.cabinets.rails.track.works import LEAST_SPAN, MOST_SPAN
from game.cabinets.rails.world.land import HILL, STREET, WATER, Land, around
from game.cabinets.rails.world.worldgen import NAMES

_LARGE: Final = 1 << 53
Id: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=MOST_VEHICLES)]
Shelf: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=KINDS * MOST_STATIONS + KINDS)]
Works: TypeAlias = Annotated[bytes, msgspec.Meta(max_length=MOST_BYTES)]
Seats: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=4)]
Large: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]
Owner: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=3)]
Kind: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=KINDS)]
Kinds: TypeAlias = tuple[Count, Count, Count, Count]
Nothing: TypeAlias = Annotated[list[Any], msgspec.Meta(max_length=0)]
Stores: TypeAlias = list[tuple[Shelf, list[Packet]]]
Head: TypeAlias = tuple[
    dict[str, Any], Seats, Large, Count, Count, Count, list[Large], list[Coins], list[Count], list[Count], list[Count],
    list[Count], list[Count], bytes, list[tuple[Owner, Kind, Count, Count, Count, Count]],
    list[tuple[Owner, Count, Count]],
]  # fmt: skip
Things: TypeAlias = tuple[
    list[tuple[Id, Count]], list[tuple[Id, Coins]], list[tuple[str, Count]], list[tuple[Id, Count]], Nothing
]
Cargo: TypeAlias = tuple[
    tuple[Stores, Stores, Stores],
    list[Shelf],
    list[Shelf],
    list[tuple[Shelf, Count]],
    tuple[Kinds, Kinds, Kinds, Kinds],
]
Place: TypeAlias = tuple[Count, Count, Kinds, Count, Count, Kinds]


class _Dump(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    head: Head
    built: tuple[Works, list[tuple[Shelf, Station]], list[tuple[Id, Vehicle]], list[tuple[Count, tuple[Call, ...]]]]
    things: Things
    cargo: Cargo
    places: list[Place]
    rows: list[list[Any]]


class Unsound(Exception):  # noqa: N818 - an answer, not a fault
    """Parts of a match disagree."""


WRONG: Final = (
    Unsound,
    msgspec.MsgspecError,
    ValueError,
    TypeError,
    LookupError,
    StopIteration,
    ArithmeticError,
    RecursionError,
)
"""Exceptions that may be raised by reading a match that no rules have written."""


def _want(holds: bool, what: str) -> None:
    if not holds:
        raise Unsound(what)


def check_dump(parts: Any, tick: int, land: Land, companies: int) -> None:
    """Check that the numbers of a decoded dump agree with each other, with the land and with the number of companies.

    Raise Unsound for numbers that disagree, or ValueError and the like for values of another shape.
    """
    dumped = msgspec.convert(parts, _Dump)
    _, seats, _, now, _, _, serials, *by_company, _, sales, lost = dumped.head
    _want(now == tick, "time")
    _want(len(serials) == seats and all(len(rows) == companies for rows in by_company), "companies")
    works, stations, vehicles, lists = dumped.built
    known = dict(stations)
    _want(len(known) == len(stations) and all(0 < number <= MOST_STATIONS for number in known), "stations")
    size = land.size
    for station in known.values():
        _want(
            -1 <= station.company < companies and 0 <= station.name < NAMES and 0 <= station.tile < size * size,
            "stations",
        )
    _check_works(decode(works), land, known, companies)
    orders = dict(lists)
    _want(len(orders) == len(lists) and all(len(calls) <= MOST_STOPS for calls in orders.values()), "orders")
    ids = [number for number, _ in vehicles]
    _want(ids == sorted(set(ids)) and len(dumped.rows) == len(ids), "vehicles")
    for (_, vehicle), row in zip(vehicles, dumped.rows, strict=True):
        _check_vehicle(vehicle, orders, companies)
        _check_row(row, vehicle, len(orders[vehicle.list]), land, tick)
    makers = len(land.industries) + len(land.towns)
    _want(len(dumped.places) == makers and all(max(row[2:4]) < makers for row in sales), "places")
    _want(all(tile < size * size for _, tile, _ in lost), "places")
    _want(all(row[0] < companies for row in (*sales, *lost)), "companies")
    _check_cargo(dumped, known, set(ids), tick)


def _check_works(built: dict[int, Built], land: Land, stations: dict[int, Station], companies: int) -> None:
    size, terrain = land.size, land.terrain
    covered: set[tuple[int, int]] = set()
    for tile, one in built.items():
        _want(0 <= tile < size * size, "works")
        laid = bool(one.pieces) or one.span[0] >= 0
        _want(one.company < companies if laid or one.dock else one.company == NOBODY, "works")
        _want(
            one.road == (TOWN if terrain[tile] == STREET else one.road)
            and (one.road < companies or one.road in (TOWN, NOBODY)),
            "works",
        )
        _want(one.road != TOWN or terrain[tile] == STREET, "works")
        _want(terrain[tile] <= HILL or terrain[tile] == STREET, "works")
        _want(laid or one.dock or one.stop > 0 or one.road < companies, "works")
        called_at = one.platform + one.dock + (one.stop > 0)
        _want(called_at <= 1 and (not called_at or one.station in stations), "stations")
        _want(not one.platform or (one.pieces in (1, 2) and not one.signals), "platforms")
        _want(not one.stop or (1 <= one.bays <= 6 and one.road != NOBODY), "stops")
        if one.span[0] >= 0:
            _want(not one.pieces and not called_at, "spans")
            _check_span(tile, one, built, size, covered)


def _check_span(tile: int, one: Built, built: dict[int, Built], size: int, covered: set[tuple[int, int]]) -> None:
    edge, length, form = one.span
    _want(LEAST_SPAN <= length <= MOST_SPAN[form], "spans")
    across, down = STEPS[edge]
    x, y = tile % size + across * (length - 1), tile // size + down * (length - 1)
    _want(0 <= x < size and 0 <= y < size, "spans")
    other = built.get(y * size + x)
    _want(other is not None and other.span == (opposite(edge), length, form), "spans")
    if across + down > 0:
        under = {(form, tile + step * (across + down * size)) for step in range(length)}
        _want(not under & covered, "spans")
        covered |= under


def _check_vehicle(vehicle: Vehicle, orders: dict[int, tuple[Call, ...]], companies: int) -> None:
    wagons = vehicle.goods + vehicle.coaches
    fits = wagons == 0 if not vehicle.model.is_train else 1 <= wagons <= 23
    _want(0 <= vehicle.company < companies and vehicle.goods >= 0 and vehicle.coaches >= 0 and fits, "vehicles")
    _want(vehicle.list in orders, "vehicles")


_BOUNDS: Final = dict.fromkeys(("bound", "blind", "jammed"), (0, 1)) | {
    "speed": (0, 1_000),
    "ahead": (0, 12 * TILE),
    "behind": (-12 * TILE, 12 * TILE),
    "bend": (0, 13 * TILE),
    "waited": (0, 1 << 40),
}


def _check_row(row: list[Any], vehicle: Vehicle, calls: int, land: Land, tick: int) -> None:
    numbers = row[0]
    _want(isinstance(numbers, list) and len(numbers) == len(NUMBERS) + 2 * KINDS, "vehicles")
    _want(all(type(number) is int for number in numbers), "vehicles")
    of = dict(zip(NUMBERS, numbers, strict=False))
    _want(all(low <= of[name] <= high for name, (low, high) in _BOUNDS.items()), "vehicles")
    _want(0 <= of["order"] < max(1, calls) and -1 <= of["since"] <= tick, "vehicles")
    _want(-1 <= of["patience"] <= tick + PATIENCE, "vehicles")
    _want(all(0 <= units <= 5_000 for units in numbers[len(NUMBERS) :]), "cargo")
    state = of["state"]
    _want(0 <= of["stopped"] <= (WRECK if state == WRECKED else LOADING), "vehicles")
    if state == AWAY:
        _want(len(row) == 1, "vehicles")
        return
    _want(calls > 0, "vehicles")
    if vehicle.model.is_train:
        _want(state in (STOPPED, WAITING, MOVING, WRECKED) and len(row) == 7, "trains")
        _, tail, direction, behind, count, choices, blocked = row
        _want(direction in (0, 1) and len(tail) == len(blocked) == 2, "trains")
        _want(type(count) is int and 0 <= behind <= count <= 4_000 and len(choices) == (count + 3) // 4, "trains")
        return
    _want(state in (STOPPED, SAILING, QUEUED) and len(row) == 4, "feeders")
    _, cell, onto, offset = row
    _want(all(type(number) is int for number in row[1:]) and 0 <= cell < land.size * land.size, "feeders")
    _want(onto == -1 or onto in around(land.size, cell), "feeders")
    _want(0 <= offset < 2 * TILE, "feeders")
    if vehicle.model.mode == ON_WATER:
        _want(land.terrain[cell] == WATER and (onto < 0 or land.terrain[onto] == WATER), "feeders")


def _check_cargo(dumped: _Dump, stations: dict[int, Station], ids: set[int], tick: int) -> None:
    (waiting, aboard, aside), called, left, picked_up, _ = dumped.cargo
    makers = len(dumped.places)
    for stores, keys in (
        (waiting, stations.keys()),
        (aboard, {one - 1 for one in ids}),
        (aside, {one - 1 for one in ids}),
    ):
        _want(all(shelf // KINDS in keys for shelf, _ in stores), "cargo")
        for _, packets in stores:
            for packet in packets:
                _want(0 <= packet.origin < makers and 0 <= packet.age <= OLDEST and 0 < packet.units <= 10_000, "cargo")
                owed = all(name in ids or name == 0 for name, _ in packet.credits)
                _want(owed and all(0 <= credit < _LARGE for _, credit in packet.credits), "cargo")
    _want(all(shelf // KINDS in stations for shelf in (*called, *left, *(shelf for shelf, _ in picked_up))), "cargo")
    _want(all(when <= tick for _, when in picked_up), "cargo")
    carried = {shelf: total(packets) for shelf, packets in aboard}
    lying = {shelf: total(packets) for shelf, packets in aside}
    for (number, _), row in zip(dumped.built[2], dumped.rows, strict=True):
        units = row[0][len(NUMBERS) :]
        for kind in range(KINDS):
            shelf = KINDS * (number - 1) + kind
            _want(units[kind] == carried.get(shelf, 0) and units[KINDS + kind] == lying.get(shelf, 0), "cargo")
    for born, _ in (*dumped.things[0], *dumped.things[1], *dumped.things[3]):
        _want(born in ids, "vehicles")


def check_match(state: State) -> None:
    """Check which pieces trains own and where they stand, in a match that was read from a dump. Raise Unsound."""
    for tile, stop in state.site.stops.items():
        _want(state.site.is_road(tile) and isinstance(stop, Stop), "stops")
    railway = state.railway
    trains, holding, network = railway.trains, railway.holding, railway.network
    owned: dict[int, int] = {}
    held = 0
    for number, vehicle in state.site.vehicles.items():
        row = number - 1
        if not vehicle.model.is_train or trains.state[row] == AWAY:
            continue
        _want(trains.tail[row] >= 0 and trains.head[row] >= 0 and trains.end[row] >= 0, "trains")
        path = railway.path(row)
        body, node = [path[0]], int(trains.tail[row])
        while node != trains.head[row]:
            node = int(holding.next[node])
            body.append(int(holding.leg[node]))
        rests = len(body) == len(path)
        _want(rests or trains.state[row] == MOVING, "trains")
        _want(trains.state[row] == MOVING or trains.speed[row] == 0, "trains")
        for leg in path if not trains.blind[row] else body:
            _want(leg >= 0 and owned.setdefault(leg >> 1, row) == row, "owners")
        _want(all(after in railway.slots.following(before) for before, after in pairwise(path)), "trains")
        under = sum(int(network.length[leg >> 1]) for leg in body)
        front, back = int(trains.ahead[row]), int(network.length[body[0] >> 1] - trains.behind[row])
        _want(0 <= front <= network.length[body[-1] >> 1] and under - front - back == trains.length[row], "trains")
        _want(0 <= back <= network.length[body[0] >> 1], "trains")
        _want(not trains.bound[row] or trains.goal[row] >= 0, "trains")
        _want(not trains.blind[row] or bool(network.sight[path[-1] >> 1]), "trains")
        held += len(path if not trains.blind[row] else body)
    for slot, row in owned.items():
        for beside in network.conflict[CONFLICTS * slot : CONFLICTS * slot + CONFLICTS]:
            _want(beside < 0 or owned.get(int(beside), row) == row, "owners")
