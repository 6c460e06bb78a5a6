"""Carries out for trains and cargo what a plan asks for, after its pieces were built."""

from __future__ import annotations

from typing import Final

from game.cabinets.rails.building.site import Played
from game.cabinets.rails.cargo.packets import put
from game.cabinets.rails.contract.actions import Plan, TakeBack
from game.cabinets.rails.match.state import State
from game.cabinets.rails.track.exchange import KINDS
from game.cabinets.rails.track.motion import begin_to_wait, turn_round
from game.cabinets.rails.track.trains import WAITING

MOST_TAKEABLE: Final = 8
"""How many plans of a seat are kept to be taken back."""
_MOST_ROWS: Final = 1200
"""Most changes in all kept plans together; the oldest plans are dropped first."""


def keep(state: State, record: Played | None, plan: Plan) -> None:
    """Keep what is needed to take a plan back later, and forget earlier plans that the plan took back."""
    taken = {group.serial for group in plan.groups if isinstance(group, TakeBack)}
    if record is not None:
        state.played.append(record)
    if taken:
        seat = next((one.seat for one in state.played if one.serial in taken), -1)
        state.played = [one for one in state.played if not (one.seat == seat and one.serial in taken)]
    for seat in range(state.seats):
        mine = [one for one in state.played if one.seat == seat]
        for old in mine[: max(0, len(mine) - MOST_TAKEABLE)]:
            state.played.remove(old)
    while sum(len(one.changes) for one in state.played) > _MOST_ROWS:
        del state.played[0]


def join_stations(state: State, joined: tuple[tuple[int, tuple[int, ...]], ...]) -> None:
    """Give the cargo of joined stations to the station that they became part of."""
    cargoes, stock = state.cargoes, state.railway.stations.stock
    for first, others in joined:
        for kind in range(KINDS):
            to = KINDS * first + kind
            for station in others:
                shelf = KINDS * station + kind
                for packet in cargoes.waiting.pop(shelf, []):
                    put(cargoes.waiting.setdefault(to, []), packet)
                stock[to] += stock[shelf]
                stock[shelf] = 0
                for rows in (cargoes.called, cargoes.left):
                    if shelf in rows:
                        rows.discard(shelf)
                        rows.add(to)
                last = cargoes.picked_up.pop(shelf, None)
                if last is not None:
                    cargoes.picked_up[to] = max(last, cargoes.picked_up.get(to, last))


def turn_trains(state: State, turned: tuple[int, ...]) -> None:
    """Turn round trains that stand in a station; a train that is loading continues to load."""
    railway = state.railway
    for number in turned:
        row = number - 1
        turn_round(railway.network, railway.trains, railway.holding, railway.told, row)
        if railway.trains.state[row] == WAITING:
            begin_to_wait(railway.trains, railway.holding, row)
