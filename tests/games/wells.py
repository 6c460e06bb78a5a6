"""A game that deals each seat a secret before anybody moves: nullgame with a well that its owner alone knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar

import msgspec

from game.cabinets.nullgame.rules import Nullgame, Options, State, View
from game.core.rules import NATURE, OMNISCIENT, Ask, Event, GameInfo, Move, Seat, Viewer


class WellsState(State):
    """`wells` holds how deep each seat's well is, as far as they are dug."""

    wells: list[int] = msgspec.field(default_factory=list)


class WellsView(View, frozen=True):
    """`well` is one's own; -1 for who has none."""

    well: Annotated[int, msgspec.Meta(ge=-1, lt=6)] = -1


class Wells(Nullgame):
    """After the heap, chance digs a well for each seat; then it goes on as nullgame does."""

    info: ClassVar = GameInfo(
        "wells", version=1, seats=(2, 3), options=Options, action=Nullgame.info.action, view=WellsView, curtain=True
    )
    state_type: ClassVar[type] = WellsState

    def start(self, seats: int, options: Options) -> State:
        return WellsState(options.smallest, -1, 0, [0] * seats)

    def ask(self, state: State) -> Ask | None:
        assert isinstance(state, WellsState)
        if state.heap >= 0 and len(state.wells) < len(state.taken):
            return Ask((NATURE,), outcomes=6)
        return super().ask(state)

    def step(self, state: State, moves: Sequence[Move]) -> list[Event]:
        assert isinstance(state, WellsState)
        (move,) = moves
        if move.seat != NATURE or state.heap < 0:
            return super().step(state, moves)
        state.wells.append(move.action)
        seat: Seat = len(state.wells) - 1
        return [Event("dug", {"seat": seat, "well": move.action}, audience=(seat, OMNISCIENT))]

    def view(self, state: State, viewer: Viewer) -> View:
        assert isinstance(state, WellsState)
        seen = super().view(state, viewer)
        own = state.wells[viewer] if 0 <= viewer < len(state.wells) else -1
        return WellsView(seen.heap, seen.mover, seen.taken, seen.turn, own)
