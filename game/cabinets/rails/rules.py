"""The rules of Caravan Rails: windows, plans, and ticks that pass in small steps.

To start a match by hand: `state = rules.start(1, Options())`, then `rules.step(state, [Move(NATURE, number)])` gives it
the map of that number; after that, `ask` says whose move it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from game.cabinets.rails.building.plans import Refusal, play, refusal
from game.cabinets.rails.cargo.catchment import reached_by_all
from game.cabinets.rails.contract.actions import MOST_ADVANCE, Action, Advance, Plan, Queue
from game.cabinets.rails.contract.options import VERSION, Options
from game.cabinets.rails.contract.views import View
from game.cabinets.rails.economy.periods import renew_acceptance
from game.cabinets.rails.match.state import State
from game.cabinets.rails.running import dump
from game.cabinets.rails.running.fleet import let_look
from game.cabinets.rails.running.playing import SLICE_TICKS, step
from game.cabinets.rails.running.saves import go_on, saved_in
from game.cabinets.rails.running.sketching import sketch_of
from game.cabinets.rails.running.surveying import brief_of, land_for, surveyed
from game.cabinets.rails.running.ticks import after_building
from game.cabinets.rails.running.viewing import view_of
from game.cabinets.rails.yards.errors import does_not_fit
from game.core.ranking import ranked
from game.core.rules import NATURE, Ask, Event, GameInfo, Move, Result, Rules, Seat, SeatResult, Viewer, Window

SLICE = 0.5
_NUMBERS = 1 << 64
_MOST_SERIAL = (1 << 63) - 1


class RailsRules(Rules[State, Options, Action, View]):
    """The rules of Caravan Rails."""

    info = GameInfo(
        "rails",
        version=VERSION,
        seats=(1, 2, 3, 4),
        options=Options,
        action=Action,
        view=View,
        numbered=True,
        undo=False,
        open_scores=True,
        regular_seats=2,
    )
    state_type: ClassVar[type] = State

    def start(self, seats: int, options: Options) -> State:
        """Return the state before a match. Raise YardError for an unsound save, or a yard whose plan does not fit."""
        state = State(options, seats)
        if saved_in(state.task):
            go_on(options, seats, 0, land_for)
        elif state.task is not None and state.task.groups:
            trial = State(options, seats)
            trial.found(0, land_for(options, 0))
            self._set_up(trial)
        return state

    def ask(self, state: State) -> Ask | None:
        if state.number < 0:
            return Ask((NATURE,), outcomes=_NUMBERS)
        if state.is_over:
            return None
        if state.due > 0:
            return Ask((NATURE,), outcomes=1)
        if state.alone:
            return Ask((0,))
        seats = tuple(range(state.seats))
        if state.running:
            return Ask(seats, Window.SLICE, limit=SLICE, standing=True)
        return Ask(seats, Window.SIMULTANEOUS, limit=float(state.options.seconds) or None)

    def check(self, state: State, seat: Seat, action: Action) -> str | None:
        ask = self.ask(state)
        if ask is None or seat not in ask.seats or seat < 0:
            return "rails.refuse.not_asked"
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
            reasons = (self._wrong_with(state, seat, plan) for plan in action.plans)
            return next((reason for reason in reasons if reason), None)
        return self._wrong_with(state, seat, action)

    def _wrong_with(self, state: State, seat: Seat, plan: Plan) -> str | None:
        if not plan.groups:
            return None
        if state.running and plan.serial <= state.serials[seat]:
            return None
        if not state.serials[seat] < plan.serial <= _MOST_SERIAL:
            return "rails.refuse.serial"
        found = self.refusal(state, seat, plan)
        return f"rails.refuse.{found.reason}" if found else None

    def refusal(self, state: State, seat: Seat, plan: Plan) -> Refusal | None:
        """Return the first reason why a plan cannot be played, with its place; None for none."""
        let_look(state)
        return refusal(state.site, seat, state.company_of(seat), plan)

    def fallback(self, state: State, seat: Seat) -> Action:
        return Advance(SLICE_TICKS) if state.alone else Plan(state.serials[seat])

    def step(self, state: State, moves: Sequence[Move]) -> list[Event]:
        return self._survey(state, moves[0].action) if state.number < 0 else step(state, moves)

    def _survey(self, state: State, number: int) -> list[Event]:
        if saved_in(state.task):
            state.__dict__.update(go_on(state.options, state.seats, number, land_for).__dict__)
            return surveyed(state)
        state.found(number, land_for(state.options, number))
        state.reached = reached_by_all(state.site, state.ground)
        renew_acceptance(state)
        return surveyed(state) + self._set_up(state)

    def _set_up(self, state: State) -> list[Event]:
        """Build what a yard contains at its start, free of charge."""
        if state.task is None or not state.task.groups:
            return []
        site = state.site
        free, site.free = site.free, True
        let_look(state)
        outcome = play(site, 0, 0, Plan(0, state.task.groups))
        site.free = free
        for one in outcome.refused[:1]:
            raise does_not_fit(one.reason, one.x, one.y)
        return after_building(state, state.site.vehicles)

    def result(self, state: State) -> Result:
        site = state.site
        companies = [state.company_of(seat) for seat in range(state.seats)]
        keys = [(state.delivered[one], state.units[one], site.cash[one]) for one in companies]
        places = ranked(keys)
        seats = [
            SeatResult(rank, state.delivered[one], _details(state, one))
            for rank, one in zip(places, companies, strict=True)
        ]
        return Result(tuple(seats), "rails.end.time")

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(state.delivered[state.company_of(seat)] for seat in range(state.seats))

    def turns(self, state: State) -> int:
        return -(-state.tick // 100)

    def brief(self, state: State, viewer: Viewer) -> object:
        return brief_of(state.options)

    def view(self, state: State, viewer: Viewer) -> View:
        return view_of(state)

    def sketch(self, view: View) -> str:
        return sketch_of(view)

    def dump(self, state: State) -> bytes:
        return dump.write(state, state.options, state.moves)

    def load(self, data: bytes) -> State:
        return dump.read(data, land_for)

    def seal(self, state: State) -> bytes:
        return dump.write(state, None)

    def seal_first(self, state: State, options: Mapping[str, Any]) -> bytes:
        return dump.write(state, options)


def _details(state: State, company: int) -> dict[str, int]:
    """Return the columns of a company's row in the table of results."""
    rows = [number - 1 for number, vehicle in state.site.vehicles.items() if vehicle.company == company]
    trains = state.railway.trains
    stood = sum(int(trains.waited[row]) for row in rows)
    served = sum(state.tick - state.born.get(row + 1, state.tick) for row in rows)
    return {
        "units": state.units[company],
        "cash": state.site.cash[company],
        "trains": len(rows),
        "waiting": 100 * stood // served if served else 0,
        "jams": state.jam_ticks[company],
    }
