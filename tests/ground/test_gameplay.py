"""The gameplay record of the chapter's lab: counted tick by tick in a race, kept, and read by generators."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from game.cabinets.rooftops.course import Course
from game.cabinets.rooftops.stage.tally import Tally
from game.core.forge.api import Sheet
from game.core.forge.model.level import Recipe
from game.core.forge.physics import numbers as n
from game.core.forge.physics.world import World, world_of
from game.core.forge.play import Play
from game.ground import gameplay, paths

pytestmark = pytest.mark.usefixtures("plain_home")


GAP = 20


@pytest.fixture(scope="module")
def world() -> World:
    """Flat ground with one gap of six squares, and a goal behind it."""
    sheet = Sheet("platform", 40, 15)
    for x in range(40):
        if not GAP <= x < GAP + 6:
            sheet.ground(x, 11)
    sheet.add("start", 2, 10)
    sheet.add("goal", 36, 10)
    return world_of(sheet.level(Recipe("own", 1, 1, 40, 15)))


def tallied(world: World, held: Sequence[int]) -> Play:
    """The record of a run with these buttons, a tick each."""
    level = Sheet("platform", 40, 12).level(Recipe("", 1, 1, 40, 12))
    tally, numbers = Tally(Course(level, world, 1)), world.runner()
    for buttons in held:
        before = numbers.copy()
        world.run(numbers, buttons, 1)
        tally.after_tick(before, numbers)
        tally.after_tick(before, numbers)  # a frame in which no tick passes
    return tally.play(numbers)


def test_a_run_is_counted_as_the_lab_of_the_chapter_counts_it(world: World) -> None:
    stood = tallied(world, [0] * 30)
    assert (stood.ticks, stood.jumps, stood.finished) == (30, 0, 0)
    assert stood.furthest < 100, "hardly any of the way is run"
    assert stood.standing >= 25, "it came down at first"
    hops = tallied(world, ([n.LEAP] * 4 + [0] * 56) * 3)
    assert (hops.jumps, hops.failed_jumps, hops.deaths) == (3, 0, {})
    walked = tallied(world, [n.RIGHT] * 240)
    assert walked.deaths == {"fall": 1} and walked.jumps == 0 and walked.failed_jumps == 0
    numbers, ticks = world.runner(), 0
    while int(numbers[n.X]) < (GAP - 1) * n.SQUARE:
        world.run(numbers, n.RIGHT, 1)
        ticks += 1
    short = tallied(world, [n.RIGHT] * ticks + [n.RIGHT | n.LEAP] + [n.RIGHT] * 100)
    assert short.jumps == 1 and short.failed_jumps == 1 and short.deaths == {"fall": 1}
    over = tallied(world, [n.RIGHT] * ticks + [n.RIGHT | n.LEAP] * 30 + [n.RIGHT] * 200)
    assert (over.finished, over.jumps, over.deaths, over.furthest) == (1, 1, {}, 1000)
    assert over.ticks < ticks + 230, "the clock stops at the goal"


def test_of_runs_the_latest_are_kept_and_a_file_that_is_none_is_none() -> None:
    run = Play(1, 0, 100, 0, 2, 1, 3, 0, {"fall": 1}, 300)
    assert gameplay.own_play() is None
    gameplay.keep(run)
    longer = replace(run, ticks=200, deaths={"fall": 2})
    gameplay.keep(longer, run)
    assert gameplay.own_play() == longer, "the same run, further on"
    for number in range(gameplay.MOST_RUNS + 5):
        gameplay.keep(replace(run, ticks=number))
    kept = gameplay.own_play()
    assert kept is not None and kept.runs == gameplay.MOST_RUNS and kept.deaths == {"fall": gameplay.MOST_RUNS}
    (file,) = paths.history().parent.glob("gameplay*")
    for data in (b"", b"\xc1", b"\x93", bytes(1 << 18), b"\x91" * 100_000):
        file.write_bytes(data)
        assert gameplay.own_play() is None
    gameplay.keep(run)
    assert gameplay.own_play() == run
