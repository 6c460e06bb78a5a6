"""Matches without thought, on which the laws are looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from game.conformance.law import BreachError, breach_by
from game.core.bots import Bot, BotSetup, Request
from game.core.cabinet import Cabinet
from game.core.match.match import Match
from game.core.match.together import offer_together
from game.core.rules import NATURE, AnyRules, Ask, Event, Move, Seat, Timed, Viewer, Window

MadeT = TypeVar("MadeT")

MOST_STEPS = 20_000
"""A match that has not ended by then never will."""


class Position(Protocol):
    """What a player asks of a position: a match answers it, and so do rules with a state of theirs (`Held`)."""

    def legal(self, seat: Seat, /) -> Sequence[Any] | None:
        """Return the actions that a seat may choose among; None where they cannot be listed."""

    def fallback(self, seat: Seat, /) -> Any:
        """Return what is played for a seat that does not answer."""

    def view(self, viewer: Viewer, /) -> Any:
        """Return what a viewer may know."""

    def brief(self, viewer: Viewer, /) -> Any:
        """Return what a viewer may know that never changes."""


class Held:
    """A state that somebody holds beside a match, with its rules."""

    def __init__(self, rules: AnyRules, state: Any) -> None:
        self._rules, self._state = rules, state

    def legal(self, seat: Seat) -> Sequence[Any] | None:
        return self._rules.legal(self._state, seat)

    def fallback(self, seat: Seat) -> Any:
        return self._rules.fallback(self._state, seat)

    def view(self, viewer: Viewer) -> Any:
        return self._rules.view(self._state, viewer)

    def brief(self, viewer: Viewer) -> Any:
        return self._rules.brief(self._state, viewer)


class Thoughtless:
    """Plays every seat: any listed action; where none can be listed, what the game's weakest bot plays."""

    def __init__(self, cabinet: Cabinet, seats: int, options: Any, random: Random) -> None:
        self._cabinet, self._seats, self._options, self._random = cabinet, seats, options, random
        self._bots: dict[Seat, Bot[Any, Any]] = {}
        self._news: dict[Seat, list[Event]] = {}

    def hear(self, events: Sequence[Event]) -> None:
        """Take note of what happened in a step."""
        for seat, news in self._news.items():
            news += [event for event in events if event.seen_by(seat)]

    def action(self, seat: Seat, position: Position) -> Any:
        """Return what `seat` plays."""
        legal = position.legal(seat)
        if legal is not None:
            if not legal:
                raise BreachError("conformance.breach.nothing_to_play", seat=seat)
            return self._random.choice(legal)
        if not self._cabinet.bots:
            return position.fallback(seat)
        if seat not in self._bots:
            weakest = next(iter(self._cabinet.bots.values()))
            brief, seed = position.brief(seat), self._random.getrandbits(63)
            self._bots[seat] = weakest(BotSetup(self._cabinet.id, seat, self._seats, self._options, brief, seed))
        news, self._news[seat] = self._news.get(seat, []), []
        seed = self._random.getrandbits(63)
        return self._bots[seat].decide(Request(0, position.view(seat), None, tuple(news), seed))

    def move(self, ask: Ask, seat: Seat, position: Position) -> Move:
        """Return the same as a move, chance's own included. What is too late for the window's clock is the fallback."""
        if seat == NATURE:
            return Move(seat, self._random.randrange(ask.outcomes))
        action = self.action(seat, position)
        if not isinstance(action, Timed):
            return Move(seat, action, spent=self._random.randint(0, ask.limit_ms))
        if ask.clocked and action.after >= ask.limit_ms:
            return Move(seat, position.fallback(seat), forced=True, spent=ask.limit_ms)
        return Move(seat, action.action, spent=action.after if ask.clocked else 0)


