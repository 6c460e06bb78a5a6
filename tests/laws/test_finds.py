"""Games with planted mistakes, each of which a law must find; and what laws must let pass."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Annotated, Any, Literal

import msgspec
import pytest

from game.conformance.cases import option_cases
from game.conformance.law import BreachError, Law, sentence
from game.conformance.laws import (
    LAWS_OF_RULES,
    chance_is_told_to_those_who_see_it,
    crew_plays_as_its_bots,
    dump_is_complete,
    equal_dumps_have_equal_futures,
    events_have_audiences,
    junk_is_refused,
    listed_actions_are_taken,
    questions_change_nothing,
    random_match_ends,
    secrets_are_kept,
    time_is_measured_for_it,
    types_travel,
    undo_goes_back,
)
from game.conformance.pictures import LAWS_OF_PICTURES
from game.conformance.run import LAWS
from game.conformance.walks import random_match, walk
from game.conformance.words import declared_things_have_texts, what_happens_has_texts
from game.core.bots import Bot, Request
from game.core.cabinet import Cabinet
from game.core.crew import Crew
from game.core.rules import NATURE, Ask, Event, Move, Result, Rules, Seat, SeatResult, Window
from game.ground.texts import Texts
from tests.games.sealed import SEALED, Bid, Sealed
from tests.games.wordy import WORDY


@pytest.mark.parametrize("check", LAWS_OF_RULES, ids=lambda check: check.name)
@pytest.mark.parametrize("seats", SEALED.info.seats)
def test_the_game_with_secrets_conforms(check: Law, seats: int) -> None:
    check(SEALED, seats, 4, None)


class Leaky(Sealed):
    """Everybody sees the first card."""

    def view(self, state: Any, viewer: int) -> Any:
        view = super().view(state, viewer)
        return msgspec.structs.replace(view, cards=tuple(state.cards[:1]))


class LeakyForgetful(Leaky):
    """The same, and what may not be known is not dealt anew."""

    redeal = Rules.redeal


class Denying(Sealed):
    """What others may not see is denied."""

    def has_secrets(self, options: Any) -> bool:
        return False


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


class Gapless(Sealed):
    """Two who tie are first, and the next one is second."""

    def result(self, state: Any) -> Any:
        lines = super().result(state).seats
        ranks = (1, 1, 2)
        return Result(tuple(SeatResult(ranks[seat], line.score) for seat, line in enumerate(lines)), "sealed.end.bids")


class Boastful(Sealed):
    """The result has other scores than the chart."""

    def scores(self, state: Any) -> tuple[int, ...]:
        return tuple(score + 1 for score in super().scores(state))

    def result(self, state: Any) -> Any:
        return Result(tuple(SeatResult(1, 0) for _ in state.bids), "sealed.end.bids")


class Eternal(Sealed):
    """The last bids are taken back for ever."""

    def step(self, state: Any, moves: Sequence[Move]) -> list[Event]:
        events = super().step(state, moves)
        if len(state.bids[0]) == 3:
            state.bids = [bids[:1] for bids in state.bids]
        return events


class Curious(Sealed):
    """Looking at the match plays in it."""

    def view(self, state: Any, viewer: int) -> Any:
        if viewer == 1 and state.cards:
            state.cards[0] += 1
        return super().view(state, viewer)


class Lossy(Sealed):
    """What is loaded lacks the last card."""

    def load(self, data: bytes) -> Any:
        state = super().load(data)
        return msgspec.structs.replace(state, cards=state.cards[:-1])


class Generous(Sealed):
    """A bid is listed that nobody may make."""

    def legal(self, state: Any, seat: Seat) -> Sequence[Bid]:
        listed = super().legal(state, seat)
        return [*listed, Bid(99)] if listed else listed


class Pressing(Sealed):
    """Whoever is silent bids what nobody may bid."""

    def fallback(self, state: Any, seat: Seat) -> Bid:
        return Bid(-1)


class Stuck(Sealed):
    """A seat is asked and has nothing to play."""

    def legal(self, state: Any, seat: Seat) -> Sequence[Bid]:
        return [] if seat == 1 else super().legal(state, seat)


class Trusting(Sealed):
    """Whatever comes is a bid of nothing."""

    info = msgspec.structs.replace(Sealed.info, action=Any)

    def check(self, state: Any, seat: Seat, action: Any) -> str | None:
        return None

    def step(self, state: Any, moves: Sequence[Move]) -> list[Event]:
        bids = [m if isinstance(m.action, int | Bid) else Move(m.seat, Bid(0)) for m in moves]
        return super().step(state, bids)


class Touchy(Sealed):
    """A bid that is too low raises an error."""

    info = msgspec.structs.replace(Sealed.info, action=Any)

    def check(self, state: Any, seat: Seat, action: Any) -> str | None:
        return super().check(state, seat, action)  # a text has no amount


class Nobody(Sealed):
    """A card is shown to a seat that nobody has."""

    def step(self, state: Any, moves: Sequence[Move]) -> list[Event]:
        return [msgspec.structs.replace(event, audience=(7,)) for event in super().step(state, moves)]


class Unpacked(Sealed):
    """An event brings what no message holds."""

    def step(self, state: Any, moves: Sequence[Move]) -> list[Event]:
        return [Event("seen", {"state": object()}), *super().step(state, moves)]


class Shouting(Sealed):
    """An event is called as no text can be."""

    def step(self, state: Any, moves: Sequence[Move]) -> list[Event]:
        return [Event("cards dealt!"), *super().step(state, moves)]


class Narrow(Sealed):
    """A view is declared as another type than it is."""

    info = msgspec.structs.replace(Sealed.info, view=Bid)


class Crumbling(Sealed):
    """The second bids are more than the rules can bear."""

    def step(self, state: Any, moves: Sequence[Move]) -> list[Event]:
        if state.bids[0]:
            raise IndexError("no second bid")
        return super().step(state, moves)


FOUND = [
    (Gapless, random_match_ends, "have gaps, or ties that skip none"),
    (Boastful, random_match_ends, "and the result says"),
    (Eternal, random_match_ends, "not ended after 20,000 steps"),
    (Curious, questions_change_nothing, "A question changed the state"),
    (Talkative, questions_change_nothing, "brief of viewer 0 is another one"),
    (Lossy, dump_is_complete, "dumped as other bytes"),
    (Forgetful, undo_goes_back, "not as it was before this step"),
    (Unsettled, equal_dumps_have_equal_futures, "in another state than the one that was not"),
    (Whispering, equal_dumps_have_equal_futures, "tells other events than the one that was not"),
    (Mirage, equal_dumps_have_equal_futures, "looks otherwise than one that is loaded now"),
    (Generous, listed_actions_are_taken, r"legal lists Bid\(amount=99\) for seat 0, and check refuses it"),
    (Pressing, listed_actions_are_taken, "The fallback of seat 0 is refused"),
    (Stuck, listed_actions_are_taken, "Seat 1 is asked, and legal is empty"),
    (Trusting, junk_is_refused, "was taken as an action of seat 0"),
    (Touchy, junk_is_refused, r"AttributeError: .* \(sealed.py:\d+\)"),
    (Leaky, secrets_are_kept, "sees a secret"),
    (LeakyForgetful, secrets_are_kept, r"Viewers \[0, 1\] see less than everything, and redeal never deals"),
    (Denying, secrets_are_kept, r"Viewers \[.*\] see less than everything, and has_secrets says"),
    (Betraying, secrets_are_kept, r"tell viewer -?\d a secret"),
    (EventsAlone, secrets_are_kept, r"Viewers \[-2, 1\] miss an event, and redeal never deals"),
    (Announced, chance_is_told_to_those_who_see_it, "Viewer 1 sees no difference between outcomes"),
    (Nobody, events_have_audiences, r"audience \(7,\) of event dealt"),
    (Unpacked, events_have_audiences, "event seen cannot be packed"),
    (Shouting, events_have_audiences, "'cards dealt!', which is no identifier"),
    (Narrow, types_travel, "A View cannot be read as the type that GameInfo declares"),
    (Endless, time_is_measured_for_it, "a clock and no limit"),
    (Unending, time_is_measured_for_it, "nothing ends it"),
    (Dreamy, time_is_measured_for_it, "leads to another state"),
    (Crumbling, time_is_measured_for_it, r"IndexError: no second bid \(test_finds.py:\d+\)"),
    (Sealed, declared_things_have_texts, "In ko these texts are missing: sealed.name"),
    (Sealed, what_happens_has_texts, "In ko these texts are missing: sealed.event.dealt"),
]
"""Games with a mistake, each with the law that finds it and what that says."""
FOUND_ELSEWHERE = {crew_plays_as_its_bots, *LAWS_OF_PICTURES}
"""Laws for which mistakes are planted below, and in test_finds_pictures.py."""


def test_a_mistake_is_planted_for_every_law() -> None:
    assert {law for _, law, _ in FOUND} | FOUND_ELSEWHERE == set(LAWS)


@pytest.mark.parametrize(("rules", "law", "said"), FOUND, ids=lambda each: getattr(each, "__name__", None))
def test_a_planted_mistake_is_found(rules: type[Sealed], law: Law, said: str) -> None:
    with pytest.raises(BreachError) as found:
        for seed in range(5):
            law(Cabinet(rules(), {}), 3 if rules is Gapless else 2, seed)
    assert re.search(said, sentence(found.value, Texts("en")))
    assert found.value.step is not None and sentence(found.value, Texts("ko"))


def test_a_match_that_breaks_down_is_told_with_its_step() -> None:
    with pytest.raises(BreachError) as found:
        dump_is_complete(Cabinet(Crumbling(), {}), 2, 0)
    assert found.value.step == 3, "two cards and one bid of each were played"


class Steady(Bot[Any, Bid]):
    """Bids as many as it sees bids."""

    light = True

    def decide(self, request: Request) -> Bid:
        return Bid(len(request.view.bids[0]))


class Peeking(Crew[Any, Bid]):
    """Bids by its card, and by its neighbour's."""

    def decide(self, state: Any, bots: Mapping[Seat, str]) -> Mapping[Seat, Bid]:
        return {seat: Bid((len(state.bids[0]) + state.cards[1 - seat] % 2) % 5) for seat in bots}


