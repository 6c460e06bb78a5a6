"""The card at the goal of a lone runner: the result at once, and how to go on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

import msgspec

from game.cabinets.rooftops.course import FIRST, Course
from game.cabinets.rooftops.rules import Options
from game.core.forge.formats.reading import code_of
from game.core.forge.physics import numbers as n
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN, PAPER, SAND
from game.engine.input import AWAY, Command, CommandName, Device, InputEvent, KeyPressed, PointerMoved, PointerPressed
from game.engine.light import drop_shadow
from game.engine.ornament import GLASS
from game.engine.stage import Following, Surroundings
from game.engine.text import Weight
from game.engine.tween import Point
from game.kit.buttons import button_box, draw_button
from game.kit.drawing.sheet import draw_sheet

HARDEST = 4
TOO_MANY = 6
"""Number of deaths in a run after which the next level is slightly easier."""
SETTLE = 0.5
"""Seconds after the goal for which a key that also jumps does not choose anything."""
HELD_FOR = 36
"""Number of ticks for which the key back to the flag must be held to restart from the beginning."""
_METHODS = ("rhythm", "ore", "rooms", "multipass")
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
    proof: int
    """Time of the level's proof."""


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
        options, level="", difficulty=harder, method=method if method in _METHODS else options.method
    )


class Finish:
    """The card shown at the goal. A person's choice stands in `following` or `copied` until the stage takes it."""

    def __init__(self, surroundings: Surroundings, course: Course) -> None:
        self._surroundings, self._course = surroundings, course
        self.following: Following | None = None
        self.copied: str | None = None
        self._told: Told | None = None
        self._since = 0.0
        self._boxes: dict[Way, Box] = {}
        self._pointer: Point = (AWAY, AWAY)
        self._by_pad = False
        self._has_copied = False
        extra = [keys for key, keys in surroundings.play_keys.items() if key.button == "extra"]
        self._again_keys = {name.lower() for keys in extra for name in keys}

    @property
    def shown(self) -> bool:
        """Whether a run has ended, so that the card is shown."""
        return self._told is not None

    def tell(self, told: Told) -> None:
        """Show the result of a run that has ended."""
        self._told, self._since = told, 0.0

    def update(self, seconds: float) -> None:
        """Let some seconds pass."""
        self._since += seconds

    def handle(self, event: InputEvent) -> None:
        """Handle a key, a pad's button, or a press on the card."""
        way: Way | None = None
        match event:
            case PointerMoved(x, y):
                self._pointer = x, y
            case PointerPressed(x, y, button=1):
                way = next((way for way, box in self._boxes.items() if box.collidepoint(x, y)), None)
            case KeyPressed(key, repeated=False):
                self._by_pad = False
                again = key in self._again_keys
                way = Way.AGAIN if again else next((way for way in Way if key in way.value[0]), None)
            case Command(name, Device("pad"), repeated=False):
                self._by_pad = True
                way = next((way for way in Way if way.value[1] is name), None)
        if way is not None and not (way is Way.NEXT and self._since < SETTLE):
            self.take(way)

    def take(self, way: Way) -> None:
        """Choose a way to go on."""
        options: Options = self._surroundings.options
        match way:
            case Way.AGAIN:
                self.following = Following(options)
            case Way.NEXT if self._told is not None:
                self.following = Following(next_options(options, self._course, self._told), 1)
            case Way.CODE:
                self.copied, self._has_copied = code_of(self._course.level), True

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
        if told.proof:
            rows.append((line("rooftops.stage.ghost", seconds=f"{told.proof / 60:.1f}"), against(told.proof)))
        return rows

    def _labels(self) -> dict[Way, str]:
        line, place = self._surroundings.texts.line, 3 if self._by_pad else 2
        copied = {Way.CODE: "copied"} if self._has_copied else {}
        return {
            way: line(f"rooftops.stage.{copied.get(way, way.name.lower())}", key=str(way.value[place])) for way in Way
        }

    def draw(self, canvas: Canvas, within: Box) -> None:
        """Draw the card in a pane."""
        told, typeface = self._told, self._surroundings.typeface
        if told is None:
            return
        line = self._surroundings.texts.line
        rows, labels = self._rows(told), self._labels()
        row, title = typeface.leading(theme.BODY) + 4, typeface.leading(theme.TITLE)
        buttons = {way: button_box(typeface, text, 0, 0) for way, text in labels.items()}
        across = sum(box.width for box in buttons.values()) + _GAP * (len(buttons) - 1)
        measured = [
            typeface.measure(name, theme.BODY) + typeface.measure(value, theme.BODY, Weight.BOLD) + 40
            for name, value in rows
        ]
        wide = min(within.width - 24, max(across, *measured) + 2 * _PADDING)
        stacked = across > wide - 2 * _PADDING
        button_high = next(iter(buttons.values())).height
        foot = (button_high + 8) * len(buttons) if stacked else button_high
        record = bool(told.best == 0 or told.goal < told.best)
        head = title + (typeface.leading(theme.BODY) if record else 0)
        high = min(within.height - 16, 2 * _PADDING + head + row * len(rows) + 14 + foot)
        top = within.top + max(8.0, min(within.height * _FROM_TOP, within.height - high - 8))
        box = Box(within.centerx - wide / 2, top, wide, high)
        drop_shadow(canvas, box, theme.CORNER, 18, 150, 8)
        draw_sheet(canvas, box, theme.CORNER, GLASS)
        y = box.top + _PADDING + title / 2 - 6
        time = line("rooftops.stage.goal", seconds=f"{told.goal / 60:.1f}")
        typeface.line(canvas, time, box.centerx, y, theme.TITLE, Weight.BOLD, LANTERN, "middle")
        y += title / 2
        if record:
            text = line("rooftops.stage.record")
            typeface.line(canvas, text, box.centerx, y + 2, theme.BODY, Weight.SEMIBOLD, PAPER, "middle")
            y += typeface.leading(theme.BODY)
        y += row / 2 - 2
        for name, value in rows:
            typeface.line(canvas, name, box.left + _PADDING, y, theme.BODY, colour=SAND)
            typeface.line(canvas, value, box.right - _PADDING, y, theme.BODY, Weight.BOLD, PAPER, "right")
            y += row
        self._place_buttons(box, buttons, stacked)
        for way, text in labels.items():
            lit = way is Way.NEXT
            draw_button(canvas, typeface, str(way.value[4]), text, self._boxes[way], self._pointer, lit=lit)

    def _place_buttons(self, box: Box, buttons: dict[Way, Box], stacked: bool) -> None:
        """Place the buttons in a row at the foot, or stacked if there is no room."""
        high = next(iter(buttons.values())).height
        x = box.centerx - (sum(each.width for each in buttons.values()) + _GAP * (len(buttons) - 1)) / 2
        for place, (way, each) in enumerate(buttons.items()):
            if stacked:
                y = box.bottom - _PADDING - (len(buttons) - place) * (high + 8) + 8
                self._boxes[way] = Box(box.centerx - each.width / 2, y, each.width, high)
            else:
                self._boxes[way] = Box(x, box.bottom - _PADDING - high, each.width, high)
                x += each.width + _GAP


def told_of(numbers: Any, course: Course, best: int, proof: Sequence[tuple[int, int]]) -> Told:
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
        sum(ticks for ticks, _ in proof),
    )
