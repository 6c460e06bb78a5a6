"""A test game for many: up to eight seats in turn colour a square of a board, as often as the options say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar

import msgspec

from game.core.cabinet import Cabinet
from game.core.ranking import ranked
from game.core.rules import Ask, Event, GameInfo, Move, Result, Rules, Seat, SeatResult, Viewer

SQUARES = 900
"""So many that a view packs to what that of a large real game does."""


class Options(msgspec.Struct, frozen=True):
    turns: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 80


class Colour(msgspec.Struct, frozen=True):
    square: int


class State(msgspec.Struct):
    seats: int
    turns: int
    turn: int
    board: list[int]


class View(msgspec.Struct, frozen=True):
    mover: int
    turn: int
    board: tuple[int, ...]


class Relay(Rules[State, Options, Colour, View]):
    info = GameInfo("relay", version=1, seats=tuple(range(1, 9)), options=Options, action=Colour, view=View)
    state_type: ClassVar[type] = State

    def start(self, seats: int, options: Options) -> State:
        return State(seats, options.turns, 0, [-1] * SQUARES)

    def ask(self, state: State) -> Ask | None:
        return Ask((state.turn % state.seats,)) if state.turn < state.turns else None

    def check(self, state: State, seat: Seat, action: Colour) -> str | None:
        return None if 0 <= action.square < SQUARES else "relay.refuse.square"

    def fallback(self, state: State, seat: Seat) -> Colour:
        return Colour(0)

    def step(self, state: State, moves: Sequence[Move]) -> list[Event]:
        (move,) = moves
        state.board[move.action.square] = move.seat
        state.turn += 1
        return [Event("coloured", {"seat": move.seat, "square": move.action.square})]

    def result(self, state: State) -> Result:
        scores = [state.board.count(seat) for seat in range(state.seats)]
        return Result(tuple(map(SeatResult, ranked(scores), scores)), "relay.end.turns")

    def turns(self, state: State) -> int:
        return state.turn

    def view(self, state: State, viewer: Viewer) -> View:
        mover = state.turn % state.seats if state.turn < state.turns else -1
        return View(mover, state.turn, tuple(state.board))


RELAY = Cabinet(Relay(), {})
