"""A test game with all that nullgame lacks: secrets, sealed simultaneous moves, limits, a draw for eyes of one.

Each seat is dealt a secret card by NATURE. Then all bid at once, three times; the highest sum of card and bids
wins. In slices (`slices=True`) the bids are taken when the time is up.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Annotated, ClassVar

import msgspec

from game.core.cabinet import Cabinet
from game.core.ranking import ranked
from game.core.rules import (
    NATURE,
    OMNISCIENT,
    Ask,
    Event,
    GameInfo,
    Move,
    Result,
    Rules,
    Seat,
    SeatResult,
    Viewer,
    Window,
)

CARDS = 1000
ROUNDS = 3


class Options(msgspec.Struct, frozen=True):
    slices: bool = False
    most: Annotated[int, msgspec.Meta(ge=1, le=9)] = 5


class Bid(msgspec.Struct, frozen=True):
    amount: int


class State(msgspec.Struct):
    cards: list[int]
    bids: list[list[int]]
    most: int
    slices: bool


class View(msgspec.Struct, frozen=True):
    own: int | None
    cards: tuple[int, ...]
    bids: tuple[tuple[int, ...], ...]


class Sealed(Rules[State, Options, Bid, View]):
    info = GameInfo("sealed", version=1, seats=(2, 3), options=Options, action=Bid, view=View, curtain=True)
    state_type: ClassVar[type] = State

    def start(self, seats: int, options: Options) -> State:
        return State([], [[] for _ in range(seats)], options.most, options.slices)

    def ask(self, state: State) -> Ask | None:
        seats = len(state.bids)
        if len(state.cards) < seats:
            return Ask((NATURE,), outcomes=CARDS)
        if len(state.bids[0]) == ROUNDS:
            return None
        window = Window.SLICE if state.slices else Window.SIMULTANEOUS
        return Ask(tuple(range(seats)), window, limit=10.0)

    def legal(self, state: State, seat: Seat) -> Sequence[Bid]:
        ask = self.ask(state)
        return [Bid(n) for n in range(state.most + 1)] if ask and seat in ask.seats else []

    def check(self, state: State, seat: Seat, action: Bid) -> str | None:
        return None if 0 <= action.amount <= state.most else "sealed.refuse.amount"

    def fallback(self, state: State, seat: Seat) -> Bid:
        return Bid(0)

    def step(self, state: State, moves: Sequence[Move]) -> list[Event]:
        if moves[0].seat == NATURE:
            seat = len(state.cards)
            state.cards.append(moves[0].action)
            return [Event("dealt", {"seat": seat, "card": moves[0].action}, audience=(seat,))]
        for move in moves:
            state.bids[move.seat].append(move.action.amount)
        return [Event("bids", {"amounts": [move.action.amount for move in moves]})]

    def scores(self, state: State) -> tuple[int, ...]:
        cards = state.cards + [0] * (len(state.bids) - len(state.cards))
        return tuple(card + sum(bids) for card, bids in zip(cards, state.bids, strict=True))

    def result(self, state: State) -> Result:
        scores = self.scores(state)
        return Result(tuple(map(SeatResult, ranked(scores), scores)), "sealed.end.bids")

    def view(self, state: State, viewer: Viewer) -> View:
        own = state.cards[viewer] if 0 <= viewer < len(state.cards) else None
        cards = tuple(state.cards) if viewer == OMNISCIENT else ()
        return View(own, cards, tuple(tuple(bids) for bids in state.bids))

    def redeal(self, state: State, viewer: Viewer, random: Random) -> State:
        other: State = self.load(self.dump(state))
        if viewer != OMNISCIENT:
            other.cards = [c if seat == viewer else random.randrange(CARDS) for seat, c in enumerate(other.cards)]
        return other


SEALED = Cabinet(Sealed(), {})
