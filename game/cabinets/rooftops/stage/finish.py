"""The card at the goal of a lone runner: the result at once, and how to go on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Any

import msgspec

from game.cabinets.rooftops.course import DIFFICULTIES, FIRST, Course
from game.cabinets.rooftops.rules import SLICE, Options, View, coming
from game.core.forge.formats.reading import code_of
from game.core.forge.physics import numbers as n
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN, PAPER, SAND, Colour
from game.engine.input import Command, CommandName, Device, InputEvent, KeyPressed, PointerMoved, PointerPressed
from game.engine.light import drop_shadow
from game.engine.ornament import GLASS
from game.engine.stage import Following, Summary, Surroundings
from game.engine.text import Weight
from game.engine.widgets.parts.label import OneLine
from game.engine.widgets.parts.tree import Column, Either, Fill, Laid, Of, Pad, Row
from game.ground.texts import Texts
from game.kit.drawing.sheet import draw_sheet
from game.kit.widgets import StageButton, StageWidgets

METALS: Mapping[str, Colour] = {"gold": "#F2B134", "silver": "#CBD3DE", "bronze": "#D08A52"}
HARDEST = 4
TOO_MANY = 6
"""Number of deaths in a run after which the next level is slightly easier."""
SETTLE = 0.5
"""Seconds after the goal for which a key that also jumps does not choose anything."""
HELD_FOR = 36
"""Number of ticks for which the key back to the flag must be held to restart from the beginning."""
_PADDING, _GAP = 24.0, 12.0
_FROM_TOP = 0.1
"""Where the card begins below the pane's top, as a share of its height: above the runner and a guide's sentence."""


class Way(Enum):
    """Ways to go on from the goal: keys, the pad's command, the names of key and button, and the icon."""

    NEXT = (("return", "enter", "keypad enter"), CommandName.CONFIRM, "Enter", "A", "chevron-right")
    AGAIN = (("r",), CommandName.HINT, "R", "Y", "rotate-cw")
    CODE = (("s",), CommandName.HURRY, "S", "X", "copy")


@dataclass(frozen=True)
class Told:
    """The result of a run, in ticks; 0 for anything that does not exist."""

    goal: int
    net: int
    coins: int
    jewels: int
    deaths: int
    par: int
    best: int
    """The best time before this run."""
    pale: int
    """Time of the pale runner, if it is not the best run."""


@dataclass(frozen=True)
class Try:
    """A try at the course of a day, of which only the first one counts."""

    counts: bool = False
    told: str = ""
    """What the card says of it; "" for a run of no day."""

    @property
    def onward(self) -> Way:
        """The way that leads on: at the course of a day to the same course again, elsewhere to the next one."""
        return Way.AGAIN if self.told else Way.NEXT


def next_options(options: Options, course: Course, told: Told) -> Options:
    """Return the options of the next level: slightly harder after a run below par without deaths, easier after many
    deaths.

    A level given by its code is not repeated. After the first level of all, generated levels begin at the lowest
    difficulty, or one above it after a run below par.
    """
    below = told.goal < told.par and not told.deaths
    easier = told.deaths >= TOO_MANY and options.difficulty > 0
    harder = int(below) if options.level == FIRST else min(HARDEST, options.difficulty + below - easier)
    method = course.level.recipe.method
    return msgspec.structs.replace(
        options, level="", difficulty=harder, method=method if method in DIFFICULTIES else options.method
    )


