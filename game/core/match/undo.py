"""Dumps of a few states of a match, for undo and for going back in a replay.

A state between two dumps is restored by playing the steps since the earlier dump.
"""

from __future__ import annotations

MOST_KEPT = 32
"""How many states are kept for undo. When there are more, every second one is dropped, so that in a match of 2,000
steps an undo replays at most 127."""


class SpacedStates:
    """Evenly spaced dumps of states, by the number of the step that followed; limited in number and bytes."""

    def __init__(self, most: int, most_bytes: int) -> None:
        self.begin = 0
        """The first step whose preceding state may be kept."""
        self._most = most
        self._most_bytes = most_bytes
        self._bytes = 0
        self._states: dict[int, bytes] = {}
        self._spacing = 1

    def wants(self, number: int) -> bool:
        """Return whether the state before step `number` should be kept."""
        return number not in self._states and self._spaced(number)

    def _spaced(self, number: int) -> bool:
        return number >= self.begin and (number - self.begin) % self._spacing == 0

    def keep(self, number: int, state: bytes) -> None:
        """Keep the state before step `number`; when there are too many, drop every second one."""
        self._states[number] = state
        self._bytes += len(state)
        while len(self._states) > 1 and (len(self._states) > self._most or self._bytes > self._most_bytes):
            self._spacing *= 2
            self._states = {step: dump for step, dump in self._states.items() if self._spaced(step)}
            self._bytes = sum(map(len, self._states.values()))

    def before(self, number: int) -> tuple[int, bytes] | None:
        """Return the last kept state at or before step `number`,
        with the number of its step; None where there is none."""
        return max((item for item in self._states.items() if item[0] <= number), default=None)


class UndoStates(SpacedStates):
    """States since the last new information, which `undo` cannot pass. Without `wanted` none are kept."""

    def __init__(self, wanted: bool) -> None:
        super().__init__(MOST_KEPT, 1 << 62)
        self.wanted = wanted

    def wants(self, number: int) -> bool:
        return self.wanted and super().wants(number)

    def forget(self, number: int) -> None:
        """Drop all states; steps before `number` can no longer be taken back."""
        self._states.clear()
        self._bytes = 0
        self._spacing = 1
        self.begin = number

    def back_to(self, number: int) -> tuple[int, bytes]:
        """Return the step number and the last state kept at or before step `number`; drop later ones."""
        self._states = {step: dump for step, dump in self._states.items() if step <= number}
        self._bytes = sum(map(len, self._states.values()))
        return max(self._states.items())
