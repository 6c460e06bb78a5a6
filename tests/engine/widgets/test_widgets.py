"""Widgets driven by input events: by mouse alone, by keys alone, by pad alone."""

from __future__ import annotations

from functools import partial

import pygame
import pytest

from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.input import FIRST_PAD, KEYBOARD, Command, Device, PointerMoved, PointerPressed, PointerReleased
from game.engine.widgets import (
    REST,
    Button,
    Container,
    Group,
    Style,
    column,
    grid,
    line_up,
    row,
    wrap_up,
)
from game.engine.widgets.parts.group import nearest
from tests.engine.widgets.widget_driver import (
    CONFIRM,
    DOWN,
    LEFT,
    NEXT,
    PREVIOUS,
    RIGHT,
    UP,
    buttons,
    click_on,
    drag,
    give,
)


def test_a_button_is_pressed_by_a_click_and_by_confirm(style: Style) -> None:
    pressed: list[str] = []
    button = Button(style, "Play", Box(100, 100, 120, 40), on_press=lambda: pressed.append("play"))
    group = Group(style, [button])
    click_on(group, button)
    give(group, CONFIRM)
    give(group, CONFIRM, device=FIRST_PAD)
    assert pressed == ["play"] * 3
    assert button.focused


def test_a_press_let_go_elsewhere_does_nothing(style: Style) -> None:
    pressed: list[str] = []
    button = Button(style, "Play", Box(100, 100, 120, 40), on_press=lambda: pressed.append("play"))
    drag(Group(style, [button]), (110, 110), (400, 400))
    assert pressed == []
    assert not button.pressed


@pytest.mark.parametrize(("label", "enabled", "presses"), [("Play", True, 1), ("Close", True, 0), ("Play", False, 0)])
def test_a_page_made_anew_in_the_middle_of_a_press_swallows_no_click(
    style: Style, label: str, enabled: bool, presses: int
) -> None:
    pressed: list[str] = []

    def made(label: str) -> Button:
        return Button(style, label, Box(100, 100, 120, 40), on_press=lambda: pressed.append("play"))

    group = Group(style, [made("Play")])
    group.handle(PointerMoved(110, 110))
    group.handle(PointerPressed(110, 110))
    again = made(label)
    again.enabled = enabled
    group.replace([made("Play")])
    group.replace([again])
    group.handle(PointerReleased(110, 110))
    assert len(pressed) == presses and not again.pressed


def test_focus_and_press_go_on_where_a_container_makes_its_widgets_anew(style: Style) -> None:
    pressed: list[str] = []

    def made(*labels: str) -> list[Button]:
        return [
            Button(style, label, Box(100, 100 + 50 * place, 120, 40), on_press=partial(pressed.append, label))
            for place, label in enumerate(labels)
        ]

    panel = Container(style, Box(90, 90, 200, 200), made("Ready", "Leave"))
    group = Group(style, [panel])
    group.handle(PointerMoved(110, 110))
    group.handle(PointerPressed(110, 110))
    panel.widgets = [*made("Ready", "Leave")]
    group.update(0.01)
    assert group.focused_widget is panel.widgets[0] and panel.widgets[0].focused
    group.handle(PointerReleased(110, 110))
    assert pressed == ["Ready"]
    group.handle(PointerPressed(110, 110))
    panel.widgets = [*made("To the table", "Leave")]
    group.update(0.01)
    group.handle(PointerReleased(110, 110))
    assert pressed == ["Ready"], "nobody pressed what stands there now"
    panel.widgets = []
    group.update(0.01)
    assert group.focused_widget is None


def test_a_held_confirm_presses_once(style: Style) -> None:
    pressed: list[str] = []
    button = Button(style, "Play", on_press=lambda: pressed.append("play"))
    group = Group(style, [button])
    group.focus(button)
    group.handle(Command(CONFIRM))
    group.handle(Command(CONFIRM, repeated=True))
    assert pressed == ["play"]


def test_a_disabled_button_takes_neither_press_nor_focus(style: Style) -> None:
    pressed: list[str] = []
    first, second = buttons(style, 2, 1, lambda: pressed.append("no"))
    second.enabled = False
    group = Group(style, [first, second])
    click_on(group, second)
    group.focus(first)
    assert not give(group, RIGHT)
    assert pressed == []
    assert first.focused


def test_a_widget_disabled_while_focused_loses_the_focus(style: Style) -> None:
    button = buttons(style, 1, 1)[0]
    group = Group(style, [button])
    group.focus(button)
    button.enabled = False
    group.update(0.02)
    assert group.focused_widget is None


