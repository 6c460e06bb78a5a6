"""Check a plan, price it, play it group by group, and take it back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from game.cabinets.rails.building import fleet, roads, tracks
from game.cabinets.rails.building.site import Change, Played, Site
from game.cabinets.rails.building.workshop import Workshop
from game.cabinets.rails.contract.actions import (
    MOST_BYTES,
    MOST_PIECES,
    Buy,
    Clear,
    Dock,
    Go,
    Group,
    Halt,
    Join,
    Orders,
    Plan,
    Platforms,
    Rail,
    Road,
    Sell,
    Signal,
    Signals,
    Span,
    Stop,
    TakeBack,
    Turn,
)
from game.cabinets.rails.track.coded import Built
from game.cabinets.rails.track.pieces import read_run
from game.cabinets.rails.track.works import Refused

NOWHERE: Final = -1
_ROOM: Final = MOST_BYTES - 16
"""Greatest size in bytes of a plan without its serial number, which is not known yet."""
_KEYED_BY_TILE: Final = ("masks", "companies", "stations", "signals", "heads", "roads", "stops", "docks")


class Refusal(NamedTuple):
    """Why a plan may not be played: the group, the reason (last part of `rails.refuse.<reason>`), and the place."""

    group: int
    reason: str
    x: int
    y: int
    """Row of the place; column and row are both -1 if the reason has no place."""


class Trial(NamedTuple):
    """What groups would do if they were played."""

    prices: tuple[int, ...] = ()
    """The price of each group; 0 for a refused one, negative if money is returned."""
    refused: tuple[Refusal, ...] = ()
    built: Mapping[int, Built] = {}
    """What would stand on each tile that the groups change."""

    @property
    def price(self) -> int:
        """The price of all groups together."""
        return sum(self.prices)


class Outcome(NamedTuple):
    """What a played plan has done."""

    refused: tuple[Refusal, ...]
    record: Played | None
    """What is needed to take the plan back; None if that is impossible, or the plan did nothing."""
    cost: int
    turned: tuple[int, ...]
    joined: tuple[tuple[int, tuple[int, ...]], ...]


_DOES: Final[dict[type, Callable[[Workshop, Any], None]]] = {
    Rail: tracks.lay_rail,
    Signal: tracks.set_signal,
    Signals: tracks.set_signals,
    Platforms: tracks.lay_platforms,
    Span: tracks.lay_span,
    Road: roads.lay_road,
    Stop: roads.make_stop,
    Dock: roads.build_dock,
    Buy: fleet.buy,
    Orders: fleet.give_orders,
    Halt: fleet.halt,
    Go: fleet.go_on,
    Turn: fleet.turn,
    Sell: fleet.sell,
    Join: fleet.join,
}
_CLEARS: Final[dict[str, Callable[[Workshop, Clear], None]]] = {
    **dict.fromkeys(("rail", *tracks.PIECES), tracks.clear_rail),
    "signal": tracks.clear_signal,
    "platform": tracks.clear_platform,
    "span": tracks.clear_span,
    "road": roads.clear_road,
    "stop": roads.clear_stop,
    "dock": roads.clear_dock,
}


def pieces_of(group: Group) -> int:
    """Return how many of the 400 pieces of a plan a group takes; 1 for an invalid run."""
    match group:
        case Rail(run=run) | Road(run=run):
            try:
                return len(read_run(run))
            except ValueError:
                return 1
        case Platforms(length=length, count=count):
            return max(1, min(length * count, MOST_PIECES + 1))
        case Span(length=length):
            return max(1, min(length, MOST_PIECES + 1))
        case Orders(vehicles=vehicles, calls=calls):
            return max(1, len(vehicles) + len(calls))
        case Halt(vehicles=vehicles) | Go(vehicles=vehicles) | Turn(vehicles=vehicles) | Sell(vehicles=vehicles):
            return max(1, len(vehicles))
        case Buy(calls=calls):
            return 1 + len(calls)
    return 1


def overfull(groups: Sequence[Group]) -> int | None:
    """Return the index of the last group if the groups are too many for one plan; else None."""
    if sum(map(pieces_of, groups)) <= MOST_PIECES and len(msgspec.msgpack.encode(Plan(0, tuple(groups)))) < _ROOM:
        return None
    return len(groups) - 1


def refusal(site: Site, seat: int, company: int, plan: Plan) -> Refusal | None:
    """Return the first reason why a plan may not be played, None for none. The site is unchanged afterwards."""
    try:
        size = len(msgspec.msgpack.encode(plan))
    except OverflowError:
        return Refusal(0, "number", NOWHERE, NOWHERE)
    if size > MOST_BYTES or sum(map(pieces_of, plan.groups)) > MOST_PIECES:
        return Refusal(0, "too_much", NOWHERE, NOWHERE)
    works = site.works
    mark, touched = works.mark(), set(works.touched)
    try:
        return next(_carried_out(Workshop(site, company), seat, plan.groups), None)
    finally:
        works.roll_back(mark)
        works.touched = touched


def try_groups(site: Site, seat: int, company: int, groups: Sequence[Group]) -> Trial:
    """Return what groups would do if played one after another. The site is unchanged afterwards."""
    works = site.works
    mark, touched = works.mark(), set(works.touched)
    work = Workshop(site, company)
    prices, refused = [], []
    try:
        for index, group in enumerate(groups):
            cash = site.cash[company]
            refused += [found._replace(group=index) for found in _carried_out(work, seat, (group,))]
            prices.append(cash - site.cash[company])
        tiles = {_tile_of(change) for change in _changes(site, mark) if change.table in _KEYED_BY_TILE}
        return Trial(tuple(prices), tuple(refused), {tile: site.built_on(tile) for tile in sorted(tiles)})
    finally:
        works.roll_back(mark)
        works.touched = touched


def _carried_out(work: Workshop, seat: int, groups: Sequence[Group]) -> Iterator[Refusal]:
    """Carry out groups one after another; yield the reason for each one that is left out."""
    works = work.site.works
    for index, group in enumerate(groups):
        mark = works.mark()
        before = len(work.founded), len(work.turned), len(work.joined)
        try:
            if isinstance(group, TakeBack):
                _take_back(work, seat, group.serial)
            elif isinstance(group, Clear):
                _CLEARS[group.what](work, group)
            else:
                _DOES[type(group)](work, group)
        except Refused as refused:
            works.roll_back(mark)
            del work.founded[before[0] :], work.turned[before[1] :], work.joined[before[2] :]
            yield Refusal(index, refused.reason, refused.x, refused.y)


def play(site: Site, seat: int, company: int, plan: Plan) -> Outcome:
    """Carry out a plan; groups that no longer fit are left out. The works' log is empty afterwards."""
    works = site.works
    works.forget()
    work = Workshop(site, company)
    cash, spent = site.cash[company], site.spent[company]
    refused = tuple(_carried_out(work, seat, plan.groups))
    changes = _changes(site)
    tiles = tuple(sorted({_tile_of(change) for change in changes if change.table in _KEYED_BY_TILE}))
    works.forget()
    record = None
    if changes and work.lasting:
        cost, more = cash - site.cash[company], site.spent[company] - spent
        record = Played(seat, plan.serial, company, cost, more, tiles, site.built(tiles), changes)
    return Outcome(refused, record, cash - site.cash[company], tuple(work.turned), tuple(work.joined))