def won(ask: Ask, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return the moves of a window that closes so: of a RACE the earliest alone, or the fallbacks of all."""
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
    """Yield the states of one random match, each with what is asked and the moves that will be played.

    To its end, or at `most` so many steps. `hear` is given the events of each. Raises BreachError for a match that does
    not end.
    """
    rules, options = cabinet.rules, cabinet.info.options()
    state = rules.start(seats, options)
    player = Thoughtless(cabinet, seats, options, random)
    for _ in range(MOST_STEPS if most is None else most):
        ask = rules.ask(state)
        if ask is None:
            return
        moves = won(ask, tuple(player.move(ask, seat, Held(rules, state)) for seat in ask.seats))
        yield state, ask, moves
        events = rules.step(state, moves)
        player.hear(events)
        hear(events)
    if most is None:
        raise _endless()


def _endless() -> BreachError:
    return BreachError("conformance.breach.endless", most=MOST_STEPS)


class Kept(Generic[MadeT]):
    """What was made last for a few cabinets and numbers: laws look at the same matches one after another."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._kept: dict[tuple[int, int, int, int | None], tuple[Cabinet, MadeT]] = {}

    def get(self, make: Callable[[Cabinet, int, int, int | None], MadeT], cabinet: Cabinet, *numbers: Any) -> MadeT:
        """Return what `make` returns for these, made now or before."""
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
    walked: list[tuple[bytes, Ask, tuple[Move, ...]]] = []
    try:
        for state, ask, moves in walk(cabinet, seats, Random(seed), most, heard.append):
            walked.append((dump(state), ask, moves))
    except Exception as error:
        raise breach_by(error, len(heard)) from error
    return [Walked(*step, events) for step, events in zip(walked, heard, strict=True)]


def steps_again(cabinet: Cabinet, seats: int, seed: int, most: int | None = None) -> list[Walked]:
    """Return the same as `walk`, as what was played and what came of it: its states were never loaded from a dump."""
    return _walks.get(_walked, cabinet, seats, seed, most)


def walk_again(
    cabinet: Cabinet, seats: int, seed: int, most: int | None = None
) -> Iterator[tuple[Any, Ask, tuple[Move, ...]]]:
    """Yield the same as `walk`, from the states as they were dumped: choosing what to play costs its time only once."""
    for step in steps_again(cabinet, seats, seed, most):
        yield cabinet.rules.load(step.dump), step.ask, step.moves


def play_on(match: Match, player: Thoughtless, most: int | None = None) -> None:
    """Play a match to its end, or until it has `most` steps or a few more. Slices of time pass at once.

    Raises BreachError where something listed is refused, where the rules raise an exception, or no end comes.
    """
    try:
        match.tick(0.0)
        while not match.over and (most is None or match.number < most):
            answers = {seat: player.action(seat, match) for seat in match.waiting_for}
            refusal = offer_together(match, answers)
            if refusal is not None and not match.broken:
                raise BreachError("conformance.breach.refused", actions=answers, why=refusal)
            for step in match.tick(match.deadline or 0.0):
                player.hear(step.events)
            for broken in match.broken:
                raise broken.error
            if match.number >= MOST_STEPS:
                raise _endless()
    except Exception as error:
        raise breach_by(error, match.number) from error


def random_match(cabinet: Cabinet, seats: int, seed: int, options: Any = None, most: int | None = None) -> Match:
    """Return a match of random players, run by Match; whole, or at `most` so many steps."""
    chosen = cabinet.info.options() if options is None else options
    match = Match(cabinet.rules, seats, chosen, seed)
    play_on(match, Thoughtless(cabinet, seats, chosen, Random(seed)), most)
    return match


def _played(cabinet: Cabinet, seats: int, seed: int, most: int | None) -> Match:
    return random_match(cabinet, seats, seed, most=most)


def played(cabinet: Cabinet, seats: int, seed: int, most: int | None = None) -> Match:
    """Return the same as `random_match`, played once for all who only look at it."""
    return _matches.get(_played, cabinet, seats, seed, most)
