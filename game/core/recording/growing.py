"""A recording in memory, as the bytes of its file."""

from __future__ import annotations

import msgspec

from game.core.match.match import Step
from game.core.recording.frames import MAGIC, frame_of
from game.core.recording.replay import End, Frame, Header, Replay, Rewind, Sealed, StepFrame, stored
from game.core.rules import Move


class RecordingBytes:
    """A recording that grows in memory: `data` is always a whole file."""

    def __init__(self, header: Header) -> None:
        self.data = bytearray(MAGIC)
        self._digest = b""
        self._add(header)

    def append(self, step: Step) -> None:
        """Add a step."""
        self._add(StepFrame(step.number, tuple(map(stored, step.moves)), step.hash))

    def rewind(self, number: int) -> None:
        """Note that the steps from `number` on were undone."""
        self._add(Rewind(number))

    def seal(self, number: int, move: Move) -> None:
        """Add a move that was taken before the window of step `number` closed."""
        self._add(Sealed(number, move))

    def end(self, end: End) -> None:
        """Add the end."""
        self._add(end)

    def _add(self, frame: Frame) -> None:
        framed, self._digest = frame_of(self._digest, msgspec.msgpack.encode(frame))
        self.data += framed


def written(replay: Replay) -> bytes:
    """Return a recording as the bytes of its file, without undone steps and hints."""
    recording = RecordingBytes(replay.header)
    for step in replay.steps:
        recording.append(step)
    for move in replay.sealed:
        recording.seal(len(replay.steps), move)
    if replay.end is not None:
        recording.end(replay.end)
    return bytes(recording.data)
