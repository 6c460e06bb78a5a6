"""Decides for all built-in players of one match at once, with the functions of an evaluation."""

from __future__ import annotations

from collections.abc import Mapping

from game.cabinets.l4g.players.playing import decide_moves, decide_places, new_scratch
from game.cabinets.l4g.players.styles import STYLES
from game.cabinets.l4g.rules import room as r
from game.cabinets.l4g.rules.rules import WAYS, Action, Go, Place, State, Wait
from game.cabinets.l4g.rules.sight import know_floor
from game.cabinets.l4g.rules.views import Phase
from game.core.compiled import array
from game.core.crew import Crew
from game.core.rules import Seat

_ROWS = {name: row for row, name in enumerate(STYLES)}
_GOES = tuple(tuple(Go(way, accept=accept) for accept in (False, True)) for way in WAYS)
_WAIT = Wait()


class StyleCrew(Crew[State, Action]):
    """Decides for built-in players without making a view for each; they are given what sight.py shows of the room."""

    def __init__(self) -> None:
        self._styles = array(weight for row in STYLES.values() for weight in row)
        self._desk = new_scratch()
        self._knows_floor = False

    def decide(self, state: State, bots: Mapping[Seat, str]) -> Mapping[Seat, Action]:
        room, scratch = array(state.room), self._desk
        if not self._knows_floor:
            know_floor(room, scratch.seen)
            self._knows_floor = True
        rows = [0] * r.MOST_PLAYERS
        for seat, name in bots.items():
            rows[seat] = _ROWS[name]
        lineup = array(rows)
        if state.phase is Phase.PLACE:
            decide_places(room, lineup, self._styles, scratch)
            return {seat: Place(r.place_of(int(scratch.places[seat]))) for seat in bots}
        decide_moves(room, lineup, self._styles, scratch)
        return {seat: self._move(state, seat) for seat in bots}

    def _move(self, state: State, seat: Seat) -> Action:
        """Return the action that was decided for a seat."""
        if state.room[r.STATE + seat] in (r.CORPSE, r.SOUL):
            return _WAIT
        accepts = bool(state.room[r.CHOOSING] and self._desk.accepts[seat])
        return _GOES[int(self._desk.decisions[seat])][accepts]
