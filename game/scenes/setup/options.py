"""Controls for the rules of a match: the game's own options, the time limit, the seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from game.core.options import Option as GameOption
from game.core.rules import GameInfo
from game.engine import theme
from game.engine.canvas import Canvas
from game.engine.text import Weight
from game.engine.widgets import Choice, Entry, Label, Option, Stepper, Style, Widget
from game.engine.widgets.parts.grid import Grid
from game.engine.widgets.parts.tree import Column, Laid
from game.ground.texts import Texts
from game.scenes.setup.names import NamesControl
from game.scenes.staging.told import choice_label

LIMITS: tuple[int | None, ...] = (None, 15, 30, 60, 120)
"""The time limits to choose from, in seconds for a choice; None is no limit."""
_SEED_SIGNS = 41
_GAP = 16.0
_COLUMN = 190.0


class Titled(Laid):
    """A control between its title and its explanation."""

    def __init__(self, style: Style, title: str, control: Widget, meaning: str, about: Widget | None = None) -> None:
        """`about`: a widget on the chosen value, placed last; None for none."""
        heading = Label(style, title, weight=Weight.SEMIBOLD)
        explanation = Label(style, meaning, size=theme.CAPTION, colour=theme.TEXT_MUTED)
        super().__init__(style, Column(heading, control, explanation, *([about] if about else []), gap=6))
        self.control = control


class About(Label):
    """The meaning of an option's chosen value; as high as the longest meaning needs."""

    def __init__(self, style: Style, told: Mapping[Any, str], value: Any) -> None:
        super().__init__(style, told[value], size=theme.CAPTION)
        self._told = told

    def show(self, value: Any) -> None:
        """Show another value's meaning."""
        self.text = self._told[value]

    def natural_height(self, width: float) -> float:
        typeface = self.style.typeface
        return max(typeface.height_of(text, width, theme.CAPTION) for text in self._told.values())

    def draw(self, canvas: Canvas) -> None:
        self.style.typeface.paragraph(canvas, self.text, self.box, theme.CAPTION, colour=theme.TEXT)


def option_controls(
    style: Style,
    game: str,
    options: Sequence[GameOption],
    values: Mapping[str, Any],
    on_change: Callable[[str, Any], None],
) -> list[Titled]:
    """Make the controls of a game's options, in order. A text option is shown only if it has a text: nobody types a
    level.
    """
    return [
        option_control(style, game, option, values[option.name], partial(on_change, option.name))
        for option in options
        if option.kind != "text" or values[option.name]
    ]


def option_control(style: Style, game: str, option: GameOption, value: Any, on_change: Callable[[Any], None]) -> Titled:
    """Make the control of one of a game's options, with its title and explanation."""
    texts, key = style.texts, f"{game}.option.{option.name}"
    control: Widget
    if option.kind == "int":
        assert option.low is not None and option.high is not None
        control = Stepper(style, value, option.low, option.high, on_change=on_change)
    elif option.kind == "bool":
        answers = [Option(True, texts.line("setup.yes")), Option(False, texts.line("setup.no"))]
        control = Choice(style, answers, value, on_change=on_change)
    elif option.kind == "text":
        assert option.longest is not None
        control = Entry(style, value, limit=option.longest, icon="file", on_change=on_change)
    elif option.kind == "names":
        control = NamesControl(style, option, key, value, on_change)
    else:
        return _choice_control(style, key, option, value, on_change)
    return Titled(style, texts.line(f"{key}.title"), control, texts.line(f"{key}.help"))


def _choice_control(style: Style, key: str, option: GameOption, value: Any, on_change: Callable[[Any], None]) -> Titled:
    """Make the control to choose among an option's values, with the meaning of the chosen value where every value has
    one.
    """
    texts = style.texts
    told = {each: texts.maybe(f"{key}.about.{each}") or "" for each in option.choices}
    about = About(style, told, value) if any(told.values()) else None

    def changed(chosen: Any) -> None:
        if about is not None:
            about.show(chosen)
        on_change(chosen)

    choices = [Option(each, choice_label(texts, key, each)) for each in option.choices]
    control = Choice(style, choices, value, on_change=changed)
    return Titled(style, texts.line(f"{key}.title"), control, texts.line(f"{key}.help"), about)


def limit_control(style: Style, limit: int | None, on_change: Callable[[int | None], None]) -> Titled:
    """Make the control of the time limit for a choice."""
    options = [Option(seconds, _limit_label(style.texts, seconds)) for seconds in LIMITS]
    control = Choice(style, options, limit, on_change=on_change)
    return Titled(style, style.texts.line("setup.limit"), control, style.texts.line("setup.limit_help"))


def _limit_label(texts: Texts, seconds: int | None) -> str:
    return texts.line("setup.no_limit") if seconds is None else texts.line("setup.seconds", seconds=seconds)


def seed_control(style: Style, info: GameInfo, seed: str, on_change: Callable[[str], None]) -> Titled:
    """Make the field for the number from which all chance of the match follows; empty draws a fresh one."""
    line, key = style.texts.line, "number" if info.numbered else "seed"
    entry = Entry(
        style, seed, placeholder=line("setup.seed_random"), limit=_SEED_SIGNS, icon="hash", on_change=on_change
    )
    return Titled(style, line(f"setup.{key}"), entry, line(f"setup.{key}_help"))


def options_grid(style: Style, options: Sequence[Titled], columns: int) -> Grid:
    """Return a game's options in as many columns as are wide enough, at most `columns`."""
    return Grid(*options, column=_COLUMN * style.typeface.text_size / 100, most=columns, gap=_GAP)
