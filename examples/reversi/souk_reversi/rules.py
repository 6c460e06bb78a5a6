"""The rules of Reversi: a stone turns over every row of the other colour that it closes in; most stones win."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar, TypeAlias

import msgspec

from game.core.ranking import ranked
from game.core.rules import Ask, Event, GameInfo, Move, Result, Rules, Seat, SeatResult, Viewer
from game.core.space import ALL_ROUND, Squares

BOARD = Squares(8, 8)
EMPTY = -1
_RAYS = tuple(tuple(tuple(BOARD.ray(square, step)) for step in ALL_ROUND) for square in BOARD)
Square: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=63)]
Owner: TypeAlias = Annotated[int, msgspec.Meta(ge=EMPTY, le=1)]


def turned(board: Sequence[int], seat: Seat, square: int) -> list[int]:
    """Return the squares of the stones that a stone of `seat` on an empty square would turn over."""
    found: list[int] = []
    for ray in _RAYS[square]:
        row: list[int] = []
        for other in ray:
            if board[other] != 1 - seat:
                if board[other] == seat:
                    found += row
                break
            row.append(other)
    return found


def moves_of(board: Sequence[int], seat: Seat) -> list[int]:
    """Return the squares where `seat` may place a stone."""
    return [square for square in BOARD if board[square] == EMPTY and turned(board, seat, square)]


class Options(msgspec.Struct, frozen=True):
    """Reversi has no options."""


class Place(msgspec.Struct, frozen=True):
    """Place a stone on `square`."""

    square: Square


class State(msgspec.Struct):
    """A match: the owner of each square, whose turn it is (-1 at the end), the last stone's square (-1 before)."""

    board: list[int]
    mover: int = 0
    last: int = -1
    turn: int = 0


class View(msgspec.Struct, frozen=True):
    """Everything there is to see; `board` is the owner of each square, -1 for none."""

    board: Annotated[tuple[Owner, ...], msgspec.Meta(min_length=64, max_length=64)]
    mover: Owner
    last: Annotated[int, msgspec.Meta(ge=-1, le=63)]
    turn: Annotated[int, msgspec.Meta(ge=0, le=60)]


class Reversi(Rules[State, Options, Place, View]):
    """The rules of Reversi, with the four stones of Othello in the middle."""

    info = GameInfo("reversi", 1, seats=(2,), options=Options, action=Place, view=View, open_scores=True)
    state_type: ClassVar[type] = State

    def start(self, seats: int, options: Options) -> State:
        board = [EMPTY] * len(BOARD)
        board[28], board[35], board[27], board[36] = 0, 0, 1, 1
        return State(board)

    def ask(self, state: State) -> Ask | None:
        return Ask((state.mover,)) if state.mover >= 0 else None

    def legal(self, state: State, seat: Seat) -> Sequence[Place]:
        return [Place(square) for square in moves_of(state.board, seat)] if seat == state.mover else ()

    def check(self, state: State, seat: Seat, action: Place) -> str | None:
        if state.board[action.square] != EMPTY:
            return "reversi.refuse.taken"
        return None if turned(state.board, seat, action.square) else "reversi.refuse.turns_nothing"

    def fallback(self, state: State, seat: Seat) -> Place:
        return self.legal(state, seat)[0]

    def step(self, state: State, moves: Sequence[Move]) -> list[Event]:
        ((seat, action),) = ((move.seat, move.action) for move in moves)
        stones = turned(state.board, seat, action.square)
        for square in (action.square, *stones):
            state.board[square] = seat
        state.last, state.turn = action.square, state.turn + 1
        events = [Event("placed", {"seat": seat, "square": action.square, "stones": len(stones)})]
        if moves_of(state.board, 1 - seat):
            state.mover = 1 - seat
        elif moves_of(state.board, seat):
            events.append(Event("passed", {"seat": 1 - seat}))
        else:
            state.mover = -1
        return events

    def result(self, state: State) -> Result:
        scores = self.scores(state)
        lines = (SeatResult(rank, score, {"stones": score}) for rank, score in zip(ranked(scores), scores, strict=True))
        return Result(tuple(lines), "reversi.end.no_moves")

    def scores(self, state: State) -> tuple[int, ...]:
        return state.board.count(0), state.board.count(1)

    def turns(self, state: State) -> int:
        return state.turn

    def view(self, state: State, viewer: Viewer) -> View:
        return View(tuple(state.board), state.mover, state.last, state.turn)

    def sketch(self, view: View) -> str:
        rows = (view.board[row : row + 8] for row in range(0, 64, 8))
        return "\n".join("".join(".XO"[owner + 1] for owner in row) for row in rows)
