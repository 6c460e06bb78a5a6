"""A match as bytes: flat lists that are equal for equal matches, whatever their history.

Slots, distances, ratings and catchments are computed again when a match is loaded; so are searches for a way, which
give the same result however often they are repeated.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import msgspec

from game.cabinets.rails.building.site import Change, Played, Station, Stop, Vehicle
from game.cabinets.rails.contract.actions import Action, Call
from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.match.cargo import Packet, reached_by_all, total
from game.cabinets.rails.match.state import Cargoes, Sold, State, Trade
from game.cabinets.rails.running.feeders import renew_feeders
from game.cabinets.rails.running.fleet import let_look, settle_fleet
from game.cabinets.rails.running.periods import renew_acceptance
from game.cabinets.rails.track.coded import choices_along, choices_in, place_of_head
from game.cabinets.rails.track.exchange import KINDS
from game.cabinets.rails.track.pieces import turns
from game.cabinets.rails.track.railway import Railway
from game.cabinets.rails.track.reserving import append, claim
from game.cabinets.rails.track.told import LEFT
from game.cabinets.rails.track.trains import AWAY, BEGUN, JAMMED, KEPT, TICK
from game.cabinets.rails.track.works import SpanWork
from game.cabinets.rails.world.land import Land
from game.cabinets.rails.yards.tasks import Task
from game.core.compiled import plain

Rows: TypeAlias = tuple[Any, ...]
NUMBERS = (
    "state",
    "order",
    "stopped",
    "speed",
    "ahead",
    "behind",
    "bend",
    "bound",
    "blind",
    "since",
    "waited",
    "patience",
    "jammed",
)
_CARGO = ("waiting", "aboard", "aside")


def write(state: State, options: object, *more: object) -> bytes:
    """Return the whole match as bytes, with `options` in the place of its own and `more` values at the end."""
    return msgspec.msgpack.encode((*_parts(state, options, state.works, state.played), *more))


def kept(state: State) -> bytes:
    """Return the match as views carry it: without what is built, and without what only taking back a plan needs."""
    usual = msgspec.to_builtins(Options())
    options = {name: value for name, value in msgspec.to_builtins(state.options).items() if value != usual[name]}
    return msgspec.msgpack.encode(_parts(state, options, b"", ()))


def _parts(state: State, options: object, works: bytes, played: Sequence[Played]) -> Rows:
    site = state.site
    head = (
        options,
        state.seats,
        state.number,
        state.tick,
        state.due,
        state.windows,
        state.serials,
        list(site.cash.values()),
        list(site.spent.values()),
        state.delivered,
        state.units,
        state.parts,
        state.jam_ticks,
        state.ran,
        [(*trade, *sold) for trade, sold in sorted(state.sales.items())],
        [(*key, ticks) for key, ticks in sorted(state.lost.items())],
    )
    built = (works, _items(site.stations), _items(site.vehicles), _items(site.lists))
    counts = (_items(state.born), _items(state.earned), _items(state.records), _items(state.starving))
    things = (*counts, [tuple(one) for one in played])
    places = [(p.made, p.carried, p.taken, p.stock, p.inhabitants, p.seen) for p in state.places]
    return head, built, things, _cargoes(state.cargoes), places, _rows(state)


def _items(rows: dict[Any, Any]) -> list[tuple[Any, Any]]:
    return sorted(rows.items(), key=lambda item: item[0])


def _cargoes(cargoes: Cargoes) -> Rows:
    stores = [[(key, rows) for key, rows in _items(getattr(cargoes, name)) if rows] for name in _CARGO]
    sums = cargoes.produced, cargoes.spoiled, cargoes.wrecked, cargoes.delivered
    return (stores, sorted(cargoes.called), sorted(cargoes.left), _items(cargoes.picked_up), sums)


def _rows(state: State) -> list[Rows]:
    """Return a row for each vehicle: its numbers and cargo, then where it is (see `_place`)."""
    railway = state.railway
    trains = railway.trains
    columns = [plain(getattr(trains, name)) for name in NUMBERS]
    aboard, aside = plain(trains.aboard), plain(trains.aside)
    found = []
    for number in sorted(state.site.vehicles):
        row = number - 1
        cargo = slice(KINDS * row, KINDS * row + KINDS)
        numbers = [*(column[row] for column in columns), *aboard[cargo], *aside[cargo]]
        found.append((numbers, *_place(railway, row)))
    return found


def _place(railway: Railway, row: int) -> Rows:
    """Return where a vehicle is; empty for one in the dealer's yard.

    For a train: its tail, its path from there, and the piece that blocks it. For a feeder: its tiles and its offset.
    """
    trains = railway.trains
    if trains.state[row] == AWAY:
        return ()
    if trains.mode[row]:
        return int(trains.cell[row]), int(trains.onto[row]), int(trains.offset[row])
    path = railway.path(row)
    behind, choices = place_of_head(railway, row), choices_along(railway, path)
    return _named(railway, path[0] >> 1), path[0] & 1, behind, len(path) - 1, choices, _blocked(railway, row)


def _named(railway: Railway, slot: int) -> tuple[int, int]:
    return railway.slots.named[slot]


def _blocked(railway: Railway, row: int) -> tuple[int, int]:
    slot = int(railway.trains.blocked[KEPT * row])
    return (-1, -1) if slot < 0 else _named(railway, slot)


def copied(state: State) -> State:
    """Return a match in the same position, to run on or to build on."""
    return read(write(state, state.options), lambda options, number: state.land)


def read(data: bytes, land_of: Any) -> State:
    """Return the match that `write` wrote; `land_of(options, number)` must return its land."""
    parts = msgspec.msgpack.decode(data)
    state = restored(parts[:6], land_of)
    if len(parts) > 6:
        state.moves = msgspec.convert(parts[6], tuple[tuple[int, Action], ...])
    return state


def restored(parts: Rows, land_of: Any, task: Task | None = None) -> State:
    """Return the match of the decoded parts of a dump, whose set task is `task` if its file may not be at hand."""
    head, built, things, cargoes, places, rows = parts
    state = State(msgspec.convert(head[0], Options), head[1], task)
    if head[2] < 0:
        return state
    land: Land = land_of(state.options, head[2])
    state.found(head[2], land)
    site = state.site
    (_, _, _, tick, state.due, state.windows, state.serials, cash, spent, *rest) = head
    state.delivered, state.units, state.parts, state.jam_ticks, state.ran, sales, lost = rest
    state.sales = {Trade(*row[:4]): Sold(*row[4:]) for row in sales}
    state.lost = {(company, tile): ticks for company, tile, ticks in lost}
    site.cash.update(enumerate(cash))
    site.spent.update(enumerate(spent))
    site.stations.update({number: msgspec.convert(one, Station) for number, one in built[1]})
    site.vehicles.update({number: msgspec.convert(one, Vehicle) for number, one in built[2]})
    site.lists.update({number: msgspec.convert(one, tuple[Call, ...]) for number, one in built[3]})
    site.take_over(built[0])
    state.born, state.earned, state.records, state.starving = (dict(rows_) for rows_ in things[:4])
    state.played = [_read_played(one) for one in things[4]]
    _read_cargoes(state, cargoes)
    for place, row in zip(state.places, places, strict=True):
        place.made, place.carried, place.taken, place.stock, place.inhabitants, place.seen = row
    state.railway.holding.clock[TICK] = tick
    settle_fleet(state)
    for number, row in zip(sorted(site.vehicles), rows, strict=True):
        restore(state.railway, number - 1, row)
    state.railway.holding.clock[BEGUN] = 1
    state.railway.holding.clock[JAMMED] = sum(state.railway.trains.jammed)
    renew_feeders(state)
    state.reached = reached_by_all(site, state.ground)
    renew_acceptance(state)
    let_look(state)
    return state


def _read_cargoes(state: State, data: Rows) -> None:
    cargoes = state.cargoes
    stores, called, left, picked_up, sums = data
    for name, rows in zip(_CARGO, stores, strict=True):
        read_rows = {key: msgspec.convert(packets, list[Packet]) for key, packets in rows}
        setattr(cargoes, name, read_rows)
    cargoes.called, cargoes.left, cargoes.picked_up = set(called), set(left), dict(picked_up)
    cargoes.produced, cargoes.spoiled, cargoes.wrecked, cargoes.delivered = sums
    for shelf, packets in cargoes.waiting.items():
        state.railway.stations.stock[shelf] = total(packets)


def restore(railway: Railway, row: int, data: Rows) -> None:
    """Restore a vehicle's row from `data`: numbers in the order of NUMBERS, cargo in it and left aside, where it is."""
    trains, holding = railway.trains, railway.holding
    numbers = data[0]
    for name, number in zip(NUMBERS, numbers, strict=False):
        getattr(trains, name)[row] = number
    cargo = numbers[len(NUMBERS) :]
    for kind in range(KINDS):
        trains.aboard[KINDS * row + kind] = cargo[kind]
        trains.aside[KINDS * row + kind] = cargo[KINDS + kind]
    trains.load[row] = sum(cargo[:KINDS])
    trains.searched[row] = -1
    bound = trains.bound[row]
    railway.aim(row)
    trains.bound[row] = bound
    trains.patience[row] = numbers[NUMBERS.index("patience")]
    if trains.state[row] == AWAY:
        return
    if trains.mode[row]:
        trains.cell[row], trains.onto[row], trains.offset[row] = data[1:]
        return
    _, tail, direction, behind, count, choices, blocked = data
    leg = 2 * railway.slots.slot_at(*tail) + direction
    node, left = -1, int(trains.ahead[row])
    for place, choice in enumerate((-1, *choices_in(choices, count))):
        if choice >= 0:
            leg = _onward(railway, leg, choice)
        node = append(holding, node, leg)
        if place == 0:
            trains.tail[row] = node
        if place == behind:
            trains.head[row] = node
        if place <= behind or not trains.blind[row]:
            claim(holding, row, leg >> 1)
        if place > behind:
            left += int(railway.network.length[leg >> 1])
    trains.end[row], trains.left[row] = node, left
    if blocked[0] >= 0:
        trains.blocked[KEPT * row] = railway.slots.slot_at(*blocked)


def _onward(railway: Railway, leg: int, choice: int) -> int:
    heading = railway.network.heading
    legs = railway.slots.following(leg)
    return next(other for other in legs if LEFT + 1 + turns(int(heading[leg]), int(heading[other])) == choice)


def _read_played(data: Rows) -> Played:
    seat, serial, company, cost, spent, tiles, left, rows = data
    changes = [Change(row[0], _key(row[1]), _value(row[0], row[2]), _value(row[0], row[3])) for row in rows]
    return Played(seat, serial, company, cost, spent, tuple(tiles), left, tuple(changes))


def _key(key: Any) -> Any:
    return tuple(key) if isinstance(key, list) else key


def _value(table: str, value: Any) -> Any:
    """Return a value from a logged change of `table` in the type that the site uses for it."""
    if value is None:
        return None
    if table == "heads":
        return SpanWork(*value)
    if table == "stops":
        return Stop(*value)
    if table == "docks":
        return tuple(value)
    kinds: dict[str, Any] = {"founded": Station, "vehicles": Vehicle, "lists": tuple[Call, ...]}
    return msgspec.convert(value, kinds[table]) if table in kinds else value
