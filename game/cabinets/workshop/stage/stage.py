"""The stage of a commission: a pane for each seat, and six levels for a person to choose one from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from game.cabinets.workshop.bench import Bench
from game.cabinets.workshop.judging import way_length, wished
from game.cabinets.workshop.rules import View
from game.cabinets.workshop.stage import panes
from game.cabinets.workshop.stage.panes import Pane, pane_boxes
from game.core.forge.api import Made
from game.core.forge.formats.codes import MOST_LETTERS, write_level
from game.core.forge.methods.registry import METHODS
from game.core.rules import Event, Seat
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.input import Command, CommandName, InputEvent, KeyPressed, PointerMoved, PointerPressed
from game.engine.stage import Surroundings, Tool
from game.kit.panel.forms import Figure, Panel, figures_panel
from game.kit.stage import PictureStage

OFFERED = 6
"""Number of levels that a person chooses from at once."""
_WAYS = {CommandName.LEFT: -1, CommandName.RIGHT: 1, CommandName.UP: -2, CommandName.DOWN: 2}


class WorkshopStage(PictureStage[View, Made, list[float]]):
    """Shows the levels of a commission. `picture` has, for each level, the share of its making that is shown."""

    by_phone = "watch"
    delays: ClassVar[Mapping[str, int]] = {"made": 2600}

    def __init__(self, surroundings: Surroundings) -> None:
        super().__init__(surroundings)
        self._panes: list[Pane] = []
        self._made: dict[str, panes.Made | None] = {}
        """Delivered levels by their text."""
        self._offered: list[panes.Made] = []
        self._lengths: list[str] = []
        """The length of each offered level's way in squares."""
        self._first = 0
        """Index of the first level offered now; the next six follow after these."""
        self._focus = 0
        self._chosen: dict[Seat, Made] = {}
        """The level that each person here chose; the second request is answered with the same one."""

    def still(self, view: View) -> list[float]:
        return [1.0] * len(self.surroundings.looks)

    def play(self, view: View, events: Sequence[Event]) -> None:
        if not any(event.kind == "delivered" for event in events):
            return
        self.picture = [0.0] * len(self.surroundings.looks)

        def seen(share: float) -> None:
            self.picture = [share] * len(self.surroundings.looks)

        self.script.move(self.script.seconds("made"), seen, lambda share: share)

    @property
    def _asks(self) -> bool:
        return self.asked is not None and self.view is not None and self.view.round == 0

    @property
    def decides_alone(self) -> bool:
        return self.asked is not None and self.asked in self._chosen

    def alone(self) -> Made | None:
        return self._chosen.get(self.asked) if self.asked is not None else None

    def choose(self, seat: Seat | None, legal: Sequence[Made] | None) -> None:
        super().choose(seat, legal)
        if self._asks and not self._offered:
            self._offer()

    def _offer(self) -> None:
        """Make the levels that are offered now."""
        assert self.view is not None
        self._offered = [_candidate(self.view, self._first + number) for number in range(OFFERED)]
        self._lengths = [str(way_length(made.level)) for made in self._offered]
        self._panes = []

    def others(self) -> None:
        """Offer the next six levels."""
        if self._asks:
            self._first += OFFERED
            self._offer()

    def tools(self) -> Sequence[Tool]:
        return (Tool("dices", "workshop.stage.others", "n", self.others),) if self._asks else ()

    def take(self, event: InputEvent) -> Made | None:
        if not self._asks:
            return None
        match event:
            case PointerMoved(x, y):
                self._focus = self._at(x, y, self._focus)
            case PointerPressed(x, y, 1):
                place = self._at(x, y, -1)
                return self._deliver(place) if place >= 0 else None
            case Command(name=name) if name in _WAYS:
                self._focus = max(0, min(OFFERED - 1, self._focus + _WAYS[name]))
            case Command(name=CommandName.NEXT):
                self._focus = (self._focus + 1) % OFFERED
            case Command(name=CommandName.CONFIRM):
                return self._deliver(self._focus)
            case KeyPressed(key="n", repeated=False):
                self.others()
        return None

    def _at(self, x: float, y: float, usual: int) -> int:
        boxes = self._boxes(OFFERED)
        return next((number for number, box in enumerate(boxes) if box.collidepoint(x, y)), usual)

    def _deliver(self, place: int) -> Made | None:
        text = write_level(self._offered[place].level)
        if len(text) > MOST_LETTERS or self.asked is None:
            return None
        self._chosen[self.asked] = Made(text)
        return self._chosen[self.asked]

    def instruction(self) -> tuple[str, dict[str, Any]] | None:
        if self.view is None:
            return None
        if not self._asks or not self._offered:
            return "workshop.stage.again", {}
        return "workshop.stage.instruction", {"wish": wished(self._offered[0].level, self.view.difficulty)}

    def turn_line(self) -> tuple[str, dict[str, Any]] | None:
        return ("workshop.stage.number", {"number": self.shown.number}) if self.shown and self.shown.number else None

    def _boxes(self, count: int) -> list[Box]:
        return pane_boxes(count, self.width, self.height)

    def draw(self, canvas: Canvas) -> None:
        view = self.shown if self.picture is None else self.view
        if view is None:
            return
        if self._asks and self._offered:
            self._draw_offered(canvas)
            return
        looks, line = self.surroundings.looks, self.surroundings.texts.line
        self._fit(len(looks))
        for seat, pane in enumerate(self._panes):
            text = view.made[seat] if view.made else ""
            if text not in self._made:
                self._made[text] = panes.made_of(text)
            pane.show(self._made[text], (self.picture or [1.0] * len(looks))[seat])
            points = str(view.points[seat].total) if view.points else ""
            missed = line("workshop.stage.missed" if view.made else "workshop.stage.working")
            pane.draw(canvas, looks[seat].name, looks[seat], points, lit=False, empty=missed)

    def _draw_offered(self, canvas: Canvas) -> None:
        self._fit(OFFERED)
        for number, (pane, made) in enumerate(zip(self._panes, self._offered, strict=True)):
            pane.show(made, 1.0)
            name = self.surroundings.texts.line(f"workshop.method.{made.level.recipe.method}.name")
            pane.draw(canvas, name, None, self._lengths[number], lit=number == self._focus, empty="")

    def _fit(self, count: int) -> None:
        if len(self._panes) != count:
            self._panes = [Pane(box, self.surroundings.typeface) for box in self._boxes(count)]

    def panel(self, view: View, seat: Seat) -> Panel:
        if not view.points:
            return ()
        points, line = view.points[seat], self.surroundings.texts.line
        shown = (("playable", points.playable), ("way", points.way), ("difference", points.difference))
        return figures_panel(
            [Figure(str(value), line(f"workshop.result.{name}"), "star", theme.TEXT_BRIGHT) for name, value in shown]
        )


def _candidate(view: View, place: int) -> panes.Made:
    """Return a level to offer: the dungeon methods in turn, first with default parameters, then with random ones.

    A platform level would have to be proved, which takes longer than a window can wait.
    """
    names = [method.id for method in METHODS.values() if method.kind == "dungeon"]
    method = METHODS[names[place % len(names)]]
    bench = Bench(method.id, view.number)
    if place >= len(names):
        bench.roll(Random(place))
    bench.set_size(*(view.dungeon if method.kind == "dungeon" else view.platform))
    return panes.watched(method.make(bench.recipe()))
