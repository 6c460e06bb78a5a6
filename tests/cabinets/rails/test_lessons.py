"""Every lesson fits on its land, says something at each step, and what breaks it is mended again."""

from __future__ import annotations

import pytest

from game.cabinets.rails.contract.actions import Buy, Group, Sell
from game.cabinets.rails.jams.jams import find
from game.cabinets.rails.jams.ways_out import SIGNAL_AWAY, ways_out
from game.cabinets.rails.match.state import State
from game.cabinets.rails.yards.lessons import CURVES, LESSONS
from game.cabinets.rails.yards.tasks import built_in, yard_named
from game.ground.texts import LANGUAGES, Texts
from tests.cabinets.rails.matches import advance, begun, play, refused
from tests.cabinets.rails.test_layouts import TABLE

NAMES = [name for name in LESSONS if name != "transfer"]


def begin(name: str) -> State:
    lesson = LESSONS[name]()
    return begun(lesson.land, size=lesson.land.size, cash=500_000, minutes=30, collisions=lesson.collisions)


def lay(state: State, groups: tuple[Group, ...]) -> None:
    if groups:
        assert refused(state, *groups) == ""
        play(state, *groups)


def buy(state: State, name: str, trains: int) -> None:
    lesson = LESSONS[name]()
    for number in range(trains):
        calls = lesson.orders[number % len(lesson.orders)]
        first = number < len(lesson.orders)
        play(
            state, Buy("freight", 5, 0, calls) if first else Buy("freight", 5, 0, like=1 + number % len(lesson.orders))
        )


def delivered(state: State) -> int:
    return state.units[0]


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_is_built_step_by_step_and_delivers(name: str) -> None:
    state = begin(name)
    for step in LESSONS[name]().steps:
        lay(state, step.groups)
    buy(state, name, 1)
    advance(state, 700)
    assert delivered(state) >= 120


@pytest.mark.parametrize("name", ["single", "passing_loop", "simple_double", "loop_double"])
def test_what_breaks_a_lesson_stops_it_and_what_mends_it_lets_it_go_on(name: str) -> None:
    lesson = LESSONS[name]()
    state = begin(name)
    for step in lesson.steps:
        lay(state, step.groups)
    lay(state, lesson.broken)
    buy(state, name, lesson.broken_with or lesson.best)
    advance(state, 1_500)
    stopped = delivered(state)
    offered = ways_out(state.railway, find(state.railway), lambda x, y: False)
    lay(state, lesson.mended)
    away = [way for way in offered if way.kind == SIGNAL_AWAY]
    assert bool(away) == (name in ("passing_loop", "loop_double"))
    if away:
        play(state, Sell(tuple(row + 1 for row in away[0].trains)))
    advance(state, 1_500)
    assert delivered(state) > 1.4 * stopped


def test_every_step_has_a_sentence_in_every_language() -> None:
    for name in LESSONS:
        lesson = LESSONS[name]()
        said = ["name", *(step.name for step in lesson.steps), *(["broken", "mended"] if lesson.broken else [])]
        for language in LANGUAGES:
            for what in said:
                assert Texts(language).line(lesson.sentence(what))


def test_curves_are_those_of_the_table() -> None:
    for name, curve in CURVES.items():
        assert {trains: units for trains, units in curve.items() if trains in TABLE[name]} == TABLE[name]


def test_the_valley_is_a_yard() -> None:
    valley = yard_named("valley")
    assert "valley" in built_in()
    assert valley.land is not None
    state = begun(valley.land, size=32)
    lay(state, valley.groups)
    assert sorted(state.site.stations) == [1, 2]
