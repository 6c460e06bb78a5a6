"""A test game of forty slices of a tenth of a second: whoever taps in more of them wins.

Before the first, `pieces` draws of one outcome divide work that takes long.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar

import msgspec

from game.core.ranking import ranked
from game.core.rules import NATURE, Ask, Event, GameInfo, Move, Result, Rules, Seat, SeatResult, Viewer, Window

SLICES = 40
SLICE_SECONDS = 0.1


class Options(msgspec.Struct, frozen=True):
    standing: bool = False
    pieces: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0


class Tap(msgspec.Struct, frozen=True):
    taps: Annotated[int, msgspec.Meta(ge=0, le=1)] = 1


class State(msgspec.Struct):
    taps: list[int]
    standing: bool
    pieces: int
    slices: int = 0


class View(msgspec.Struct, frozen=True):
    taps: tuple[int, ...]
    slices: int


class Sliced(Rules[State, Options, Tap, View]):
    info = GameInfo("sliced", version=1, seats=(1, 2, 3), options=Options, action=Tap, view=View, undo=False)
    state_type: ClassVar[type] = State

    def start(self, seats: int, options: Options) -> State:
        return State([0] * seats, options.standing, options.pieces)

    def ask(self, state: State) -> Ask | None:
        if state.pieces:
            return Ask((NATURE,), outcomes=1)
        if state.slices == SLICES:
            return None
        seats = tuple(range(len(state.taps)))
        return Ask(seats, Window.SLICE, limit=SLICE_SECONDS, standing=state.standing)

    def legal(self, state: State, seat: Seat) -> Sequence[Tap]:
        return [Tap(0), Tap(1)] if seat >= 0 and not state.pieces and state.slices < SLICES else []

    def check(self, state: State, seat: Seat, action: Tap) -> str | None:
        return None if 0 <= action.taps <= 1 else "match.refuse.malformed"

    def fallback(self, state: State, seat: Seat) -> Tap:
        return Tap(0)

    def step(self, state: State, moves: Sequence[Move]) -> list[Event]:
        if moves[0].seat == NATURE:
            state.pieces -= 1
            return []
        state.slices += 1
        for move in moves:
            state.taps[move.seat] += move.action.taps
        return []

    def result(self, state: State) -> Result:
        return Result(tuple(map(SeatResult, ranked(state.taps), state.taps)), "sliced.end.slices")

    def view(self, state: State, viewer: Viewer) -> View:
        return View(tuple(state.taps), state.slices)
