"""The list of methods by family, with the presets of the chosen one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from game.core.bot.reading import own_name
from game.core.forge.methods.registry import METHODS
from game.core.forge.model.method import Preset
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.widgets import ListView, RowState, Style, draw_face
from game.engine.widgets.parts import faces

_ROW = 30.0
OPEN = "open"
"""The specification in the row that opens a file chooser for an own generator."""


class MethodRow(NamedTuple):
    """A row of the list: a heading (without a method), a method, a preset of a method, or an own generator."""

    family: str
    method: str = ""
    preset: Preset | None = None
    own: str = ""
    """The specification of an own generator; "" for any other row."""

    @property
    def is_one(self) -> bool:
        """Whether the row can be chosen; a heading cannot."""
        return bool(self.method or self.own)


def rows_for(chosen: str, own: Sequence[str] = ()) -> list[MethodRow]:
    """Return all families and methods, the presets below the chosen method, and own generators at the end."""
    rows: list[MethodRow] = []
    for method in METHODS.values():
        if not any(row.family == method.family for row in rows):
            rows.append(MethodRow(method.family))
        rows.append(MethodRow(method.family, method.id))
        if method.id == chosen:
            rows += [MethodRow(method.family, method.id, preset) for preset in method.presets]
    return [*rows, MethodRow("own"), *(MethodRow("own", own=spec) for spec in own), MethodRow("own", own=OPEN)]


def _own_words(spec: str, line: Callable[[str], str]) -> str:
    return line("workshop.own.open") if spec == OPEN else own_name(spec)


class MethodList(ListView):
    """A list in which choosing a row takes effect at once, and headings are skipped."""

    def __init__(
        self,
        style: Style,
        chosen: MethodRow,
        own: Sequence[str],
        on_take: Callable[[MethodRow], None],
    ) -> None:
        self.rows = rows_for(chosen.method, own)
        place = next((n for n, row in enumerate(self.rows) if row[1:] == chosen[1:]), 1)
        self._on_take = on_take
        super().__init__(
            style,
            self._paint_row,
            len(self.rows),
            row_height=_ROW,
            selected=place,
            on_select=self._selected,
            on_choose=self._selected,
        )

    def lay(self, box: Box) -> None:
        self.box = box
        self._reveal_selected()
        self.scroller.jump()

    def _selected(self, number: int) -> None:
        if self.rows[number].is_one:
            self._on_take(self.rows[number])

    def select(self, number: int) -> None:
        number = max(0, min(self.count - 1, number))
        if not self.rows[number].is_one:
            further = number + (1 if number > self.selected else -1)
            if not 0 <= further < self.count:
                return
            number = further
        super().select(number)

    def _paint_row(self, canvas: Canvas, number: int, box: Box, state: RowState) -> None:
        row, typeface, line = self.rows[number], self.style.typeface, self.style.texts.line
        if not row.is_one:
            name = line(f"workshop.family.{row.family}")
            typeface.line(canvas, name, box.left + 4, box.centery + 3, theme.CAPTION, Weight.SEMIBOLD, theme.FOCUS)
            return
        if row.preset is None:
            said = line(f"workshop.method.{row.method}.name") if row.method else _own_words(row.own, line)
            weight, room = Weight.BOLD if state.selected else Weight.SEMIBOLD, box.width - 20
            sizes = (theme.BODY, theme.CAPTION + 1, theme.CAPTION)
            size = next((size for size in sizes if typeface.measure(said, size, Weight.BOLD) <= room), theme.CAPTION)
            name = fitted(typeface, said, room, size)
            typeface.line(canvas, name, box.left + 14, box.centery, size, weight, theme.TEXT_BRIGHT)
            return
        figure = row.preset.figure
        x = box.left + 24
        if figure:
            wide = typeface.measure(figure, theme.CAPTION, Weight.BOLD) + 12
            draw_face(canvas, Box(x, box.centery - 9, wide, 18), faces.CHOSEN, 6)
            typeface.line(
                canvas, figure, x + wide / 2, box.centery, theme.CAPTION, Weight.BOLD, theme.TEXT_BRIGHT, "middle"
            )
            x += wide + 6
        words = line(f"workshop.method.{row.method}.preset.{row.preset.name}")
        typeface.line(canvas, fitted(typeface, words, box.right - x - 4, theme.CAPTION), x, box.centery, theme.CAPTION)
