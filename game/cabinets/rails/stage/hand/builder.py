"""A person's building: the tool, the drag and its result, what is drawn but not built, and what can be undone."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Final

from game.cabinets.rails.building.plans import Refusal, Trial
from game.cabinets.rails.building.tracks import as_rail
from game.cabinets.rails.contract.actions import MOST_GROUPS, Group, Plan, TakeBack
from game.cabinets.rails.stage.hand.gestures import GESTURES, Drag, set_out
from game.cabinets.rails.stage.hand.joining import Question, founded_by, question, stations_by_tile
from game.cabinets.rails.stage.hand.route import Route, ends_near
from game.cabinets.rails.stage.hand.shelf import Shelf
from game.cabinets.rails.stage.sight.sight import Sight
from game.cabinets.rails.yards.blueprint import posed, put_down
from game.engine.tween import Point

_MOST_UNDONE: Final = 64
_ASKED: Final = "which_station"
"""The reason of a refusal that is resolved by asking the person which station a part belongs to."""


class Builder:
    """The building of one person: one drag at a time, the drawn plan, and undo.

    A drag needs a sight of the match.
    """

    sight: Sight

    def __init__(self, *, gathers: bool) -> None:
        """Make a builder. `gathers`: collect gestures until all are built together, as in sealed rounds."""
        self.gathers = gathers
        self.seat = self.company = 0
        """The seat whose plans these are, and its company."""
        self.tool = "rail"
        self.drag: Drag | None = None
        self.groups: tuple[Group, ...] = ()
        """The groups of the gesture being drawn."""
        self.question: Question | None = None
        """The question that the person must answer before the last gesture is built; None if there is none."""
        self.shelf = Shelf()
        self.outbox: deque[Plan] = deque()
        """Plans that are still to be sent to the match, in order."""
        self.serial = 0
        self._done: list[tuple[int, tuple[Group, ...]]] = []
        """Gestures that can be undone, the last one last, each with the serial number of its plan."""
        self._undone: list[tuple[Group, ...]] = []
        self._route: Route | None = None
        self._works: object = None
        self._drawn: tuple[Sight, tuple[Group, ...], Sight] | None = None
        self._trials: dict[tuple[Group, ...], Trial] = {}

    def see(self, sight: Sight) -> None:
        """Take in a view of the match; reshape the drag if the built track has changed."""
        changed, self._works = sight.works is not self._works, sight.works
        self.sight = sight
        self.serial = max([self.serial, *sight.view.serials[self.seat : self.seat + 1]])
        self._trials.clear()
        if changed and self.drag:
            self._shape()
        if changed and self.question:
            self.drop()

    def sit(self, seat: int, company: int) -> None:
        """Build for another seat and its company from now on."""
        if (seat, company) != (self.seat, self.company):
            self.seat, self.company = seat, company
            self._trials.clear()

    def begin(self, at: Point) -> None:
        """Start a drag at a point of the map, in tiles."""
        self.question = None
        self.drag = set_out(Drag(at, at, -1, self.company))
        self._shape()

    def move(self, to: Point) -> None:
        """Move the drag's end, if there is a drag, to a point of the map, in tiles."""
        if self.drag is not None and self.drag.pointer != to:
            self.drag = set_out(self.drag._replace(pointer=to))
            self._shape()

    def change(self, *, other: int = 0, turn: int = 0) -> None:
        """Switch the drag to another alternative (`other`), or turn it by quarters (`turn`)."""
        if self.tool == "blueprint":
            if other:
                self.shelf.step(other)
            for _ in range(turn):
                self.shelf.turn()
        if self.drag:
            self.drag = self.drag._replace(other=self.drag.other + other, turn=self.drag.turn + turn)
            self._shape()

    def _shape(self) -> None:
        drag, ground = self.drag, self.ground
        assert drag is not None
        if self.tool == "line":
            starts, goals = ends_near(ground, drag.pressed, drag.company), ends_near(ground, drag.pointer, drag.company)
            self._route = Route(ground, drag.company, starts, goals, drag.other) if drag.moved else None
            self.groups = ()
            self.think()
        elif self.tool == "blueprint":
            self.groups = self._put_down(drag)
        else:
            self.groups = tuple(GESTURES[self.tool](drag, self.sight if self.tool == "clear" else ground))

    @property
    def drafted(self) -> tuple[Group, ...]:
        """What was drawn and waits to be built, in the order in which it was drawn."""
        return tuple(group for _, gesture in self._done for group in gesture) if self.gathers else ()

    @property
    def ground(self) -> Sight:
        """What gestures build upon: the sight, with what waits to be built as if it were built.

        The tool for clearing ignores that, which is undone instead.
        """
        drawn = self.drafted
        if not drawn:
            return self.sight
        if self._drawn is None or self._drawn[0] is not self.sight or self._drawn[1] != drawn:
            self._drawn = self.sight, drawn, self.sight.with_groups(self.seat, drawn)
        return self._drawn[2]

    def _put_down(self, drag: Drag) -> tuple[Group, ...]:
        """Return the groups of the chosen blueprint, centred at the pointer; none while a rectangle is drawn."""
        shelf = self.shelf
        if shelf.copying or not shelf.parts:
            return ()
        wide, high = shelf.sides
        built = self._tried(self.drafted).built
        stations = stations_by_tile(self.sight, drag.company, built)
        x, y = drag.end
        founded = len(founded_by(self.sight, built))
        return put_down(posed(shelf.parts, shelf.pose), x - wide // 2, y - high // 2, stations, founded)

    @property
    def holds(self) -> bool:
        """Whether the pointer holds a blueprint that the next press pastes."""
        return self.tool == "blueprint" and self.drag is not None and not self.shelf.copying

    def think(self) -> None:
        """Continue the search of the line tool by one slice, and take its result when it is done."""
        if self._route and not self.groups:
            self._route.go_on()
            if self._route.done and self._route.found:
                self.groups = (as_rail(self._route.found),)

    @property
    def thinking(self) -> bool:
        """Whether the line tool still searches for its track."""
        return self._route is not None and not self._route.done

    def drop(self) -> None:
        """Drop the drag and its question."""
        self.drag, self._route, self.groups, self.question = None, None, (), None

    @property
    def trial(self) -> Trial:
        """The cost and refusals of what waits to be built together with the gesture being drawn."""
        return self._tried((*self.drafted, *self.groups))

    def _tried(self, groups: tuple[Group, ...]) -> Trial:
        if groups not in self._trials:
            self._trials[groups] = self.sight.tried(self.seat, groups) if groups else Trial()
        return self._trials[groups]

    def price_of(self, groups: tuple[Group, ...]) -> Trial:
        """Return cost and refusals of groups that are not drawn, if added to what is, without the cost of that."""
        first = len(self.drafted)
        whole = self._tried((*self.drafted, *groups))
        refused = tuple(one for one in whole.refused if one.group >= first)
        return whole._replace(prices=whole.prices[first:], refused=refused)

    def end(self) -> Refusal | None:
        """End the gesture: build it, add it to the draft, or ask about it. Return its refusal, or None."""
        groups, built = self.groups, self.trial.built
        refused = next(iter(self.price_of(groups).refused), None)
        self.drop()
        if not groups or (refused and refused.reason != _ASKED):
            return refused
        self.question = None if self.tool == "blueprint" else question(groups, self.sight, self.company, built)
        if self.question:
            self.groups = groups
            return None
        if refused is None:
            self.add(groups)
        return refused

    def answer(self, station: int) -> Refusal | None:
        """Build the gesture that was asked about as part of a station. Return its refusal, or None."""
        if self.question is None:
            return None
        groups = self.question.answered(station)
        self.drop()
        refused = next(iter(self.price_of(groups).refused), None)
        if refused is None:
            self.add(groups)
        return refused

    def add(self, groups: Sequence[Group]) -> None:
        """Build groups now, or let them wait if gestures are gathered, as far as a plan can hold them."""
        if len(self.drafted) + len(groups) <= MOST_GROUPS:
            self._undone.clear()
            self._do(tuple(groups))

    def _do(self, groups: tuple[Group, ...]) -> None:
        self._done.append((0 if self.gathers else self._send(groups), groups))
        if not self.gathers:
            del self._done[:-_MOST_UNDONE]

    def build(self) -> None:
        """Send what waits as the plan of this round, even if that is nothing."""
        self._send(self.drafted)
        self._done.clear()
        self._undone.clear()

    def _send(self, groups: tuple[Group, ...]) -> int:
        self.serial += 1
        self.outbox.append(Plan(self.serial, groups))
        return self.serial

    @property
    def may_undo(self) -> bool:
        """Whether there is a drag, question, drafted or built gesture to undo."""
        return bool(self.drag or self.question or self._done)

    @property
    def may_redo(self) -> bool:
        """Whether there is an undone gesture to redo."""
        return bool(self._undone)

    def undo(self) -> None:
        """Undo the last gesture, even if it is built already."""
        if self.drag or self.question:
            self.drop()
        elif self._done:
            serial, groups = self._done.pop()
            self._undone.append(groups)
            if not self.gathers:
                self._send((TakeBack(serial),))

    def redo(self) -> None:
        """Redo the gesture that was undone last."""
        if self._undone:
            self._do(self._undone.pop())
