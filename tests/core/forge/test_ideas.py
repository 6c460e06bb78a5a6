"""Courses of ideas: what comes in which order, what a straight runner meets, and that each can be finished."""

from __future__ import annotations

from itertools import islice, pairwise

import pytest

from game.cabinets.rooftops.course import course_of
from game.core.forge.methods.ideas import COMBINE, IDEAS, INTRODUCE, PIT, VARY, _course, _names
from game.core.forge.methods.registry import METHODS
from game.core.forge.model.chance import Chance
from game.core.forge.model.level import AIR, BLOCK, GROUND, ONE_WAY, SPIKES, Recipe
from game.core.forge.model.method import silent
from game.core.forge.physics.reach import HIGHEST_BUILT, widest_built
from game.core.forge.proof.platform import prove
from tests.cabinets.rooftops.straight import rests

DIFFICULTIES = range(5)
FIRST_AT_LAST, REST_AT_MOST = 10, 90
"""The column of the first thing to do, and the ticks of a rest."""


def recipe(number: int, difficulty: int, width: int = 160) -> Recipe:
    made = METHODS["ideas"]
    return made.whole(Recipe("ideas", made.version, number, width, 15, {"difficulty": difficulty}))


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_no_idea_comes_again_before_all_others(difficulty: int) -> None:
    known = [name for name, (least, _) in IDEAS.items() if least <= difficulty]
    for number in range(1, 40):
        drawn = list(islice(_names(Chance(number, "test", "deck"), difficulty), 2 * len(known)))
        assert sorted(drawn[: len(known)]) == sorted(drawn[len(known) :]) == sorted(known)
        assert all(here != after for here, after in pairwise(drawn))


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_an_idea_is_shown_before_it_is_varied_and_combined_and_every_hop_can_be_jumped(difficulty: int) -> None:
    for number in range(1, 60):
        laid = list(_course(recipe(number, difficulty), silent))
        steps = [each.step for each in laid]
        assert steps[:3] == [INTRODUCE, VARY, VARY]
        assert steps.index(COMBINE) > 3
        for each in laid:
            assert each.row - each.after == each.hop.rise
            assert each.hop.gap <= widest_built(each.hop.rise)
            assert 6 <= each.after <= 12


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_who_falls_when_an_idea_is_introduced_stands_on_a_roof_and_can_jump_out(difficulty: int) -> None:
    shown = set()
    for number in range(1, 40):
        level = METHODS["ideas"].make(recipe(number, difficulty), silent)
        for each in (laid for laid in _course(recipe(number, difficulty), silent) if laid.step == INTRODUCE):
            assert not each.hop.line, "the landing is a roof"
            shown.add(each.hop.stands)
            deeper = max(each.row, each.after)
            for column in (level.tiles[x :: level.width] for x in range(each.x, each.landing)):
                assert column[deeper + PIT] == GROUND and set(column[deeper : deeper + PIT]) <= {AIR, SPIKES}, number
    assert {"screen", "spring"} <= shown


def test_the_wall_behind_the_first_washing_line_is_passed_by_the_line_alone() -> None:
    level = METHODS["ideas"].make(recipe(4, 0), silent)
    laid = next(each for each in _course(recipe(4, 0), silent) if each.hop.stands == "screen")
    columns = [level.tiles[x :: level.width] for x in range(laid.landing, laid.end)]
    lines = [column.index(ONE_WAY) for column in columns if ONE_WAY in column]
    wall = next(place for place, column in enumerate(columns) if BLOCK in column)
    top = columns[wall].index(BLOCK)
    assert laid.after - top > HIGHEST_BUILT >= max(laid.after - lines[0], lines[0] - top)
    assert [ONE_WAY in column for column in columns[wall - len(lines) : wall]] == [True] * len(lines)


@pytest.mark.parametrize("difficulty", [0, 2, 4])
def test_there_is_something_to_do_at_once_and_no_rest_is_long(difficulty: int) -> None:
    rested = list[int]()
    for number in range(1, 7):
        found, first = rests(course_of("ideas", 100, difficulty, "", number))
        assert first <= FIRST_AT_LAST, number
        rested += found
    assert sorted(rested)[len(rested) * 95 // 100] <= REST_AT_MOST


@pytest.mark.slow
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_of_a_hundred_courses_each_begins_at_once_and_rests_of_more_than_a_second_and_a_half_are_rare(
    difficulty: int,
) -> None:
    rested, firsts = list[int](), list[int]()
    for number in range(1, 101):
        found, first = rests(course_of("ideas", 160, difficulty, "", number))
        rested, firsts = rested + found, [*firsts, first]
    assert max(firsts) <= FIRST_AT_LAST
    assert sorted(rested)[len(rested) * 95 // 100] <= REST_AT_MOST


@pytest.mark.slow
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_every_course_can_be_finished(difficulty: int) -> None:
    for number in range(1, 301):
        assert prove(course_of("ideas", 160, difficulty, "", number).level).proved, number
