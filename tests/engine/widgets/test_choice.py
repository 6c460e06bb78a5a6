"""Widgets that choose one of several or a value within a range."""

from __future__ import annotations

import pytest

from game.engine.canvas import Box
from game.engine.input import FIRST_PAD, Command, KeyPressed, PointerMoved, PointerPressed, PointerReleased, Wheel
from game.engine.widgets import (
    Button,
    ColourPicker,
    DropDown,
    Group,
    ScrollArea,
    Segments,
    Slider,
    Stepper,
    Style,
    Tabs,
    Toggle,
    Widget,
    choice,
)
from tests.engine.widgets.widget_driver import (
    BACK,
    CONFIRM,
    DOWN,
    LEFT,
    PEOPLE,
    RIGHT,
    UP,
    click,
    click_on,
    drag,
    give,
)


def test_a_toggle_turns_by_click_confirm_and_arrows(style: Style) -> None:
    told: list[bool] = []
    toggle = Toggle(style, "Reduced motion", box=Box(0, 0, 300, 40), on_change=told.append)
    group = Group(style, [toggle])
    click_on(group, toggle)
    give(group, CONFIRM)
    give(group, RIGHT)
    give(group, LEFT)
    assert told == [True, False, True, False]


def test_a_slider_moves_by_steps_and_stays_in_its_range(style: Style) -> None:
    told: list[int] = []
    slider = Slider(style, 50, 0, 100, Box(0, 0, 400, 40), step=25, on_change=told.append)
    group = Group(style, [slider])
    group.focus(slider)
    give(group, RIGHT, RIGHT, RIGHT)
    group.handle(KeyPressed("home"))
    assert told == [75, 100, 0]
    group.handle(Wheel(100, 20, 1))
    assert slider.value == 25


def test_a_slider_follows_the_pointer_beyond_its_box(style: Style) -> None:
    slider = Slider(style, 0, 0, 10, Box(100, 100, 400, 40))
    group = Group(style, [slider])
    drag(group, (110, 120), (2000, 500))
    assert slider.value == 10
    group.handle(PointerMoved(110, 120))
    assert slider.value == 10


def test_a_wheel_over_a_slider_without_focus_goes_to_what_holds_it(style: Style) -> None:
    sliders: list[Widget] = [Slider(style, 5, 0, 10) for _ in range(10)]
    area = ScrollArea(style, Box(0, 0, 300, 150), sliders)
    Group(style, [area]).handle(Wheel(100, 30, -1))
    assert area.scroller.goal > 0
    assert all(isinstance(slider, Slider) and slider.value == 5 for slider in sliders)


@pytest.mark.parametrize("make", [Slider, Stepper])
def test_an_empty_range_is_refused(style: Style, make: type[Slider] | type[Stepper]) -> None:
    with pytest.raises(ValueError, match="no values"):
        make(style, 0, 5, 4)


def test_a_stepper_steps_by_arrows_and_by_its_signs(style: Style) -> None:
    stepper = Stepper(style, 3, 2, 4, Box(0, 0, 160, 40))
    group = Group(style, [stepper])
    click(group, 150, 20)
    click(group, 150, 20)
    assert stepper.value == 4
    click(group, 10, 20)
    give(group, LEFT, LEFT)
    assert stepper.value == 2


def test_a_stepper_that_is_held_goes_on_ever_faster_to_round_numbers(style: Style) -> None:
    stepper = Stepper(style, 93, 0, 9000, Box(0, 0, 160, 40))
    group = Group(style, [stepper])
    group.handle(PointerPressed(150, 20))
    group.update(0.3)
    assert stepper.value == 94
    for _ in range(50):
        group.update(0.1)
    assert stepper.value > 1000
    assert stepper.value % 1000 == 0
    group.handle(PointerReleased(150, 20))
    there = stepper.value
    group.update(1.0)
    click(group, 10, 20)
    assert stepper.value == there - 1
    for _ in range(20):
        group.handle(Command(LEFT, repeated=True))
    assert stepper.value == there - 70


