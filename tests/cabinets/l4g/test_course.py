"""The course of a game of L4G: what takes several turns, and how a match asks for it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from game.cabinets.l4g.rules import room as r
from game.cabinets.l4g.rules.room import CORPSE, INFECTED, LEFT, RIGHT, SILENT, SOUL, STAY, SURVIVOR, UP
from game.cabinets.l4g.rules.rules import Go, L4g, Options, Place, Silent, State, Wait, Way
from game.cabinets.l4g.rules.views import Phase, PlayerState
from game.core.compiled import plain
from game.core.match.match import Match
from tests.cabinets.l4g.table import known, one, room_of, take_turn
from tests.walks import state_of

CORNER = (0, 0)


def turns_until(room: Any, player: int, state: int, does: int, **more: Any) -> int:
    """How many turns it takes until a player is in a state, doing always the same."""
    for turn in range(1, 100):
        take_turn(room, [STAY] * player + [does], **more)
        if room[r.STATE + player] == state:
            return turn
    raise AssertionError("it never is")


@pytest.mark.parametrize(
    ("before", "does", "waits"),
    [
        (one(INFECTED, (3, 3), health=1, power=1), UP, 3),
        (one(INFECTED, (3, 3), health=9, counter=3, power=3), STAY, 2),
        (one(SURVIVOR, (3, 3)), STAY, 20),
        (one(SURVIVOR, (3, 3)), SILENT, 20),
    ],
    ids=["starved", "prayed", "punished", "arrested"],
)
def test_a_soul_comes_back_as_many_turns_later(before: dict[str, Any], does: int, waits: int) -> None:
    room = room_of([before])
    take_turn(room, [does])
    assert room[r.STATE] == SOUL
    assert turns_until(room, 0, SURVIVOR, STAY, places={0: CORNER}) == waits


def test_a_soul_may_put_its_choice_off_again_and_again() -> None:
    room = room_of([one(SOUL, cooldown=1)])
    for _ in range(5):
        take_turn(room, [STAY])
        assert known(room, 0, ["state", "cooldown", "punished"]) == {"state": SOUL, "cooldown": 0, "punished": 0}
    take_turn(room, [STAY], places={0: CORNER})
    assert room[r.STATE] == SURVIVOR


def test_who_dies_rises_three_turns_later() -> None:
    room = room_of([one(SURVIVOR, (3, 3)), one(INFECTED, (3, 5), health=9)])
    take_turn(room, [RIGHT, LEFT])
    assert room[r.STATE] == CORPSE
    assert turns_until(room, 0, INFECTED, STAY) == 3


def test_three_prayers_in_a_row_are_answered() -> None:
    room, told = room_of([one(INFECTED, (3, 3), health=30, power=1)]), []
    for _ in range(3):
        take_turn(room, [STAY])
        told.append(known(room, 0, ["counter", "power", "health", "state"]))
    assert told[:2] == [
        {"counter": 1, "power": 2, "health": 29, "state": INFECTED},
        {"counter": 3, "power": 3, "health": 28, "state": INFECTED},
    ]
    assert (told[2]["counter"], told[2]["health"], told[2]["state"]) == (0, 0, SOUL)


def test_a_step_between_prayers_makes_the_next_one_weak_and_keeps_the_counter() -> None:
    room, counters = room_of([one(INFECTED, (3, 3), health=30, power=1)]), []
    for does in (STAY, STAY, UP, STAY, STAY):
        take_turn(room, [does])
        counters.append(int(room[r.COUNTER]))
    assert counters == [1, 3, 3, 4, 0]
    assert room[r.STATE] == SOUL


def test_direct_infection_is_first_offered_in_turn_1_and_fires_in_turn_11() -> None:
    room = room_of([one(SOUL), one(SOUL)], turn=0)
    offered, turned = [], []
    for turn in range(12):
        ways = [RIGHT, LEFT] if turn % 2 else [LEFT, RIGHT]
        offered += [turn] if take_turn(room, ways, [1, 1], {0: (0, 0), 1: (6, 6)}) else []
        turned += [turn] if room[r.EVENTS] & r.TURNED else []
    assert (offered, turned) == ([1], [11])


def test_an_offer_that_nobody_took_runs_its_time_and_is_then_made_again() -> None:
    room = room_of([one(SURVIVOR, (3, 3))], turn=1)
    offered = [turn for turn in range(1, 24) if take_turn(room, [RIGHT if turn % 2 else LEFT])]
    assert offered == [1, 12, 23]


def test_a_survival_streak_goes_on_after_direct_infection() -> None:
    room = room_of([one(SURVIVOR, (3, 3), accepted=1, streak=9, survivor_most=9)], firing=30)
    take_turn(room, [UP])
    assert known(room, 0, ["state", "streak"]) == {"state": INFECTED, "streak": 9}
    turns_until(room, 0, SOUL, STAY)
    turns_until(room, 0, SURVIVOR, STAY, places={0: CORNER})
    assert known(room, 0, ["streak", "survivor_most"]) == {"streak": 10, "survivor_most": 10}


def test_acceptance_lives_through_death_and_rising() -> None:
    """Accepted in turn 30, dead in 31, infected in 34: what it accepted would fire in turn 40 and finds no survivor."""
    room = room_of([one(SURVIVOR, (3, 3)), one(SOUL, cooldown=1)])
    assert take_turn(room, [RIGHT, STAY], [1])
    assert room[r.FIRING] == 40
    r.become(room, 1, INFECTED, r.square_at(3, 6))
    room[r.HEALTH + 1] = 99
    take_turn(room, [RIGHT, LEFT])
    assert known(room, 0, ["state", "accepted"]) == {"state": CORPSE, "accepted": 1}
    for _ in range(8):
        take_turn(room, [STAY, STAY])
        assert room[r.ACCEPTED] == 1
    take_turn(room, [STAY, STAY])
    assert (room[r.TURN], room[r.ACCEPTED], room[r.FIRING]) == (41, 0, 0)


def match_at(before: list[dict[str, Any]], **more: Any) -> Match:
    """A match in the middle of a game, before everybody's decision."""
    match = Match(L4g(), len(before), Options(**more), 1)
    match.tick(0.0)
    room = room_of(before, match.options)
    room[r.GAME_HIGH], room[r.GAME_LOW] = r.halves(1)
    match.stand_at(match.steps, match.rules.dump(State(Phase.MOVE, plain(room))))
    match.tick(0.0)
    return match


