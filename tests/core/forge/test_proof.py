"""The proof of platform levels: ways that are found reach the goal, and none is found where none is."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import pytest

from game.core.forge.model.level import Entity, Level
from game.core.forge.physics import numbers as n
from game.core.forge.physics.reach import COMFORTABLE
from game.core.forge.physics.world import world_of
from game.core.forge.proof.margin import Margin, narrowest
from game.core.forge.proof.platform import Proof, Searcher, prove, told
from tests.core.forge.levels import drawn, wild

QUICK = ((8, 12, 3000),)


def street(high: int = 0, gap: int = 0, *entities: Entity, width: int = 44) -> Level:
    """A street with a wall so high, or a gap so wide, halfway; start left, goal right."""
    rows = []
    for y in range(14):
        row = ["#" if y >= 10 else "."] * width
        row[20 : 20 + gap] = "." * gap
        if high:
            row[20:24] = "#" * 4 if y >= 10 - high else row[20:24]
        rows.append("".join(row))
    return drawn(rows, Entity("start", 2, 9), Entity("goal", width - 4, 9), *entities)


def hurdles(seed: int) -> Level:
    """A level of gaps, walkers and crushers, as a generator might make them."""
    random = Random(seed)
    tops, entities = [4] * 12, [Entity("start", 2, 10)]
    while len(tops) < 112:
        last, kind = tops[-1], random.randrange(4)
        if kind == 0:
            rise = random.choice([rise for rise in (-2, -1, 0, 1, 2) if 2 <= last + rise <= 8])
            tops += [0] * random.randint(2, COMFORTABLE[rise] - 1) + [last + rise] * 4
        elif kind == 1:
            entities.append(Entity("walker", len(tops) + 3, 14 - last, (len(tops) + 1, len(tops) + 5)))
            tops += [last] * 8
        elif kind == 2:
            entities.append(Entity("crusher", len(tops) + 3, 14 - last - 5, (14 - last,)))
            tops += [last] * 7
        else:
            tops += [last] * random.randint(2, 6)
    tops += [tops[-1]] * 8
    goal = Entity("goal", len(tops) - 4, 14 - tops[-1])
    rows = ["".join("#" if y >= 15 - top else "." for top in tops) for y in range(15)]
    return drawn(rows, goal, *entities)


def proved(level: Level) -> Proof:
    """The proof of a level, which must hold."""
    proof = prove(level)
    assert proof.proved
    world = world_of(level)
    runner = world.runner()
    for ticks, buttons in proof.way:
        assert runner[n.GOAL] == 0
        world.run(runner, buttons, ticks)
    assert runner[n.GOAL] == proof.ticks == sum(ticks for ticks, _ in proof.way), "the goal in its last tick"
    assert runner[n.DEATHS] == 0
    return proof


@pytest.mark.parametrize(("high", "gap"), [(0, 0), (3, 0), (4, 0), (0, 6), (0, 8)])
def test_what_can_be_passed_is_proved(high: int, gap: int) -> None:
    assert 243 <= proved(street(high, gap)).ticks < 260, "243 ticks are the way without any hurdle"


@pytest.mark.parametrize(("high", "gap"), [(5, 0), (0, 9)])
def test_what_cannot_be_passed_is_not(high: int, gap: int) -> None:
    proof = prove(street(high, gap), QUICK)
    assert not proof.proved and proof.way == ()
    assert 16 <= proof.nearest[0] <= 20, "it says how far one comes"


def test_what_moves_is_passed_in_time() -> None:
    walker, crusher = Entity("walker", 14, 9, (12, 17)), Entity("crusher", 26, 4, (9,))
    assert proved(street(0, 0, walker, crusher)).ticks < 300


def test_ladders_and_springs_are_used() -> None:
    rows = ["." * 40] * 3 + ["." * 18 + "#" * 22] * 7 + ["#" * 40] * 4
    ladder = [row[:17] + "H" + row[18:] if 3 <= y < 10 else row for y, row in enumerate(rows)]
    spring = [row[:15] + "S" + row[16:] if y == 9 else row for y, row in enumerate(rows)]
    for made in (ladder, spring):
        proved(drawn(made, Entity("start", 2, 9), Entity("goal", 36, 2)))
    assert not prove(drawn(rows, Entity("start", 2, 9), Entity("goal", 36, 2)), QUICK).proved


def test_the_way_to_the_goal_never_leads_below_the_map() -> None:
    world = world_of(street(5, 6))
    away, stride, base = Searcher(world).away, int(world.shape[0]), int(world.shape[1])
    assert {away[base + row * stride + 22] for row in range(14, 17)} == {-1}


@pytest.mark.parametrize("seed", range(3))
def test_levels_with_every_hurdle_are_proved(seed: int) -> None:
    proved(hurdles(seed))


@pytest.mark.slow
def test_five_hundred_levels_with_every_hurdle_are_proved() -> None:
    for seed in range(500):
        proved(hurdles(seed))


def test_a_way_that_does_not_fit_is_none() -> None:
    level = street(3)
    way = proved(level).way
    assert not told(world_of(street(4)), way).proved
    assert not told(world_of(level), way[:-1]).proved
    assert not told(world_of(level), (*way, (1, 0))).proved


def verdicts(count: int) -> str:
    """What searches say of wild levels and of hurdles."""
    levels = [level for seed in range(count) for level in (wild(seed), hurdles(seed))]
    return repr([(proof.way, proof.nodes) for proof in (prove(level, QUICK) for level in levels)])


@pytest.mark.slow
def test_the_most_exact_jump_is_the_one_over_the_widest_gap() -> None:
    def exact(gap: int) -> Margin | None:
        level = street(0, gap)
        return narrowest(level, proved(level).way)

    found = [exact(gap) for gap in (4, 6, 8)]
    assert all(margin is not None for margin in found)
    windows = [margin.ticks for margin in found if margin]
    assert windows == sorted(windows, reverse=True) and windows[0] > windows[-1] >= 1
    assert found[-1] is not None and 12 <= found[-1].column <= 20, "where it jumps before the gap of columns 20 to 27"
    assert narrowest(street(), ((243, n.RIGHT),)) is None, "nothing is jumped"


@pytest.mark.slow
def test_both_speeds_say_the_same() -> None:
    pytest.importorskip("numba")
    script = "from tests.core.forge.test_proof import verdicts; print(verdicts(30))"
    environment = {**os.environ, "SOUK_PLAIN": "1"}
    command = [sys.executable, "-c", script]
    plain = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=True).stdout.strip()
    assert verdicts(30) == plain
