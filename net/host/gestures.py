"""Limits on which gestures are passed on, and to whom."""

from __future__ import annotations

from net.allowance import Allowance, Earned
from net.host.people import Person
from net.limits import HostLimits
from net.messages import Gesture, Gestured
from net.parts import ToClient
from net.wire import pack


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


class Outgoing:
    """Messages for one viewer that are sent together, in order. Gestures are left out for people beyond the limits."""

    def __init__(self, limits: HostLimits, earned: Earned) -> None:
        self._limits = limits
        self._earned = earned
        self._frames: list[tuple[bytes, bool]] = []
        self._gestures = 0
        self._whole: bytes | None = None

    def add(self, message: ToClient) -> None:
        """Add a message."""
        spare = isinstance(message, Gestured)
        frame = pack(message)
        self._frames.append((frame, spare))
        self._gestures += len(frame) if spare else 0

    def for_person(self, person: Person, *, seated: bool) -> bytes:
        """Return the bytes for a person. Gestures are included as far as they are earned; half of the allowance is for
        players only.
        """
        if self._whole is None:
            self._whole = b"".join(frame for frame, _ in self._frames)
        least = 0.0 if seated else self._limits.told_burst / 2
        behind = person.link is not None and person.link.unread > self._limits.gesture_unread
        if not self._gestures:
            return self._whole
        if behind or self._earned.left <= least:
            return b"".join(frame for frame, spare in self._frames if not spare)
        self._earned.spend(self._gestures)
        return self._whole