def _tile_of(change: Change) -> int:
    key: int | tuple[int, ...] = change.key
    return key if isinstance(key, int) else key[0]


def _changes(site: Site, mark: int = 0) -> tuple[Change, ...]:
    """Return what the log has recorded since a mark, each row once."""
    names = {id(rows): name for name, rows in site.tables.items()}
    first: dict[tuple[str, Any], Any] = {}
    for rows, key, before in site.works.changed(mark):
        name = names.get(id(rows))
        if name is not None:
            first.setdefault((name, key), before)
    changes = (Change(name, key, before, site.tables[name].get(key)) for (name, key), before in first.items())
    return tuple(change for change in changes if change.before != change.after)


def _take_back(work: Workshop, seat: int, serial: int) -> None:
    """Take back an earlier plan of the same seat, at its full price."""
    site = work.site
    work.lasting = False
    if site.played is None:
        return
    record = next((one for one in site.played if (one.seat, one.serial) == (seat, serial)), None)
    if record is None:
        raise Refused("nothing_to_take_back", NOWHERE, NOWHERE)
    _still_untouched(site, record)
    if record.cost < 0 and site.cash[work.company] + record.cost < 0:
        raise Refused("no_money", NOWHERE, NOWHERE)
    works = site.works
    for table, key, before, _ in record.changes:
        rows = site.tables[table]
        if table in ("masks", "companies", "stations", "signals", "heads"):
            works.touched.add(key if isinstance(key, int) else key[0])
        site.put(rows, key, before)
    site.put(site.cash, work.company, site.cash[work.company] + record.cost)
    site.put(site.spent, work.company, site.spent[work.company] - record.spent)
    _nothing_hangs_on(site, record)


def _still_untouched(site: Site, record: Played) -> None:
    """Raise Refused if a later plan has changed what a plan built, or a vehicle uses it."""
    bought = {key for table, key, before, _ in record.changes if table == "vehicles" and before is None}
    for vehicle in bought:
        standing = site.standing(vehicle)
        if vehicle not in site.vehicles or not (standing.in_yard or standing.fresh):
            raise Refused("used_since", NOWHERE, NOWHERE)
    if site.built(record.tiles) != record.left:
        raise Refused("changed_since", *site.point(record.tiles[0]))
    for table, key, _, after in record.changes:
        if table not in _KEYED_BY_TILE and table != "covered" and site.tables[table].get(key) != after:
            raise Refused("changed_since", NOWHERE, NOWHERE)
    for tile, kind in record.pieces():
        if site.owned(tile).get(kind, 0) not in {0, *bought}:
            raise Refused("used_since", *site.point(tile))


def _nothing_hangs_on(site: Site, record: Played) -> None:
    """Raise Refused if anything later needs a station or list that taking a plan back would remove."""
    gone = {(table, key) for table, key, before, _ in record.changes if before is None}
    if any(("founded", station) in gone for station in site.parts().values()):
        raise Refused("changed_since", NOWHERE, NOWHERE)
    if any(("lists", vehicle.list) in gone for vehicle in site.vehicles.values()):
        raise Refused("changed_since", NOWHERE, NOWHERE)
