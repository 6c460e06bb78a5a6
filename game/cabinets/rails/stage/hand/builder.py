"""A person's building: the tool, the drag and its result, what is drawn but not built, and what can be undone."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Final

from game.cabinets.rails.blueprints.blueprint import posed, put_down
from game.cabinets.rails.building.plans import Refusal, Trial
from game.cabinets.rails.contract.actions import MOST_GROUPS, Group, Plan, TakeBack
from game.cabinets.rails.stage.hand.autorail import as_rail
from game.cabinets.rails.stage.hand.gestures import GESTURES, Drag, set_out
from game.cabinets.rails.stage.hand.joining import Question, founded_by, question, stations_by_tile
from game.cabinets.rails.stage.hand.route import Route, ends_near, meeting
from game.cabinets.rails.stage.hand.shelf import Shelf
from game.cabinets.rails.stage.sight.sight import Sight
from game.engine.tween import Point


class Draft:
    """The gestures that one person has drawn and not built yet."""

    def __init__(self) -> None:
        self._gestures: list[tuple[Group, ...]] = []
        self._undone: list[tuple[Group, ...]] = []

    @property
    def groups(self) -> tuple[Group, ...]:
        """All groups of the draft, in the order in which they were drawn."""
        return tuple(group for gesture in self._gestures for group in gesture)

    @property
    def may_undo(self) -> bool:
        """Whether there is a gesture to undo."""
        return bool(self._gestures)

    @property
    def may_redo(self) -> bool:
        """Whether there is an undone gesture to redo."""
        return bool(self._undone)

    def add(self, gesture: Sequence[Group]) -> bool:
        """Add a gesture's groups and forget undone gestures. Return False if a plan cannot hold that many groups."""
        if len(self.groups) + len(gesture) > MOST_GROUPS:
            return False
        self._gestures.append(tuple(gesture))
        self._undone.clear()
        return True

    def undo(self) -> None:
        """Undo the last gesture. There must be one."""
        self._undone.append(self._gestures.pop())

    def redo(self) -> None:
        """Redo the gesture that was undone last. There must be one."""
        self._gestures.append(self._undone.pop())

    def take(self, serial: int) -> Plan:
        """Return the draft as a plan with this serial number, and empty it."""
        plan = Plan(serial, self.groups)
        self._gestures.clear()
        self._undone.clear()
        return plan


_MOST_UNDONE: Final = 64
_ASKED: Final = "which_station"
"""The reason of a refusal that is resolved by asking the person which station a part belongs to."""


