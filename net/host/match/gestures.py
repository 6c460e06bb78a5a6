"""The limits of what people show of a choice before they make it."""

from __future__ import annotations

from net.allowance import Allowance
from net.limits import HostLimits
from net.messages import Gesture


class SeatGestures:
    """The limits of the gestures of one seat."""

    def __init__(self, limits: HostLimits) -> None:
        self._times = Allowance(limits.gestures, limits.gestures_burst)
        self._bytes = Allowance(limits.gesture_bytes, 2 * limits.gesture_bytes)
        self._most = limits.gesture_step
        self._number = -1
        self._shown = 0

    def take(self, gesture: Gesture, now: float) -> bool:
        """Return whether one more gesture is within the limits, and count it if so."""
        if gesture.number != self._number:
            self._number, self._shown = gesture.number, 0
        size = len(gesture.data)
        if self._shown + size > self._most or not self._times.take(now) or not self._bytes.take(now, size):
            return False
        self._shown += size
        return True
