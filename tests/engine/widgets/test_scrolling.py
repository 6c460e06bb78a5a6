"""Lists, areas and rich text that scroll."""

from __future__ import annotations

import pygame
import pytest

from game.engine.canvas import Box, Canvas
from game.engine.input import FIRST_PAD, KeyPressed, Wheel
from game.engine.widgets import (
    Button,
    Group,
    ListView,
    RichText,
    ScrollArea,
    Style,
    Widget,
    escape,
)
from game.engine.widgets.parts.markup import BlockKind, parse
from game.engine.widgets.parts.richtext import lay_out
from tests.engine.widgets.widget_driver import (
    CONFIRM,
    DOWN,
    NEXT,
    UP,
    click,
    drag,
    give,
)


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
    give(group, CONFIRM, device=FIRST_PAD)
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


def test_an_area_thins_out_where_it_goes_on(style: Style) -> None:
    """A row cut in half at the foot says that more follows; at the end nothing is thinned there, on any ground."""
    ground, content, inside = (90, 40, 20), (250, 250, 250), 10

    class Slab(Widget):
        def natural_height(self, width: float) -> float:
            return 2000

        def draw(self, canvas: Canvas) -> None:
            canvas.surface.fill(content, canvas.pixels(self.box))

    area = ScrollArea(style, Box(0, 0, 300, 200), [Slab(style)])

    def seen() -> list[tuple[int, ...]]:
        """The pixels near the upper edge, in the middle and near the lower edge."""
        canvas = Canvas(pygame.Surface((300, 200)), 1.0)
        canvas.surface.fill(ground)
        area.draw(canvas)
        return [tuple(canvas.surface.get_at((40, y)))[:3] for y in (inside, 100, 199 - inside)]

    def between(colour: tuple[int, ...]) -> bool:
        return all(low < now < high for low, now, high in zip(ground, colour, content, strict=True))

    above, middle, below = seen()
    assert above == middle == content
    assert between(below)
    area.scroller.scroll_to(area.scroller.longest)
    area.scroller.jump()
    area.update(0)
    above, middle, below = seen()
    assert between(above)
    assert middle == below == content


def test_markup_makes_blocks_and_runs() -> None:
    blocks = parse("# Rugs\nTwo\nlines **bold** :coins: [teal]tint[/]\n\n- point\n2. second\n![board]")
    assert [block.kind for block in blocks] == [
        BlockKind.HEADING,
        BlockKind.PARAGRAPH,
        BlockKind.POINT,
        BlockKind.POINT,
        BlockKind.PICTURE,
    ]
    runs = blocks[1].runs
    assert [run.text for run in runs] == ["Two lines ", "bold", " ", "coins", " ", "tint"]
    assert runs[1].bold and runs[3].icon and runs[5].colour == "teal"
    assert [block.sign for block in blocks[2:]] == ["-", "2.", "board"]


@pytest.mark.parametrize("name", ["**Leila**", "# Omar", "- x", ":a:", "[teal]x[/]", "![a]", "12:30:45", "a\\b", "|a|"])
def test_an_escaped_name_says_exactly_itself(name: str) -> None:
    blocks = parse(escape(name))
    assert ["".join(run.text for run in block.runs) for block in blocks] == [name]
    assert blocks[0].kind is BlockKind.PARAGRAPH
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


TABLE = "Before it\n| | hearts | announces |\n|---|:-:|---|\n| **rat** | 1 | beside it \\| twice |\n| brute |\nAfter it"


def test_a_table_is_read_cell_by_cell_and_short_rows_are_filled_up() -> None:
    before, table, after = parse(TABLE)
    assert [block.kind for block in (before, table, after)] == [
        BlockKind.PARAGRAPH,
        BlockKind.TABLE,
        BlockKind.PARAGRAPH,
    ]
    words = [["".join(run.text for run in cell) for cell in row] for row in table.rows]
    assert words == [["", "hearts", "announces"], ["rat", "1", "beside it | twice"], ["brute", "", ""]]


def test_the_cells_of_a_row_stand_beside_each_other_and_the_widest_column_is_broken(style: Style) -> None:
    text = "| a | b |\n|---|---|\n| one | " + "many words " * 20 + "|\n| two | few |"
    made = lay_out(parse(text), style.typeface, 400.0, {})
    set_at = {"".join(piece.text for piece in line.pieces): (line.left, line.y) for line in made.lines}
    assert set_at["one"][0] == set_at["two"][0] < set_at["few"][0]
    assert set_at["two"][1] == set_at["few"][1]
    assert len(made.rules) == 2 and len(made.lines) > 8
    assert all(line.left + sum(piece.width for piece in line.pieces) <= 400.0 for line in made.lines)
