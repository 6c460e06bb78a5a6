"""Matches without thought, of every game: what the laws of tests/conformance.py are checked on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar, get_type_hints

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.core.bots import Bot, BotSetup, Request
from game.core.cabinet import Cabinet
from game.core.match.match import Match
from game.core.match.together import offer_together
from game.core.options import Option, OptionError, describe, joined, read
from game.core.rules import NATURE, Ask, Event, Move, Seat, Timed, Window

Made = TypeVar("Made")

MOST_STEPS = 20_000
"""A match that has not ended by then never will."""
MANY = 7
"""Numbers of seats from which not each is played."""
CROWD = 12
"""Seats from which a game is one for crowds."""
SHORT = 12
"""Turns of a crowd's matches here: what many players show in a hundred turns they show in a dozen."""
FEW = 16
"""Whole numbers that an option may be for each of them to be played; else its ends are, and its default."""


def seat_counts(cabinet: Cabinet) -> tuple[int, ...]:
    """Every number of seats of a game; of many the smallest, the next, the usual and the largest."""
    counts = cabinet.info.seats
    if len(counts) < MANY:
        return counts
    return tuple(sorted({*counts[:2], cabinet.info.usual_seats, counts[-1]}))


BRIEF: dict[str, dict[str, Any]] = {
    "rails": {"size": 32, "rounds": 4, "ticks": 200, "minutes": 5},
    "rooftops": {"width": 100},
    "cisterns": {"size": "small", "floors": 2, "danger": 4},
}
"""Options of games whose usual matches take seconds each."""


def cases() -> list[tuple[Cabinet, int]]:
    """Every game with these numbers of seats, crowds and games that take long in short matches."""
    return [(_short(cabinet, seats), seats) for cabinet in CABINETS.values() for seats in seat_counts(cabinet)]


def seat_params() -> list[Any]:
    """`cases` for pytest: of a game's numbers of seats the least and the most in the quick suite."""
    return [
        pytest.param(
            cabinet,
            seats,
            id=f"{cabinet.id}-{seats}",
            marks=[] if seats in _outlines(cabinet) else [pytest.mark.slow],
        )
        for cabinet, seats in cases()
    ]


def _outlines(cabinet: Cabinet) -> set[int]:
    counts = seat_counts(cabinet)
    return {counts[0], counts[-1]}


def _short(cabinet: Cabinet, seats: int) -> Cabinet:
    if cabinet.id in BRIEF:
        return with_defaults(cabinet, BRIEF[cabinet.id])
    return with_defaults(cabinet, {"turns": SHORT}) if seats >= CROWD else cabinet


def with_defaults(cabinet: Cabinet, values: dict[str, Any]) -> Cabinet:
    """The same game with other defaults of these options."""
    options = cabinet.info.options
    types = get_type_hints(options, include_extras=True)
    fields: Any = [(name, types[name], value) for name, value in values.items()]
    changed = msgspec.defstruct("Changed", fields, bases=(options,), frozen=True)
    info = msgspec.structs.replace(cabinet.info, options=changed)
    rules = type("Changed", (type(cabinet.rules),), {"info": info})()
    return replace(cabinet, rules=rules)


FEW_NAMES = 4
"""So many names of a list are chosen alone, the others together."""


def option_values(option: Option) -> tuple[Any, ...]:
    """The values of an option that matches are played with, its default first."""
    match option.kind:
        case "bool":
            values: Sequence[Any] = (False, True)
        case "int":
            assert option.low is not None and option.high is not None
            ends = (option.low, option.high)
            values = range(option.low, option.high + 1) if option.high - option.low < FEW else ends
        case "text":
            values = option.examples
        case "names":
            names = [str(name) for name in option.choices]
            values = (*names[:FEW_NAMES], joined(names[FEW_NAMES:]), joined(names))
        case _:
            values = option.choices
    return (option.default, *(value for value in values if value != option.default))