class Astray(Crew[Any, Bid]):
    """Bids one more than its bots would."""

    def decide(self, state: Any, bots: Mapping[Seat, str]) -> Mapping[Seat, Bid]:
        return {seat: Bid(len(state.bids[0]) + 1) for seat in bots}


class Hasty(Crew[Any, Bid]):
    """Bids for who is not asked."""

    def decide(self, state: Any, bots: Mapping[Seat, str]) -> Mapping[Seat, Bid]:
        return {seat: Bid(len(state.bids[0])) for seat in (*bots, 7)}


class Honest(Crew[Any, Bid]):
    def decide(self, state: Any, bots: Mapping[Seat, str]) -> Mapping[Seat, Bid]:
        return {seat: Bid(len(state.bids[0])) for seat in bots}


def test_a_crew_that_decides_otherwise_than_its_bots_is_found() -> None:
    def tried(crew: Callable[[], Crew[Any, Bid]]) -> None:
        for seed in range(5):
            crew_plays_as_its_bots(Cabinet(Sealed(), {"steady": Steady}, crew=crew), 2, seed)

    tried(Honest)
    for crew, said in ((Peeking, "crew_knows|crew_strays"), (Astray, "crew_strays"), (Hasty, "crew_seats")):
        with pytest.raises(BreachError, match=said):
            tried(crew)


