"""Runs ticks: trains, what they load and unload, periods, the dealer's yard, jams, and what of that is told."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from game.cabinets.rails.building.prices import returned, vehicle_price
from game.cabinets.rails.building.site import Played
from game.cabinets.rails.jams.jams import EVERY, look
from game.cabinets.rails.match.cargo import reached_by_all
from game.cabinets.rails.match.state import State
from game.cabinets.rails.running.fleet import set_down_waiting, settle_fleet, vehicles_away
from game.cabinets.rails.running.milestones import milestones, standing
from game.cabinets.rails.running.periods import GROWTH, PERIOD, let_towns_grow, pass_period, renew_acceptance
from game.cabinets.rails.running.trade import Ledger, settle_trade
from game.cabinets.rails.track.coded import encode_ran
from game.cabinets.rails.track.exchange import KINDS
from game.cabinets.rails.track.reserving import STAMP
from game.cabinets.rails.track.trains import BEGUN, JAMMED, TRAINS
from game.core.compiled import plain
from game.core.rules import Event


class Waits:
    """The waiting in one step. Create it before the ticks of the step, and call `book` after them."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._waited = self._ticks()
        trains = state.railway.trains
        self._stood = {row: self._tile(row) for row in range(len(self._waited)) if trains.since[row] >= 0}

    def _ticks(self) -> list[int]:
        railway = self._state.railway
        return plain(railway.trains.waited[: int(railway.holding.clock[TRAINS])])

    def _tile(self, row: int) -> int:
        railway = self._state.railway
        head = int(railway.trains.head[row])
        if head < 0:
            return int(railway.trains.cell[row])
        x, y, _, _ = railway.slots.place(int(railway.holding.leg[head]))
        return y * self._state.land.size + x

    def book(self) -> None:
        """Add the ticks waited to the tile where each vehicle stood before the step or, if it moved, after the step."""
        state = self._state
        before = self._waited + [0] * (len(after := self._ticks()) - len(self._waited))
        for row, (then, now) in enumerate(zip(before, after, strict=False)):
            if now <= then:
                continue
            tile = self._stood[row] if row in self._stood else self._tile(row)
            if tile >= 0:
                key = int(state.railway.trains.company[row]), tile
                state.lost[key] = state.lost.get(key, 0) + now - then


YARD_EVERY: Final = 4
"""Number of ticks after which vehicles in the dealer's yard look for room again."""
MOST_TICKS: Final = 32
_ENOUGH: Final = 1600
_LEAST_TICKS: Final = 4


def most_ticks(state: State) -> int:
    """Return the most ticks that one step may run, so that no step takes long; fewer with more vehicles."""
    return max(_LEAST_TICKS, min(MOST_TICKS, _ENOUGH // (1 + len(state.site.vehicles))))


def after_building(state: State, bought: Collection[int] = ()) -> list[Event]:
    """Update the match after a plan changed something. Vehicles in `bought` are set down at once if there is room."""
    state.encoded = state.troubles = None
    settle_fleet(state)
    state.railway.holding.clock[BEGUN] = 1
    state.reached = reached_by_all(state.site, state.ground)
    renew_acceptance(state)
    return set_down_waiting(state, bought)


def run(state: State, ticks: int) -> list[Event]:
    """Run ticks. Return the events of what happened in them."""
    ledger = Ledger()
    events: list[Event] = []
    began, before = state.tick, standing(state)
    events += _sweep(state)
    waits = Waits(state)
    state.railway.told.ran[0] = 0
    left = ticks
    while left > 0:
        now = state.tick
        if (now + 1) % PERIOD == 0:
            ledger.starved += pass_period(state)
        if (now + 1) % GROWTH == 0:
            let_towns_grow(state)
            renew_acceptance(state)
            state.troubles = None
        if now % YARD_EVERY == 0 and vehicles_away(state):
            events += set_down_waiting(state, state.site.vehicles)
        count = min(left, PERIOD - (now + 1) % PERIOD, EVERY - now % EVERY)
        if vehicles_away(state):
            count = min(count, YARD_EVERY - now % YARD_EVERY)
        state.railway.run(count)
        settle_trade(state, ledger)
        if ledger.cleared:
            events += _clear_wrecks(state, ledger)
        left -= count
        if state.tick % EVERY == 0:
            events += _look_for_jams(state)
    waits.book()
    state.ran = _motion(state, began)
    state.played = [record for record in state.played if not _used(state, record, began)]
    return events + ledger.events() + milestones(state, before)


def _look_for_jams(state: State) -> list[Event]:
    """Look for jams. Return the events of new and resolved ones."""
    clock, trains = state.railway.holding.clock, state.railway.trains
    before = int(clock[JAMMED])
    jam = look(state.railway)
    if clock[JAMMED]:
        for company in {int(trains.company[row]) for row in range(int(clock[TRAINS])) if trains.jammed[row]}:
            state.jam_ticks[company] += EVERY
    if jam is None or (not before and not jam.stuck):
        return []
    if not jam.stuck:
        return [Event("unjammed", {})]
    if len(jam.stuck) <= before:
        return []
    rings = [[row + 1 for row in ring] for ring in jam.rings]
    return (
        [Event("jammed", {"count": len(jam.stuck), "vehicles": [row + 1 for row in jam.stuck], "rings": rings})]
        if len(jam.stuck) > before
        else []
    )


def _clear_wrecks(state: State, ledger: Ledger) -> list[Event]:
    """Remove wrecks that have lain long enough, and pay back half their price."""
    site = state.site
    for row in ledger.cleared:
        vehicle = site.vehicles.pop(row + 1)
        if not site.free:
            site.cash[vehicle.company] += returned(vehicle_price(vehicle.model, vehicle.goods, vehicle.coaches), 50)
        if all(other.list != vehicle.list for other in site.vehicles.values()):
            del site.lists[vehicle.list]
    ledger.cleared.clear()
    return after_building(state)


def _sweep(state: State) -> list[Event]:
    """Remove stations that have no platform, stop or dock, and the cargo that waited there."""
    site = state.site
    kept = set(site.parts().values())
    gone = [number for number, station in site.stations.items() if number not in kept and station.company >= 0]
    for station in gone:
        del site.stations[station]
        for kind in range(KINDS):
            _close(state, KINDS * station + kind)
    return after_building(state) if gone else []


def _close(state: State, shelf: int) -> None:
    cargoes = state.cargoes
    kind = shelf % KINDS
    cargoes.spoiled[kind] += sum(packet.units for packet in cargoes.waiting.pop(shelf, []))
    state.railway.stations.stock[shelf] = 0
    cargoes.called.discard(shelf)
    cargoes.left.discard(shelf)
    cargoes.picked_up.pop(shelf, None)


def _motion(state: State, began: int) -> bytes:
    """Return the field `ran` of the view: the pieces that heads have entered since tick `began`."""
    told = state.railway.told
    entries: dict[int, list[tuple[int, int]]] = {}
    for number in plain(told.ran[1 : 1 + int(told.ran[0])]):
        entries.setdefault((number >> 2 & 255) + 1, []).append(((number >> 10) - began, number & 3))
    told.ran[0] = 0
    return encode_ran(entries)


def _used(state: State, record: Played, began: int) -> bool:
    """Return whether a train has owned one of a plan's pieces since tick `began`."""
    holding = state.railway.holding
    slots = (state.railway.slots.slot_at(*piece) for piece in record.pieces())
    return any(slot >= 0 and (holding.owner[slot] >= 0 or holding.released[slot] > STAMP * began) for slot in slots)
