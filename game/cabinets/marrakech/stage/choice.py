"""Choosing on the board: a way for Assam, a place for a rug; by pointer, by keys, by pad.

The pointer's place is in design units; arrow keys mean directions on the board.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod

from game.cabinets.marrakech.board import BESIDE, PLACES
from game.cabinets.marrakech.rules import Action, Heading, Lay
from game.cabinets.marrakech.stage import marks
from game.cabinets.marrakech.stage.board import Cloth
from game.cabinets.marrakech.stage.layout import (
    CELL,
    VECTORS,
    Pair,
    corner,
    middle,
    neighbour,
    pair_at,
    pair_middle,
    square_at,
)
from game.cabinets.marrakech.stage.reading import Reading, Stop, Way
from game.cabinets.marrakech.stage.rug import from_far_end, lie
from game.engine.canvas import Canvas
from game.engine.input import Command, CommandName, InputEvent, PointerMoved, PointerPressed
from game.engine.light import shine
from game.engine.stage import Surroundings
from game.engine.tween import Tween

DIRECTIONS = {
    CommandName.UP: Heading.NORTH,
    CommandName.RIGHT: Heading.EAST,
    CommandName.DOWN: Heading.SOUTH,
    CommandName.LEFT: Heading.WEST,
}
TOO_FAR = ("marrakech.refuse.not_beside",)
"""Refusals that are said only when such a place is pressed: the pointer is still on its way."""
GHOST = 0.78
"""Opacity of the rug shown before it is laid."""


class Choice(ABC):
    """What a person at this screen is to choose now."""

    instruction: str
    """The text key of what to do."""

    def __init__(self, reading: Reading, surroundings: Surroundings) -> None:
        self.reading = reading
        self.surroundings = surroundings
        self.refusal: str | None = None
        """Why what is pointed at may not be chosen, as a text key."""

    def handle(self, event: InputEvent) -> Action | None:
        """Take an input; the action it chose, if it did."""
        match event:
            case PointerMoved(x, y):
                self.point(x, y)
            case PointerPressed(x, y, 1):
                self.point(x, y)
                return self.press(x, y)
            case Command(CommandName.CONFIRM, repeated=False):
                return self.confirm()
            case Command(CommandName.NEXT):
                self.cycle(1)
            case Command(CommandName.PREVIOUS):
                self.cycle(-1)
            case Command(name) if name in DIRECTIONS:
                self.steer(DIRECTIONS[name])
        return None

    def update(self, seconds: float) -> None:
        """Let time pass."""

    @abstractmethod
    def point(self, x: float, y: float) -> None:
        """The pointer is at a point."""

    @abstractmethod
    def press(self, x: float, y: float) -> Action | None:
        """The pointer was pressed there."""

    @abstractmethod
    def confirm(self) -> Action | None:
        """Take what is in focus."""

    @abstractmethod
    def cycle(self, steps: int) -> None:
        """Move the focus to the next or the one before."""

    @abstractmethod
    def steer(self, heading: Heading) -> None:
        """Move the focus in a direction of the board."""

    @abstractmethod
    def suggest(self, action: Action) -> None:
        """Bring an action that somebody advises into focus."""

    @abstractmethod
    def draw_below(self, canvas: Canvas) -> None:
        """Draw what lies on the floor, under Assam."""

    @abstractmethod
    def draw_above(self, canvas: Canvas) -> None:
        """Draw what stands over Assam."""


class TurnChoice(Choice):
    """Which way Assam turns: three arrows; the way in focus shows its squares and what they cost."""

    instruction = "marrakech_stage.choose_way"

    def __init__(self, reading: Reading, surroundings: Surroundings) -> None:
        super().__init__(reading, surroundings)
        self.focus = reading.view.heading

    @property
    def way(self) -> Way:
        """The way in focus."""
        return self.reading.ways[self.focus]

    def _way_at(self, x: float, y: float) -> Heading | None:
        """The way whose arrow, or whose first square, lies under a point."""
        square = self.reading.view.square
        for heading in self.reading.ways:
            if math.dist(marks.arrow_at(square, heading), (x, y)) <= marks.ARROW_LIT / 2 + 4:
                return heading
        under = square_at(x, y)
        for heading in self.reading.ways:
            if under is not None and under == neighbour(square, heading):
                return heading
        return None

    def point(self, x: float, y: float) -> None:
        self.refusal = None
        self.focus = self._way_at(x, y) or self.focus

    def press(self, x: float, y: float) -> Action | None:
        return self.confirm() if self._way_at(x, y) else None

    def confirm(self) -> Action | None:
        return self.way.turn

    def cycle(self, steps: int) -> None:
        ways = list(self.reading.ways)
        self.focus = ways[(ways.index(self.focus) + steps) % len(ways)]
        self.refusal = None

    def steer(self, heading: Heading) -> None:
        if heading in self.reading.ways:
            self.focus = heading
            self.refusal = None
        else:
            self.refusal = "marrakech_stage.never_back"

    def suggest(self, action: Action) -> None:
        advised = (heading for heading, way in self.reading.ways.items() if way.turn == action)
        self.focus = next(advised, self.focus)
        self.refusal = None

    def draw_below(self, canvas: Canvas) -> None:
        shine(canvas, *middle(self.reading.view.square), 70, "#FFA544", 0.30, 1.5)
        for arc in self.way.loops:
            marks.light_loop(canvas, arc)
        for stop in self.way.stops:
            marks.square_frame(canvas, stop.square)

    def draw_above(self, canvas: Canvas) -> None:
        square = self.reading.view.square
        for stop in self.way.stops:
            self._tag(canvas, stop)
        for heading, way in self.reading.ways.items():
            lit = heading is self.focus
            marks.arrow(canvas, square, heading, lit)
            self._price(canvas, way, lit)

    def _tag(self, canvas: Canvas, stop: Stop) -> None:
        """The rolls that end on a square, and what is due there: in its upper corners, clear of Assam and arrows."""
        square = self.reading.view.square
        x, y = corner(stop.square)
        top = y + 2 if stop.square != square else y + CELL - marks.CHIP
        aside = 8 if stop.square == neighbour(square, Heading.NORTH) else 0
        for place, face in enumerate(reversed(stop.faces)):
            marks.chip(canvas, face, x + CELL - marks.CHIP - 2 - place * (marks.CHIP + 1) + aside, top)
        if stop.due:
            marks.pill(canvas, self.surroundings.typeface, f"−{stop.due}", x + 15 - aside, top + 9, marks.COST)

    def _price(self, canvas: Canvas, way: Way, lit: bool) -> None:
        """What this way costs on average, beside its arrow."""
        texts = self.surroundings.texts
        x, y = marks.price_at(self.reading.view.square, way.heading)
        if way.expected:
            text = texts.line("marrakech_stage.average", average=f"{way.expected:.1f}")
            marks.pill(canvas, self.surroundings.typeface, text, x, y, marks.COST if lit else marks.COST_UNLIT)
        else:
            text = texts.line("marrakech_stage.free")
            marks.pill(canvas, self.surroundings.typeface, text, x, y, marks.FREE)


class LayChoice(Choice):
    """Where the rug lies: the two squares under the pointer light up across their shared side."""

    instruction = "marrakech_stage.choose_place"

    def __init__(self, reading: Reading, surroundings: Surroundings, cloth: Cloth, by_keys: bool) -> None:
        super().__init__(reading, surroundings)
        self.cloth = cloth
        beside = (PLACES[place] for place in BESIDE[reading.view.square])
        self.places = sorted((pair for pair in beside if reading.refusal(pair) is None), key=self._bearing)
        self.focus: Pair | None = self.places[0] if by_keys else None
        self._unrolled = Tween(0.0, 1.0, 0.16)

    def _bearing(self, pair: Pair) -> float:
        """The direction of a place from Assam, clockwise from the upper left: the order of cycling."""
        x, y = middle(self.reading.view.square)
        place = pair_middle(pair)
        return (math.atan2(place[1] - y, place[0] - x) + 0.8 * math.pi) % (2 * math.pi)

    def _look_at(self, pair: Pair | None) -> None:
        if pair != self.focus:
            self._unrolled = Tween(0.0, 1.0, 0.0 if self.surroundings.reduced_motion else 0.16)
        why = self.reading.refusal(pair) if pair else None
        self.focus = None if why in TOO_FAR else pair
        self.refusal = None if why in TOO_FAR else why

    def update(self, seconds: float) -> None:
        self._unrolled.update(seconds)

    def point(self, x: float, y: float) -> None:
        self._look_at(pair_at(x, y))

    def press(self, x: float, y: float) -> Action | None:
        """Also a forbidden place is chosen: the match answers it, and the log keeps the answer."""
        pair = pair_at(x, y)
        return Lay(pair) if pair else None

    def confirm(self) -> Action | None:
        """What is in focus; with nothing in focus yet, the first place is brought into it."""
        if self.focus is None:
            self.cycle(1)
            return None
        return Lay(self.focus)

    def cycle(self, steps: int) -> None:
        if self.focus in self.places:
            self._look_at(self.places[(self.places.index(self.focus) + steps) % len(self.places)])
        else:
            self._look_at(self.places[0 if steps > 0 else -1])

    def steer(self, heading: Heading) -> None:
        if self.focus not in self.places:
            self._look_at(min(self.places, key=lambda pair: -self._along(pair, heading)))
            return
        start = pair_middle(self.focus)
        ahead = [pair for pair in self.places if self._along(pair, heading) > self._along(self.focus, heading) + 1]
        if ahead:
            dx, dy = VECTORS[heading]

            def effort(pair: Pair) -> float:
                x, y = pair_middle(pair)
                along = (x - start[0]) * dx + (y - start[1]) * dy
                across = abs((x - start[0]) * dy) + abs((y - start[1]) * dx)
                return along + 2 * across

            self._look_at(min(ahead, key=effort))

    def suggest(self, action: Action) -> None:
        if isinstance(action, Lay):
            self._look_at(action.squares)

    def _along(self, pair: Pair, heading: Heading) -> float:
        x, y = pair_middle(pair)
        return x * VECTORS[heading][0] + y * VECTORS[heading][1]

    def draw_below(self, canvas: Canvas) -> None:
        if self.focus is not None and self.refusal is None:
            from_far = from_far_end(self.focus, middle(self.reading.view.square))
            lie(canvas, self.focus, self.cloth, self._unrolled.value, from_far, GHOST)
            marks.pair_frame(canvas, self.focus)
        elif self.focus is not None:
            marks.cross_out(canvas, self.focus)
        for pair in self.places:
            if pair != self.focus:
                marks.stitch(canvas, pair)

    def draw_above(self, canvas: Canvas) -> None:
        """Nothing stands over Assam."""
