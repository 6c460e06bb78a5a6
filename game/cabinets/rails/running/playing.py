"""One step of a match: the plans of all seats, then ticks. A match and its twins take the same steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.cabinets.rails.building.plans import Refusal, play, refusal
from game.cabinets.rails.building.site import Played
from game.cabinets.rails.contract.actions import MOST_ADVANCE, Action, Advance, Plan, Queue, TakeBack
from game.cabinets.rails.match.cargo import put
from game.cabinets.rails.match.state import State
from game.cabinets.rails.running.fleet import let_look
from game.cabinets.rails.running.ticks import after_building, most_ticks, run
from game.cabinets.rails.track.exchange import KINDS
from game.cabinets.rails.track.motion import begin_to_wait, turn_round
from game.cabinets.rails.track.trains import WAITING
from game.core.rules import NATURE, Event, Move, Seat

MOST_TAKEABLE: Final = 8
"""How many plans of a seat are kept to be taken back."""
_MOST_ROWS: Final = 1200
"""Most changes in all kept plans together; the oldest plans are dropped first."""
SLICE_TICKS: Final = 4
"""Number of ticks that pass in a slice."""
_MOST_SERIAL: Final = (1 << 63) - 1


def refused_for(state: State, seat: Seat, action: Action) -> str | None:
    """Return the key of the reason why a seat that is asked may not do something; None if it may."""
    if isinstance(action, Advance):
        if not state.alone:
            return "rails.refuse.not_alone"
        return None if 1 <= action.ticks <= MOST_ADVANCE else "rails.refuse.ticks"
    if isinstance(action, Queue):
        if not state.running:
            return "rails.refuse.no_queue"
        serials = [plan.serial for plan in action.plans]
        if serials != sorted(set(serials)):
            return "rails.refuse.serial"
    reasons = (_wrong_with(state, seat, plan) for plan in _plans(action))
    return next((reason for reason in reasons if reason), None)


def _wrong_with(state: State, seat: Seat, plan: Plan) -> str | None:
    if not plan.groups:
        return None
    if state.running and plan.serial <= state.serials[seat]:
        return None
    if not state.serials[seat] < plan.serial <= _MOST_SERIAL:
        return "rails.refuse.serial"
    found = why_not(state, seat, plan)
    return f"rails.refuse.{found.reason}" if found else None


def why_not(state: State, seat: Seat, plan: Plan) -> Refusal | None:
    """Return the first reason why a plan cannot be played, with its place; None for none."""
    let_look(state)
    return refusal(state.site, seat, state.company_of(seat), plan)


def step(state: State, moves: Sequence[Move]) -> list[Event]:
    """Play the moves of one step, of which one by nature stands for ticks alone. Return the events."""
    if moves[0].seat == NATURE:
        return pass_time(state)
    return play_window(state, tuple((move.seat, move.action) for move in moves if _counts(state, move)))


def _counts(state: State, move: Move) -> bool:
    """Return whether a move changes anything."""
    if isinstance(move.action, Advance):
        return True
    return any(plan.groups and plan.serial > state.serials[move.seat] for plan in _plans(move.action))


def _plans(action: Action) -> Sequence[Plan]:
    return action.plans if isinstance(action, Queue) else (action,) if isinstance(action, Plan) else ()


def play_window(state: State, moves: tuple[tuple[int, Action], ...]) -> list[Event]:
    """Play what seats did in a window, each with its action, and let the time pass that belongs to it."""
    state.moves = moves
    for _, action in moves:
        if isinstance(action, Advance):
            state.due = min(action.ticks, state.last_tick - state.tick)
            return run_on(state)
    state.ran = b""
    events: list[Event] = []
    first = state.first
    for seat, action in sorted(moves, key=lambda move: (move[0] - first) % state.seats):
        for plan in _plans(action):
            events += _play(state, seat, plan)
    if state.alone:
        return events
    state.windows += 1
    state.due = SLICE_TICKS if state.running else state.options.ticks
    return events + run_on(state)


def pass_time(state: State) -> list[Event]:
    """Let due ticks pass in a step in which nobody does anything."""
    state.moves = ()
    return run_on(state)


def _play(state: State, seat: int, plan: Plan) -> list[Event]:
    if not plan.groups or plan.serial <= state.serials[seat]:
        return []
    let_look(state)
    state.serials[seat] = plan.serial
    owned = set(state.site.vehicles)
    outcome = play(state.site, seat, state.company_of(seat), plan)
    keep(state, outcome.record, plan)
    join_stations(state, outcome.joined)
    events = [
        Event("refused_piece", {"seat": seat, "reason": one.reason, "x": one.x, "y": one.y}) for one in outcome.refused
    ]
    events += after_building(state, state.site.vehicles.keys() - owned)
    turn_trains(state, outcome.turned)
    built = len(plan.groups) - len(outcome.refused)
    if built:
        events.insert(0, Event("built", {"seat": seat, "groups": built, "coins": outcome.cost}))
    return events


def run_on(state: State) -> list[Event]:
    """Run as many of the due ticks as one step may."""
    ticks = min(state.due, most_ticks(state))
    state.due -= ticks
    return run(state, ticks)


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
