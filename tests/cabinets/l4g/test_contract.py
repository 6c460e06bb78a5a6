"""L4G through the contract: conformance, the game number, sight."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Annotated, Any, ClassVar

import msgspec
import pytest

from game.cabinets.l4g.cabinet import L4G
from game.cabinets.l4g.players import playing
from game.cabinets.l4g.players.bots import BOTS, chosen, decided, known_from
from game.cabinets.l4g.players.styles import STYLES, accepts
from game.cabinets.l4g.rules import room as r
from game.cabinets.l4g.rules.rules import Go, L4g, Options, Place, Silent, State, Wait
from game.cabinets.l4g.rules.sight import COUNT, LISTED, ME_LENGTH, SEEN_LENGTH, know_floor, know_oneself, look
from game.cabinets.l4g.rules.views import View
from game.conformance.laws import LAWS_OF_RULES
from game.conformance.walks import random_match
from game.core.bots import BotSetup, Request
from game.core.cabinet import Cabinet
from game.core.compiled import array, plain
from game.core.match.match import Match
from game.core.options import describe
from game.core.rules import OMNISCIENT, SPECTATOR
from game.ground.texts import LANGUAGES, Texts
from tests.walks import state_of

NAMES = list(STYLES)


Few = Annotated[int, msgspec.Meta(ge=1, le=60)]


class SmallOptions(Options, frozen=True):
    """A room small enough to meet in, and a game soon over."""

    rows: Few = 3
    columns: Few = 4
    turns: Few = 18
    incubation: Few = 3
    penalty: Few = 2


class SmallL4g(L4g):
    info: ClassVar = msgspec.structs.replace(L4g.info, options=SmallOptions)


SMALL = replace(L4G, rules=SmallL4g())


def play(match: Match, names: list[str]) -> None:
    """Play a match to the end by built-in players."""
    setups = [BotSetup("l4g", seat, match.seats, match.options, None, 0) for seat in range(match.seats)]
    bots = [BOTS[name](setup) for name, setup in zip(names, setups, strict=True)]
    while not match.over:
        match.tick(0.0)
        for seat in match.waiting_for:
            request = Request(match.number, match.view(seat), None, (), 0)
            assert match.offer(seat, bots[seat].decide(request)) is None


@pytest.mark.parametrize("check", LAWS_OF_RULES, ids=lambda check: check.name)
@pytest.mark.parametrize("seats", [2, 6, 20])
def test_contract(seats: int, check: Callable[[Cabinet, int, int], None]) -> None:
    check(SMALL, seats, 1)


@pytest.mark.parametrize("number", [0, 1, -1, 2**63 - 1, -(2**63)])
def test_the_seed_is_the_game_number(number: int) -> None:
    match = Match(L4g(), 2, Options(turns=1), number)
    match.tick(0.0)
    assert match.view(0).game_number == number
    assert match.steps[0].events[0].data == {"number": number}


@pytest.mark.parametrize("number", [7, -7])
def test_a_match_goes_as_in_an_evaluation(number: int) -> None:
    names = [NAMES[seat % len(NAMES)] for seat in range(20)]
    options = Options(turns=40, rows=5)
    match = Match(L4g(), 20, options, number)
    play(match, names)
    room = array(r.new_room(20, msgspec.structs.astuple(options)))
    scratch, lineup = playing.new_scratch(), array(NAMES.index(name) for name in names)
    high, low = r.halves(number)
    playing.play_game(room, high, low, lineup, array(w for row in STYLES.values() for w in row), scratch)
    assert match.dump() == match.rules.dump(State(state_of(match).phase, plain(room)))


def test_built_in_players_see_what_the_view_shows_and_nothing_else() -> None:
    """`seen` as the evaluation computes it is `seen` as the view of the seat gives it, in every turn."""
    names = [NAMES[seat % len(NAMES)] for seat in range(12)]
    match = Match(L4g(), 12, Options(turns=30, rows=6, columns=5), 3)
    bots = [BOTS[name](BotSetup("l4g", 0, 12, match.options, None, 0)) for name in names]
    compared = 0
    seen, me = array([0] * SEEN_LENGTH), array([0] * ME_LENGTH)
    know_floor(array(match._state.room), seen)
    while not match.over:
        match.tick(0.0)
        room = array(state_of(match).room)
        for seat in match.waiting_for:
            view = match.view(seat)
            look(room, room[r.STATE + seat], room[r.SQUARE + seat], seen)
            know_oneself(room, seat, me)
            my, shown = known_from(view)
            assert plain(my) == plain(me)
            assert plain(shown)[:COUNT] == plain(seen)[:COUNT]
            assert listed(shown) == listed(seen)
            match.offer(seat, bots[seat].decide(Request(0, view, None, (), 0)))
            compared += 1
    assert compared > 300


def listed(seen: Any) -> set[int]:
    """The squares where corpses are known to be."""
    return set(plain(seen)[LISTED : LISTED + seen[COUNT]])


def test_a_decision_does_not_follow_from_what_may_not_be_known() -> None:
    rules, random = L4g(), Random(4)
    match = Match(rules, 14, Options(turns=25), 11)
    rows = array(w for row in STYLES.values() for w in row)
    changed = 0
    while not match.over:
        match.tick(0.0)
        state: State = state_of(match)
        for seat in match.waiting_for:
            other = rules.redeal(state, seat, random)
            changed += other.room != state.room
            decided = [decision(state.room, seat, rows), decision(other.room, seat, rows)]
            assert decided[0] == decided[1]
            match.offer(seat, random.choice(match.legal(seat) or ()))
    assert changed > 100


def decision(flat: list[int], seat: int, rows: Any) -> list[tuple[int, int, int]]:
    """What every style would do in a seat, from the room as the evaluation shows it."""
    room, seen, me = array(flat), array([0] * SEEN_LENGTH), array([0] * ME_LENGTH)
    know_floor(room, seen)
    look(room, room[r.STATE + seat], room[r.SQUARE + seat], seen)
    know_oneself(room, seat, me)
    moving = room[r.STATE + seat] in (r.SURVIVOR, r.INFECTED)
    return [
        (
            decided(me, seen, rows, style) if moving else 0,
            chosen(me, seen, rows, style) if room[r.STATE + seat] == r.SOUL else 0,
            accepts(me, rows, style),
        )
        for style in range(len(NAMES))
    ]


def test_a_view_follows_the_table_of_sight() -> None:
    room = array(r.new_room(5, msgspec.structs.astuple(Options())))
    r.open_game(room, 0, 0)
    placed = [
        (r.SURVIVOR, (3, 3)),
        (r.SURVIVOR, (3, 5)),
        (r.INFECTED, (2, 6)),
        (r.CORPSE, (6, 0)),
        (r.INFECTED, (1, 1)),
    ]
    for player, (state, place) in enumerate(placed):
        r.become(room, player, state, r.square_at(*place))
    rules, state_ = L4g(), State(L4g().start(5, Options()).phase, plain(room))

    def known(viewer: int) -> list[int]:
        view: View = rules.view(state_, viewer)
        return [player.number for player in view.players]

    assert known(0) == [0, 1, 2], "itself, a survivor two steps off, and who that one sees"
    assert known(2) == [1, 2, 3], "five by five squares and every corpse"
    assert known(3) == [3], "a corpse knows its square alone"
    assert known(4) == [0, 3, 4]
    assert known(SPECTATOR) == known(OMNISCIENT) == [0, 1, 2, 3, 4]
    sight = rules.view(state_, 0).sight
    assert (sight[3 * 7 + 3], sight[3 * 7 + 6], sight[0], sight[1 * 7 + 3]) == (2, 1, 0, 2)
    assert sum(level == 2 for level in sight) == 13
    assert all(player.health is None for player in rules.view(state_, 0).players[1:])


def test_what_does_not_fit_the_state_is_refused() -> None:
    rules = L4g()
    match = Match(rules, 2, Options(), 0)
    match.tick(0.0)
    assert match.offer(0, Go("up")) == "l4g.refuse.wait"  # type: ignore[arg-type]
    for seat in (0, 1):
        assert match.offer(seat, Wait()) is None
    match.tick(0.0)
    assert match.offer(0, Wait()) == "l4g.refuse.place"
    assert match.offer(0, Place((7, 0))) == "l4g.refuse.outside"
    assert match.offer(0, Place((6, 0))) is None
    assert match.offer(1, Silent()) is None
    match.tick(0.0)
    assert match.offer(0, Wait()) == "l4g.refuse.go"
    assert match.legal(1) == (Wait(),)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_has_a_text(language: str) -> None:
    texts = Texts(language, [f"P{seat}" for seat in range(6)])
    match = random_match(SMALL, 6, 11)
    for event in [event for played in match.steps for event in played.events]:
        texts.line(f"l4g.event.{event.kind}", event.data)
    texts.line(match.result().reason)
    needed = [f"l4g.{key}" for key in ("name", "tagline", "rules")]
    needed += [f"l4g.bot.{bot}.{part}" for bot in L4G.bots for part in ("name", "help")]
    needed += [f"l4g.option.{option.name}.{part}" for option in describe(Options) for part in ("title", "help")]
    needed += [f"l4g.result.{name}" for name in match.result().seats[0].details]
    needed += [f"l4g.refuse.{why}" for why in ("go", "wait", "place", "outside", "not_asked")]
    assert [key for key in needed if not texts.has(key)] == []
