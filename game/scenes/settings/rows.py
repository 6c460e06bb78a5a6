"""Rows of the settings: what a setting is called and means, and the control that changes it."""

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
from game.settings import Settings

_CONTROL_SHARE = 0.46
_COLUMN_GAP = 24.0
_PADDING = 9.0


@dataclass(frozen=True)
class Editing:
    """What the rows of a tab work with."""

    style: Style
    settings: Settings
    audio: Audio
    changed: Callable[[], None]
    """A value changed that may go on changing (a slider is drawn along): taken over once it rests."""
    changed_size: Callable[[], None]
    """A value changed that moves the whole layout: taken over once nothing is pressed any more."""
    apply: Callable[[], None]
    """A value changed for good: taken over at once."""
    notify: Callable[[str], None]
    """Say something at the bottom of the window."""


def declared(options: type[msgspec.Struct]) -> Mapping[str, Declared]:
    """Range, choices and default of every setting in a group, read from where they are declared."""
    return {option.name: option for option in describe(options)}


def span_of(option: Declared) -> tuple[int, int]:
    """The least and the largest value of a number that the settings declare."""
    assert option.low is not None and option.high is not None
    return option.low, option.high


class Row(Container):
    """A row that lays its widgets out in the place it is given."""

    def lay_out(self, box: Box) -> None:
        """Take a place as high as `natural_height`."""
        self.box = box


class WideRow(Row):
    """One widget over the whole width."""

    def __init__(self, style: Style, widget: Widget, height: float | None = None) -> None:
        super().__init__(style, None, [widget])
        self._height = height

    def natural_height(self, width: float) -> float:
        """The widget's own height, unless another was given."""
        return self._height if self._height is not None else self.widgets[0].natural_height(width)

    def lay_out(self, box: Box) -> None:
        super().lay_out(box)
        self.widgets[0].box = Box(box)


def heading_row(style: Style, title: str) -> WideRow:
    """What the rows below have in common."""
    label = Label(style, title, size=theme.LABEL, weight=Weight.BOLD, colour=theme.TEXT_BRIGHT)
    return WideRow(style, label, style.typeface.leading(theme.LABEL) + 2 * _PADDING)


def words_row(style: Style, words: str) -> WideRow:
    """A few words about the rows around."""
    return WideRow(style, Label(style, words, size=theme.CAPTION, colour=theme.TEXT_MUTED))


class SettingRow(Row):
    """Name and meaning at the left; at the right controls, the first of which takes the width the others leave."""

    def __init__(self, style: Style, title: str, controls: Sequence[Widget], meaning: str = "") -> None:
        super().__init__(style, None, controls)
        self._title = title
        self._meaning = meaning
        self.controls = controls

    def _parts(self, box: Box) -> tuple[Box, Box]:
        words, controls = row(box, [REST, box.width * _CONTROL_SHARE], _COLUMN_GAP)
        return words, controls

    def _words_height(self, width: float) -> float:
        typeface = self.style.typeface
        high = typeface.height_of(self._title, width, theme.BODY, Weight.SEMIBOLD)
        return high + (typeface.height_of(self._meaning, width, theme.CAPTION) if self._meaning else 0.0)

    def natural_height(self, width: float) -> float:
        """The higher of words and controls."""
        words, controls = self._parts(Box(0, 0, width, 0))
        high = max(control.natural_height(controls.width) for control in self.controls)
        return max(self._words_height(words.width), high) + 2 * _PADDING

    def lay_out(self, box: Box) -> None:
        super().lay_out(box)
        right = self._parts(box)[1]
        for control, place in zip(self.controls, row(right, self.sizes()), strict=True):
            high = control.natural_height(place.width)
            control.box = Box(place.left, box.centery - high / 2, place.width, high)

    def sizes(self) -> list[float | None]:
        """The width of each control; None takes what the others leave."""
        return [REST, *(control.natural_width() for control in self.controls[1:])]

    def draw(self, canvas: Canvas) -> None:
        """Words, controls and a hairline below."""
        typeface = self.style.typeface
        words = self._parts(self.box)[0]
        high = self._words_height(words.width)
        place = Box(words.left, self.box.centery - high / 2, words.width, high)
        used = typeface.paragraph(canvas, self._title, place, theme.BODY, Weight.SEMIBOLD, theme.TEXT)
        if self._meaning:
            below = Box(place.left, place.top + used, place.width, high - used)
            typeface.paragraph(canvas, self._meaning, below, theme.CAPTION, colour=theme.TEXT_MUTED)
        faces.draw_rule(canvas, self.box.left, self.box.right, self.box.bottom)
        super().draw(canvas)


def named_row(editing: Editing, name: str, control: Widget) -> SettingRow:
    """A row with the title and the help of the setting `settings.<name>`."""
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
    """A slider from the first to the second number of `span`."""

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