class Finish:
    """The card shown at the goal. A person's choice stands in `following` or `copied` until the stage takes it."""

    def __init__(self, surroundings: Surroundings, course: Course, tried: Try) -> None:
        self._surroundings, self._course, self._tried = surroundings, course, tried
        self.following: Following | None = None
        self.copied: str | None = None
        self.widgets = StageWidgets(surroundings)
        self._told: Told | None = None
        self._since = 0.0
        self._by_pad = False
        self._has_copied = False
        extra = [keys for key, keys in surroundings.play_keys.items() if key.button == "extra"]
        self._again_keys = {name.lower() for keys in extra for name in keys}

    @property
    def shown(self) -> bool:
        """Whether a run has ended, so that the card is shown."""
        return self._told is not None

    def count_as(self, tried: Try) -> None:
        """Take the run as this try from now on."""
        self._tried = tried
        self._lay()

    def tell(self, told: Told) -> None:
        """Show the result of a run that has ended."""
        self._told, self._since = told, 0.0
        self._by_pad = self._surroundings.hand.kind == "pad"
        self._lay()

    def update(self, seconds: float) -> None:
        """Let some seconds pass."""
        self._since += seconds

    def handle(self, event: InputEvent) -> None:
        """Handle a key, a pad's button, or a press on the card."""
        match event:
            case KeyPressed(key, repeated=False):
                again = key in self._again_keys
                way = Way.AGAIN if again else next((way for way in Way if key in way.value[0]), None)
                self._chosen(way, by_pad=False)
            case Command(name, Device("pad"), repeated=False):
                self._chosen(next((way for way in Way if way.value[1] is name), None), by_pad=True)
            case PointerMoved() | PointerPressed():
                self.widgets.handle(event)

    def _chosen(self, way: Way | None, *, by_pad: bool) -> None:
        if by_pad != self._by_pad:
            self._by_pad = by_pad
            self._lay()
        if way is not None and not (way is Way.NEXT and self._since < SETTLE):
            self.take(way)

    def take(self, way: Way) -> None:
        """Choose a way to go on."""
        options: Options = self._surroundings.options
        match self._tried.onward if way is Way.NEXT else way:
            case Way.AGAIN:
                self.following = Following(options)
            case Way.NEXT if self._told is not None:
                self.following = Following(next_options(options, self._course, self._told), 1)
            case Way.CODE:
                self.copied, self._has_copied = code_of(self._course.level), True
                self._lay()

    def _rows(self, told: Told) -> list[tuple[str, str]]:
        """Return the card's rows: each other time with how far this run was from it."""
        line = self._surroundings.texts.line

        def against(other: int) -> str:
            if told.goal == other:
                return line("rooftops.stage.even")
            key = "sooner" if told.goal < other else "later"
            return line(f"rooftops.stage.{key}", seconds=f"{abs(told.goal - other) / 60:.1f}")

        rows = []
        if told.net != told.goal:
            counted = line("rooftops.stage.counts", coins=told.coins, jewels=told.jewels)
            rows.append((counted, line("rooftops.stage.goal", seconds=f"{told.net / 60:.1f}")))
        rows.append((line("rooftops.stage.par", seconds=f"{told.par / 60:.1f}"), against(told.par)))
        if told.best and told.goal >= told.best:
            rows.append((line("rooftops.stage.best", seconds=f"{told.best / 60:.1f}"), against(told.best)))
        elif told.best:
            rows.append((line("rooftops.stage.before", seconds=f"{told.best / 60:.1f}"), against(told.best)))
        if told.pale:
            rows.append((line("rooftops.stage.ghost", seconds=f"{told.pale / 60:.1f}"), against(told.pale)))
        above = self._course.next_medal(told.goal)
        if above:
            most = self._course.medals[above]
            name = line("rooftops.stage.for_medal", medal=line(f"rooftops.medal.{above}"), seconds=f"{most / 60:.1f}")
            rows.append((name, against(most)))
        return rows

    def _lay(self) -> None:
        """Make the card anew, as what it says has changed."""
        told, style, line = self._told, self.widgets.style, self._surroundings.texts.line
        if told is None:
            return

        words = partial(OneLine, style, size=theme.BODY)
        time = line("rooftops.stage.goal", seconds=f"{told.goal / 60:.1f}")
        head = [words(time, size=theme.TITLE, weight=Weight.BOLD, colour=LANTERN, anchor="middle")]
        if told.best == 0 or told.goal < told.best:
            record = line("rooftops.stage.record")
            head.append(words(record, weight=Weight.SEMIBOLD, colour=PAPER, anchor="middle"))
        medal = self._course.medal(told.goal)
        if medal:
            won = line(f"rooftops.medal.{medal}")
            head.append(words(won, size=theme.HEADING, weight=Weight.BOLD, colour=METALS[medal], anchor="middle"))
        if self._tried.told:
            head.append(words(self._tried.told, colour=PAPER, anchor="middle"))
        rows = []
        for name, value in self._rows(told):
            right = words(value, weight=Weight.BOLD, colour=PAPER, anchor="right")
            wide = right.natural_width()
            row = Row(Of(words(name, colour=SAND), yields=True), Of(right, wide=wide + 32, least=wide, grow=1))
            rows.append(Pad(row, 0, 2))
        buttons = [self._button(way) for way in Way if way in (self._tried.onward, Way.AGAIN, Way.CODE)]
        ways = Either(Row(*buttons, gap=_GAP), Column(*buttons, gap=8))
        card = Column(*head, *rows, Fill(20), Row(Fill(), ways, Fill(), gap=0), gap=0)
        self.widgets.replace([Laid(style, card)])

    def _button(self, way: Way) -> StageButton:
        key, name = str(way.value[3 if self._by_pad else 2]), way.name.lower()
        name = "copied" if way is Way.CODE and self._has_copied else name
        words = self._surroundings.texts.line(f"rooftops.stage.{name}", key=key)
        press = partial(self._chosen, way, by_pad=self._by_pad)
        return StageButton(self.widgets.style, str(way.value[4]), words, press, lit=way is self._tried.onward)

    def draw(self, canvas: Canvas, within: Box) -> None:
        """Draw the card in a pane."""
        for card in self.widgets.widgets:
            wide = min(within.width - 24, card.natural_width() + 2 * _PADDING)
            high = min(within.height - 16, card.natural_height(wide - 2 * _PADDING) + 2 * _PADDING - 6)
            top = within.top + max(8.0, min(within.height * _FROM_TOP, within.height - high - 8))
            box = Box(within.centerx - wide / 2, top, wide, high)
            drop_shadow(canvas, box, theme.CORNER, 18, 150, 8)
            draw_sheet(canvas, box, theme.CORNER, GLASS)
            card.lay(Box(box.left + _PADDING, top + _PADDING - 6, wide - 2 * _PADDING, high - 2 * _PADDING + 6))
        self.widgets.draw(canvas)