def option_cases(cabinet: Cabinet) -> Iterator[tuple[Cabinet, int]]:
    """A game with options of which each value occurs at least once, and its usual number of seats.

    Several options change at once, so there are as many cases as the richest option has values. One that is refused by
    itself (all of several names) is left out; those that may not go together are played alone.
    """
    values = {option.name: option_values(option) for option in describe(cabinet.info.options)}
    most = max(map(len, values.values()), default=1)
    seats = cabinet.info.usual_seats if cabinet.info.usual_seats < CROWD else cabinet.info.seats[0]
    for index in range(1, most):
        chosen = {name: allowed[index % len(allowed)] for name, allowed in values.items()}
        changed = {name: value for name, value in chosen.items() if value != values[name][0]}
        alone = [{name: value} for name, value in changed.items() if _allowed(cabinet, {name: value})]
        together = {name: value for each in alone for name, value in each.items()}
        for each in [together] if together and _allowed(cabinet, together) else alone:
            yield with_defaults(cabinet, each), seats


def _allowed(cabinet: Cabinet, chosen: dict[str, Any]) -> bool:
    """Whether these values may be chosen, and a match may begin with them: lists are first looked into then."""
    try:
        options = read(cabinet.info.options, chosen)
        with suppress(AssertionError):  # what a broken value breaks is found when it is played
            cabinet.rules.start(cabinet.info.usual_seats, options)
    except OptionError:
        return False
    return True


class Thoughtless:
    """Plays every seat: any listed action; where none can be listed, what the game's weakest bot plays."""

    def __init__(self, cabinet: Cabinet, seats: int, options: Any, random: Random) -> None:
        self._cabinet, self._seats, self._options, self._random = cabinet, seats, options, random
        self._bots: dict[Seat, Bot[Any, Any]] = {}
        self._news: dict[Seat, list[Event]] = {}

    def hear(self, events: Sequence[Event]) -> None:
        """What happened in a step."""
        for seat, news in self._news.items():
            news += [event for event in events if event.seen_by(seat)]

    def action(self, seat: Seat, state: Any) -> Any:
        """What `seat` plays."""
        rules = self._cabinet.rules
        legal = rules.legal(state, seat)
        if legal is not None:
            return self._random.choice(legal)
        if not self._cabinet.bots:
            return rules.fallback(state, seat)
        if seat not in self._bots:
            weakest = next(iter(self._cabinet.bots.values()))
            brief = rules.brief(state, seat)
            setup = BotSetup(self._cabinet.id, seat, self._seats, self._options, brief, self._random.getrandbits(63))
            self._bots[seat] = weakest(setup)
        news, self._news[seat] = self._news.get(seat, []), []
        seed = self._random.getrandbits(63)
        return self._bots[seat].decide(Request(0, rules.view(state, seat), None, tuple(news), seed))

    def move(self, ask: Ask, seat: Seat, state: Any) -> Move:
        """The same as a move, chance's own included. What is too late for the window's clock is the fallback."""
        if seat == NATURE:
            return Move(seat, self._random.randrange(ask.outcomes))
        action = self.action(seat, state)
        if not isinstance(action, Timed):
            return Move(seat, action, spent=self._random.randint(0, ask.limit_ms))
        if ask.clocked and action.after >= ask.limit_ms:
            return Move(seat, self._cabinet.rules.fallback(state, seat), forced=True, spent=ask.limit_ms)
        return Move(seat, action.action, spent=action.after if ask.clocked else 0)


