"""Layout trees: parts have room, give way in order, and stand upright where a frame is narrow."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.engine.canvas import Box
from game.engine.text import Typeface
from game.engine.widgets import (
    Button,
    Choice,
    DropDown,
    MemoryClipboard,
    Option,
    Paged,
    Panel,
    Scrolled,
    Segments,
    Style,
    Widget,
)
from game.engine.widgets.parts.grid import Grid
from game.engine.widgets.parts.scroller import BAR_ROOM
from game.engine.widgets.parts.tree import (
    Beside,
    Column,
    Either,
    Fill,
    Framed,
    Of,
    Pad,
    Part,
    Row,
    Rule,
    Worded,
    may_go,
)
from game.engine.widgets.scrollarea import RING_ROOM, ScrollArea
from game.ground.texts import Texts


class Plate(Widget):
    """A widget of a size of its own, which grows in height where it gets narrow, as words do."""

    def __init__(self, style: Style, wide: float, high: float = 20.0) -> None:
        super().__init__(style)
        self.wide, self.high = wide, high

    def natural_width(self) -> float:
        return self.wide

    def natural_height(self, width: float) -> float:
        return self.high if width >= self.wide or not width else self.high * 2


@pytest.fixture(scope="module")
def style() -> Style:
    return Style(Typeface(), Texts("en"), clipboard=MemoryClipboard())


def edges(*widgets: Widget) -> list[tuple[float, float, float, float]]:
    return [(one.box.left, one.box.top, one.box.width, one.box.height) for one in widgets]


def test_a_growing_part_takes_what_its_neighbours_leave(style: Style) -> None:
    name, late, people = Plate(style, 60), Plate(style, 30), Plate(style, 30)
    row = Row(Of(name, grow=1), late, people, gap=10)
    row.place(Box(0, 0, 200, 20))
    assert edges(name, late, people) == [(0, 0, 120, 20), (130, 0, 30, 20), (170, 0, 30, 20)]
    late.visible = False
    row.place(Box(0, 0, 200, 20))
    assert edges(name, people) == [(0, 0, 160, 20), (170, 0, 30, 20)]
    assert list(row.widgets()) == [name, people]


def test_growing_parts_share_by_weight_unless_one_likes_more(style: Style) -> None:
    small, great = Plate(style, 10), Plate(style, 10)
    Row(Of(small, grow=1), Of(great, grow=2), gap=0).place(Box(0, 0, 90, 20))
    assert [small.box.width, great.box.width] == [30, 60]
    small.wide = 70
    Row(Of(small, grow=1), Of(great, grow=2), gap=0).place(Box(0, 0, 90, 20))
    assert [small.box.width, great.box.width] == [70, 20]


def test_what_may_give_way_does_so_by_rank_and_comes_back(style: Style) -> None:
    words, icon, hint, title = Plate(style, 80), Plate(style, 20), Plate(style, 40), Plate(style, 50)
    row = Row(Of(title, grow=1, least=30), Either(words, icon, rank=1), may_go(hint, rank=2), gap=0)
    for width, shown in ((170, [title, words, hint]), (140, [title, words]), (75, [title, icon]), (55, [title, icon])):
        row.place(Box(0, 0, width, 20))
        assert list(row.widgets()) == shown, width
        assert sum(widget.box.width for widget in shown) == pytest.approx(width)
    row.place(Box(0, 0, 170, 20))
    assert list(row.widgets()) == [title, words, hint]


def test_a_column_gives_its_rest_to_what_grows_and_a_rule_lies_across_it(style: Style) -> None:
    head, chat = Plate(style, 50), Plate(style, 50)
    column = Column(head, Rule(style), Of(chat, grow=1), gap=5)
    column.place(Box(0, 0, 50, 100))
    assert edges(*column.widgets()) == [(0, 0, 50, 20), (0, 25, 50, 1), (0, 31, 50, 69)]


def test_one_tree_serves_a_wide_frame_and_a_narrow_one(style: Style) -> None:
    seats, board = Plate(style, 300, 200), Plate(style, 600, 400)
    page = Beside(Of(seats, grow=0), Of(board, grow=1, least=404), gap=10)
    page.place(Box(0, 0, 1280, 700))
    assert not page.upright and edges(seats, board) == [(0, 0, 300, 700), (310, 0, 970, 700)]
    page.place(Box(0, 0, 412, 690))
    assert page.upright and edges(seats, board) == [(0, 0, 412, 200), (0, 210, 412, 480)]


def test_a_panel_frames_what_lies_on_it(style: Style) -> None:
    panel, inner = Panel(style, Box(0, 0, 0, 0), title="Seats"), Plate(style, 50)
    framed = Framed(panel, Of(inner, grow=1))
    framed.place(Box(10, 10, 200, 100))
    assert panel.box == Box(10, 10, 200, 100) and inner.box.width == panel.inside.width
    assert inner.box.top == pytest.approx(panel.inside.top)
    assert framed.high(200) > Framed(Panel(style, Box(0, 0, 0, 0)), inner).high(200)


def trees(style: Style) -> st.SearchStrategy[Part]:
    leaf = st.builds(
        lambda wide, grow, yields: Of(Plate(style, wide), grow=grow, least=5.0, yields=yields),
        st.integers(5, 120),
        st.sampled_from([0.0, 1.0, 2.0]),
        st.booleans(),
    )
    several = st.lists(st.deferred(lambda: tree), min_size=1, max_size=4)
    tree: st.SearchStrategy[Part] = st.one_of(
        leaf,
        several.map(lambda parts: Row(*parts, gap=4)),
        several.map(lambda parts: Row(Fill(), *parts, gap=4)),
        several.map(lambda parts: Column(*parts, gap=4)),
        several.map(lambda parts: Beside(*parts, gap=4)),
        several.map(lambda parts: Row(*(may_go(part) for part in parts), gap=4)),
        st.deferred(lambda: tree).map(lambda part: Pad(part, 3, grow=1)),
    )
    return tree


@settings(max_examples=40)
@given(data=st.data(), width=st.integers(20, 1000), squeezed=st.booleans())
def test_in_a_box_that_is_large_enough_nothing_leaves_it_and_nothing_overlaps(
    data: st.DataObject, width: int, squeezed: bool, style: Style
) -> None:
    part = data.draw(trees(style))
    if part.least() > width:
        return
    height = part.low(width) if squeezed else part.high(width)
    box = Box(7, 9, width, height)
    part.place(box)
    shown = list(part.widgets())
    for widget in shown:
        inside = widget.box
        assert inside.left >= box.left - 0.6 and inside.right <= box.right + 0.6, "it leaves the box sideways"
        assert inside.top >= box.top - 0.6 and inside.bottom <= box.bottom + 0.6, "it leaves the box up or down"
    for number, one in enumerate(shown):
        for other in shown[number + 1 :]:
            shared = one.box.clip(other.box)
            assert min(shared.width, shared.height) <= 0.6, "two widgets overlap"


def test_a_button_alone_is_a_part(style: Style) -> None:
    button = Button(style, "Ready")
    Row(button, Fill()).place(Box(0, 0, 500, 60))
    assert button.box.width == pytest.approx(button.natural_width())
    assert button.box.height == pytest.approx(button.natural_height(0))


def test_a_button_leaves_its_key_before_any_gives_up_its_words(style: Style) -> None:
    buttons = [Button(style, words, icon="send", key="N") for words in ("Compare levels", "Share a level")]
    row = Row(*(Worded(button, rank) for rank, button in zip((2, 1), buttons, strict=True)), gap=0)
    whole, least = row.wide(), row.least()

    def shown_at(width: float) -> list[tuple[str, str]]:
        row.place(Box(0, 0, width, 40))
        assert sum(button.box.width for button in buttons) <= width + 0.5
        return [(button.label, button.key) for button in buttons]

    assert shown_at(whole) == [("Compare levels", "N"), ("Share a level", "N")]
    assert shown_at(whole - 1) == [("Compare levels", ""), ("Share a level", "N")]
    assert shown_at(whole - 60) == [("Compare levels", ""), ("Share a level", "")]
    assert shown_at(least + 120) == [("", ""), ("Share a level", "")]
    assert shown_at(least) == [("", ""), ("", "")]
    assert shown_at(whole) == [("Compare levels", "N"), ("Share a level", "N")]


def test_what_stood_upright_in_a_narrow_frame_stands_side_by_side_in_a_wide_one_again(style: Style) -> None:
    plates = [Plate(style, 200), Plate(style, 150), Plate(style, 100)]
    page = Beside(Beside(*plates[:2], gap=0), plates[2], gap=0)
    page.place(Box(0, 0, 450, 60))
    wide = edges(*plates)
    page.place(Box(0, 0, 250, 60))
    assert [plate.box.left for plate in plates] == [0, 0, 0]
    page.place(Box(0, 0, 450, 60))
    assert edges(*plates) == wide


def test_what_scrolls_is_laid_out_in_the_box_it_gets(style: Style) -> None:
    rows = [Plate(style, 50) for _ in range(4)]
    area = ScrollArea(style, None, rows, gap=10)
    assert area.natural_height(100) == 4 * 20 + 3 * 10 + 2 * RING_ROOM
    for wide in (120, 90):
        Of(area).place(Box(10, 10, wide, 60))
        assert area.scroller.needed and rows[0].box.left == 10 + RING_ROOM
        assert rows[0].box.width == wide - 2 * RING_ROOM - BAR_ROOM


def test_a_grid_takes_as_many_columns_as_fit_and_stretches_its_rows_as_far_as_told(style: Style) -> None:
    plates = [Plate(style, 90) for _ in range(5)]
    grid = Grid(*plates, column=100, most=3, gap=10, tallest=50)
    grid.place(Box(0, 0, 1000, 500))
    assert [plate.box.left for plate in plates] == pytest.approx([0, 336.67, 673.33, 0, 336.67], abs=0.01)
    assert {plate.box.height for plate in plates} == {50}, "higher than needed, but no more than told"
    grid.place(Box(0, 0, 210, 0))
    assert edges(*plates)[:3] == [(0, 0, 100, 20), (110, 0, 100, 20), (0, 30, 100, 20)]
    assert grid.high(210) == 3 * 20 + 2 * 10 and grid.high(209) == 5 * 20 + 4 * 10


def test_in_a_column_too_low_what_yields_shrinks_before_what_grows_and_then_parts_leave(style: Style) -> None:
    picture, options, hint = Plate(style, 50, 100), Plate(style, 50, 80), Plate(style, 50, 30)
    column = Column(Of(picture, yields=True, low=60), Of(options, grow=1, low=40), may_go(hint), gap=0)
    for height, highs in (
        (210, [100, 80, 30]),
        (180, [70, 80, 30]),
        (140, [60, 50, 30]),
        (120, [60, 60]),
        (210, [100, 80, 30]),
    ):
        column.place(Box(0, 0, 50, height))
        assert [widget.box.height for widget in column.widgets()] == pytest.approx(highs), height


def test_what_grows_ends_with_its_column_however_low_that_is(style: Style) -> None:
    head, cards = Plate(style, 50), Plate(style, 50)
    column = Column(head, Of(cards, grow=1, low=15), gap=5)
    column.place(Box(0, 0, 50, 30))
    assert edges(*column.widgets()) == [(0, 0, 50, 20), (0, 25, 50, 5)]


def test_a_page_scrolls_as_a_whole_where_its_parts_stand_below_each_other(style: Style) -> None:
    left, right = [Plate(style, 100, 300) for _ in range(2)]
    sides = [Of(Scrolled(style, plate), wide=200, grow=grow, least=200) for plate, grow in ((left, 0), (right, 1))]
    page = Paged(style, Beside(*sides, gap=10))
    page.lay(Box(0, 0, 500, 100))
    assert left.box.top == right.box.top and all(area.scroller.needed for area in areas(page))
    page.lay(Box(0, 0, 250, 100))
    outer, *inner = areas(page)
    assert right.box.top > left.box.bottom and outer.scroller.needed
    assert len(inner) == 2 and not any(area.scroller.needed for area in inner)


def areas(page: Paged) -> list[Scrolled]:
    return [widget for widget in page.walk() if isinstance(widget, Scrolled)]


def test_a_choice_is_a_drop_down_where_segments_find_no_room_and_keeps_what_was_chosen(style: Style) -> None:
    chosen: list[int] = []
    options = [Option(number, f"Number {number}") for number in range(3)]
    choice = Choice(style, options, 1, on_change=chosen.append)
    for wide, kind, value in ((600, Segments, 2), (100, DropDown, 0), (600, Segments, 1)):
        choice.lay(Box(0, 0, wide, 40))
        (form,) = choice.widgets
        assert isinstance(form, kind) and form.box.width == wide
        form.choose(value)
        assert chosen[-1] == value
    many = Choice(style, [Option(number, "x") for number in range(9)], 0, on_change=chosen.append)
    many.lay(Box(0, 0, 900, 40))
    assert isinstance(many.widgets[0], DropDown)
