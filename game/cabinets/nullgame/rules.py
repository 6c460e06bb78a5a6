"""Nullgame: the smallest possible game. Copy it to begin a new one.

Players take one, two or three stones in turn from a heap whose size is drawn at the start; the player who takes the
last stone wins. It has a draw of chance, an option, a list of legal moves and a result: all that a game needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar, TypeAlias

import msgspec

from game.core.ranking import ranked
from game.core.rules import NATURE, Ask, Event, GameInfo, Move, Result, Rules, Seat, SeatResult, Viewer

MOST = 3
"""The most stones that may be taken at once."""
_Stones: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=49)]


class Options(msgspec.Struct, frozen=True):
    """The options: the heap has `smallest` stones and up to nine more."""

    smallest: Annotated[int, msgspec.Meta(ge=1, le=40)] = 12


class Take(msgspec.Struct, frozen=True):
    """Take `stones` stones from the heap."""

    stones: _Stones


class State(msgspec.Struct):
    """A match: the heap (-1 before it is drawn), the seat to move, and how many stones each seat has taken."""

    smallest: int
    heap: int
    mover: int
    taken: list[int]
    turn: int = 0


class View(msgspec.Struct, frozen=True):
    """What everybody sees. `mover` is -1 when no seat is to move."""

    heap: _Stones
    mover: Annotated[int, msgspec.Meta(ge=-1, le=3)]
    taken: Annotated[tuple[_Stones, ...], msgspec.Meta(max_length=4)]
    turn: _Stones


class Nullgame(Rules[State, Options, Take, View]):
    """The rules of nullgame."""

    info = GameInfo(
        "nullgame", version=1, seats=(1, 2, 3, 4), options=Options, action=Take, view=View, open_scores=True
    )
    state_type: ClassVar[type] = State

    def start(self, seats: int, options: Options) -> State:
        return State(options.smallest, -1, 0, [0] * seats)

    def ask(self, state: State) -> Ask | None:
        if state.heap < 0:
            return Ask((NATURE,), outcomes=10)
        return Ask((state.mover,)) if state.heap else None

    def legal(self, state: State, seat: Seat) -> Sequence[Take]:
        if seat != state.mover:
            return ()
        return [Take(stones) for stones in range(1, min(MOST, state.heap) + 1)]

    def check(self, state: State, seat: Seat, action: Take) -> str | None:
        if not 1 <= action.stones <= MOST:
            return "nullgame.refuse.number"
        if action.stones > state.heap:
            return "nullgame.refuse.too_many"
        return None

    def fallback(self, state: State, seat: Seat) -> Take:
        return Take(1)

    def step(self, state: State, moves: Sequence[Move]) -> list[Event]:
        (move,) = moves
        if move.seat == NATURE:
            state.heap = state.smallest + move.action
            return [Event("heaped", {"heap": state.heap})]
        stones = move.action.stones
        state.heap -= stones
        state.turn += 1
        state.taken[move.seat] += stones
        state.mover = (move.seat + 1) % len(state.taken)
        events = [Event("took", {"seat": move.seat, "stones": stones, "heap": state.heap})]
        if not state.heap:
            events.append(Event("over", {"seat": move.seat}))
        return events

    def result(self, state: State) -> Result:
        winner = (state.mover - 1) % len(state.taken)
        ranks = ranked([(seat == winner, taken) for seat, taken in enumerate(state.taken)])
        seats = tuple(
            SeatResult(rank, taken, {"stones": taken}) for rank, taken in zip(ranks, state.taken, strict=True)
        )
        return Result(seats, "nullgame.end.last_stone")

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(state.taken)

    def turns(self, state: State) -> int:
        return state.turn

    def view(self, state: State, viewer: Viewer) -> View:
        mover = state.mover if state.heap > 0 else -1
        return View(max(0, state.heap), mover, tuple(state.taken), state.turn)

    def sketch(self, view: View) -> str:
        return "o" * view.heap