def won(ask: Ask, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The moves of a window that closes so: of a RACE the earliest alone, or the fallbacks of all."""
    if ask.window is not Window.RACE or ask.seats == (NATURE,):
        return moves
    played = [move for move in moves if not move.forced]
    return (min(played, key=lambda move: (move.spent, move.seat)),) if played else moves


def walk(
    cabinet: Cabinet,
    seats: int,
    random: Random,
    most: int | None = None,
    hear: Callable[[list[Event]], None] = lambda events: None,
) -> Iterator[tuple[Any, Ask, tuple[Move, ...]]]:
    """The states of one random match, each with what is asked and the moves that will be played.

    To its end, or at `most` so many steps. `hear` is given the events of each.
    """
    rules, options = cabinet.rules, cabinet.info.options()
    state = rules.start(seats, options)
    player = Thoughtless(cabinet, seats, options, random)
    for _ in range(MOST_STEPS if most is None else most):
        ask = rules.ask(state)
        if ask is None:
            return
        moves = won(ask, tuple(player.move(ask, seat, state) for seat in ask.seats))
        yield state, ask, moves
        events = rules.step(state, moves)
        player.hear(events)
        hear(events)
    assert most is not None, f"{rules.info.id} has not ended after {MOST_STEPS} steps"


class Kept(Generic[Made]):
    """What was made last for a few cabinets and numbers: laws look at the same matches one after another."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._kept: dict[tuple[int, int, int, int | None], tuple[Cabinet, Made]] = {}

    def get(self, make: Callable[[Cabinet, int, int, int | None], Made], cabinet: Cabinet, *numbers: Any) -> Made:
        """What `make` returns for these, made now or before."""
        key = (id(cabinet), *numbers)
        if key not in self._kept:
            if len(self._kept) == self._room:
                del self._kept[next(iter(self._kept))]
            self._kept[key] = (cabinet, make(cabinet, *numbers))
        return self._kept[key][1]


class Walked(NamedTuple):
    """A step of a walk: the state before it as bytes, what was asked and played, and what happened."""

    dump: bytes
    ask: Ask
    moves: tuple[Move, ...]
    events: list[Event]


_walks = Kept[list[Walked]](2)
_matches = Kept[Match](2)


def _walked(cabinet: Cabinet, seats: int, seed: int, most: int | None) -> list[Walked]:
    dump = cabinet.rules.dump
    heard: list[list[Event]] = []
    walked = [(dump(state), ask, moves) for state, ask, moves in walk(cabinet, seats, Random(seed), most, heard.append)]
    return [Walked(*step, events) for step, events in zip(walked, heard, strict=True)]


def steps_again(cabinet: Cabinet, seats: int, seed: int, most: int | None = None) -> list[Walked]:
    """The same as `walk`, as what was played and what came of it: its states were never loaded from a dump."""
    return _walks.get(_walked, cabinet, seats, seed, most)


def walk_again(
    cabinet: Cabinet, seats: int, seed: int, most: int | None = None
) -> Iterator[tuple[Any, Ask, tuple[Move, ...]]]:
    """The same as `walk`, from the states as they were dumped: choosing what to play costs its time only once."""
    for step in steps_again(cabinet, seats, seed, most):
        yield cabinet.rules.load(step.dump), step.ask, step.moves


def state_of(match: Match) -> Any:
    """A state equal to that of a match: for what rules alone can be asked. Changing it changes no match."""
    return match.rules.load(match.dump())


def play_on(match: Match, player: Thoughtless, most: int | None = None) -> None:
    """Play a match to its end, or until it has `most` steps or a few more. Slices of time pass at once."""
    match.tick(0.0)
    while not match.over and (most is None or match.number < most):
        answers = {seat: player.action(seat, match._state) for seat in match.waiting_for}
        refusal = offer_together(match, answers)
        assert refusal is None, f"something of {answers} was refused: {refusal}"
        for step in match.tick(match.deadline or 0.0):
            player.hear(step.events)
        assert match.number < MOST_STEPS, f"{match.rules.info.id} has not ended after {MOST_STEPS} steps"


def random_match(cabinet: Cabinet, seats: int, seed: int, options: Any = None, most: int | None = None) -> Match:
    """A match of random players, run by Match; whole, or at `most` so many steps."""
    chosen = cabinet.info.options() if options is None else options
    match = Match(cabinet.rules, seats, chosen, seed)
    play_on(match, Thoughtless(cabinet, seats, chosen, Random(seed)), most)
    return match


def played(cabinet: Cabinet, seats: int, seed: int, most: int | None = None) -> Match:
    """The same as `random_match`, played once for all who only look at it."""
    return _matches.get(lambda *which: random_match(*which[:3], most=which[3]), cabinet, seats, seed, most)


Check = Callable[[Cabinet, int, int, int | None], None]
"""A law of a game with so many seats, from a seed, over so many steps (None: to the end)."""
