"""Games with planted mistakes, each of which a law of the conformance suite must find; and what it must let pass."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Annotated, Any, Literal

import msgspec
import pytest

from game.core.bots import Bot, Request
from game.core.cabinet import Cabinet
from game.core.rules import NATURE, Ask, Event, Move, Rules, Seat, Window
from tests.conformance import (
    CHECKS,
    check_chance_is_announced_to_those_who_see_it,
    check_equal_dumps_have_equal_futures,
    check_legal_agrees_with_check,
    check_pure_questions,
    check_secrets_are_kept,
    check_time_is_measured_for_it,
    check_undo_goes_back,
)
from tests.games.sealed import SEALED, Bid, Sealed
from tests.games.wordy import WORDY
from tests.walks import Check, option_cases, random_match, walk


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("seats", SEALED.info.seats)
def test_the_game_with_secrets_conforms(check: Check, seats: int) -> None:
    check(SEALED, seats, 4, None)


class Leaky(Sealed):
    """Everybody sees the first card."""

    def view(self, state: Any, viewer: int) -> Any:
        view = super().view(state, viewer)
        return msgspec.structs.replace(view, cards=tuple(state.cards[:1]))


class LeakyForgetful(Leaky):
    """The same, and what may not be known is not dealt anew."""

    redeal = Rules.redeal


class Betraying(Sealed):
    """The score is the card that nobody else may see, and is said to be open."""

    info = msgspec.structs.replace(Sealed.info, open_scores=True)

    def scores(self, state: Any) -> tuple[int, ...]:
        return tuple(state.cards)


class EventsAlone(Sealed):
    """Secrets are told in events alone, and never dealt anew."""

    redeal = Rules.redeal

    def view(self, state: Any, viewer: int) -> Any:
        return msgspec.structs.replace(super().view(state, viewer), own=None, cards=())


class Announced(Sealed):
    """The card that a seat draws is told to all."""

    def step(self, state: Any, moves: Sequence[Move]) -> list[Event]:
        return [msgspec.structs.replace(event, audience=None) for event in super().step(state, moves)]


class Talkative(Sealed):
    """What never changes changes with every card."""

    def brief(self, state: Any, viewer: int) -> Any:
        return len(state.cards)


class Forgetful(Sealed):
    """A dump forgets the last bids."""

    def dump(self, state: Any) -> bytes:
        return super().dump(msgspec.structs.replace(state, bids=[bids[:-1] for bids in state.bids]))


class Unsettled(Sealed):
    """The first bids after a match was loaded count more, which no dump tells."""

    fresh = False

    def start(self, seats: int, options: Any) -> Any:
        self.fresh = False
        return super().start(seats, options)

    def load(self, data: bytes) -> Any:
        self.fresh = True
        return super().load(data)

    def step(self, state: Any, moves: Sequence[Move]) -> list[Event]:
        events = super().step(state, moves)
        if moves[0].seat != NATURE and self.fresh:
            state.bids[0][-1] += 100
            self.fresh = False
        return events


class Whispering(Unsettled):
    """The same, for what is told."""

    def step(self, state: Any, moves: Sequence[Move]) -> list[Event]:
        return [*Sealed.step(self, state, moves), Event("begun", {"loaded": self.fresh})]


class Mirage(Unsettled):
    """The same, for what is seen: what was loaded last shows no cards."""

    last: Any = None
    step = Sealed.step

    def view(self, state: Any, viewer: int) -> Any:
        view = super().view(state, viewer)
        return view if state is not self.last else msgspec.structs.replace(view, cards=(-1,))

    def load(self, data: bytes) -> Any:
        self.last = super().load(data)
        return self.last


class Endless(Sealed):
    """A window with a clock that nothing ends."""

    def ask(self, state: Any) -> Ask | None:
        ask = super().ask(state)
        return ask and msgspec.structs.replace(ask, clocked=True, limit=None)


class Unending(Sealed):
    """A race that nothing ends where nobody wins it."""

    def ask(self, state: Any) -> Ask | None:
        ask = super().ask(state)
        return ask and msgspec.structs.replace(ask, window=Window.RACE, limit=None)


class Dreamy(Sealed):
    """What was played follows from an object of these rules, not from the log alone."""

    steps = 0

    def step(self, state: Any, moves: Sequence[Move]) -> list[Event]:
        self.steps += 1
        events = super().step(state, moves)
        if moves[0].seat != NATURE:
            state.bids[0][-1] += self.steps
        return events


@pytest.mark.parametrize(
    ("rules", "check", "said"),
    [
        (Leaky, check_secrets_are_kept, "sees a secret"),
        (LeakyForgetful, check_secrets_are_kept, r"never deals anew for \[0, 1\], who see less"),
        (Betraying, check_secrets_are_kept, r"scores tell viewer -?\d a secret"),
        (EventsAlone, check_secrets_are_kept, r"never deals anew for \[-2, 1\], who miss an event"),
        (Announced, check_chance_is_announced_to_those_who_see_it, "viewer 1 sees no difference between outcomes"),
        (Talkative, check_pure_questions, "brief of viewer 0 changed"),
        (Forgetful, check_undo_goes_back, "is not as it was"),
        (Unsettled, check_equal_dumps_have_equal_futures, "is another one once it was loaded"),
        (Whispering, check_equal_dumps_have_equal_futures, "has other events once the match was loaded"),
        (Mirage, check_equal_dumps_have_equal_futures, "looks otherwise once it was loaded"),
        (Endless, check_time_is_measured_for_it, "has no limit"),
        (Unending, check_time_is_measured_for_it, "nothing ends a race"),
        (Dreamy, check_time_is_measured_for_it, "does not tell the whole match"),
    ],
)
def test_a_planted_mistake_is_found(rules: type[Sealed], check: Check, said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        for seed in range(5):
            check(Cabinet(rules(), {}), 2, seed, None)


class Unlisted(Sealed):
    """The highest bid may be made, and is not listed."""

    def legal(self, state: Any, seat: Seat) -> Sequence[Bid]:
        return list(super().legal(state, seat))[:-1]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_what_may_be_played_need_not_be_listed(check: Check) -> None:
    check(Cabinet(Unlisted(), {}), 2, 4, None)


class Unlistable(Sealed):
    def legal(self, state: Any, seat: Seat) -> None:
        return None


class Climber(Bot[Any, Bid]):
    """Bids one more each time it has heard of bids."""

    def decide(self, request: Request) -> Bid:
        self.heard = getattr(self, "heard", 0) + sum(event.kind == "bids" for event in request.events)
        return Bid(1 + self.heard)


class Reckless(Bot[Any, Bid]):
    def decide(self, request: Request) -> Bid:
        return Bid(99)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_where_nothing_can_be_listed_the_weakest_bot_walks(check: Check) -> None:
    cabinet = Cabinet(Unlistable(), {"climber": Climber, "reckless": Reckless})
    check(cabinet, 2, 4, None)
    walked = [moves for _, _, moves in walk(cabinet, 2, Random(1))]
    matched = [step.moves for step in random_match(cabinet, 2, 1).steps]
    for played in (walked, matched):
        bids = [[move.action.amount for move in moves] for moves in played if moves[0].seat != NATURE]
        assert bids == [[1, 1], [2, 2], [3, 3]]


def test_a_weakest_bot_that_plays_what_is_refused_is_found() -> None:
    with pytest.raises(AssertionError, match="refused to the weakest bot"):
        check_legal_agrees_with_check(Cabinet(Unlistable(), {"reckless": Reckless}), 2, 4)


def test_every_kind_of_option_is_played() -> None:
    played = [(changed, changed.info.options()) for changed, _ in option_cases(WORDY)]
    assert {options.size for _, options in played} >= {6, 10}
    assert {options.pace for _, options in played} >= {"slow", "fast"}
    assert {options.opening for _, options in played} >= {"h8 i9"}
    assert {options.lists for _, options in played} >= {"sea", "fruit", "fruit,sea"}
    for changed, _ in played:
        for check in CHECKS:
            check(changed, 2, 1, None)


class Wide(msgspec.Struct, frozen=True):
    slices: bool = False
    most: Annotated[int, msgspec.Meta(ge=5, le=9)] = 5
    kind: Literal["plain", "broken", "other"] = "plain"

    def __post_init__(self) -> None:
        if self.most == 7 and self.kind == "broken":
            raise ValueError("the two do not go together")


class Optional(Sealed):
    """A value of an option breaks the game."""

    info = msgspec.structs.replace(Sealed.info, options=Wide)

    def start(self, seats: int, options: Any) -> Any:
        if options.kind == "broken":
            raise AssertionError("a broken value was played")
        return super().start(seats, options)


def test_every_value_of_an_option_is_played() -> None:
    cabinet = Cabinet(Optional(), {})
    played = [changed.info.options() for changed, _ in option_cases(cabinet)]
    for name, values in (("slices", {True}), ("most", {6, 7, 8, 9}), ("kind", {"broken", "other"})):
        assert values <= {getattr(options, name) for options in played}
    with pytest.raises(AssertionError, match="broken value"):
        for changed, seats in option_cases(cabinet):
            random_match(changed, seats, 1, most=3)
