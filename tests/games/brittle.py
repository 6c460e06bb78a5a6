"""Test games with planted mistakes: their rules change the state and then raise an exception at certain moves."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from game.core.bots import Bot, Request
from game.core.cabinet import Cabinet
from game.core.rules import NATURE, Event, Move, Seat
from tests.games import sealed, ticking
from tests.games.relay import Colour, Relay, State

BREAKS = 13
"""The action at which a step breaks."""
CHECK_BREAKS = 14
"""The action at which a check breaks, which should never raise."""


class BrittleRelay(Relay):
    """Breaks at a square, after it was coloured; `worst` breaks at every square, the fallback's too."""

    info = msgspec.structs.replace(Relay.info, id="brittle")

    def __init__(self, worst: bool = False) -> None:
        self.worst = worst

    def check(self, state: State, seat: Seat, action: Colour) -> str | None:
        if action.square == CHECK_BREAKS:
            raise KeyError(action.square)
        return super().check(state, seat, action)

    def step(self, state: State, moves: Sequence[Move]) -> list[Event]:
        events = super().step(state, moves)
        if self.worst or moves[0].action.square == BREAKS:
            raise IndexError("list index\nout of range")
        return events


class BrittleSealed(sealed.Sealed):
    """Breaks at any bid of 3, when that of all before it are taken."""

    info = msgspec.structs.replace(sealed.Sealed.info, id="brittle_sealed")

    def step(self, state: sealed.State, moves: Sequence[Move]) -> list[Event]:
        events = super().step(state, moves)
        if moves[0].seat != NATURE and any(move.action.amount == 3 for move in moves):
            raise ZeroDivisionError
        return events


class BrittleRace(ticking.Racing):
    """Breaks when the key `BREAKS` wins a race."""

    info = msgspec.structs.replace(ticking.Racing.info, id="brittle_race")

    def step(self, state: ticking.State, moves: Sequence[Move]) -> list[Event]:
        events = super().step(state, moves)
        if moves[0].action.key == BREAKS:
            raise RuntimeError("a dry pen")
        return events


class Breaker(Bot[object, Colour]):
    """Finds the square at which its game breaks."""

    def decide(self, request: Request) -> Colour:
        return Colour(BREAKS)


class Careful(Bot[object, Colour]):
    """Colours squares in order."""

    def decide(self, request: Request) -> Colour:
        return Colour(100 + request.number)


BRITTLE = Cabinet(BrittleRelay(), {"careful": Careful, "breaker": Breaker})
WORST = Cabinet(BrittleRelay(worst=True), {"careful": Careful})
