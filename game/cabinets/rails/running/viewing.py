"""The view of a match, which is the same for everybody."""

from __future__ import annotations

import zlib
from functools import lru_cache

from game.cabinets.rails.building.plans import refusal
from game.cabinets.rails.contract.actions import Plan, TakeBack
from game.cabinets.rails.contract.views import Moved, StationRow, VehicleRow, View
from game.cabinets.rails.match.state import State
from game.cabinets.rails.running.dump import kept
from game.cabinets.rails.running.fleet import let_look
from game.cabinets.rails.running.looking import doing, place_of
from game.cabinets.rails.track.exchange import KINDS


def view_of(state: State) -> View:
    """Return the view of a match."""
    site = state.site
    body = kept(state) if state.number >= 0 else b""
    return View(
        number=state.number,
        size=state.land.size or state.options.size,
        tick=state.tick,
        due=state.due,
        round=state.windows,
        first=state.first,
        cash=tuple(site.cash.values()),
        delivered=tuple(state.delivered),
        units=tuple(state.units),
        spent=tuple(site.spent.values()),
        serials=tuple(state.serials),
        works=_packed(state.works),
        stations=_stations(state),
        vehicles=tuple(
            VehicleRow(
                number,
                one.company,
                one.model,
                doing(state, number - 1),
                place_of(state, number - 1)[0],
                int(state.railway.trains.load[number - 1]),
            )
            for number, one in sorted(site.vehicles.items())
        ),
        takeable=tuple(_takeable(state, seat) for seat in range(state.seats)),
        state=zlib.compress(body, 6),
        moves=tuple(Moved(seat, action) for seat, action in state.moves),
        check=check_of(state.works, body),
    )


def check_of(works: bytes, body: bytes) -> int:
    """Return the field `check` of a view."""
    return zlib.crc32(works, zlib.crc32(body))


@lru_cache(4)
def _packed(works: bytes) -> bytes:
    return zlib.compress(works, 9)


def _takeable(state: State, seat: int) -> tuple[int, ...]:
    """Return the number of a seat's last plan if that can be taken back; else nothing."""
    last = max((one.serial for one in state.played if one.seat == seat), default=-1)
    if last < 0:
        return ()
    let_look(state)
    trial = Plan(last + 1, (TakeBack(last),))
    return (last,) if refusal(state.site, seat, state.company_of(seat), trial) is None else ()


def _stations(state: State) -> tuple[StationRow, ...]:
    takes = state.railway.stations.takes
    return tuple(
        StationRow(number, one.company, one.tile, sum(int(takes[KINDS * number + n]) << n for n in range(KINDS)))
        for number, one in sorted(state.site.stations.items())
    )