CALLS = {
    "survivor_move": (one(SURVIVOR, (3, 3)), Go(Way.UP)),
    "infected_move": (one(INFECTED, (3, 3), health=9), Go(Way.STAY)),
    "corpse_stay": (one(CORPSE, (3, 3), cooldown=2), Wait()),
    "soul_stay": (one(SOUL, cooldown=2), Wait()),
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("forced", [False, True], ids=["an exception", "no answer"])
def test_failing_in_a_call_is_punished(call: str, forced: bool) -> None:
    before, _ = CALLS[call]
    match = match_at([before, one(SURVIVOR, CORNER)])
    match.offer(1, Go(Way.DOWN))
    if forced:
        match.force(0)
    else:
        assert match.offer(0, Silent()) is None
    match.tick(0.0)
    room = state_of(match).room
    assert known(room, 0, ["state", "punished"]) == {"state": SOUL, "punished": 1}
    assert room[r.EVENTS] == r.ARRESTED
    assert match.view(0).cooldown == 19, "the next turn has begun"


@pytest.mark.parametrize("call", CALLS)
def test_answering_in_a_call_is_not(call: str) -> None:
    before, answer = CALLS[call]
    match = match_at([before, one(SURVIVOR, CORNER)])
    assert match.offer(0, answer) is None
    match.offer(1, Go(Way.DOWN))
    match.tick(0.0)
    assert state_of(match).room[r.PUNISHMENTS] == 0


@pytest.mark.parametrize("answer", [Place(), Silent(), None])
def test_failing_to_choose_a_square_costs_nothing_but_a_turn(answer: Any) -> None:
    match = match_at([one(SOUL), one(SURVIVOR, CORNER)])
    match.offer(0, Wait())
    match.offer(1, Go(Way.DOWN))
    match.tick(0.0)
    assert (match.view(0).phase, match.waiting_for) == (Phase.PLACE, (0,))
    if answer is None:
        match.force(0)
    else:
        assert match.offer(0, answer) is None
    match.tick(0.0)
    assert match.view(0).phase is Phase.MOVE
    assert known(state_of(match).room, 0, ["state", "cooldown", "punished"]) == {
        "state": SOUL,
        "cooldown": 0,
        "punished": 0,
    }
    match.offer(0, Wait())
    match.offer(1, Go(Way.DOWN))
    match.tick(0.0)
    assert match.offer(0, Place((6, 6))) is None
    match.tick(0.0)
    assert match.view(0).me.state is PlayerState.SURVIVOR


def test_souls_that_may_choose_see_the_room_after_the_moves() -> None:
    match = match_at([one(SOUL), one(SURVIVOR, (3, 3)), one(SURVIVOR, (5, 5))])
    for seat, action in enumerate((Wait(), Go(Way.UP), Go(Way.STAY))):
        assert match.offer(seat, action) is None
    match.tick(0.0)
    view = match.view(0)
    assert view.phase is Phase.PLACE
    assert [player.square for player in view.players] == [None, (2, 3), None]
    assert [(deed.kind, deed.square) for deed in (*view.actions, *view.events)] == [
        ("up", (2, 3)),
        ("punished", (5, 5)),
    ]


def test_everybody_may_choose_in_turn_0_and_the_game_has_as_many_turns_as_set() -> None:
    match = Match(L4g(), 3, Options(turns=5), 9)
    match.tick(0.0)
    asked: list[tuple[int, Phase, tuple[int, ...]]] = []
    while not match.over:
        view = match.view(0)
        asked.append((view.turn, view.phase, match.waiting_for))
        for seat in match.waiting_for:
            legal = match.legal(seat)
            assert legal
            match.offer(seat, legal[0])
        match.tick(0.0)
    assert asked[:3] == [(0, Phase.MOVE, (0, 1, 2)), (0, Phase.PLACE, (0, 1, 2)), (1, Phase.MOVE, (0, 1, 2))]
    assert [turn for turn, phase, _ in asked if phase is Phase.MOVE] == [0, 1, 2, 3, 4]
    assert match.turns() == 5


def test_the_regular_game_is_the_default() -> None:
    assert msgspec.structs.asdict(Options()) == {
        "rows": 7, "columns": 7, "turns": 121, "guests": 0, "penalty": 20, "rise": 3, "incubation": 10,
        "direct_health": 10, "corpse_health": 10, "heal": 3, "infect": 3, "wait": 3, "prayed_wait": 2,
    }  # fmt: skip
    assert (L4g.info.usual_seats, L4g.info.seats[0]) == (49, 2)


def test_equal_grades_rank_the_lower_number_first() -> None:
    match = Match(L4g(), 3, Options(turns=1), 0)
    while not match.over:
        match.tick(0.0)
        for seat in match.waiting_for:
            match.force(seat)
    assert [(line.score, line.rank) for line in match.result().seats] == [(400, 1), (400, 2), (400, 3)]
