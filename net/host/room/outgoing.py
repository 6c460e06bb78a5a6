"""What is sent to a viewer together, without the gestures that a person is too slow for."""

from __future__ import annotations

from net.allowance import Earned
from net.host.room.people import Person
from net.limits import HostLimits
from net.messages import Gestured
from net.parts import ToClient
from net.wire import pack


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
