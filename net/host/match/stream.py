"""What one viewer of a match was told, in short form, so that people who come late or again are told the same."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain

import msgspec

from net.messages import Begun, Ended, Past, Rewound, Stepped, Waiting
from net.parts import PastStep, ToClient
from net.wire import pack

_PAST = 64
"""The most steps in one message of the past."""
PAST_BYTES = 64 << 10
"""The most bytes of steps in one message of the past; a longer step has a message of its own."""


class Stream:
    """The messages about a match for one viewer, told `delay` seconds after they were pushed.

    Latecomers get the past in few messages. It holds only what was already told, so that a late spectator is delayed as
    much as others.
    """

    def __init__(self, begun: Begun, delay: float = 0.0) -> None:
        self._begun = begun
        self._delay = delay
        self._held: deque[tuple[float, ToClient]] = deque()
        self._past: list[PastStep] = []
        self._pieces = Pieces()
        self._waiting: Waiting | None = None
        self._waiting_since = 0.0
        self._ended: Ended | None = None

    def recall(self, past: Iterable[PastStep]) -> None:
        """Put earlier steps before the stream's beginning, for viewers who were not there when they were played."""
        self._past = list(past)
        self._pieces = Pieces(self._past)

    def push(self, now: float, message: ToClient) -> None:
        """Add a message, to be told `delay` seconds after `now`."""
        self._held.append((now + self._delay, message))

    def due(self, now: float) -> list[ToClient]:
        """Return the messages to tell at time `now`, in order."""
        told = []
        while self._held and self._held[0][0] <= now:
            message = self._held.popleft()[1]
            self._fold(message, now)
            told.append(message)
        return told

    @property
    def next_due(self) -> float | None:
        """Time at which the next message is due; None if none waits."""
        return self._held[0][0] if self._held else None

    def snapshot(self, now: float, *, running: bool = True) -> Iterator[bytes]:
        """Return everything told up to now, packed, for somebody who sees the match for the first time.

        While the match is `running`, the time left in it shrinks.
        """
        after: list[ToClient] = []
        if self._waiting is not None:
            gone = int((now - self._waiting_since) * 1000) if running else 0
            left = self._waiting.left
            after.append(msgspec.structs.replace(self._waiting, left=None if left is None else max(0, left - gone)))
        if self._ended is not None:
            after.append(self._ended)
        return chain([pack(self._begun)], self._pieces.frames(), map(pack, after))

    def _fold(self, message: ToClient, now: float) -> None:
        match message:
            case Stepped(step=step, view=view):
                self._past.append(step)
                self._pieces.add(step)
                self._begun = msgspec.structs.replace(self._begun, number=step.number + 1, view=view)
                self._waiting = None
            case Rewound(number=number, view=view):
                del self._past[number:]
                self._pieces = Pieces(self._past)
                self._begun = msgspec.structs.replace(self._begun, number=number, view=view)
                self._waiting = None
            case Waiting():
                self._waiting, self._waiting_since = message, now
            case Ended():
                self._waiting, self._ended = None, message


class Pieces:
    """The past in messages of moderate size, each packed once, so that latecomers cost little even in a long match."""

    def __init__(self, past: Iterable[PastStep] = ()) -> None:
        self._whole: list[bytes] = []
        self._last: list[PastStep] = []
        self._size = 0
        for step in past:
            self.add(step)

    def add(self, step: PastStep) -> None:
        """Add a step."""
        more = len(msgspec.msgpack.encode(step))
        if self._last and (len(self._last) == _PAST or self._size + more > PAST_BYTES):
            self._whole.append(pack(Past(tuple(self._last))))
            self._last, self._size = [], 0
        self._last.append(step)
        self._size += more

    def frames(self) -> Iterator[bytes]:
        """Return the whole past, packed."""
        last = [pack(Past(tuple(self._last)))] if self._last else []
        return chain(tuple(self._whole), last)
