"""Racer: the smallest possible game in real time. Copy it to begin another one.

Up to four racers run over hurdles, each by a clock of its own: what a racer does follows from its buttons alone, so
nobody waits for anybody. The match is a row of slices. An offer says from which tick on it holds, so it may come late
or twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Annotated, ClassVar

import msgspec

from game.cabinets.racer.course import GAP, JUMP, RUN, Count, Racer, run
from game.core.ranking import ranked
from game.core.rules import NATURE, Ask, Event, GameInfo, Move, Result, Rules, Seat, SeatResult, Viewer, Window

TICKS = 6
"""Ticks of a slice: a sixtieth of a second each."""
SLICE = 0.1
AHEAD, BEHIND = 12, 120
"""Ticks that a racer may be ahead of the slices, and behind them before it is moved on with nothing held."""
MOST_TICKS = 240
"""The most ticks of one offer."""
_COURSES = 1000


class Options(msgspec.Struct, frozen=True):
    """The number of hurdles, and the seconds after which racers that are still running are out."""

    hurdles: Annotated[int, msgspec.Meta(ge=1, le=60)] = 8
    seconds: Annotated[int, msgspec.Meta(ge=5, le=180)] = 60


class Run(msgspec.Struct, frozen=True):
    """The buttons held from tick `first` of the racer's clock on, as pairs of a number of ticks and the buttons."""

    first: Count
    held: Annotated[
        tuple[tuple[Annotated[int, msgspec.Meta(ge=1, le=MOST_TICKS)], Annotated[int, msgspec.Meta(ge=0, le=3)]], ...],
        msgspec.Meta(max_length=MOST_TICKS),
    ]


class State(msgspec.Struct):
    """A match; `hurdles` is empty before the course is drawn."""

    options: Options
    racers: list[Racer]
    hurdles: list[int] = []
    slices: int = 0


class View(msgspec.Struct, frozen=True):
    """What everybody sees: the whole match."""

    racers: Annotated[tuple[Racer, ...], msgspec.Meta(max_length=4)]
    hurdles: Annotated[tuple[Count, ...], msgspec.Meta(max_length=60)]
    slices: Count
    goal: Count


class RacerRules(Rules[State, Options, Run, View]):
    """The rules of racer."""

    info = GameInfo(
        "racer",
        version=1,
        seats=(1, 2, 3, 4),
        options=Options,
        action=Run,
        view=View,
        undo=False,
        open_scores=True,
        own_clock=True,
    )
    state_type: ClassVar[type] = State

    def start(self, seats: int, options: Options) -> State:
        return State(options, [Racer() for _ in range(seats)])

    def ask(self, state: State) -> Ask | None:
        if not state.hurdles:
            return Ask((NATURE,), outcomes=_COURSES)
        running = tuple(seat for seat, racer in enumerate(state.racers) if not racer.goal)
        if not running or state.slices * TICKS >= state.options.seconds * 60:
            return None
        return Ask(running, Window.SLICE, limit=SLICE, standing=True)

    def legal(self, state: State, seat: Seat) -> Sequence[Run]:
        ask = self.ask(state)
        if ask is None or seat < 0 or seat not in ask.seats:
            return ()
        return [Run(state.racers[seat].tick, ((TICKS, held),)) for held in (0, RUN, JUMP, RUN | JUMP)]

    def check(self, state: State, seat: Seat, action: Run) -> str | None:
        if action.first > state.racers[seat].tick:
            return "racer.refuse.gap"
        return "racer.refuse.long" if sum(ticks for ticks, _ in action.held) > MOST_TICKS else None

    def fallback(self, state: State, seat: Seat) -> Run:
        return Run(state.racers[seat].tick, ())

    def step(self, state: State, moves: Sequence[Move]) -> list[Event]:
        if moves[0].seat == NATURE:
            state.hurdles = places(moves[0].action, state.options.hurdles)
            return [Event("drawn", {"course": moves[0].action + 1})]
        state.slices += 1
        events = []
        for move in moves:
            racer = state.racers[move.seat]
            fallen = racer.fallen
            for held in self._fresh(move.action, racer.tick, state.slices):
                run(racer, held, state.hurdles, goal_of(state.hurdles))
            if racer.fallen > fallen:
                events.append(Event("fell", {"seat": move.seat}))
            if racer.goal:
                events.append(Event("reached", {"seat": move.seat, "seconds": f"{racer.goal / 60:.1f}"}))
        return events

    def _fresh(self, action: Run, tick: int, slices: int) -> Iterable[int]:
        """Return what is held in the ticks that a racer runs now: no tick it ran before, none ahead of time."""
        held = [buttons for ticks, buttons in action.held for _ in range(ticks)][tick - action.first :]
        least, most = slices * TICKS - BEHIND - tick, slices * TICKS + AHEAD - tick
        return held[: max(0, most)] + [0] * max(0, least - len(held))

    def result(self, state: State) -> Result:
        places = ranked([(racer.goal > 0, -racer.goal, racer.x) for racer in state.racers])
        lines = zip(places, state.racers, self.scores(state), strict=True)
        seats = [SeatResult(rank, score, {"fallen": racer.fallen}) for rank, racer, score in lines]
        done = all(racer.goal for racer in state.racers)
        return Result(tuple(seats), "racer.end.all" if done else "racer.end.time")

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(min(racer.x, goal_of(state.hurdles)) * 10 // GAP for racer in state.racers)

    def turns(self, state: State) -> int:
        return -(-state.slices // 10)

    def view(self, state: State, viewer: Viewer) -> View:
        racers = tuple(msgspec.structs.replace(racer) for racer in state.racers)
        return View(racers, tuple(state.hurdles), state.slices, goal_of(state.hurdles))

    def sketch(self, view: View) -> str:
        return "\n".join("." * (racer.x * 8 // GAP) + ">" for racer in view.racers)


def pairs(held: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return what was held in each tick in the form of an offer.

    >>> pairs([1, 1, 3, 1])
    ((2, 1), (1, 3), (1, 1))
    """
    return tuple((len(list(ticks)), buttons) for buttons, ticks in groupby(held))


def places(course: int, count: int) -> list[int]:
    """Return where the hurdles of a course stand, each far enough from the next for a jump."""
    return [GAP * (number + 1) + course * (number + 3) * 7919 % (GAP // 3) for number in range(count)]


def goal_of(hurdles: Sequence[int]) -> int:
    """Return where the goal is; 0 before the course is drawn."""
    return hurdles[-1] + GAP if hurdles else 0
