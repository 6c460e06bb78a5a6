"""The rules of a commission: every seat makes a level for the same number, and the best playable one wins.

Each seat is asked twice, to detect generators that do not always make the same level for a number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal

import msgspec

from game.cabinets.workshop.judging import (
    PLAYABLE,
    difference_points,
    spread_points,
    way_length,
    wish_points,
    wished,
)
from game.core.forge.api import Made
from game.core.forge.formats.codes import MOST_LETTERS, LevelCodeError, read_level
from game.core.forge.formats.given import MOST_BYTES
from game.core.forge.model.chance import MOST_NUMBER
from game.core.forge.model.fault import fault_of
from game.core.forge.model.level import Level, Value
from game.core.forge.model.method import MOST_LETTERS as NAME_LETTERS
from game.core.forge.model.method import MOST_PARAMETERS
from game.core.forge.play import Play
from game.core.ranking import ranked
from game.core.rules import NATURE, Ask, Event, GameInfo, Move, Result, Rules, Seat, SeatResult, Viewer, Window

Size = Literal["small", "medium", "large"]
SIZES: dict[tuple[str, Size], tuple[int, int]] = {
    ("dungeon", "small"): (32, 24),
    ("dungeon", "medium"): (48, 36),
    ("dungeon", "large"): (64, 48),
    ("platform", "small"): (100, 15),
    ("platform", "medium"): (160, 15),
    ("platform", "large"): (200, 15),
}
"""Width and height of a level in squares, by kind and by size of the commission."""
SECONDS = 120.0
"""Seconds that a seat may take."""
Name = Annotated[str, msgspec.Meta(max_length=NAME_LETTERS)]
Text = Annotated[str, msgspec.Meta(max_length=MOST_LETTERS)]
_Points = Annotated[int, msgspec.Meta(ge=0, le=100)]


class Options(msgspec.Struct, frozen=True):
    """Options of a commission: the level's size and the wished length of its way."""

    size: Size = "medium"
    difficulty: Annotated[int, msgspec.Meta(ge=0, le=4)] = 2


class Points(msgspec.Struct, frozen=True):
    """The points of a level: for being playable, the length of its way, its difference from others, its spread."""

    playable: _Points = 0
    way: _Points = 0
    difference: _Points = 0
    spread: _Points = 0
    same: bool = True
    """Whether both answers were the same level."""

    @property
    def total(self) -> int:
        return self.playable + self.way + self.difference + self.spread


class State(msgspec.Struct):
    """The state of a match: the number (0 before it is drawn), the first answers, and the points at the end."""

    seats: int
    options: Options
    number: int = 0
    made: list[str] = []
    points: list[Points] = []


class View(msgspec.Struct, frozen=True):
    """What everybody sees: the commission, the levels once all are delivered, the points at the end."""

    number: Annotated[int, msgspec.Meta(ge=0, le=MOST_NUMBER)]
    size: Size
    dungeon: tuple[int, int]
    """Width and height in squares that a dungeon must have."""
    platform: tuple[int, int]
    """Width and height in squares that a platform level must have. Each seat delivers either kind."""
    difficulty: Annotated[int, msgspec.Meta(ge=0, le=4)]
    round: Annotated[int, msgspec.Meta(ge=0, le=2)]
    """0 before the first levels are delivered, 1 while the same levels are asked for again, 2 at the end."""
    made: Annotated[tuple[Text, ...], msgspec.Meta(max_length=4)]
    points: Annotated[tuple[Points, ...], msgspec.Meta(max_length=4)]
    play: Play | None = None
    """Profile of the player whom the level is made for; None in a match."""
    values: Annotated[dict[Name, Value], msgspec.Meta(max_length=MOST_PARAMETERS)] | None = None
    """Values set for parameters that a generator declares; always empty in a match."""


class Workshop(Rules[State, Options, Made, View]):
    """The rules of a commission."""

    info = GameInfo(
        "workshop",
        version=1,
        seats=(1, 2, 3, 4),
        options=Options,
        action=Made,
        view=View,
        numbered=True,
        undo=False,
        open_scores=True,
        own_clock=True,
    )
    state_type: ClassVar[type] = State

    def start(self, seats: int, options: Options) -> State:
        return State(seats, options)

    def ask(self, state: State) -> Ask | None:
        if not state.number:
            return Ask((NATURE,), outcomes=MOST_NUMBER)
        if state.points:
            return None
        return Ask(tuple(range(state.seats)), Window.SIMULTANEOUS, limit=SECONDS)

    def check(self, state: State, seat: Seat, action: Made) -> str | None:
        if action.declared:
            return "workshop.refuse.unreadable"
        if not action.level:
            return None
        try:
            level = read_level(action.level, MOST_BYTES)
        except LevelCodeError:
            return "workshop.refuse.unreadable"
        fault = fault_of(level, SIZES[level.kind, state.options.size])
        return f"workshop.refuse.{fault.key}" if fault else None

    def fallback(self, state: State, seat: Seat) -> Made:
        return Made("")

    def step(self, state: State, moves: Sequence[Move]) -> list[Event]:
        if moves[0].seat == NATURE:
            state.number = moves[0].action + 1
            return [Event("numbered", {"number": state.number})]
        answers = [move.action.level for move in moves]
        if not state.made:
            state.made = answers
            return [Event("delivered" if text else "missed", {"seat": seat}) for seat, text in enumerate(answers)]
        levels = [read_level(text) if text else None for text in state.made]
        same = [first == second for first, second in zip(state.made, answers, strict=True)]
        state.points = [self._points(state, seat, levels, same[seat]) for seat in range(state.seats)]
        told = [Event("differs", {"seat": seat}) for seat in range(state.seats) if not same[seat]]
        return told + [Event("judged", {"seat": seat, "points": each.total}) for seat, each in enumerate(state.points)]

    def _points(self, state: State, seat: Seat, levels: Sequence[Level | None], same: bool) -> Points:
        level = levels[seat]
        if level is None or not same:
            return Points(same=same)
        length = way_length(level)
        if not length:
            return Points()
        others = [other for number, other in enumerate(levels) if other is not None and number != seat]
        return Points(
            PLAYABLE,
            wish_points(length, wished(level, state.options.difficulty)),
            difference_points(level, others),
            spread_points(level),
        )

    def result(self, state: State) -> Result:
        totals = self.scores(state)
        lines = [
            SeatResult(
                rank,
                points.total,
                {
                    "playable": points.playable,
                    "way": points.way,
                    "difference": points.difference,
                    "spread": points.spread,
                },
            )
            for rank, points in zip(ranked(totals), state.points, strict=True)
        ]
        return Result(tuple(lines), "workshop.end.judged")

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(points.total for points in state.points) or (0,) * state.seats

    def turns(self, state: State) -> int:
        return (state.number > 0) + bool(state.made) + bool(state.points)

    def view(self, state: State, viewer: Viewer) -> View:
        options = state.options
        stage = 2 if state.points else 1 if state.made else 0
        return View(
            state.number,
            options.size,
            SIZES["dungeon", options.size],
            SIZES["platform", options.size],
            options.difficulty,
            stage,
            tuple(state.made),
            tuple(state.points),
        )

    def sketch(self, view: View) -> str:
        if not view.made:
            return f"number {view.number}"
        return "\n".join(f"{seat}: {len(text)} letters" for seat, text in enumerate(view.made))
