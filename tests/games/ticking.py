"""Test games whose rules count how long moves took: whoever spent least in three rounds wins, or who pressed first."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

import msgspec

from game.core.bots import Bot, Request
from game.core.cabinet import Cabinet
from game.core.ranking import ranked
from game.core.rules import Ask, Event, GameInfo, Move, Result, Rules, Seat, SeatResult, Timed, Viewer, Window

ROUNDS = 3
LIMIT = 2.0
LEAD = 0.5


class Options(msgspec.Struct, frozen=True):
    pass


class Press(msgspec.Struct, frozen=True):
    key: int


class State(msgspec.Struct):
    spent: list[int]
    turn: int = 0


class View(msgspec.Struct, frozen=True):
    spent: tuple[int, ...]


class Ticking(Rules[State, Options, Press, View]):
    info = GameInfo("ticking", version=1, seats=(2,), options=Options, action=Press, view=View, undo=False)
    state_type: ClassVar[type] = State

    def start(self, seats: int, options: Options) -> State:
        return State([0] * seats)

    def ask(self, state: State) -> Ask | None:
        if state.turn == ROUNDS * len(state.spent):
            return None
        return Ask((state.turn % len(state.spent),), limit=LIMIT, clocked=True, lead=LEAD)

    def legal(self, state: State, seat: Seat) -> Sequence[Press]:
        ask = self.ask(state)
        return [Press(1)] if ask and seat in ask.seats else []

    def check(self, state: State, seat: Seat, action: Press) -> str | None:
        return None

    def fallback(self, state: State, seat: Seat) -> Press:
        return Press(1)

    def step(self, state: State, moves: Sequence[Move]) -> list[Event]:
        state.spent[moves[0].seat] += moves[0].spent
        state.turn += 1
        return [Event("pressed", {"seat": moves[0].seat, "spent": moves[0].spent})]

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(-spent for spent in state.spent)

    def result(self, state: State) -> Result:
        scores = self.scores(state)
        return Result(tuple(map(SeatResult, ranked(scores), scores)), "ticking.end.rounds")

    def view(self, state: State, viewer: Viewer) -> View:
        return View(tuple(state.spent))


class Racing(Ticking):
    """Whoever presses first in a round spends what it took; where nobody does, all spend the whole time."""

    info = msgspec.structs.replace(Ticking.info, id="racing", seats=(1, 2, 3))

    def ask(self, state: State) -> Ask | None:
        if state.turn == ROUNDS:
            return None
        return Ask(tuple(range(len(state.spent))), Window.RACE, limit=LIMIT, clocked=True, lead=LEAD)

    def step(self, state: State, moves: Sequence[Move]) -> list[Event]:
        events = [event for move in moves for event in super(Racing, self).step(state, [move])]
        state.turn += 1 - len(moves)
        return events


class Paced(Bot[View, Press]):
    """Takes its time by chance, now and then too much of it."""

    light = True

    def decide(self, request: Request) -> Timed:
        return Timed(Press(1), Random(request.seed).randrange(2300))


class Unpaced(Bot[View, Press]):
    """Presses when it has thought."""

    light = True

    def decide(self, request: Request) -> Any:
        return Press(1)


TICKING = Cabinet(Ticking(), {"paced": Paced, "unpaced": Unpaced})
RACING = Cabinet(Racing(), {"paced": Paced, "unpaced": Unpaced})