@pytest.mark.parametrize("device", [KEYBOARD, FIRST_PAD], ids=str)
def test_arrows_lead_through_a_grid(style: Style, device: Device) -> None:
    cells = buttons(style, 3, 2)
    group = Group(style, cells)
    assert give(group, DOWN, device=device)
    assert cells[0].focused
    for name, number in ((RIGHT, 1), (DOWN, 4), (RIGHT, 5), (UP, 2), (LEFT, 1)):
        give(group, name, device=device)
        assert group.focused_widget is cells[number]


def test_an_arrow_towards_nothing_is_left_to_the_scene(style: Style) -> None:
    cells = buttons(style, 2, 1)
    group = Group(style, cells)
    group.focus(cells[1])
    assert not give(group, RIGHT)
    assert cells[1].focused


def test_what_lies_straight_ahead_is_nearer_than_what_lies_aside(style: Style) -> None:
    here = Button(style, "", Box(0, 0, 100, 40))
    ahead = Button(style, "", Box(300, 0, 100, 40))
    aside = Button(style, "", Box(120, 150, 100, 40))
    assert nearest(here, [here, aside, ahead], 1, 0) is ahead


def test_next_and_previous_go_round_in_order(style: Style) -> None:
    cells = buttons(style, 3, 1)
    group = Group(style, cells)
    seen = []
    for name in (NEXT, NEXT, NEXT, NEXT, PREVIOUS, PREVIOUS):
        give(group, name)
        seen.append(cells.index(group.focused_widget))  # type: ignore[arg-type]
    assert seen == [0, 1, 2, 0, 2, 1]


def test_the_pointer_over_a_widget_is_used_and_over_nothing_is_not(style: Style) -> None:
    button = Button(style, "Play", Box(100, 100, 120, 40))
    group = Group(style, [button])
    assert group.handle(PointerMoved(110, 110))
    assert button.hovered
    assert not group.handle(PointerMoved(10, 10))
    assert not button.hovered
    assert not group.handle(PointerPressed(10, 10))


def test_a_hover_warms_in_120_ms_and_at_once_with_reduced_motion(style: Style) -> None:
    button = Button(style, "Play", Box(100, 100, 120, 40))
    group = Group(style, [button])
    group.handle(PointerMoved(110, 110))
    group.update(theme.HOVER_SECONDS / 2)
    assert button.warmth == pytest.approx(0.5)
    style.reduced_motion = True
    group.update(0.001)
    assert button.warmth == 1.0


def test_a_tooltip_waits_follows_and_stays_inside(style: Style) -> None:
    button = Button(style, "Watch", Box(1180, 670, 90, 40), tooltip="Watch this match again from its very start")
    group = Group(style, [button])
    group.handle(PointerMoved(1260, 700))
    group.update(theme.TOOLTIP_DELAY / 2)
    assert group._tooltip.shown == ""
    group.update(theme.TOOLTIP_DELAY)
    assert group._tooltip.shown == button.tooltip
    group.draw(Canvas.fit(pygame.Surface((1280, 720))))
    assert style.typeface.overflows == []
    group.handle(PointerPressed(1260, 700))
    assert group._tooltip.shown == ""


def test_a_tooltip_comes_with_the_focus_of_keys_too(style: Style) -> None:
    group = Group(style, [Button(style, "Watch", Box(10, 10, 90, 40), tooltip="Watch again")])
    give(group, NEXT)
    group.update(theme.TOOLTIP_DELAY)
    assert group._tooltip.shown == "Watch again"


def test_rows_columns_and_grids_fill_their_box() -> None:
    box = Box(10, 20, 300, 100)
    assert [(part.left, part.width) for part in row(box, [100, REST], 20)] == [(10, 100), (130, 180)]
    assert [(part.top, part.height) for part in column(box, [REST, REST], 10)] == [(20, 45), (75, 45)]
    assert grid(box, 3, 2, 6)[-1].bottomright == pytest.approx(box.bottomright)


def test_lines_of_widgets_align_and_wrap(style: Style) -> None:
    made = [Button(style, "Play") for _ in range(5)]
    line_up(Box(0, 0, 600, 40), made, 10, "right")
    assert made[-1].box.right == pytest.approx(600)
    high = wrap_up(Box(0, 0, 200, 40), made, 10)
    assert high > 2 * made[0].box.height
    assert all(button.box.right <= 200.5 for button in made)


def test_sounds_tell_of_what_is_done(style: Style) -> None:
    heard: list[Sound] = []
    style.play_sound = heard.append
    first, second = buttons(style, 2, 1)
    group = Group(style, [first, second])
    group.focus(first)
    give(group, RIGHT, CONFIRM)
    assert heard == [Sound.HOVER, Sound.CLICK]
