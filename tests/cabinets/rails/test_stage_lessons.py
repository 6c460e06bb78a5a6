"""Every lesson of Caravan Rails plays itself to its end: it builds, runs as measured, is broken and mended."""

from __future__ import annotations

import pytest

from game.cabinets.rails.contract.options import LESSON, LESSONS, Options
from game.cabinets.rails.contract.views import Why
from game.cabinets.rails.stage.lesson import LessonCourse
from game.engine.input import CommandName
from tests.cabinets.rails.solo import Solo
from tests.in_turns import in_turns

QUICK = "transfer"


def begun(name: str) -> tuple[Solo, LessonCourse]:
    solo = Solo(Options(yard=LESSON + name), 1, "ko", 150)
    solo.until(lambda: solo.stage.desk.lesson.course is not None)
    course = solo.stage.desk.lesson.course
    assert course is not None
    return solo, course


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name == QUICK else [pytest.mark.slow]) for name in LESSONS]
)
def test_a_lesson_plays_itself(name: str) -> None:
    solo, course = begun(name)
    while not course.measuring:
        solo.until(lambda: not course.busy)
        assert course.sentence() and solo.stage.play.refusal == ""
        solo.press("lesson.next")
    solo.stage.play.pace.speed = 8
    solo.until(lambda: len(solo.look.vehicles) >= course.target, 240)
    course.set_target(course.target)
    solo.until(lambda: course.rate is not None, 240)
    tick = solo.view.tick
    solo.until(lambda: solo.view.tick >= tick + 2400, 240)
    card = solo.stage.desk.lesson
    assert card.box.bottom <= solo.stage.height
    assert all(card.box.contains(knob.box) for knob in card.knobs), "what is pressed stands on its card"
    if course.lesson.curve:
        rate, wanted = course.rate, course.lesson.curve[course.lesson.best]
        assert rate is not None and abs(rate - wanted) < 0.25 * wanted
    assert solo.view.cash[0] >= 500_000, "nothing costs anything in a lesson"
    while not course.done:
        solo.until(lambda: not course.busy)
        solo.press("lesson.next")
        solo.wait(8.0)
    assert solo.stage.surroundings.typeface.overflows == []


@pytest.mark.slow
def test_return_alone_leads_through_a_lesson() -> None:
    solo, course = begun("single")
    places = []
    while not course.done:
        solo.until(lambda: not (course.busy or course.waits), 240)
        places.append(course.place)
        solo.command(CommandName.CONFIRM)
        assert course.place == places[-1] + 1, solo.focus
        solo.wait(1.0)
        if course.busy:
            solo.command(CommandName.CONFIRM)
            assert course.place == places[-1] + 1, "it builds, and nothing is pressed meanwhile"
    assert course.target > 0


@in_turns(name=LESSONS, text=[100, 150])
def test_all_that_a_lesson_builds_lies_beside_tools_and_card(name: str, text: int) -> None:
    solo = Solo(Options(yard=f"{LESSON}{name}"), 1, "ko", text)
    solo.wait(1.0)
    desk, field, course = solo.stage.desk, solo.stage.play.field, solo.stage.desk.lesson.course
    assert course is not None
    x, y, wide, high = field.around(course.tiles)
    (left, top), (right, foot) = field.camera.outside(x, y), field.camera.outside(x + wide, y + high)
    assert desk.tools.box.right < left and right < solo.stage.width
    assert desk.top.box.bottom < top and foot < solo.stage.height
    assert right < desk.lesson.box.left or top > desk.lesson.box.bottom


@pytest.mark.parametrize("pad", [False, True])
def test_a_lesson_is_gone_through_without_a_mouse(pad: bool) -> None:
    solo, course = begun("single")
    places = set()
    while not course.measuring:
        solo.until(lambda: not course.busy)
        solo.frame()
        knob = solo.stage.desk.lesson.knobs[-1]
        places.add(knob.box.top)
        before = course.place
        solo.command(CommandName.CONFIRM, pad=pad)
        assert course.place == before + 1
    assert len(places) == 1, "the button stays where it is"
    solo.command(CommandName.BACK, pad=pad)
    assert solo.stage.desk.cards.keyed is None
    solo.command(CommandName.PREVIOUS if pad else CommandName.NEXT, pad=pad)
    assert solo.stage.desk.cards.keyed is solo.stage.desk.lesson
    while solo.focus != "more":
        solo.command(CommandName.RIGHT, pad=pad)
    solo.command(CommandName.CONFIRM, pad=pad)
    assert course.target == 2
    solo.command(CommandName.PREVIOUS, pad=True)
    assert solo.stage.desk.cards.keyed is solo.stage.desk.top


@pytest.mark.slow
def test_the_lesson_of_signals_shows_what_it_says() -> None:
    solo, course = begun("signals")
    while course.phase != "crash":
        solo.until(lambda: not course.busy)
        solo.press("lesson.next")
    assert course.waits
    before = solo.look
    while not course.crashed:
        before = solo.look
        solo.frame()
        assert solo.view.tick < 600, "they do not collide"
    first, second = before.vehicles
    assert first.leg == second.leg and (first.tile % 64, second.speed > first.speed) > (second.tile % 64, False)
    solo.frame()
    camera = solo.stage.map.field.camera
    assert camera.zoom == camera.zooms[2] and not course.waits
    solo.press("lesson.next")
    assert course.phase == "guard" and course.waits
    solo.until(lambda: not course.waits, 20)
    assert not solo.look.vehicles and solo.stage.play.pace.speed == 1
    solo.until(lambda: not course.busy)
    solo.press("lesson.next")
    waited = set()
    for _ in range(1200):
        solo.frame(0.125)
        waited |= {one.id for one in solo.look.vehicles if one.why == Why.TRAIN}
    assert waited and "WRECK" not in {one.state.name for one in solo.look.vehicles}
