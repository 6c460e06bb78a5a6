"""The rules of Caravan Rails: windows, plans, and ticks that pass in small steps.

To start a match by hand: `state = rules.start(1, Options())`, then `rules.step(state, [Move(NATURE, number)])` gives it
the map of that number; after that, `ask` says whose move it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from game.cabinets.rails.contract.actions import Action, Advance, Plan
from game.cabinets.rails.contract.options import VERSION, Options
from game.cabinets.rails.contract.views import View
from game.cabinets.rails.match.state import State
from game.cabinets.rails.running import dump
from game.cabinets.rails.running.beginning import begun, brief_of, land_for, surveyed
from game.cabinets.rails.running.playing import SLICE_TICKS, refused_for, step
from game.cabinets.rails.running.twin import unpacked
from game.cabinets.rails.running.viewing import view_of
from game.cabinets.rails.track.coded import Built, decode
from game.cabinets.rails.world.land import SIGNS
from game.cabinets.rails.world.worldgen import land_of
from game.core.ranking import ranked
from game.core.rules import NATURE, Ask, Event, GameInfo, Move, Result, Rules, Seat, SeatResult, Viewer, Window

SLICE = 0.5
_NUMBERS = 1 << 64
_TRACK = {1: "|", 2: "-", 4: "`", 8: ",", 16: "'", 32: "/"}


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
        own_clock=True,
    )
    state_type: ClassVar[type] = State

    def start(self, seats: int, options: Options) -> State:
        """Return the state before a match. Raise YardError for an unsound save, or a yard whose plan does not fit."""
        state = State(options, seats)
        if state.task is not None:
            begun(options, seats, 0)
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
        return refused_for(state, seat, action)

    def fallback(self, state: State, seat: Seat) -> Action:
        return Advance(SLICE_TICKS) if state.alone else Plan(state.serials[seat])

    def step(self, state: State, moves: Sequence[Move]) -> list[Event]:
        return self._survey(state, moves[0].action) if state.number < 0 else step(state, moves)

    def _survey(self, state: State, number: int) -> list[Event]:
        drawn, events = begun(state.options, state.seats, number)
        state.__dict__.update(drawn.__dict__)
        return surveyed(state) + events

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


def sketch_of(view: View) -> str:
    """Return the map as text: `@` for vehicles, `=` for parts of stations, `H` for heads of spans, `:` for roads."""
    if view.number < 0:
        return ""
    signs = [SIGNS[kind] for kind in land_of(view.number, view.size).terrain]
    for tile, built in decode(unpacked(view.works)).items():
        signs[tile] = _sign(built)
    for vehicle in view.vehicles:
        if vehicle.tile >= 0:
            signs[vehicle.tile] = "@"
    size = view.size
    return "\n".join("".join(signs[row * size : row * size + size]) for row in range(size))


def _sign(built: Built) -> str:
    if built.platform or built.stop or built.dock:
        return "="
    if built.span[0] >= 0:
        return "H"
    return _TRACK.get(built.pieces, "+") if built.pieces else ":"