def told_of(numbers: Any, course: Course, best: int, pale: int) -> Told:
    """Return the result of the run that ended with these numbers."""
    goal, coins, jewels = int(numbers[n.GOAL]), int(numbers[n.COIN_COUNT]), int(numbers[n.GEM_COUNT])
    return Told(
        goal,
        goal - 15 * coins - 60 * jewels,
        coins,
        jewels,
        int(numbers[n.DEATHS]),
        course.par,
        best,
        pale,
    )


def arrived(texts: Texts, course: Course, numbers: Any, best: int, *, record: bool) -> list[str]:
    """Return what is said over a runner at the goal; `best` is the time in ticks of its best run, 0 for none."""
    said = [("goal", int(numbers[n.GOAL])), ("par", course.par)]
    if record:
        said.append(("record", 0))
    elif best:
        said.append(("best", best))
    return [texts.line(f"rooftops.stage.{key}", seconds=f"{ticks / 60:.1f}") for key, ticks in said]


def missed(texts: Texts, course: Course, view: View, wait: int) -> Summary | None:
    """Return the end of a race for a person alone who did not reach the goal; None for who did. `wait` is that of the
    options.
    """
    if view.runners[0].goal:
        return None
    runner, asked = view.runners[0], course.world.jewels
    share, seconds = course.share(view.left[0]) // 10, round(coming(course, wait) * SLICE)
    told = [texts.line("rooftops.stage.missed", share=share, seconds=seconds)]
    if asked:
        told.append(texts.line("rooftops.stage.brought", jewels=runner.jewels, asked=asked))
    return Summary(texts.line("rooftops.stage.missed_title"), False, "\n\n".join(told))
