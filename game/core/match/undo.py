"""States of a match that are kept on the way, few of them: for undo, and to go back in a replay.

A state between two kept ones comes back by playing the steps from the one before it again.
"""

from __future__ import annotations

MOST_KEPT = 32
"""States kept for undo at a time. When there are more, every second one goes: a match of 2,000 steps plays at most 127
again."""


class SpacedStates:
    """Evenly spaced dumps, by the step before which they were taken; their number and their bytes are limited."""

    def __init__(self, most: int, most_bytes: int) -> None:
        self.begin = 0
        """The first step of which a state may be kept."""
        self._most = most
        self._most_bytes = most_bytes
        self._bytes = 0
        self._states: dict[int, bytes] = {}
        self._spacing = 1

    def wants(self, number: int) -> bool:
        """Whether the state before step `number` is to be kept."""
        return number not in self._states and self._spaced(number)

    def _spaced(self, number: int) -> bool:
        return number >= self.begin and (number - self.begin) % self._spacing == 0

    def keep(self, number: int, state: bytes) -> None:
        """Keep the state before step `number`. Where there are too many, every second one goes."""
        self._states[number] = state
        self._bytes += len(state)
        while len(self._states) > 1 and (len(self._states) > self._most or self._bytes > self._most_bytes):
            self._spacing *= 2
            self._states = {step: dump for step, dump in self._states.items() if self._spaced(step)}
            self._bytes = sum(map(len, self._states.values()))

    def before(self, number: int) -> tuple[int, bytes] | None:
        """The last state kept at or before step `number`, and before which step it was."""
        return max((item for item in self._states.items() if item[0] <= number), default=None)


class UndoStates(SpacedStates):
    """States of the steps since the last new information. Without `wanted` none are kept."""

    def __init__(self, wanted: bool) -> None:
        super().__init__(MOST_KEPT, 1 << 62)
        self.wanted = wanted

    def wants(self, number: int) -> bool:
        return self.wanted and super().wants(number)

    def forget(self, number: int) -> None:
        """Steps before `number` can be taken back no more."""
        self._states.clear()
        self._bytes = 0
        self._spacing = 1
        self.begin = number

    def back_to(self, number: int) -> tuple[int, bytes]:
        """Return the last state kept at or before step `number`, and its step; forget later ones."""
        self._states = {step: dump for step, dump in self._states.items() if step <= number}
        self._bytes = sum(map(len, self._states.values()))
        return max(self._states.items())
