"""Records where vehicles wait for their way and for how long, for the page after a match."""

from __future__ import annotations

from game.cabinets.rails.match.state import State
from game.cabinets.rails.track.trains import TRAINS
from game.core.compiled import plain


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
