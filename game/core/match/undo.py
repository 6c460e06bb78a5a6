"""What a match keeps for undo: states of the steps since the last new information, few of them.

A state between two kept ones comes back by playing the steps from the one before it again.
"""

from __future__ import annotations

MOST_KEPT = 32
"""States kept at a time. When there are more, every second one goes: a match of 2,000 steps plays at most 127 again."""


class UndoStates:
    """Dumps by the step that they were taken before. Without `wanted` none are."""

    def __init__(self, wanted: bool) -> None:
        self.wanted = wanted
        self.begin = 0
        """The first step that can be taken back."""
        self._states: dict[int, bytes] = {}
        self._spacing = 1

    def wants(self, number: int) -> bool:
        """Whether the state before step `number` is to be kept."""
        return self.wanted and (number - self.begin) % self._spacing == 0

    def keep(self, number: int, state: bytes) -> None:
        """Keep the state before step `number`."""
        self._states[number] = state
        if len(self._states) > MOST_KEPT:
            self._spacing *= 2
            self._states = {step: dump for step, dump in self._states.items() if self.wants(step)}

    def forget(self, number: int) -> None:
        """Steps before `number` can be taken back no more."""
        self._states.clear()
        self._spacing = 1
        self.begin = number

    def back_to(self, number: int) -> tuple[int, bytes]:
        """The last state kept at or before step `number`, and before which step it was; later ones are forgotten."""
        self._states = {step: dump for step, dump in self._states.items() if step <= number}
        return max(self._states.items())