class Unlisted(Sealed):
    """The highest bid may be made, and is not listed."""

    def legal(self, state: Any, seat: Seat) -> Sequence[Bid]:
        return list(super().legal(state, seat))[:-1]


@pytest.mark.parametrize("check", LAWS_OF_RULES, ids=lambda check: check.name)
def test_what_may_be_played_need_not_be_listed(check: Law) -> None:
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


@pytest.mark.parametrize("check", LAWS_OF_RULES, ids=lambda check: check.name)
def test_where_nothing_can_be_listed_the_weakest_bot_walks(check: Law) -> None:
    cabinet = Cabinet(Unlistable(), {"climber": Climber, "reckless": Reckless})
    check(cabinet, 2, 4, None)
    walked = [moves for _, _, moves in walk(cabinet, 2, Random(1))]
    matched = [step.moves for step in random_match(cabinet, 2, 1).steps]
    for played in (walked, matched):
        bids = [[move.action.amount for move in moves] for moves in played if moves[0].seat != NATURE]
        assert bids == [[1, 1], [2, 2], [3, 3]]


def test_a_weakest_bot_that_plays_what_is_refused_is_found() -> None:
    with pytest.raises(BreachError, match="weakest"):
        listed_actions_are_taken(Cabinet(Unlistable(), {"reckless": Reckless}), 2, 4)


def test_every_kind_of_option_is_played() -> None:
    played = [(changed, changed.info.options()) for changed, _ in option_cases(WORDY)]
    assert {options.size for _, options in played} >= {6, 10}
    assert {options.pace for _, options in played} >= {"slow", "fast"}
    assert {options.opening for _, options in played} >= {"h8 i9"}
    assert {options.lists for _, options in played} >= {"sea", "fruit", "fruit,sea"}
    for changed, _ in played:
        for check in LAWS_OF_RULES:
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
