"""Laws of the race over the roofs: what a runner does follows from its buttons alone, however they travel."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Literal

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.cabinets.listed import CABINETS
from game.cabinets.rooftops.course import (
    DIFFICULTIES,
    FIRST,
    Course,
    Runner,
    course_of,
    given_course,
    numbers_of,
    runner_of,
)
from game.cabinets.rooftops.first_level import CHECKPOINTS, COINS, PITS, THINGS, WALKERS, first_level
from game.cabinets.rooftops.rules import (
    AFTER_FIRST,
    AHEAD,
    BEHIND,
    LEAD,
    MOST_TICKS,
    PATIENCE,
    SECOND,
    SLICE,
    TICKS,
    Options,
    Rooftops,
    Run,
    View,
    coming,
    course_for,
)
from game.cabinets.rooftops.shortcuts import Shortcuts
from game.cabinets.rooftops.steering import Ghost, Other, Own, pairs
from game.core.bot.loading import parse_spec
from game.core.bot.seats import bot_session
from game.core.forge.formats.codes import write_level
from game.core.forge.methods.registry import METHODS, level_of
from game.core.forge.model.level import Entity, Level, Recipe
from game.core.forge.physics import numbers as n
from game.core.forge.physics.world import world_of
from game.core.forge.proof.platform import TRIES, Searcher, prove
from game.core.forge.proof.repair import mended
from game.core.match.match import Match
from game.core.options import OptionError
from game.core.rules import NATURE, Move
from tests.cabinets.rooftops.network import HOST, Network
from tests.core.forge.levels import drawn
from tests.in_turns import some

FAST = n.RIGHT | n.LEAP
TAPES = st.lists(st.sampled_from((0, n.RIGHT, n.RIGHT, n.RIGHT, FAST, n.LEFT)), min_size=1, max_size=400)


def begun(seats: int = 2, seed: int = 3, **options: object) -> Match:
    match = Match(Rooftops(), seats, Options(**options), seed)  # type: ignore[arg-type]
    match.tick(0.0)
    return match


def run_whole(view: View, options: Options, tape: Sequence[int]) -> Runner:
    return run_whole_on(course_for(options, view.number), tape)


def run_whole_on(course: Course, tape: Sequence[int]) -> Runner:
    numbers = course.world.runner()
    for held in tape:
        course.world.run(numbers, held, 1)
    return runner_of(numbers)


@settings(max_examples=20, deadline=None)
@given(TAPES, st.integers(0, 1 << 30))
def test_any_cutting_of_a_tape_into_offers_late_twice_or_overlapping_gives_the_same_run(
    tape: list[int], seed: int
) -> None:
    random = Random(seed)
    match = begun()
    now, late = LEAD, list[Run]()
    while match.view(0).runners[0].clock < len(tape) and not match.over:
        clock = match.view(0).runners[0].clock
        for _ in range(random.randrange(3)):
            first = max(0, clock - random.randrange(60))
            held = tape[first : first + random.randrange(1, MOST_TICKS)]
            if held and first + len(held) > clock:
                late.append(Run(first, pairs(held)))
        random.shuffle(late)
        for _ in range(random.randrange(len(late) + 1)):
            sent = late.pop()
            if sent.first <= clock:
                assert match.offer(0, sent) is None
        now += SLICE
        match.tick(now + 1e-6)
        if match.view(0).slices * TICKS > len(tape) + BEHIND - TICKS:
            return  # who says nothing for two seconds is carried on with nothing held
        if match.view(0).slices * TICKS > match.view(0).runners[0].clock + BEHIND - 2 * TICKS:
            return
    view = match.view(0)
    assert view.runners[0] == run_whole(view, match.options, tape[: view.runners[0].clock])


def follow(tape: Sequence[int], seed: int) -> int:
    """Run a tape at a screen of which offers and views are lost, and check it against the match; the slices passed."""
    random = Random(seed)
    match = begun()
    told = match.view(0)
    course = course_for(match.options, told.number)
    own, now = Own(told.runners[0], course.world), LEAD
    for held in tape:
        if own.numbers[n.GOAL]:
            break
        sent = own.tick(held, told, alone=False)
        if sent is not None and random.random() < 0.8:
            assert match.offer(0, sent) is None
        now += 1 / 60
        if match.tick(now) and random.random() < 0.5:
            told = match.view(0)
            assert not own.confirm(told.runners[0]), "the match found it where it was"
    ran = tape[: own.clock]
    assert runner_of(own.numbers) == run_whole(told, match.options, ran)
    known = match.view(0).runners[0]
    assert known == run_whole(told, match.options, ran[: known.clock])
    return int(match.view(0).slices)


@settings(max_examples=20, deadline=None)
@given(TAPES, st.integers(0, 1 << 30))
def test_the_own_runner_is_where_the_match_says_however_late_that_is_told(tape: list[int], seed: int) -> None:
    follow(tape, seed)


@pytest.mark.slow
def test_after_ten_thousand_random_slices_the_own_runner_is_where_the_match_says() -> None:
    slices = seed = 0
    while slices < 10_000:
        random, seed = Random(seed), seed + 1
        pressed = [(random.choice((n.RIGHT, n.RIGHT, FAST, n.LEFT, 0)), random.randrange(1, 40)) for _ in range(80)]
        slices += follow([held for held, ticks in pressed for _ in range(ticks)], seed)


def test_after_a_stall_the_own_runner_is_where_the_match_says() -> None:
    match = begun()
    course = course_for(match.options, match.view(0).number)
    own, now = Own(match.view(0).runners[0], course.world), LEAD
    for _ in range(90):
        sent = own.tick(n.RIGHT, match.view(0), alone=False)
        if sent:
            match.offer(0, sent)
        now += 1 / 60
        match.tick(now)
    for _ in range(50):
        now += SLICE
        match.tick(now + 1e-6)  # five seconds in which nothing comes
    own.confirm(match.view(0).runners[0])
    assert runner_of(own.numbers).clock >= match.view(0).slices * TICKS - BEHIND
    for _ in range(30):
        sent = own.tick(n.RIGHT, match.view(0), alone=False)
        if sent:
            assert match.offer(0, sent) is None
    now += SLICE
    match.tick(now + 1e-6)
    own.confirm(match.view(0).runners[0])
    held = numbers_of(match.view(0).runners[0], course.world)
    assert own.clock >= held[n.CLOCK]


def test_another_runner_is_shown_tick_by_tick_and_is_where_the_match_says_in_the_end() -> None:
    match = begun()
    course = course_for(match.options, match.view(0).number)
    other, now, random = Other(match.view(0).runners[1], course.world), LEAD, Random(4)
    tape = [random.choice((n.RIGHT, FAST)) for _ in range(600)]
    for _ in range(80):
        clock = match.view(0).runners[1].clock
        match.offer(1, Run(clock, pairs(tape[clock : clock + random.randrange(1, 14)] or [0])))
        now += SLICE
        match.tick(now + 1e-6)
        view = match.view(0)
        other.hear(view.runners[1], view.ran[1])
        other.pass_ticks(random.choice((0, 6, 12)))
        assert other.numbers[n.CLOCK] + other.behind == view.runners[1].clock
    other.pass_ticks(0)
    while other.behind:
        other.pass_ticks(4)
    assert runner_of(other.numbers) == match.view(0).runners[1]


def test_others_are_seen_eighteen_ticks_behind_on_a_bad_network_and_nobody_is_found_elsewhere() -> None:
    network = Network(3)
    late = sorted(network.run(15))
    assert late[len(late) // 2] <= 18 and late[len(late) * 99 // 100] <= 45
    assert network.elsewhere == [0, 0, 0]


@pytest.mark.parametrize("who", [HOST, 0])
def test_a_stall_of_five_seconds_of_host_or_guest_on_a_bad_network_is_over_when_it_is_over(who: int) -> None:
    network = Network(2)
    network.stalls[who] = (LEAD + 3, LEAD + 8)
    for _ in network.run(14):
        pass
    view = network.match.view(0)
    clocks = [runner.clock for runner in view.runners]
    assert network.elsewhere[1] == 0, "who did not stall lost nothing"
    if who == 0:
        assert clocks[0] > view.slices * TICKS - BEHIND + 2 * TICKS, "it is not carried on any more"
        assert network.elsewhere[0] <= 4 and view.runners[0].held, "what is pressed counts again"
    for seat, own in enumerate(network.owns):
        assert 0 <= own.clock - clocks[seat] <= MOST_TICKS
        own.confirm(view.runners[seat])
        assert runner_of(own.numbers).deaths >= view.runners[seat].deaths
        other = network.others[1 - seat][seat]
        assert clocks[seat] - (int(other.numbers[n.CLOCK]) + other.behind) <= 12, "what was told last is on its way"


def test_what_came_late_is_caught_up_with_and_what_a_slice_brings_at_once_is_not_hurried() -> None:
    match = begun()
    other = Other(match.view(0).runners[1], course_for(match.options, match.view(0).number).world)
    runner, slices, most = match.view(0).runners[1], 0, 0

    def pass_slices(count: int, *, late: bool = False) -> None:
        nonlocal runner, slices, most
        for number in range(count):
            slices += 1
            runner = msgspec.structs.replace(runner, clock=TICKS * slices)
            if not late:
                other.hear(runner, ((TICKS, n.RIGHT),))
            elif number == count - 1:
                other.hear(runner, ((TICKS * count, n.RIGHT),))
            for _ in range(TICKS):
                other.pass_ticks(1)
            most = max(most, other.behind)

    pass_slices(60)
    assert most <= TICKS and other._hurry == 0
    pass_slices(3, late=True)
    assert other.behind > TICKS, "two slices wait for nothing"
    pass_slices(20)
    assert other.behind <= 2, "and are gone two seconds later"


@pytest.mark.parametrize(
    "action",
    [
        Run(1, ((6, n.RIGHT),)),
        Run(0, ((MOST_TICKS, n.RIGHT), (1, n.RIGHT))),
        {"first": 0, "held": [[6, 64]]},
        {"first": -1, "held": []},
        {"first": 0, "held": [[0, 1]]},
        {"first": 0, "held": [[256, 1]]},
        {"first": 10**30, "held": []},
        None,
        "run",
    ],
)
def test_what_does_not_fit_is_refused(action: object) -> None:
    match = begun()
    assert match.offer(0, action) is not None
    assert match.offer(0, Run(0, ((6, n.RIGHT),))) is None


def test_nobody_runs_ahead_of_time_nor_stays_behind_for_ever() -> None:
    match = begun(difficulty=0)
    now = LEAD
    for slices in range(1, 60):
        clock = match.view(0).runners[0].clock
        assert match.offer(0, Run(clock, ((MOST_TICKS, n.RIGHT),))) is None
        now += SLICE
        match.tick(now + 1e-6)
        fast, silent = match.view(0).runners
        assert fast.clock == slices * TICKS + AHEAD
        assert silent.clock == max(0, slices * TICKS - BEHIND) and not silent.speed_x


def test_alone_the_clock_waits_for_the_first_press_and_not_for_ever() -> None:
    match = begun(seats=1)
    now = 0.0
    for _ in range(20):
        now += SLICE
        match.tick(now + 1e-6)
    assert match.view(0).slices == 0 and match.view(0).runners[0].clock == 0
    assert match.offer(0, Run(0, ((6, n.RIGHT),))) is None
    now += SLICE
    match.tick(now + 1e-6)
    assert match.view(0).slices == 1 and match.view(0).runners[0].clock == 6
    silent = begun(seats=1)
    for number in range(PATIENCE + 2):
        silent.tick(SLICE * (number + 1) + 1e-6)
    assert silent.view(0).slices > 0, "a computer that says nothing keeps nobody waiting"


@pytest.mark.parametrize(("method", "seconds"), [("ideas", 60), ("rooms", 120)])
def test_a_race_goes_on_while_somebody_comes_nearer(method: Literal["ideas", "rooms"], seconds: int) -> None:
    rules, options = Rooftops(), Options(method=method)
    state = rules.start(1, options)
    rules.step(state, [Move(NATURE, 3)])
    usual, far = rules.view(state, 0).limit, state.left[0]
    state.slices, state.left = usual - 1, [far + 1]
    rules.step(state, [Move(0, Run(0, ((6, 0),)))])
    last = rules.view(state, 0).limit
    assert last == usual + seconds * SECOND and rules.ask(state) is not None
    state.slices = last - 1
    rules.step(state, [Move(0, Run(state.runners[0].clock, ()))])
    assert rules.ask(state) is None, "nobody came nearer any more"


def test_several_begin_after_a_count() -> None:
    match = begun(seats=3)
    match.tick(LEAD)
    assert match.view(0).slices == 0
    match.tick(LEAD + SLICE + 1e-6)
    assert match.view(0).slices == 1


@pytest.mark.parametrize("number", some(3, [1, 2, 3]))
@pytest.mark.parametrize("method", DIFFICULTIES)
def test_the_way_of_a_proof_reaches_the_goal_through_the_rules_in_its_last_tick(method: str, number: int) -> None:
    course = course_of(method, 160, 2, "", number)
    level = mended(course.level).level
    par = sum(ticks for ticks, _ in level.way)
    match = Match(Rooftops(), 1, Options(level=write_level(level)), 5)
    match.tick(0.0)
    assert match.view(0).limit == max(3 * par // TICKS + 300, coming(course, AFTER_FIRST)), "a carried way is the par"
    tape = [buttons for ticks, buttons in level.way for _ in range(ticks)]
    now = 0.0
    while not match.over:
        clock = match.view(0).runners[0].clock
        assert match.offer(0, Run(clock, pairs(tape[clock : clock + TICKS]))) is None
        now += SLICE
        match.tick(now + 1e-6)
    runner = match.view(0).runners[0]
    assert runner.goal == par and runner.deaths == 0


@pytest.mark.parametrize("wait", [AFTER_FIRST, 10])
def test_who_is_not_there_some_seconds_after_the_first_is_out(wait: int) -> None:
    match = begun(level=FIRST, wait=wait)
    way = [buttons for ticks, buttons in prove(first_level()).way for _ in range(ticks)]
    now = LEAD
    while not match.over:
        first = match.view(0).runners[0]
        if not first.goal:
            match.offer(0, Run(first.clock, pairs(way[first.clock : first.clock + 20] or [n.RIGHT])))
        now += SLICE
        match.tick(now + 1e-6)
    view, lines = match.view(0), match.result().seats
    assert view.runners[0].goal and not view.runners[1].goal
    assert view.slices - view.runners[0].goal // TICKS - wait * SECOND in range(-2, 3)
    assert [line.rank for line in lines] == [1, 2] and lines[1].details["time"] == "–"


def test_coins_and_jewels_shorten_the_time_that_counts() -> None:
    plain = Runner(0, 0, clock=900, goal=900)
    rich = msgspec.structs.replace(plain, goal=950, coins=2, jewels=1)
    assert plain.net == 900 and rich.net == 860


def lit(asked: int) -> Level:
    """A street with a jewel at each side of the start, and a lantern that asks for some."""
    rows = ["." * 40] * 10 + ["#" * 40] * 2
    things = (Entity("gem", 3, 9), Entity("start", 10, 9), Entity("gem", 20, 9), Entity("goal", 35, 9, (asked,)))
    return drawn(rows, *things)


@pytest.mark.parametrize(("asked", "way", "goal"), [(0, 0, True), (1, 0, True), (2, 0, False), (2, 90, True)])
def test_a_lantern_counts_only_for_who_brings_the_jewels_that_it_asks_for(asked: int, way: int, goal: bool) -> None:
    runner = run_whole_on(given_course(write_level(lit(asked))), [n.LEFT] * way + [n.RIGHT] * 300)
    assert bool(runner.goal) is goal


def test_a_lantern_asks_for_no_more_jewels_than_there_are_and_a_proof_fetches_them() -> None:
    assert world_of(lit(99)).jewels == 2
    proof = prove(lit(99))
    assert proof.proved and proof.coins == 2


def test_who_stands_before_the_lantern_is_ahead_of_who_never_moved_wherever_it_is() -> None:
    rows = ["." * 40] * 10 + ["#" * 40] * 2
    level = drawn(rows, Entity("start", 35, 9), Entity("goal", 5, 9))
    match = begun(level=write_level(level))
    now = LEAD
    for _ in range(20):
        clock = match.view(0).runners[0].clock
        assert match.offer(0, Run(clock, ((TICKS, n.LEFT),))) is None
        now += SLICE
        match.tick(now + 1e-6)
    assert match.view(0).left[0] < match.view(0).left[1] == 30
    assert match.scores()[0] > match.scores()[1] == 0
    result = match.rules.result(match.rules.load(match.dump()))
    assert [line.rank for line in result.seats] == [1, 2]


@pytest.mark.parametrize("text", ["no code", "SKL-AAAA", "SK1-CN000-GE80R-XXRN", "SKL-" + "A" * 5000])
def test_a_level_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(OptionError):
        Options(level=text)


def test_a_dungeon_is_no_level_to_run() -> None:
    with pytest.raises(OptionError, match=r"rooftops\.level\.kind"):
        Options(level=write_level(level_of(Recipe("bsp", METHODS["bsp"].version, 3, 48, 36))))


def test_numbers_from_a_stranger_that_lie_outside_are_those_of_the_start() -> None:
    course = course_of("rhythm", 160, 1, "", 5)
    runner = course.start()
    for wrong in ({"x": 1 << 17}, {"x": -5}, {"y": -(1 << 14)}, {"y": 1 << 16}):
        numbers = numbers_of(msgspec.structs.replace(runner, **wrong), course.world)
        assert (numbers[n.X], numbers[n.Y]) == course.world.start
        course.world.run(numbers, FAST, 300)


def test_difficulty_nought_has_nothing_that_harms_but_the_depths() -> None:
    for method in ("ideas", "rhythm", "ore", "multipass"):
        for number in range(1, 16):
            course = course_of(method, 160, 0, "", number)
            kinds = {entity.kind for entity in course.level.entities}
            assert not kinds & {"walker", "flyer", "giant", "crusher", "cannon"}, (method, number)


def test_the_first_level_brings_each_thing_alone_and_harms_nobody_at_first() -> None:
    level = first_level()
    proof = prove(level)
    assert proof.proved and 23 * 60 <= proof.ticks <= 27 * 60
    carried = run_whole_on(course_of("rhythm", 160, 1, FIRST, 1), [b for ticks, b in level.way for _ in range(ticks)])
    assert carried.goal == sum(ticks for ticks, _ in level.way) == course_of("rhythm", 160, 1, FIRST, 1).par
    assert PITS[0] == (12, 2) and PITS[1][1] == 3 and sum(x < 12 for x, _ in COINS) == 5
    assert min(x for x, _, _ in WALKERS) > 40
    things = sorted(THINGS)
    assert all(there - here >= 18 for here, there in pairwise(things)), "no two things within two seconds"
    for thing in things:
        assert any(0 < thing - flag <= 7 for flag in CHECKPOINTS), thing
    world = world_of(level)
    for seed in range(40):
        runner, random = world.runner(), Random(seed)
        while runner[n.X] < 37 * n.SQUARE and runner[n.CLOCK] < 600:
            world.run(runner, n.RIGHT | random.choice((0, n.LEAP)), random.randrange(1, 20))
        assert not runner[n.DEATHS], "whatever is pressed in the first four seconds"


def test_a_shortcut_counts_less_at_its_end() -> None:
    course = course_of("rhythm", 100, 1, "", 4)
    way = [buttons for ticks, buttons in prove(course.level).way for _ in range(ticks)]
    found = Shortcuts(course.world).better(course.world.runner(), way)
    assert found is not None
    before, after = (run_whole_on(course, tape) for tape in (way, found))
    assert after.goal and not after.deaths and after.net < before.net


def test_medals_are_won_by_the_time_of_a_way_and_the_next_one_is_named() -> None:
    course = course_of("rhythm", 160, 1, FIRST, 1)
    gold, silver, bronze = course.medals.values()
    assert course.par < gold < silver < bronze
    found = [course.medal(ticks) for ticks in (0, gold, gold + 1, silver, bronze, bronze + 1)]
    assert found == ["", "gold", "silver", "silver", "bronze", ""]
    above = [course.next_medal(ticks) for ticks in (0, bronze + 1, bronze, silver, gold)]
    assert above == ["bronze", "bronze", "silver", "gold", ""]


def test_a_pale_runner_keeps_the_pace_that_it_is_given() -> None:
    course = course_of("rhythm", 160, 1, FIRST, 1)
    ghost = Ghost(course.level.way, course.world, course.medals["bronze"])
    ghost.follow(ghost.pace // 2)
    assert abs(int(ghost.numbers[n.CLOCK]) - ghost.ticks // 2) <= 1
    ghost.follow(ghost.pace - 2)
    assert not ghost.numbers[n.GOAL]
    ghost.follow(ghost.pace)
    assert ghost.numbers[n.GOAL] == ghost.ticks == course.par


def race(names: Sequence[str], seed: int, **options: object) -> Match:
    match = Match(CABINETS["rooftops"].rules, len(names), Options(**options), seed)  # type: ignore[arg-type]
    bots = {seat: parse_spec(name, CABINETS["rooftops"].bots) for seat, name in enumerate(names)}
    bot_session(CABINETS["rooftops"], match, bots, logs=None, inline=True).run()
    return match


@pytest.mark.slow
def test_races_of_computers_are_the_same_every_time_and_the_better_one_wins() -> None:
    names = ("rookie", "novice", "runner", "expert")
    first = race(names, 5)
    assert first.hash() == race(names, 5).hash()
    assert all(runner.goal for runner in first.view(0).runners[1:])
    assert first.result().seats[3].rank == 1


def test_a_rookie_jumps_out_of_a_pit_and_over_the_gap_behind_it() -> None:
    match = race(("rookie",), 11, width=100)
    assert match.view(0).runners[0].furthest > 40 * n.SQUARE


@pytest.mark.slow
def test_rookies_come_to_the_lantern_of_most_courses() -> None:
    assert sum(bool(race(("rookie",), seed).view(0).runners[0].goal) for seed in range(20)) >= 12


@pytest.mark.slow
def test_the_better_computer_is_the_quicker_one() -> None:
    names = ("novice", "runner", "expert")
    ranks = [[line.rank for line in race(names, seed).result().seats] for seed in range(30)]
    assert sum(runner < novice for novice, runner, _ in ranks) > sum(novice < runner for novice, runner, _ in ranks)
    assert sum(expert < runner for _, runner, expert in ranks) > sum(runner < expert for _, runner, expert in ranks)


def ends(count: int) -> str:
    """What rookies, and an expert of shortcuts, came to."""
    rookies = [race(("rookie",), seed).hash() for seed in range(count)]
    return ",".join([*rookies, race(("expert",), 1, width=100).hash()])


@pytest.mark.slow
def test_both_speeds_run_the_same_race() -> None:
    pytest.importorskip("numba")
    script = "from tests.cabinets.rooftops.test_rooftops import ends; print(ends(6))"
    environment = {**os.environ, "SOUK_PLAIN": "1"}
    command = [sys.executable, "-c", script]
    plain = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=True).stdout.strip()
    assert ends(6) == plain


@pytest.mark.parametrize("dead", [1, 20])
def test_who_has_just_died_is_led_from_the_flag_to_the_jewels(dead: int) -> None:
    world = world_of(lit(2))
    runner = world.runner()
    world.run(runner, n.RIGHT, 40)
    runner[n.DEAD] = dead
    way, _, _ = Searcher(world).find(runner, TRIES)
    for ticks, buttons in way:
        world.run(runner, buttons, ticks)
    assert runner[n.GOAL] and runner[n.GEM_COUNT] == 2
