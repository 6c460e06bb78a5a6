"""The parameters of a method or generator, each with a slider or choice, a die and a lock."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from game.cabinets.workshop.scenes.desk import Desk
from game.cabinets.workshop.scenes.layout import RIGHT_WIDTH
from game.cabinets.workshop.scenes.line_field import LineField
from game.cabinets.workshop.scenes.sliders import NamedChoice, ParameterRow, ValueSlider
from game.core.forge.model.level import Value
from game.core.forge.model.method import Choice, Line
from game.engine import theme
from game.engine.widgets import Button, Label, Option, Panel, ScrollArea, Style, Widget
from game.engine.widgets.parts.tree import Framed, Of, Row

MARGIN = 6.0
"""Space around what scrolls in a side panel."""
_SMALL = 28.0
_FIELD = RIGHT_WIDTH - 106
"""Width for which a choice is made up: what is left beside die, lock and scroll bar."""


class ParameterActions(NamedTuple):
    """Functions that the widgets of the parameters call."""

    change: Callable[[str, Value], None]
    roll: Callable[[str], None]
    lock: Callable[[str], None]
    roll_all: Callable[[], None]
    reset: Callable[[], None]
    over_level: Callable[[], None]
    """Begins or ends drawing a line over the level."""


class _Words(NamedTuple):
    title: str
    help: str
    of: Callable[[str], str]
    """A function that returns the text of a choice's value."""


class ParametersPanel:
    """The parameters as a tree; `rows` has its rows by parameter name."""

    def __init__(self, style: Style, desk: Desk, do: ParameterActions) -> None:
        line = style.texts.line
        self._style, self._desk, self._do = style, desk, do
        panel = Panel(style, title=line("workshop.parameters"), icon="sliders-horizontal")
        side = style.typeface.grown(_SMALL)
        reset = Button(style, icon="rotate-ccw", size=12, on_press=do.reset, tooltip=line("workshop.reset"))
        self.dice = Button(style, icon="dices", size=12, on_press=do.roll_all, tooltip=line("workshop.dice.all"))
        self.rows = {name: self._row(name) for name in desk.settings.parameters}
        shown: list[Widget] = [*self.rows.values()]
        if not self.rows and desk.own is not None and desk.own.has_delivered:
            told = line("workshop.own.no_parameters")
            shown = [Label(style, told, size=theme.CAPTION, colour=theme.TEXT_MUTED)]
        buttons = Row(*(Of(button, wide=side, high=side) for button in (self.dice, reset)), gap=6)
        self.tree = Framed(panel, Of(ScrollArea(style, None, shown), grow=1), beside=buttons, margin=MARGIN, grow=1)

    def _row(self, name: str) -> ParameterRow:
        desk, do = self._desk, self._do
        parameter, value = desk.settings.parameters[name], desk.values[name]
        words = self._words(name)
        field: ValueSlider | NamedChoice

        def change(chosen: Value) -> None:
            do.change(name, chosen)

        if isinstance(parameter, Line):
            over = desk.draws_line, do.over_level
            field = LineField(self._style, words.title, parameter, words.of, str(value), _FIELD, change, over)
        elif isinstance(parameter, Choice):
            options = [Option(each, words.of(each)) for each in parameter.values]
            field = NamedChoice(self._style, words.title, options, str(value), _FIELD)
            field.choice.on_change = change
        else:
            low, high, usual = parameter.low, parameter.high, parameter.default
            field = ValueSlider(self._style, words.title, int(value), low, high, usual, change)
        field.tooltip = words.help
        locked = desk.settings.is_locked(name)
        return ParameterRow(self._style, field, locked, lambda: do.roll(name), lambda: do.lock(name))

    def _words(self, name: str) -> _Words:
        """Return the texts of a parameter: from the text files, or its own name for an own generator."""
        if self._desk.own is not None:
            title = name.replace("_", " ").strip() or name
            return _Words(title, title, str)
        line, stem = self._style.texts.line, f"workshop.method.{self._desk.bench.method.id}.parameter.{name}"
        return _Words(line(f"{stem}.title"), line(f"{stem}.help"), lambda value: line(f"{stem}.{value}"))

    def follow(self, moved: str) -> None:
        """Update the sliders of all parameters except `moved`, which is being dragged."""
        for name, row in self.rows.items():
            if name != moved and isinstance(row.field, ValueSlider):
                row.field.value = int(self._desk.values[name])
            elif isinstance(row.field, LineField):
                row.field.follow(str(self._desk.values[name]))

    @property
    def line(self) -> LineField | None:
        """The field of the method's line; None if it has none."""
        return next((row.field for row in self.rows.values() if isinstance(row.field, LineField)), None)
