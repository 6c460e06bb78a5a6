"""Fingers on a touch screen: one is the pointer, two turn the wheel, one that rests is told and presses nothing."""

from __future__ import annotations

import pygame
import pytest

from game.engine.canvas import Box, Canvas
from game.engine.input import (
    AWAY,
    Held,
    InputEvent,
    Lifted,
    Panned,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    Wheel,
)
from game.engine.loop.controls import Controls
from game.engine.loop.touch import RESTS, STEP, Fingers
from game.engine.text import Typeface
from game.engine.widgets import Button
from game.engine.widgets.parts.group import Group
from game.engine.widgets.parts.style import Style
from game.ground.texts import Texts

STYLE = Style(Typeface(), Texts("en"))


def test_two_fingers_that_part_or_meet_turn_the_wheel_between_them() -> None:
    fingers = Fingers()
    assert fingers.press(1, 100, 100) == ()
    assert fingers.press(2, 200, 100) == (PointerReleased(AWAY, AWAY),), "the first one presses nothing"
    assert fingers.move(2, 210, 100) == (Panned(155, 100, 5, 0),)
    assert fingers.move(2, 100 + 100 * STEP, 100)[1:] == (Wheel(100 + 50 * STEP, 100, 1),)
    assert fingers.move(2, 200, 100)[1:] == (Wheel(150, 100, -1),)
    fingers.lift(2)
    assert fingers.several and fingers.move(1, 500, 100) == (), "the other one is still down"
    fingers.lift(1)
    assert not fingers.several


def test_fingers_that_were_never_laid_on_or_lie_on_one_point_break_nothing() -> None:
    fingers = Fingers()
    assert fingers.move(7, 1, 1) == ()
    fingers.lift(7)
    fingers.press(1, 5, 5)
    fingers.press(2, 5, 5)
    assert len(fingers.move(2, 9, 5)) == 2
    assert fingers.press(3, 50, 50) == () and fingers.move(3, 90, 90) == (), "three are no pinch"


def read(controls: Controls, *events: pygame.Event, now: float = 0.0) -> list[InputEvent]:
    return controls.read(events, Canvas(pygame.Surface((412, 892)), 1.0), now)


def mouse(kind: int, x: int, y: int) -> pygame.Event:
    return pygame.Event(kind, pos=(x, y), button=1, touch=True)


def finger(kind: int, number: int, x: float, y: float) -> pygame.Event:
    return pygame.Event(kind, touch_id=1, finger_id=number, x=x / 412, y=y / 892)


def test_a_tap_is_a_press_by_a_finger_after_which_nothing_is_hovered() -> None:
    controls = Controls({})
    down, up = mouse(pygame.MOUSEBUTTONDOWN, 50, 60), mouse(pygame.MOUSEBUTTONUP, 50, 60)
    assert read(controls, finger(pygame.FINGERDOWN, 1, 50, 60), down) == [PointerPressed(50, 60, 1, "finger")]
    assert read(controls, finger(pygame.FINGERUP, 1, 50, 60), up) == [PointerReleased(50, 60, 1), Lifted()]


def test_a_finger_that_rests_asks_once_what_is_there() -> None:
    controls = Controls({})
    read(controls, finger(pygame.FINGERDOWN, 1, 50, 60), mouse(pygame.MOUSEBUTTONDOWN, 50, 60), now=1.0)
    assert read(controls, mouse(pygame.MOUSEMOTION, 54, 62), now=1.2) == [PointerMoved(54, 62)], "it trembles"
    assert read(controls, now=1.0 + RESTS - 0.01) == []
    assert read(controls, now=1.0 + RESTS) == [Held(50, 60)]
    assert read(controls, now=3.0) == []


@pytest.mark.parametrize(
    "event",
    [mouse(pygame.MOUSEMOTION, 80, 60), mouse(pygame.MOUSEBUTTONUP, 50, 60), finger(pygame.FINGERDOWN, 2, 90, 90)],
    ids=["it goes away", "it is lifted", "another comes"],
)
def test_a_finger_asks_nothing_if(event: pygame.Event) -> None:
    controls = Controls({})
    read(controls, finger(pygame.FINGERDOWN, 1, 50, 60), mouse(pygame.MOUSEBUTTONDOWN, 50, 60))
    read(controls, event, now=0.1)
    assert read(controls, now=2.0) == []


def test_two_fingers_that_move_together_pan_by_as_much_and_turn_no_wheel() -> None:
    fingers = Fingers()
    fingers.press(1, 100, 100)
    fingers.press(2, 200, 100)
    told = [*fingers.move(1, 130, 140), *fingers.move(2, 230, 140)]
    assert all(isinstance(each, Panned) for each in told)
    assert (sum(each.dx for each in told), sum(each.dy for each in told)) == (30, 40)  # type: ignore[union-attr]


def test_every_point_of_a_finger_that_draws_is_kept_and_of_a_mouse_the_last_of_a_frame() -> None:
    controls = Controls({})
    moves = [pygame.Event(pygame.MOUSEMOTION, pos=(x, 60), touch=True) for x in (60, 70, 80)]
    read(controls, finger(pygame.FINGERDOWN, 1, 50, 60), mouse(pygame.MOUSEBUTTONDOWN, 50, 60))
    assert read(controls, *moves) == [PointerMoved(60, 60), PointerMoved(70, 60), PointerMoved(80, 60)]
    read(controls, finger(pygame.FINGERUP, 1, 80, 60), mouse(pygame.MOUSEBUTTONUP, 80, 60))
    assert read(controls, *moves) == [PointerMoved(80, 60)]


def test_while_two_fingers_pinch_the_first_points_at_nothing_and_presses_nothing() -> None:
    controls = Controls({})
    read(controls, finger(pygame.FINGERDOWN, 1, 50, 60), mouse(pygame.MOUSEBUTTONDOWN, 50, 60))
    assert read(controls, finger(pygame.FINGERDOWN, 2, 150, 60)) == [PointerReleased(AWAY, AWAY)]
    assert read(controls, mouse(pygame.MOUSEMOTION, 20, 60)) == []
    released = read(controls, mouse(pygame.MOUSEBUTTONUP, 20, 60), finger(pygame.FINGERUP, 1, 20, 60))
    assert released == [PointerReleased(AWAY, AWAY, 1), Lifted()]


def test_a_finger_that_rests_on_a_button_is_told_what_it_does_and_does_not_press_it() -> None:
    pressed: list[bool] = []
    button = Button(STYLE, box=Box(10, 10, 44, 44), icon="menu", tooltip="Menu", on_press=lambda: pressed.append(True))
    group = Group(STYLE, [button])

    def touch(seconds: float) -> str:
        group.handle(PointerMoved(30, 30))
        group.handle(PointerPressed(30, 30, 1, "finger"))
        group.update(seconds)
        shown = group._tooltip.shown
        group.handle(PointerReleased(30, 30))
        group.handle(Lifted())
        return shown

    assert touch(0.1) == "" and pressed == [True]
    assert touch(0.6) == "Menu" and pressed == [True]
    assert not button.hovered and group._tooltip.shown == ""
    assert touch(0.1) == "" and pressed == [True, True]