class Builder:
    """The building of one person: one drag at a time, the drawn plan, and undo."""

    def __init__(self, *, gathers: bool) -> None:
        """Make a builder. `gathers`: collect gestures until all are built together, as in sealed rounds."""
        self.gathers = gathers
        self.tool = "rail"
        self.drag: Drag | None = None
        self.draft = Draft()
        self.question: Question | None = None
        """The question that the person must answer before the last gesture is built; None if there is none."""
        self.shelf = Shelf()
        self.outbox: deque[Plan] = deque()
        """Plans that are still to be sent to the match, in order."""
        self.serial = 0
        self._built: list[tuple[int, tuple[Group, ...]]] = []
        self._undone: list[tuple[Group, ...]] = []
        self._route: Route | None = None
        self._groups: tuple[Group, ...] = ()
        self._works: object = None
        self._seat = 0
        self._ground: tuple[Sight, tuple[Group, ...], Sight] | None = None
        self._trials: dict[tuple[int, tuple[Group, ...]], Trial] = {}

    def see(self, sight: Sight, seat: int) -> None:
        """Take in a view of the match and the person's seat; reshape the drag if the built track has changed."""
        self._seat = seat
        self.serial = max(self.serial, sight.view.serials[seat] if seat < len(sight.view.serials) else 0)
        self._trials.clear()
        if self.drag and sight.works is not self._works:
            self._shape(sight)
        if self.question and sight.works is not self._works:
            self.drop()
        self._works = sight.works

    def begin(self, sight: Sight, at: Point, company: int) -> None:
        """Start a drag at a point of the map, in tiles."""
        self.question = None
        self.drag = set_out(Drag(at, at, -1, company))
        self._shape(sight)

    def move(self, sight: Sight, to: Point) -> None:
        """Move the drag's end to a point of the map, in tiles."""
        if self.drag is None or self.drag.pointer == to:
            return
        self.drag = set_out(self.drag._replace(pointer=to))
        self._shape(sight)

    def change(self, sight: Sight, *, other: int = 0, turn: int = 0) -> None:
        """Switch the drag to another alternative (`other`), or turn it by quarters (`turn`)."""
        if self.tool == "blueprint":
            if other:
                self.shelf.step(other)
            for _ in range(turn):
                self.shelf.turn()
        if self.drag:
            self.drag = self.drag._replace(other=self.drag.other + other, turn=self.drag.turn + turn)
            self._shape(sight)

    def _shape(self, sight: Sight) -> None:
        drag = self.drag
        assert drag is not None
        ground = self.ground(sight)
        if self.tool == "line":
            starts = ends_near(ground, drag.pressed, drag.company)
            goals = meeting(ends_near(ground, drag.pointer, drag.company))
            self._route = Route(ground, drag.company, starts, goals, drag.other) if drag.moved else None
            self._groups = ()
            self.think()
        elif self.tool == "blueprint":
            self._groups = self._put_down(sight, drag)
        else:
            self._groups = tuple(GESTURES[self.tool](drag, sight if self.tool == "clear" else ground))

    def ground(self, sight: Sight) -> Sight:
        """Return the view that gestures build upon: what is built, and the draft that waits to be built with them.

        The tool for clearing ignores the draft, which is undone instead.
        """
        drawn = self.draft.groups
        if not drawn:
            return sight
        if self._ground is None or self._ground[0] is not sight or self._ground[1] != drawn:
            self._ground = sight, drawn, sight.with_groups(self._seat, drawn)
        return self._ground[2]

    def _put_down(self, sight: Sight, drag: Drag) -> tuple[Group, ...]:
        """Return the groups of the chosen blueprint, centred at the pointer; none while a rectangle is drawn."""
        shelf = self.shelf
        if shelf.copying or not shelf.parts:
            return ()
        wide, high = shelf.sides
        built = self._tried(sight, self._seat, self.draft.groups).built
        founded = founded_by(sight, built)
        stations = stations_by_tile(sight, drag.company, built)
        x, y = drag.end
        return put_down(posed(shelf.parts, shelf.pose), x - wide // 2, y - high // 2, stations, len(founded))

    @property
    def holds(self) -> bool:
        """Whether the pointer holds a blueprint that the next press pastes."""
        return self.tool == "blueprint" and self.drag is not None and not self.shelf.copying

    def think(self) -> None:
        """Continue the search of the line tool by one slice, and take its result when it is done."""
        if self._route and not self._groups:
            self._route.go_on()
            if self._route.done and self._route.found:
                self._groups = (as_rail(self._route.found),)

    @property
    def thinking(self) -> bool:
        """Whether the line tool still searches for its track."""
        return self._route is not None and not self._route.done

    def drop(self) -> None:
        """Drop the drag and its question."""
        self.drag, self._route, self._groups, self.question = None, None, (), None

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups of the gesture being drawn."""
        return self._groups

    def trial(self, sight: Sight, seat: int) -> Trial:
        """Return the cost and refusals of the draft together with the gesture being drawn."""
        return self._tried(sight, seat, (*self.draft.groups, *self._groups))

    def _tried(self, sight: Sight, seat: int, groups: tuple[Group, ...]) -> Trial:
        found = self._trials.get((seat, groups))
        if found is None:
            found = self._trials[seat, groups] = sight.tried(seat, groups) if groups else Trial()
        return found

    def price_of(self, sight: Sight, seat: int, groups: tuple[Group, ...]) -> Trial:
        """Return cost and refusals of groups that are not drawn, if added to the draft, without the draft's cost."""
        drawn = self.draft.groups
        if not drawn:
            return self._tried(sight, seat, groups)
        whole = self._tried(sight, seat, (*drawn, *groups))
        refused = tuple(one for one in whole.refused if one.group >= len(drawn))
        return whole._replace(prices=whole.prices[len(drawn) :], refused=refused)

    def end(self, sight: Sight, seat: int, company: int) -> Refusal | None:
        """End the gesture: build it, add it to the draft, or ask about it. Return its refusal, or None."""
        groups, first = self._groups, len(self.draft.groups)
        trial = self.trial(sight, seat) if groups else Trial()
        self.drop()
        refused = next((one for one in trial.refused if one.group >= first), None)
        if not groups or (refused and refused.reason != _ASKED):
            return refused
        self.question = None if self.tool == "blueprint" else question(groups, sight, company, trial.built)
        if self.question:
            self._groups = groups
            return None
        if refused is None:
            self.add(groups)
        return refused

    def answer(self, sight: Sight, seat: int, station: int) -> Refusal | None:
        """Build the gesture that was asked about as part of a station. Return its refusal, or None."""
        if self.question is None:
            return None
        self._groups, first = self.question.answered(station), len(self.draft.groups)
        trial, groups = self.trial(sight, seat), self._groups
        self.drop()
        refused = next((one for one in trial.refused if one.group >= first), None)
        if refused is None:
            self.add(groups)
        return refused

    def add(self, groups: Sequence[Group]) -> None:
        """Build groups now, or add them to the draft if gestures are gathered."""
        if self.gathers:
            self.draft.add(groups)
        else:
            self._send(tuple(groups), undo=True)
            self._undone.clear()

    def build(self) -> None:
        """Send the draft as the plan of this round, even if it is empty."""
        self.outbox.append(self.draft.take(self._next()))

    def _send(self, groups: tuple[Group, ...], *, undo: bool) -> None:
        serial = self._next()
        self.outbox.append(Plan(serial, groups))
        if undo:
            self._built.append((serial, groups))
            del self._built[:-_MOST_UNDONE]

    def _next(self) -> int:
        self.serial += 1
        return self.serial

    @property
    def may_undo(self) -> bool:
        """Whether there is a drag, question, drafted or built gesture to undo."""
        return bool(self.drag or self.question or self.draft.may_undo or self._built)

    @property
    def may_redo(self) -> bool:
        """Whether there is an undone gesture to redo."""
        return self.draft.may_redo or bool(self._undone)

    def undo(self) -> None:
        """Undo the last gesture, even if it is built already."""
        if self.drag or self.question:
            self.drop()
        elif self.draft.may_undo:
            self.draft.undo()
        elif self._built:
            serial, groups = self._built.pop()
            self._undone.append(groups)
            self._send((TakeBack(serial),), undo=False)

    def redo(self) -> None:
        """Redo the gesture that was undone last."""
        if self.draft.may_redo:
            self.draft.redo()
        elif self._undone:
            self._send(self._undone.pop(), undo=True)
