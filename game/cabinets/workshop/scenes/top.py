"""The top bar of the Workshop: the way back, the level's number, its size, and actions on the whole level."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from game.cabinets.workshop.scenes.desk import Desk
from game.core.forge.model.chance import MOST_NUMBER
from game.engine import theme
from game.engine.text import Weight
from game.engine.widgets import Button, Entry, Kind, Label, Option, Style
from game.engine.widgets.choice import DropDown
from game.engine.widgets.parts.tree import Beside, Fill, Of, Row, Worded, may_go

_ENTRY = 44.0
"""Width of a text field beyond its letters, in logical pixels."""
_GAP = 6.0
DUNGEON_SIZES = ((24, 16), (32, 24), (48, 36), (64, 48), (64, 64), (96, 64), (128, 128), (256, 256))
PLATFORM_SIZES = ((60, 15), (100, 15), (160, 15), (200, 15), (320, 15), (200, 24), (320, 40))


class TopActions(NamedTuple):
    """Functions that the bar's buttons call."""

    back: Callable[[], None]
    number: Callable[[str], None]
    less: Callable[[], None]
    more: Callable[[], None]
    dice: Callable[[], None]
    day: Callable[[], None]
    size: Callable[[tuple[int, int]], None]
    share: Callable[[], None]
    table: Callable[[], None]
    compare: Callable[[], None]
    range: Callable[[], None]


def sizes_for(desk: Desk, chosen: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the sizes to choose from, including the present one."""
    usual = DUNGEON_SIZES if desk.level.kind == "dungeon" else PLATFORM_SIZES
    method = desk.bench.method
    if desk.own is not None:
        return sorted({*usual, chosen})
    least = method.least if method.kind == "dungeon" else (0, 0)
    possible = {size for size in (*usual, method.size) if size[0] >= least[0] and size[1] >= least[1]}
    return sorted({*possible, chosen})


class TopBar:
    """The bar as a tree, with the text field of the number."""

    def __init__(self, style: Style, desk: Desk, do: TopActions, *, comparing: bool) -> None:
        line, number, size = style.texts.line, desk.bench.number, desk.size
        back = Button(style, icon="arrow-left", on_press=do.back, tooltip=line("page.back"))
        title = Label(style, line("workshop.name"), size=theme.HEADING, weight=Weight.BOLD, colour=theme.TEXT_BRIGHT)
        self.entry = Entry(style, str(number), limit=10, on_commit=do.number, tooltip=line("workshop.number.help"))
        wide = style.typeface.measure(str(MOST_NUMBER), theme.BODY) + _ENTRY
        turns = [
            Button(style, icon=icon, on_press=press, tooltip=line(f"workshop.number.{key}"))
            for icon, key, press in (
                ("minus", "less", do.less),
                ("plus", "more", do.more),
                ("dices", "dice", do.dice),
                ("calendar", "day", do.day),
            )
        ]
        options = [Option(each, f"{each[0]}×{each[1]}") for each in sizes_for(desk, size)]
        sizes = DropDown(style, options, size, on_change=do.size, tooltip=line("workshop.size"))
        what = Row(back, may_go(Of(title, wide=title.natural_width() + 8)), Of(self.entry, wide=wide), gap=_GAP)
        numbers = Beside(what, Row(*turns, sizes, gap=_GAP), gap=_GAP)
        self.tree = Beside(numbers, self._ways(style, do, comparing), gap=_GAP)

    def _ways(self, style: Style, do: TopActions, comparing: bool) -> Row:
        """Return the buttons at the right, which keep their words while there is room."""
        line = style.texts.line
        ways = (
            ("compare", "flip-vertical-2", "C", do.compare),
            ("range", "chart-line", "G", do.range),
            ("table", "users", "T", do.table),
            ("share", "send", "", do.share),
        )
        made = [
            Button(
                style,
                line(f"workshop.top.{name}"),
                icon=icon,
                key=key,
                on_press=press,
                kind=Kind.PRIMARY if name == "compare" and comparing else Kind.GLASS,
                tooltip=line(f"workshop.top.{name}_help"),
            )
            for name, icon, key, press in ways
        ]
        return Row(Fill(), *(Worded(button, len(made) - n) for n, button in enumerate(made)), gap=_GAP, grow=1)
