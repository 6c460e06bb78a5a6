"""A test game of fat steps: each move is told with a thousand points, and a view does not hold them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar

import msgspec

from game.core.cabinet import Cabinet
from game.core.rules import Ask, Event, GameInfo, Move, Result, Rules, Seat, SeatResult, Viewer

POINTS = 1000
STROKES = 10_000


class Options(msgspec.Struct, frozen=True):
    points: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = POINTS


class Stroke(msgspec.Struct, frozen=True):
    start: int


class State(msgspec.Struct):
    seats: int
    points: int
    drawn: int


class View(msgspec.Struct, frozen=True):
    drawn: int


class Scribble(Rules[State, Options, Stroke, View]):
    info = GameInfo("scribble", version=1, seats=(2,), options=Options, action=Stroke, view=View)
    state_type: ClassVar[type] = State

    def start(self, seats: int, options: Options) -> State:
        return State(seats, options.points, 0)

    def ask(self, state: State) -> Ask | None:
        return Ask((state.drawn % state.seats,)) if state.drawn < STROKES else None

    def check(self, state: State, seat: Seat, action: Stroke) -> str | None:
        return None

    def fallback(self, state: State, seat: Seat) -> Stroke:
        return Stroke(0)

    def step(self, state: State, moves: Sequence[Move]) -> list[Event]:
        (move,) = moves
        state.drawn += 1
        points = [(move.action.start + number) % 60_000 for number in range(state.points)]
        return [Event("drawn", {"seat": move.seat, "points": points})]

    def result(self, state: State) -> Result:
        return Result((SeatResult(1, 0), SeatResult(1, 0)), "scribble.end.full")

    def turns(self, state: State) -> int:
        return state.drawn

    def view(self, state: State, viewer: Viewer) -> View:
        return View(state.drawn)


SCRIBBLE = Cabinet(Scribble(), {})
