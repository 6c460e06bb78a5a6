"""Rows of the settings: a setting's name and meaning, and the control that changes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from game.core.options import Option as Declared
from game.core.options import describe
from game.engine import theme
from game.engine.audio import Audio
from game.engine.canvas import Box, Canvas
from game.engine.text import Weight
from game.engine.widgets import REST, Container, Label, ScrollArea, Slider, Style, Widget, row
from game.engine.widgets.parts import faces
from game.ground.settings import Settings

_CONTROL_SHARE = 0.46
_COLUMN_GAP = 24.0
_PADDING = 9.0


@dataclass(frozen=True)
class Editing:
    """Everything that the rows of a tab work with."""

    style: Style
    settings: Settings
    audio: Audio
    changed: Callable[[], None]
    """Call after a change that may continue (a slider being dragged): it is applied once the value rests."""
    changed_size: Callable[[], None]
    """Call after a change that moves the whole layout: it is applied once nothing has been pressed for a while."""
    apply: Callable[[], None]
    """Call after a final change: it is applied at once."""
    notify: Callable[[str], None]
    """Show a message at the bottom of the window."""
    window_size: tuple[int, int]
    """The size that the window has, which the screen may have kept below the one in the settings."""
    largest: tuple[int, int] | None
    """The largest size that a window has room for; None where nothing limits it."""


def declared(options: type[msgspec.Struct]) -> Mapping[str, Declared]:
    """Return the range, choices and default of every setting in a group, read from its declaration."""
    return {option.name: option for option in describe(options)}


def span_of(option: Declared) -> tuple[int, int]:
    """Return the least and the greatest value of a number setting."""
    assert option.low is not None and option.high is not None
    return option.low, option.high


class Row(Container):
    """A row that lays its widgets out in the box it is given."""

    def lay_out(self, box: Box) -> None:
        """Move to a box as high as `natural_height`."""
        self.box = box


NARROW, _BELOW = 440.0, 6.0
"""Width below which a row has its controls below its words, and how far below."""


class WideRow(Row):
    """One widget over the whole width."""

    def __init__(self, style: Style, widget: Widget, height: float | None = None) -> None:
        super().__init__(style, None, [widget])
        self._height = height

    def natural_height(self, width: float) -> float:
        """Return the widget's natural height, unless another was given."""
        return self._height if self._height is not None else self.widgets[0].natural_height(width)

    def lay_out(self, box: Box) -> None:
        super().lay_out(box)
        self.widgets[0].box = Box(box)


class _HeadingRow(WideRow):
    def __init__(self, style: Style, title: str) -> None:
        super().__init__(style, Label(style, title, size=theme.LABEL, weight=Weight.BOLD, colour=theme.TEXT_BRIGHT))
        self._title = title

    def natural_height(self, width: float) -> float:
        return self.style.typeface.height_of(self._title, width, theme.LABEL, Weight.BOLD) + 2 * _PADDING


def heading_row(style: Style, title: str) -> WideRow:
    """Make a heading for the rows below."""
    return _HeadingRow(style, title)


def words_row(style: Style, words: str) -> WideRow:
    """Make a row of explanatory text."""
    return WideRow(style, Label(style, words, size=theme.CAPTION, colour=theme.TEXT_MUTED))


class SettingRow(Row):
    """Name and meaning at the left, controls at the right; the first control takes the width that the others leave."""

    def __init__(self, style: Style, title: str, controls: Sequence[Widget], meaning: str = "") -> None:
        super().__init__(style, None, controls)
        self._title = title
        self._meaning = meaning
        self.controls = controls

    def _parts(self, box: Box) -> tuple[Box, Box]:
        if self._stacked(box.width):
            words = Box(box.left, box.top + _PADDING, box.width, self._words_height(box.width))
            top = words.bottom + _BELOW
            return words, Box(box.left, top, box.width, max(0.0, box.bottom - _PADDING - top))
        words, controls = row(box, [REST, box.width * _CONTROL_SHARE], _COLUMN_GAP)
        return words, controls

    def _stacked(self, width: float) -> bool:
        """Whether the controls stand below the words, because the row is narrow."""
        return width < NARROW

    def _words_height(self, width: float) -> float:
        typeface = self.style.typeface
        high = typeface.height_of(self._title, width, theme.BODY, Weight.SEMIBOLD)
        return high + (typeface.height_of(self._meaning, width, theme.CAPTION) if self._meaning else 0.0)

    def natural_height(self, width: float) -> float:
        """Return the height of the text or the controls, whichever is greater."""
        words, controls = self._parts(Box(0, 0, width, 0))
        high = max(control.natural_height(controls.width) for control in self.controls)
        if self._stacked(width):
            return self._words_height(width) + _BELOW + high + 2 * _PADDING
        return max(self._words_height(words.width), high) + 2 * _PADDING

    def lay_out(self, box: Box) -> None:
        super().lay_out(box)
        right = self._parts(box)[1]
        for control, place in zip(self.controls, row(right, self.sizes()), strict=True):
            high = control.natural_height(place.width)
            middle = right.centery if self._stacked(box.width) else box.centery
            control.box = Box(place.left, middle - high / 2, place.width, high)

    def sizes(self) -> list[float | None]:
        """Return the width of each control; None takes the width that the others leave."""
        return [REST, *(control.natural_width() for control in self.controls[1:])]

    def draw(self, canvas: Canvas) -> None:
        """Draw text, controls and a hairline below."""
        typeface = self.style.typeface
        words = self._parts(self.box)[0]
        high = self._words_height(words.width)
        middle = words.centery if self._stacked(self.box.width) else self.box.centery
        place = Box(words.left, middle - high / 2, words.width, high)
        used = typeface.paragraph(canvas, self._title, place, theme.BODY, Weight.SEMIBOLD, theme.TEXT)
        if self._meaning:
            below = Box(place.left, place.top + used, place.width, high - used)
            typeface.paragraph(canvas, self._meaning, below, theme.CAPTION, colour=theme.TEXT_MUTED)
        faces.draw_rule(canvas, self.box.left, self.box.right, self.box.bottom)
        super().draw(canvas)


def named_row(editing: Editing, name: str, control: Widget) -> SettingRow:
    """Make a row with the title and help text of the setting `settings.<name>`."""
    texts = editing.style.texts
    return SettingRow(
        editing.style, texts.line(f"settings.{name}.title"), [control], texts.line(f"settings.{name}.help")
    )


def slider_row(
    editing: Editing,
    span: tuple[int, int],
    title: str,
    value: int,
    take: Callable[[int], None],
    show: Callable[[int], str],
    step: int = 1,
) -> SettingRow:
    """Make a row with a slider over the range `span`."""

    def moved(number: int) -> None:
        take(number)
        editing.changed()

    slider = Slider(editing.style, value, *span, step=step, show=show, on_change=moved)
    return SettingRow(editing.style, title, [slider])


def lay_out_rows(area: ScrollArea, rows: Iterable[Row], gap: float = 0.0) -> None:
    """Fill a scroll area with rows below each other."""
    inside = area.inside
    area.widgets = list(rows)
    y = inside.top
    for widget in area.widgets:
        assert isinstance(widget, Row)
        high = widget.natural_height(inside.width)
        widget.lay_out(Box(inside.left, y, inside.width, high))
        y += high + gap
    area.laid_out(y - inside.top)
