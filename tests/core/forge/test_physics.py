"""The laws of a runner's movement: what it may touch, how far it jumps, and that nothing depends on how it is run."""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import blake2b
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.compiled import plain
from game.core.forge.model.level import Entity, Level
from game.core.forge.physics import movers
from game.core.forge.physics import numbers as n
from game.core.forge.physics.reach import COMFORTABLE, HIGHEST, LOWEST, WIDEST, widest_built
from game.core.forge.physics.tick import SOLID
from game.core.forge.physics.world import TooMuchError, World, world_of
from tests.core.forge.levels import drawn, mirrored, tape, wild

START = Entity("start", 2, 9)
FLAT = ["." * 40] * 10 + ["#" * 40] * 3
RUN = n.RIGHT
FULL_JUMP = 48
"""Ticks of a jump with the button held, until the runner is back at the same height."""


def standing(rows: list[str] = FLAT, *entities: Entity, start: Entity = START) -> tuple[World, Any]:
    """A world and a runner that stands at its start."""
    world = world_of(drawn(rows, start, *entities))
    runner = world.runner()
    world.run(runner, 0, 2)
    return world, runner


def square(runner: Any) -> tuple[int, int]:
    """The column of a runner's middle, and the row of its feet."""
    return (runner[n.X] + n.WIDE // 2) // n.SQUARE, (runner[n.Y] + n.TALL - 1) // n.SQUARE


def in_solid(world: World, runner: Any) -> bool:
    stride, base = world.shape[0], world.shape[1]
    x, y = int(runner[n.X]), int(runner[n.Y])
    return any(
        world.grid[base + row * stride + column] & SOLID
        for row in range(y // n.SQUARE, (y + n.TALL - 1) // n.SQUARE + 1)
        for column in range(x // n.SQUARE, (x + n.WIDE - 1) // n.SQUARE + 1)
    )


def jumps(gap: int, rise: int) -> list[int]:
    """The presses, in ticks from the last on ground, by which a runner at full speed lands beyond a gap."""
    before, far = 20, 20 + gap
    rows = [["."] * (far + 12) for _ in range(40)]
    for y in range(20 - max(0, rise), 40):
        for x in range(far + 12):
            rows[y][x] = "#" if (y >= 20 if x < before else x >= far and y >= 20 - rise) else "."
    world = world_of(drawn(["".join(row) for row in rows], Entity("start", 2, 19)))
    runner, on_ground = world.runner(), 0
    world.run(runner, RUN, 3)
    while runner[n.GROUND]:
        world.run(runner, RUN, 1)
        on_ground += 1
    on_ground += 2
    return [press for press in range(-5, 6) if lands(world, on_ground + press, far, rise)]


def lands(world: World, ticks: int, far: int, rise: int) -> bool:
    runner = world.runner()
    world.run(runner, RUN, ticks)
    for _ in range(FULL_JUMP * 3):
        world.run(runner, RUN | n.LEAP, 1)
        if runner[n.GROUND] and runner[n.X] + n.WIDE > far * n.SQUARE:
            return bool(runner[n.Y] + n.TALL == (20 - rise) * n.SQUARE)
    return False


@pytest.mark.parametrize("rise", range(HIGHEST, LOWEST - 1, -1))
def test_the_table_of_jumps_is_what_a_search_finds(rise: int) -> None:
    assert jumps(WIDEST[rise], rise) and not jumps(WIDEST[rise] + 1, rise)
    comfortable = set(range(-3, 2))
    assert comfortable <= set(jumps(COMFORTABLE[rise], rise))
    assert not comfortable <= set(jumps(COMFORTABLE[rise] + 1, rise))
    assert widest_built(rise) <= COMFORTABLE[rise]


def highest(cut: int, press: int = 3, tail: int = 0) -> int:
    """How high a jump goes, in units, whose button is let go after so many ticks."""
    world, runner = standing()
    world.run(runner, 0, press)
    ground, top = runner[n.Y], runner[n.Y]
    for tick in range(60):
        world.run(runner, n.LEAP if tick < cut else tail, 1)
        top = min(top, runner[n.Y])
    return int(ground - top)


def test_a_jump_that_is_cut_is_never_higher() -> None:
    heights = [highest(cut) for cut in range(1, 40)]
    assert heights == sorted(heights)
    assert heights[-1] == 1134, "4.43 squares"
    assert heights[0] == 588, "a tap: 2.3 squares"


def test_a_full_jump_lasts_48_ticks_and_a_spring_lifts_to_the_eighth_square() -> None:
    world, runner = standing()
    world.run(runner, n.LEAP, FULL_JUMP - 1)
    assert not runner[n.GROUND]
    world.run(runner, n.LEAP, 1)
    assert runner[n.GROUND]
    rows = [*FLAT[:9], "." * 4 + "S" + "." * 35, *FLAT[10:]]
    world, runner = standing(rows)
    world.run(runner, RUN, 40)
    assert runner[n.SPRUNG]
    top = min(height_after(world, runner, RUN) for _ in range(60))
    assert 7.9 * n.SQUARE <= 10 * n.SQUARE - n.TALL - top < 8 * n.SQUARE


def height_after(world: World, runner: Any, buttons: int) -> int:
    world.run(runner, buttons, 1)
    return int(runner[n.Y])


def reaches(level: Level, goal: int) -> bool:
    """Whether a runner that goes right and jumps all the time it may comes to a column."""
    world = world_of(level)
    runner = world.runner()
    for tick in range(400):
        world.run(runner, RUN | (n.LEAP if tick % 60 > 8 else 0), 1)
    return square(runner)[0] >= goal


@pytest.mark.parametrize(("high", "passed"), [(4, True), (5, False)])
def test_a_wall_of_four_is_passed_and_one_of_five_is_not(high: int, passed: bool) -> None:
    rows = ["." * 40] * (10 - high) + ["." * 20 + "#" * 20] * high + ["#" * 40] * 3
    assert reaches(drawn(rows, START), 21) == passed


def test_a_jump_counts_five_ticks_after_the_edge_and_six_before_landing() -> None:
    rows = [*FLAT[:10], *["#" * 10 + "." * 30] * 3]
    for late in range(1, 9):
        world, runner = standing(rows)
        while runner[n.GROUND]:
            world.run(runner, RUN, 1)
        world.run(runner, RUN, late - 1)
        world.run(runner, RUN | n.LEAP, 1)
        assert (runner[n.SPEED_Y] < 0) == (late <= n.LATE)
    for early in range(1, 10):
        world, runner = standing()
        world.run(runner, n.LEAP, 1)
        world.run(runner, 0, 200)
        world.run(runner, n.LEAP, 1)
        falls = 1
        while runner[n.GROUND] == 0 and falls < 100:
            world.run(runner, 0, 1)
            falls += 1
        world, runner = standing()
        world.run(runner, n.LEAP, 1)
        world.run(runner, 0, falls - 1 - early)
        world.run(runner, n.LEAP, early)
        assert runner[n.GROUND], "it lands in this tick"
        world.run(runner, n.LEAP, 1)
        assert (runner[n.SPEED_Y] < 0) == (early <= n.EARLY)


def test_one_press_is_one_jump_however_long_it_is_held() -> None:
    world, runner = standing()
    world.run(runner, n.LEAP, FULL_JUMP)
    world.run(runner, n.LEAP, 20)
    assert runner[n.GROUND] and runner[n.SPEED_Y] == 0


def test_a_head_slides_past_a_corner_that_it_hardly_meets() -> None:
    rows = [*FLAT[:7], "." * 5 + "#" + "." * 34, *FLAT[8:]]
    for off, slides in ((40, True), (48, True), (49, False), (90, False)):
        world, runner = standing(rows)
        runner[n.X] = 5 * n.SQUARE - n.WIDE + off
        world.run(runner, n.LEAP, 30)
        assert (runner[n.X] == 5 * n.SQUARE - n.WIDE) == slides
        assert not in_solid(world, runner)


def test_one_way_platforms_carry_from_above_and_let_through_from_below_and_by_down() -> None:
    rows = [*FLAT[:7], "." * 2 + "=" * 4 + "." * 34, *FLAT[8:]]
    world, runner = standing(rows)
    world.run(runner, n.LEAP, 60)
    assert runner[n.GROUND] and square(runner)[1] == 6
    world.run(runner, n.BELOW, 30)
    assert runner[n.GROUND] and square(runner)[1] == 9


def test_a_ladder_is_climbed_up_and_down_and_left_by_a_jump() -> None:
    rows = [*FLAT[:4], *["..H" + "." * 37] * 6, *FLAT[10:]]
    world, runner = standing(rows)
    world.run(runner, n.UP, 200)
    assert runner[n.GROUND] and square(runner) == (2, 3), "its top carries"
    world.run(runner, n.BELOW, 40)
    assert runner[n.ON_LADDER] and square(runner)[1] > 4
    world.run(runner, 0, 10)
    before = runner[n.Y]
    world.run(runner, 0, 30)
    assert runner[n.Y] == before, "it holds on"
    world.run(runner, n.LEAP | RUN, 4)
    assert not runner[n.ON_LADDER] and runner[n.Y] < before


def test_coins_gems_and_blocks_are_taken_once() -> None:
    rows = [*FLAT[:6], "." * 10 + "?" + "." * 29, *FLAT[7:]]
    coins = [Entity("coin", x, 9) for x in (4, 5)] + [Entity("gem", 7, 9)]
    world, runner = standing(rows, *coins)
    world.run(runner, RUN, 60)
    assert (runner[n.COIN_COUNT], runner[n.GEM_COUNT]) == (2, 1)
    world.run(runner, n.LEFT, 90)
    assert (runner[n.COIN_COUNT], runner[n.GEM_COUNT]) == (2, 1)
    runner[n.X] = 10 * n.SQUARE + 40
    for _ in range(2):
        world.run(runner, 0, 60)
        world.run(runner, n.LEAP, 30)
        assert runner[n.COIN_COUNT] == 3
    assert [(kind, x, y) for kind, x, y in world.taken] == [
        ("coin", 4, 9),
        ("coin", 5, 9),
        ("gem", 7, 9),
        ("block", 10, 6),
    ]


def test_spikes_hurt_only_who_comes_down_on_them() -> None:
    rows = [*FLAT[:9], "." * 6 + "^^" + "." * 32, *FLAT[10:]]
    world, runner = standing(rows)
    world.run(runner, RUN, 60)
    assert runner[n.DEATHS] == 0 and square(runner)[0] > 8
    world, runner = standing(rows, start=Entity("start", 6, 2))
    world.run(runner, 0, 60)
    assert runner[n.CAUSE] == n.SPIKED


def test_who_dies_lies_half_a_second_and_is_back_at_the_last_checkpoint() -> None:
    rows = [*FLAT[:10], *["#" * 20 + "." * 20] * 3]
    world, runner = standing(rows, Entity("checkpoint", 12, 9))
    while not runner[n.DEAD]:
        world.run(runner, RUN, 1)
    assert (runner[n.CAUSE], runner[n.CHECKPOINTS], runner[n.DEAD]) == (n.FELL, 1, n.DOWN)
    clock = runner[n.CLOCK]
    world.run(runner, 0, n.DOWN - 1)
    assert runner[n.DEAD]
    world.run(runner, 0, 1)
    assert not runner[n.DEAD] and square(runner) == (12, 9)
    assert runner[n.CLOCK] == clock + n.DOWN, "the clock runs"
    world.run(runner, RUN, 20)
    world.run(runner, RUN | n.AGAIN, 1)
    assert square(runner) == (12, 9) and runner[n.DEATHS] == 1, "again is no death"


def test_the_goal_ends_the_run_and_is_not_jumped_over() -> None:
    world, runner = standing(FLAT, Entity("goal", 20, 9))
    world.run(runner, RUN, 80)
    world.run(runner, RUN | n.LEAP, 60)
    assert runner[n.GOAL] == runner[n.CLOCK] > 0
    numbers = plain(runner)[: n.HELD]
    world.run(runner, n.LEFT, 60)
    assert plain(runner)[: n.HELD] == numbers


def test_a_walker_goes_to_and_fro_and_is_stomped() -> None:
    walker = Entity("walker", 8, 9, (6, 12))
    world, _ = standing(FLAT, walker)
    middle = [movers.left_of(world.movers, 0, clock) + 104 for clock in range(2000)]
    assert middle[0] == 8 * 256 + 128 and middle[1] - middle[0] == movers.WALK
    assert (min(middle), max(middle)) == (6 * 256 + 128, 12 * 256 + 128)
    world, runner = standing(FLAT, walker, start=Entity("start", 9, 5))
    for _ in range(60):
        world.run(runner, 0, 1)
        if runner[n.STOMPS]:
            break
    assert runner[n.STOMPS] == 1 and runner[n.SPEED_Y] == n.BOUNCE and runner[n.DEATHS] == 0
    world.run(runner, 0, 200)
    assert runner[n.DEATHS] == 0, "it is gone"


@pytest.mark.parametrize("kind", ["walker", "flyer", "giant", "crusher"])
def test_who_walks_into_a_mover_dies(kind: str) -> None:
    data = (9, 9) if kind == "flyer" else (9,) if kind == "crusher" else (8, 8)
    world, runner = standing(FLAT, Entity(kind, 8, 9, data))
    world.run(runner, RUN, 60)
    assert runner[n.DEATHS] == 1
    assert runner[n.CAUSE] == n.TOUCHED + ("walker", "flyer", "giant", "crusher").index(kind)


def test_a_giant_is_not_stomped() -> None:
    world, runner = standing(FLAT, Entity("giant", 9, 9, (9, 9)), start=Entity("start", 9, 3))
    world.run(runner, 0, 45)
    assert runner[n.DEATHS] == 1 and runner[n.STOMPS] == 0


def test_a_crusher_waits_falls_lies_and_rises() -> None:
    world, _ = standing(FLAT, Entity("crusher", 8, 3, (9,)))
    span = 6 * 256
    round_ = movers.UP_TICKS + -(-span // movers.DROP) + movers.DOWN_TICKS + -(-span // movers.RISE)
    tops = [movers.top_of(world.movers, 0, clock) for clock in range(2 * round_)]
    assert tops[:round_] == tops[round_:]
    assert tops[: movers.UP_TICKS] == [3 * 256] * movers.UP_TICKS
    assert tops[movers.UP_TICKS] == 3 * 256 + movers.DROP
    assert tops.count(9 * 256) == 2 * (movers.DOWN_TICKS + 1)


@pytest.mark.parametrize("way", [0, 1])
def test_darts_fly_until_something_solid_is_in_their_way(way: int) -> None:
    rows = [*FLAT[:9], "." * 3 + "#" + "." * 12 + "#" + "." * 11 + "#" + "." * 11, *FLAT[10:]]
    cannon = Entity("cannon", 16, 9, (way,))
    deadly = set()
    for column in range(1, 39):
        if rows[9][column] == "#":
            continue
        world, runner = standing(rows, cannon, start=Entity("start", column, 9))
        world.run(runner, 0, movers.SHOT)
        if runner[n.DEATHS]:
            deadly.add(column)
    assert deadly == (set(range(17, 28)) if way else set(range(4, 16)))


def test_a_dart_hits_whoever_is_where_it_is_drawn() -> None:
    world, _ = standing(FLAT, Entity("cannon", 4, 9, (1,)))
    random = Random(4)
    for _ in range(3000):
        clock, x = random.randrange(4000), random.randrange(4 * 256, 39 * 256)
        newest = movers.left_of(world.movers, 0, clock)
        flying = range(newest, newest + world.movers[movers.SPAN] + 1, movers.SHOT * movers.DART_SPEED)
        hit = any(
            x < left + 112 - n.SHRINK and x + n.WIDE > left + n.SHRINK
            for left in flying
            if left - world.movers[movers.LEFT_EDGE] <= world.movers[movers.SPAN]
        )
        assert movers.dart_hits(world.movers, 0, clock, x) == hit


@settings(max_examples=30)
@given(st.integers(0, 1 << 30), st.integers(0, 1 << 30))
def test_no_box_ever_overlaps_what_is_solid(level: int, seed: int) -> None:
    world = world_of(wild(level))
    runner = world.runner()
    for ticks, buttons in tape(seed, 300):
        for _ in range(ticks):
            world.run(runner, buttons, 1)
            assert not in_solid(world, runner)


@settings(max_examples=30)
@given(st.integers(0, 1 << 30), st.integers(0, 1 << 30))
def test_any_cutting_of_a_tape_gives_the_same_run(level: int, seed: int) -> None:
    world, random = world_of(wild(level)), Random(seed)
    whole, cut = world.runner(), world.runner()
    for ticks, buttons in tape(seed, 600):
        world.run(whole, buttons, ticks)
        while ticks:
            part = random.randint(1, ticks)
            world.run(cut, buttons, part)
            ticks -= part
    assert plain(whole) == plain(cut)


@settings(max_examples=30)
@given(st.integers(0, 1 << 30), st.integers(0, 1 << 30))
def test_a_mirrored_level_and_mirrored_buttons_give_the_mirrored_run(level: int, seed: int) -> None:
    here = wild(level)
    world, other = world_of(here), world_of(mirrored(here))
    runner, twin = world.runner(), other.runner()
    for ticks, buttons in tape(seed, 400):
        swapped = (buttons & ~3) | (buttons & 1) << 1 | buttons >> 1 & 1
        world.run(runner, buttons, ticks)
        other.run(twin, swapped, ticks)
        assert twin[n.X] == here.width * n.SQUARE - n.WIDE - runner[n.X]
        assert twin[n.SPEED_X] == -runner[n.SPEED_X]
        same = [
            n.Y,
            n.SPEED_Y,
            n.GROUND,
            n.ON_LADDER,
            n.DEAD,
            n.CAUSE,
            n.GOAL,
            n.COIN_COUNT,
            n.GEM_COUNT,
            n.STOMPS,
            n.DEATHS,
        ]
        assert [twin[place] for place in same] == [runner[place] for place in same]


def runs_after(levels: int, ticks: int) -> str:
    """A digest of runners that ran random tapes over wild levels."""
    digest = blake2b(digest_size=16)
    for seed in range(levels):
        world = world_of(wild(seed))
        runner = world.runner()
        for length, buttons in tape(seed + 1, ticks):
            world.run(runner, buttons, length)
        digest.update(repr(plain(runner)).encode())
    return digest.hexdigest()


def at_other_speed(levels: int, ticks: int) -> str:
    """The same of plain Python."""
    script = f"from tests.core.forge.test_physics import runs_after; print(runs_after({levels}, {ticks}))"
    environment = {**os.environ, "SOUK_PLAIN": "1"}
    command = [sys.executable, "-c", script]
    return subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=True).stdout.strip()


def test_the_same_runs_as_ever() -> None:
    assert runs_after(12, 1000) == "293f0b11f1d393a86371cc4fa22bf880"


@pytest.mark.slow
def test_both_speeds_run_the_same_million_ticks() -> None:
    pytest.importorskip("numba")
    assert runs_after(200, 5000) == at_other_speed(200, 5000)


def test_no_time_changes_nothing() -> None:
    world, runner = standing()
    world.run(runner, RUN | n.LEAP, 60)
    before = plain(runner)
    world.run(runner, 0, 0)
    assert plain(runner) == before, "what is held is not let go by it, either: that would be a new press"


def test_more_than_a_runner_can_keep_is_refused() -> None:
    many = [Entity("coin", x, y) for x in range(100) for y in range(7)]
    with pytest.raises(TooMuchError, match="700 coins"):
        world_of(drawn(["." * 100] * 12, START, *many))
    walkers = [Entity("walker", x, 9) for x in range(121)]
    with pytest.raises(TooMuchError, match="121 walkers"):
        world_of(drawn(["." * 140] * 12, START, *walkers))
