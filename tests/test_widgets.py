"""Widgets driven by input events: by mouse alone, by keys alone, by pad alone."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.input import (
    Command,
    CommandName,
    Device,
    KeyPressed,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    Wheel,
)
from game.engine.text import Typeface
from game.engine.widgets import (
    REST,
    Button,
    ColourPicker,
    DropDown,
    Group,
    ListView,
    MemoryClipboard,
    Option,
    RichText,
    ScrollArea,
    Segments,
    Slider,
    Stepper,
    Style,
    Tabs,
    Toggle,
    Widget,
    choice,
    column,
    escape,
    grid,
    line_up,
    row,
    wrap_up,
)
from game.engine.widgets.group import nearest
from game.engine.widgets.markup import Kind, parse
from game.texts import Texts

LEFT, RIGHT, UP, DOWN = CommandName.LEFT, CommandName.RIGHT, CommandName.UP, CommandName.DOWN
CONFIRM, BACK, NEXT, PREVIOUS = CommandName.CONFIRM, CommandName.BACK, CommandName.NEXT, CommandName.PREVIOUS
PEOPLE = [Option(name, name) for name in ("human", "random", "greedy", "expert", "open", "closed")]


@pytest.fixture
def style() -> Style:
    return Style(Typeface(), Texts("en"), clipboard=MemoryClipboard())


def give(group: Group, *names: CommandName, device: Device = "keyboard") -> bool:
    """Give commands; whether the last was used."""
    return [group.handle(Command(name, device)) for name in names][-1]


def click(group: Group, x: float, y: float) -> None:
    group.handle(PointerMoved(x, y))
    group.handle(PointerPressed(x, y))
    group.handle(PointerReleased(x, y))


def click_on(group: Group, widget: Widget) -> None:
    click(group, *widget.box.center)


def drag(group: Group, start: tuple[float, float], end: tuple[float, float]) -> None:
    group.handle(PointerMoved(*start))
    group.handle(PointerPressed(*start))
    group.handle(PointerMoved(*end))
    group.handle(PointerReleased(*end))


def buttons(style: Style, columns: int, rows: int, on_press: Callable[[], None] = lambda: None) -> list[Button]:
    made = [Button(style, str(number), box) for number, box in enumerate(grid(Box(0, 0, 600, 300), columns, rows))]
    for button in made:
        button.on_press = on_press
    return made


def test_a_button_is_pressed_by_a_click_and_by_confirm(style: Style) -> None:
    pressed: list[str] = []
    button = Button(style, "Play", Box(100, 100, 120, 40), on_press=lambda: pressed.append("play"))
    group = Group(style, [button])
    click_on(group, button)
    give(group, CONFIRM)
    give(group, CONFIRM, device="pad")
    assert pressed == ["play"] * 3
    assert button.focused


def test_a_press_let_go_elsewhere_does_nothing(style: Style) -> None:
    pressed: list[str] = []
    button = Button(style, "Play", Box(100, 100, 120, 40), on_press=lambda: pressed.append("play"))
    drag(Group(style, [button]), (110, 110), (400, 400))
    assert pressed == []
    assert not button.pressed


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


@pytest.mark.parametrize("device", ["keyboard", "pad"])
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
    give(group, RIGHT, device="pad")
    assert tabs.value == "random"


def test_a_drop_down_by_pad_alone(style: Style) -> None:
    told: list[str] = []
    drop = DropDown(style, PEOPLE, "human", Box(100, 100, 200, 40), on_change=told.append)
    below = Button(style, "OK", Box(100, 200, 200, 40))
    group = Group(style, [drop, below])
    give(group, DOWN, device="pad")
    assert drop.focused
    give(group, CONFIRM, device="pad")
    assert drop.opened
    give(group, DOWN, DOWN, DOWN, UP, device="pad")
    assert told == []
    assert drop.focused
    give(group, CONFIRM, device="pad")
    assert (told, drop.opened) == (["greedy"], False)
    give(group, DOWN, device="pad")
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


def listing(style: Style, count: int = 100) -> tuple[ListView, list[int], list[int]]:
    painted: list[int] = []
    chosen: list[int] = []
    rows = ListView(
        style, lambda canvas, number, box, state: painted.append(number), count, Box(0, 0, 300, 200), row_height=40
    )
    rows.on_choose = chosen.append
    return rows, painted, chosen


def test_a_list_draws_only_the_rows_in_sight(style: Style) -> None:
    rows, painted, _ = listing(style, 100_000)
    rows.draw(Canvas.fit(pygame.Surface((1280, 720))))
    assert painted == [0, 1, 2, 3, 4]


def test_keys_select_scroll_and_choose(style: Style) -> None:
    rows, painted, chosen = listing(style)
    group = Group(style, [rows])
    group.focus(rows)
    give(group, *[DOWN] * 11)
    group.update(5)
    rows.draw(Canvas.fit(pygame.Surface((1280, 720))))
    assert rows.selected == 10
    assert rows.selected in painted
    give(group, CONFIRM, device="pad")
    group.handle(KeyPressed("end"))
    give(group, CONFIRM)
    assert chosen == [10, 99]


def test_the_ends_of_a_list_let_the_focus_go(style: Style) -> None:
    rows, _, _ = listing(style, 2)
    below = Button(style, "OK", Box(0, 220, 300, 40))
    group = Group(style, [rows, below])
    group.focus(rows)
    give(group, DOWN, DOWN, DOWN)
    assert below.focused
    give(group, UP)
    assert rows.focused
    assert rows.selected == 1


def test_a_click_selects_and_a_second_chooses(style: Style) -> None:
    rows, _, chosen = listing(style)
    group = Group(style, [rows])
    click(group, 100, 100)
    assert (rows.selected, chosen) == (2, [])
    click(group, 100, 100)
    assert chosen == [2]


def test_wheel_and_drag_scroll_without_choosing(style: Style) -> None:
    rows, _, chosen = listing(style)
    group = Group(style, [rows])
    group.handle(Wheel(100, 100, -2))
    assert rows.scroller.goal == 112
    drag(group, (100, 150), (100, 50))
    assert rows.scroller.goal == 212
    assert (rows.selected, chosen) == (-1, [])


def test_the_thumb_drags_to_the_end(style: Style) -> None:
    rows, _, _ = listing(style)
    group = Group(style, [rows])
    drag(group, (290, 15), (290, 900))
    assert rows.scroller.offset == pytest.approx(rows.scroller.longest)


def test_a_refilled_list_keeps_its_view_within_the_rows(style: Style) -> None:
    rows, _, _ = listing(style)
    rows.select(99)
    rows.refill(3, 2)
    assert (rows.selected, rows.scroller.goal) == (2, 0)
    rows.refill(0)
    rows.choose()
    assert rows.selected == -1


def test_focus_scrolls_an_area_to_what_it_reaches(style: Style) -> None:
    cells: list[Widget] = [Button(style, str(number)) for number in range(20)]
    area = ScrollArea(style, Box(0, 0, 300, 200), cells)
    group = Group(style, [area])
    give(group, *[DOWN] * 12)
    group.update(5)
    assert cells[11].focused
    assert area.box.contains(cells[11].box)


def test_what_is_scrolled_out_of_an_area_cannot_be_clicked(style: Style) -> None:
    cells: list[Widget] = [Button(style, str(number)) for number in range(20)]
    group = Group(style, [ScrollArea(style, Box(0, 0, 300, 200), cells)])
    click(group, *cells[10].box.center)
    assert group.focused_widget is None


def test_markup_makes_blocks_and_runs() -> None:
    blocks = parse("# Rugs\nTwo\nlines **bold** :coins: [teal]tint[/]\n\n- point\n2. second\n![board]")
    assert [block.kind for block in blocks] == [Kind.HEADING, Kind.PARAGRAPH, Kind.POINT, Kind.POINT, Kind.PICTURE]
    runs = blocks[1].runs
    assert [run.text for run in runs] == ["Two lines ", "bold", " ", "coins", " ", "tint"]
    assert runs[1].bold and runs[3].icon and runs[5].colour == "teal"
    assert [block.sign for block in blocks[2:]] == ["-", "2.", "board"]


@pytest.mark.parametrize("name", ["**Leila**", "# Omar", "- x", ":coins:", "[teal]x[/]", "![a]", "12:30:45", "a\\b"])
def test_an_escaped_name_says_exactly_itself(name: str) -> None:
    blocks = parse(escape(name))
    assert ["".join(run.text for run in block.runs) for block in blocks] == [name]
    assert blocks[0].kind is Kind.PARAGRAPH
    assert not any(run.bold or run.icon or run.colour for run in blocks[0].runs)


def test_rich_text_takes_the_focus_only_to_be_scrolled(style: Style) -> None:
    text = "\n\n".join(f"Paragraph {number}" for number in range(30))
    short = RichText(style, "One line", Box(0, 0, 300, 100))
    long = RichText(style, text, Box(0, 120, 300, 100))
    group = Group(style, [short, long])
    give(group, NEXT)
    assert long.focused
    give(group, DOWN)
    assert long.scroller.goal > 0
    assert not short.takes_focus


def test_rich_text_wraps_to_any_width_and_grows(style: Style) -> None:
    text = RichText(style, "**융단을** 펴고 [teal]통행료를[/] 받아요 https://souk.example/very/long/address")
    assert text.natural_height(120) > text.natural_height(600) > 0


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
