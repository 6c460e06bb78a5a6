"""The rules of Slime case by case, after the sections of the source; the contract of a game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from game.cabinets.slime import field as f
from game.cabinets.slime.bots import field_of
from game.cabinets.slime.cabinet import SLIME
from game.cabinets.slime.rules import KEEP, Heading, Options, Phase, State, Steer, owners_of
from game.conformance.laws import LAWS_OF_RULES
from game.conformance.walks import random_match
from game.core.cabinet import Cabinet
from game.core.compiled import array, plain
from game.core.match.match import MALFORMED, Match
from game.core.recording.replay import Playback, ReplayWriter, SeatRecord, header_of, read_replay
from game.core.rules import NATURE, SPECTATOR, Move, Window
from game.ground.texts import LANGUAGES, Texts
from tests.cabinets.slime.field import (
    NEUTRAL,
    RULES,
    A,
    B,
    D,
    L,
    R,
    U,
    at,
    bare,
    fates,
    mirrored,
    outcomes,
    own,
    painted,
    place,
    played,
)


def test_the_start_is_symmetric_and_as_the_specification_has_it() -> None:
    field = f.new_field()
    assert mirrored(field) == field
    assert field[f.SQUARE : f.SQUARE + f.SLIMES] == [
        *(at(0, y) for y in (2, 4, 6, 8, 10)),
        *(at(24, y) for y in (10, 8, 6, 4, 2)),
    ]
    assert field[f.HEADING : f.HEADING + f.SLIMES] == [R] * 5 + [L] * 5
    owners = owners_of(field)
    assert {square for square, owner in enumerate(owners) if owner == A} == set(f.STARTS[:5])
    assert {square for square, owner in enumerate(owners) if owner == B} == set(f.STARTS[5:])


def test_slimes_that_change_squares_die() -> None:
    field = bare()
    place(field, 0, 10, 6, R)
    place(field, 1, 10, 6, R)
    place(field, 2, 10, 6, U)
    place(field, 5, 11, 6, L)
    after = played(field)
    assert fates(after) == [f.CROSSED, f.CROSSED, f.ALIVE, f.ALIVE, f.ALIVE, f.CROSSED, *[f.ALIVE] * 4]
    assert owners_of(after)[at(10, 6)] == owners_of(after)[at(11, 6)] == NEUTRAL


def test_slimes_that_come_onto_one_square_die_and_the_dead_stop_nobody() -> None:
    field = bare()
    place(field, 0, 10, 6, R)
    place(field, 5, 11, 6, L)
    place(field, 6, 10, 7, D)
    place(field, 1, 15, 6, R)
    place(field, 2, 16, 7, D)
    place(field, 7, 17, 6, L)
    after = played(field)
    assert fates(after)[:8] == [f.CROSSED, f.MET, f.MET, f.ALIVE, f.ALIVE, f.CROSSED, f.ALIVE, f.MET]
    assert owners_of(after)[at(10, 6)] == B
    assert owners_of(after)[at(16, 6)] == NEUTRAL


def test_slimes_of_one_team_may_share_a_square() -> None:
    field = bare()
    place(field, 0, 10, 6, R)
    place(field, 1, 12, 6, L)
    assert fates(played(field)) == [f.ALIVE] * 10


def test_an_area_is_filled_and_who_is_in_it_dies() -> None:
    field = painted(
        """
        .aaaa
        .a.ba
        ...ba
        .aaaa
        """
    )
    place(field, 0, 5, 4, R)
    place(field, 5, 7, 5, D)
    after = played(field)
    assert fates(after)[5] == f.ENCLOSED
    assert {owners_of(after)[at(x, y)] for x in (6, 7, 8, 9) for y in (3, 4, 5, 6)} == {A}
    assert after[f.SQUARE + 5] == f.HOMES[B]
    assert after[f.PAINTED : f.PAINTED + 2] == [1 + 4 + 1, 1 + 1], "the four squares of the area, and those walked on"


def test_diagonals_are_walls_and_the_edge_is_open() -> None:
    diamond = painted(
        """
        ..a..
        .a.a.
        a.b.a
        .a.a.
        ..a..
        """
    )
    assert [owners_of(played(diamond))[at(7, y)] for y in (4, 5, 6)] == [A, A, A]
    corner = bare()
    for x, y in ((22, 0), (23, 1), (24, 2)):
        own(corner, A, x, y)
    assert owners_of(played(corner))[at(24, 0)] == NEUTRAL


def test_what_both_close_in_is_nobodys() -> None:
    field = painted(
        """
        bbbbb
        baaab
        ba.ab
        baaab
        bbbbb
        """
    )
    after = played(field)
    owners = owners_of(after)
    assert owners[at(7, 5)] == NEUTRAL
    assert owners[at(6, 4)] == B
    assert after[f.PAINTED : f.PAINTED + 2] == [1, 1 + 8]


@pytest.mark.parametrize(
    ("x", "y", "heading", "ways"),
    [
        (10, 6, R, [R]),
        (24, 6, R, [U, L, D]),
        (10, 12, U, [L, D, R]),
        (24, 12, R, [L, D]),
        (24, 12, U, [L, D]),
        (0, 0, L, [R, U]),
        (0, 0, D, [R, U]),
    ],
)
def test_chance_turns_who_would_leave(x: int, y: int, heading: Heading, ways: list[Heading]) -> None:
    field = bare()
    place(field, 3, x, y, heading)
    assert int(outcomes(array(field))) == len(ways)
    ask = RULES.ask(State(Phase.TURN_BACK, 0, field, ["", ""]))
    assert ask is not None and ask.outcomes == len(ways)
    assert [played(field, chance)[f.HEADING + 3] for chance in range(len(ways))] == ways


def test_every_way_is_as_likely_for_every_slime() -> None:
    field = bare()
    place(field, 0, 24, 6, R)
    place(field, 4, 0, 0, D)
    place(field, 9, 12, 0, D)
    assert int(outcomes(array(field))) == 3 * 2 * 3
    drawn = [tuple(played(field, chance)[f.HEADING + slime] for slime in (0, 4, 9)) for chance in range(18)]
    assert len(set(drawn)) == 18


def test_chance_is_asked_only_when_a_slime_would_leave() -> None:
    match = Match(RULES, 2, Options(), 1)
    for _ in range(3):
        match.offer(A, Steer(KEEP))
        match.offer(B, Steer(KEEP))
        (step,) = match.tick(0.0)
        assert [event.kind for event in step.events][:2] == ["moved", "painted"]
    match.offer(A, Steer((L, U, None, U, U)))
    match.offer(B, Steer(KEEP))
    for _ in range(4):
        match.tick(0.0)
        match.force(A)
        match.force(B)
    assert any(move.seat == NATURE for step in match.steps for move in step.moves)
    turned = [event for step in match.steps for event in step.events if event.kind == "turned_back"]
    assert all(event.data["slimes"] for event in turned)


def test_a_slime_that_is_not_ordered_keeps_its_heading() -> None:
    state = RULES.start(2, Options())
    RULES.step(state, [Move(A, Steer((U, None, None, D, None))), Move(B, Steer(KEEP))])
    assert state.field[f.HEADING : f.HEADING + f.TEAM] == [U, R, R, D, R]


def test_messages_are_seen_by_all_and_bounded() -> None:
    state = RULES.start(2, Options())
    events = RULES.step(state, [Move(A, Steer(KEEP, "화이팅!")), Move(B, Steer(KEEP, ""))])
    assert events[0].kind == "said"
    assert [team.message for team in RULES.view(state, SPECTATOR).teams] == ["화이팅!", ""]
    assert RULES.check(state, A, Steer(KEEP, "가" * 13)) is None
    for bad in ("가" * 14, "x" * 41, "a\nb", "\ud800"):
        assert RULES.check(state, A, Steer(KEEP, bad)) == "slime.refuse.message"


@pytest.mark.parametrize(
    "action",
    [
        {"headings": [0, 1, 2, 3, 4]}, {"headings": [0, 1, 2, 3]}, {"headings": [0] * 6}, {"headings": [0.0] * 5},
        {"headings": [True] * 5}, {"headings": "right"}, {"headings": [-1] * 5}, {"message": "a"}, 
        {"headings": [0] * 5, "message": 1},
    ],
)  # fmt: skip
def test_malformed_orders_are_refused(action: object) -> None:
    assert Match(RULES, 2, Options(), 1).offer(A, action) == MALFORMED


def test_a_turn_has_the_time_of_the_option() -> None:
    assert RULES.ask(RULES.start(2, Options())).limit is None  # type: ignore[union-attr]
    match = Match(RULES, 2, Options(seconds=1), 1)
    assert match.ask is not None
    assert (match.ask.window, match.ask.limit) == (Window.SIMULTANEOUS, 1.0)
    match.offer(A, Steer((U, U, U, U, U)))
    assert match.tick(5.0) == []
    (step,) = match.tick(6.0)
    assert [move.forced for move in step.moves] == [False, True]


def standing_state(standings: list[tuple[int, int, int]]) -> State:
    """A finished match with these squares, deaths and painted squares."""
    field = bare()
    field[f.TURN] = f.TURNS
    for team, (squares, deaths, painted_squares) in enumerate(standings):
        for number in range(squares):
            own(field, team, *divmod(number + 100 * team, f.HEIGHT))
        field[f.DEATHS + team * f.TEAM] = deaths
        field[f.PAINTED + team] = painted_squares
    return State(Phase.OVER, 0, field, ["", ""])


@pytest.mark.parametrize(
    ("standings", "ranks", "reason"),
    [
        ([(9, 9, 0), (8, 0, 9)], [1, 2], "squares"),
        ([(8, 2, 9), (8, 1, 0)], [2, 1], "deaths"),
        ([(8, 1, 3), (8, 1, 2)], [1, 2], "painted"),
        ([(8, 1, 3), (8, 1, 3)], [1, 1], "draw"),
    ],
)
def test_who_wins(standings: list[tuple[int, int, int]], ranks: list[int], reason: str) -> None:
    result = RULES.result(standing_state(standings))
    assert [line.rank for line in result.seats] == ranks
    assert result.reason == f"slime.end.{reason}"
    names = ("squares", "deaths", "painted")
    assert [tuple(line.details[name] for name in names) for line in result.seats] == standings


def test_a_match_has_180_turns() -> None:
    match = random_match(SLIME, 2, 4)
    assert match.turns() == match.view(SPECTATOR).turn == 180
    assert sum(event.kind == "moved" for step in match.steps for event in step.events) == 180
    assert match.steps[-1].events[-1].kind == "over"


def test_the_view_shows_the_field() -> None:
    match = random_match(SLIME, 2, 4)
    view = match.view(A)
    assert match.scores() == (view.owners.count(A), view.owners.count(B))
    field = plain(field_of(view))
    assert owners_of(field) == view.owners
    assert field[f.TURN] == 180
    sketch = RULES.sketch(view).splitlines()
    assert len(sketch) == f.HEIGHT + 3


@pytest.mark.parametrize("check", LAWS_OF_RULES, ids=lambda check: check.name)
def test_contract(check: Callable[[Cabinet, int, int], None]) -> None:
    for seed in range(2):
        check(SLIME, 2, seed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_a_text(language: str) -> None:
    texts = Texts(language, ["가람", "Mia"])
    kinds = set()
    for seed in range(6):
        random, match = Random(seed), Match(RULES, 2, Options(), seed)
        while not match.over:
            for seat in match.waiting_for:
                one, two, three, four, five = (Heading(random.randrange(4)) for _ in range(5))
                match.offer(seat, Steer((one, two, three, four, five), str(match.number)))
            for step in match.tick(0.0):
                for event in step.events:
                    kinds.add(event.kind)
                    texts.line(f"slime.event.{event.kind}", event.data)
    assert kinds >= {"said", "moved", "painted", "captured", "met", "enclosed", "rose", "turned_back", "over"}
    for rare in ("crossed", "cancelled"):
        texts.line(f"slime.event.{rare}", {"count": 2})


def test_a_replay_plays_again(tmp_path: Path) -> None:
    header = header_of(RULES.info, 5, Options(), (SeatRecord("A"), SeatRecord("B")))
    writer = ReplayWriter(tmp_path / "match.souk", header)
    match = Match(RULES, 2, Options(), 5, journal=writer)
    random = Random(5)
    while not match.over:
        match.tick(0.0)
        for seat in match.waiting_for:
            one, two, three, four, five = (Heading(random.randrange(4)) for _ in range(5))
            match.offer(seat, Steer((one, two, three, four, five)))
    writer.finish(match)
    Playback(read_replay(tmp_path / "match.souk"), RULES).verify()


def test_a_match_may_have_fewer_turns() -> None:
    match = Match(RULES, 2, Options(turns=30), 1)
    while not match.over:
        view = match.view(A)
        assert view.turns == 30 and view.turn < 30
        match.tick(0.0)
        for team in (A, B):
            if not match.over and team in match.waiting_for:
                match.force(team)
    assert (match.view(A).turn, match.turns()) == (30, 30)
