"""The draft in the plan bar: groups collected until they are built, undone and redone one gesture at a time."""

from __future__ import annotations

from collections.abc import Sequence

from game.cabinets.rails.contract.actions import MOST_GROUPS, Group, Plan


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
