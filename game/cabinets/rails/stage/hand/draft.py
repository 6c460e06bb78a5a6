"""The groups that gather in the plan bar until they are built: taken back and put again, one gesture at a time."""

from __future__ import annotations

from collections.abc import Sequence

from game.cabinets.rails.contract.actions import MOST_GROUPS, Group, Plan


class Draft:
    """What one person has drawn and not built."""

    def __init__(self) -> None:
        self._gestures: list[tuple[Group, ...]] = []
        self._undone: list[tuple[Group, ...]] = []

    @property
    def groups(self) -> tuple[Group, ...]:
        """In the order in which they were drawn."""
        return tuple(group for gesture in self._gestures for group in gesture)

    @property
    def may_undo(self) -> bool:
        """Whether there is a gesture to take back."""
        return bool(self._gestures)

    @property
    def may_redo(self) -> bool:
        """Whether there is one to put again."""
        return bool(self._undone)

    def add(self, gesture: Sequence[Group]) -> bool:
        """A gesture ended with these; False where a plan holds no more.

        What was taken back cannot be put again then.
        """
        if len(self.groups) + len(gesture) > MOST_GROUPS:
            return False
        self._gestures.append(tuple(gesture))
        self._undone.clear()
        return True

    def undo(self) -> None:
        """Take the last gesture back."""
        self._undone.append(self._gestures.pop())

    def redo(self) -> None:
        """Put the gesture again that was taken back last."""
        self._gestures.append(self._undone.pop())

    def take(self, serial: int) -> Plan:
        """All of it as a plan; nothing is left."""
        plan = Plan(serial, self.groups)
        self._gestures.clear()
        self._undone.clear()
        return plan