def test_segments_choose_by_arrows_and_click(style: Style) -> None:
    told: list[str] = []
    segments = Segments(style, PEOPLE[:3], "random", Box(0, 0, 420, 40), on_change=told.append)
    group = Group(style, [segments])
    group.focus(segments)
    give(group, RIGHT, RIGHT, LEFT)
    click(group, *segments.parts()[0].center)
    assert told == ["greedy", "random", "human"]


def test_tabs_choose_as_segments_do(style: Style) -> None:
    tabs = Tabs(style, PEOPLE[:3], "human", Box(0, 0, 420, 40))
    group = Group(style, [tabs])
    group.focus(tabs)
    give(group, RIGHT, device=FIRST_PAD)
    assert tabs.value == "random"


def test_a_drop_down_by_pad_alone(style: Style) -> None:
    told: list[str] = []
    drop = DropDown(style, PEOPLE, "human", Box(100, 100, 200, 40), on_change=told.append)
    below = Button(style, "OK", Box(100, 200, 200, 40))
    group = Group(style, [drop, below])
    give(group, DOWN, device=FIRST_PAD)
    assert drop.focused
    give(group, CONFIRM, device=FIRST_PAD)
    assert drop.opened
    give(group, DOWN, DOWN, DOWN, UP, device=FIRST_PAD)
    assert told == []
    assert drop.focused
    give(group, CONFIRM, device=FIRST_PAD)
    assert (told, drop.opened) == (["greedy"], False)
    give(group, DOWN, device=FIRST_PAD)
    assert below.focused


def test_back_closes_a_drop_down_and_nothing_else(style: Style) -> None:
    drop = DropDown(style, PEOPLE, "human", Box(100, 100, 200, 40))
    group = Group(style, [drop])
    group.focus(drop)
    give(group, CONFIRM, DOWN)
    assert give(group, BACK)
    assert (drop.opened, drop.value) == (False, "human")
    assert not give(group, BACK)


def test_a_drop_down_by_mouse_alone(style: Style) -> None:
    drop = DropDown(style, PEOPLE, "human", Box(100, 100, 200, 40))
    under = Button(style, "under", Box(100, 150, 200, 40), on_press=lambda: pytest.fail("pressed through"))
    group = Group(style, [drop, under])
    click_on(group, drop)
    assert drop.opened
    click(group, 150, 100 + 46 + 6 + 34 * 2 + 17)
    assert (drop.value, drop.opened) == ("greedy", False)
    click_on(group, drop)
    click(group, 900, 600)
    assert (drop.value, drop.opened) == ("greedy", False)


def test_a_choice_is_segments_only_where_they_fit(style: Style) -> None:
    assert isinstance(choice(style, PEOPLE[:3], "human", 600), Segments)
    assert isinstance(choice(style, PEOPLE[:3], "human", 120), DropDown)
    assert isinstance(choice(style, PEOPLE, "human", 2000), DropDown)


def test_a_choice_gives_way_to_large_text(style: Style) -> None:
    width = Segments(style, PEOPLE[:3], "human").natural_width() + 10
    style.typeface.resize(150)
    assert isinstance(choice(style, PEOPLE[:3], "human", width), DropDown)


def test_the_colour_picker_agrees_with_itself(style: Style) -> None:
    told: list[str] = []
    picker = ColourPicker(style, "#1FA5A0", Box(0, 0, 500, 250), swatches=["#F2B134"], on_change=told.append)
    group = Group(style, [picker])
    click_on(group, picker.swatches[0])
    assert told == ["#F2B134"]
    assert picker.code.text == "#F2B134"
    group.focus(picker.sliders[2])
    give(group, LEFT)
    assert picker.code.text == picker.colour.upper() == told[-1].upper() != "#F2B134"
