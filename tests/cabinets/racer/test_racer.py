"""Racer's laws: what a racer does follows from its buttons alone, however they travel."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.cabinets.listed import CABINETS
from game.cabinets.racer.course import JUMP, RUN, Racer, run
from game.cabinets.racer.rules import AHEAD, BEHIND, MOST_TICKS, TICKS, Options, RacerRules, Run, goal_of, pairs, places
from game.cabinets.racer.steering import Own
from game.core.bot.loading import parse_spec
from game.core.bot.seats import bot_session
from game.core.match.match import Match

TAPES = st.lists(st.sampled_from((0, RUN, RUN, RUN, RUN | JUMP)), min_size=1, max_size=400)


def begun(seats: int = 1, **options: int) -> Match:
    match = Match(RacerRules(), seats, Options(**options), 3)
    match.tick(0.0)
    return match


def run_whole(tape: list[int], hurdles: tuple[int, ...]) -> Racer:
    racer = Racer()
    for held in tape:
        run(racer, held, hurdles, goal_of(hurdles))
    return racer


@settings(max_examples=60, deadline=None)
@given(TAPES, st.integers(0, 1 << 30))
def test_any_cutting_of_a_tape_into_offers_gives_the_same_run(tape: list[int], seed: int) -> None:
    random = Random(seed)
    match = begun(seconds=60)
    now = 0.0
    while match.view(0).racers[0].tick < len(tape) and not match.over:
        tick = match.view(0).racers[0].tick
        for _ in range(random.randrange(3)):
            first = max(0, tick - random.randrange(60))
            held = tape[first : first + random.randrange(1, MOST_TICKS)]
            if random.random() < 0.7 and first + len(held) > tick:
                assert match.offer(0, Run(first, pairs(held))) is None
        now += 0.1
        match.tick(now)
        if match.number * TICKS > len(tape) + BEHIND:
            return  # who says nothing for two seconds is carried on with nothing held
    view = match.view(0)
    assert view.racers[0] == run_whole(tape[: view.racers[0].tick], view.hurdles)


@settings(max_examples=40, deadline=None)
@given(TAPES, st.integers(0, 1 << 30))
def test_the_own_racer_is_where_the_match_says_however_late_that_is_told(tape: list[int], seed: int) -> None:
    random = Random(seed)
    match = begun(seconds=60)
    view = match.view(0)
    own, now, told = Own(view.racers[0]), 0.0, view
    for held in tape:
        sent = own.tick(held, told)
        if sent is not None and random.random() < 0.8:
            assert match.offer(0, sent) is None
        now += 1 / 60
        if match.tick(now) and random.random() < 0.5:
            told = match.view(0)
            own.confirm(told.racers[0], told.hurdles, told.goal)
    assert own.racer == run_whole(tape, told.hurdles)
    known = match.view(0).racers[0]
    assert known == run_whole(tape[: known.tick], told.hurdles)


@pytest.mark.parametrize(
    "action",
    [
        Run(1, ((6, RUN),)),
        Run(0, ((MOST_TICKS, RUN), (1, RUN))),
        {"first": 0, "held": [[6, 4]]},
        {"first": -1, "held": []},
        {"first": 0, "held": [[0, 1]]},
        {"first": 10**30, "held": []},
        None,
        "run",
    ],
)
def test_what_does_not_fit_is_refused(action: object) -> None:
    match = begun()
    assert match.offer(0, action) is not None
    assert match.offer(0, Run(0, ((6, RUN),))) is None


def test_nobody_runs_ahead_of_time_nor_stays_behind_for_ever() -> None:
    match = begun(seats=2)
    now = 0.0
    for slices in range(1, 60):
        assert match.offer(0, Run(match.view(0).racers[0].tick, ((MOST_TICKS, RUN),))) is None
        now += 0.1
        match.tick(now)
        fast, silent = match.view(0).racers
        assert fast.tick == slices * TICKS + AHEAD or fast.goal
        assert silent.tick == max(0, slices * TICKS - BEHIND) and silent.x == 0


@pytest.mark.parametrize("course", range(0, 1000, 37))
def test_every_course_can_be_run_without_a_fall(course: int) -> None:
    hurdles = places(course, 60)
    assert all(after - before > 2000 for before, after in pairwise(hurdles))


def test_races_of_computers_are_the_same_every_time() -> None:
    hashes = set()
    for _ in range(2):
        match = Match(CABINETS["racer"].rules, 3, Options(), 5)
        bots = {
            seat: parse_spec(name, CABINETS["racer"].bots) for seat, name in enumerate(("expert", "novice", "random"))
        }
        bot_session(CABINETS["racer"], match, bots, logs=None, inline=True).run()
        hashes.add(match.hash())
        assert match.result().seats[0].rank == 1 and match.result().seats[0].details["fallen"] == 0
    assert len(hashes) == 1
