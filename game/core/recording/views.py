"""What one viewer saw of a match, in the container of replays: what a spectator of a LAN match may keep.

There are no moves in it and no seed, only views and the events that its viewer was told. So it needs no rules to
be shown, proves nothing, and gives away nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from game.core.errors import UNDECODABLE
from game.core.recording.frames import FrameWriter, ReplayError, first_frame, frames, read_bytes
from game.core.recording.replay import SeatRecord
from game.core.rules import NATURE, SPECTATOR, Event, GameInfo, Result, Seat, Viewer
from game.core.work.pieces import Pieces, at_once


class ViewHeader(msgspec.Struct, frozen=True, tag="views"):
    """What was seen, by whom, and how it looked at first."""

    game: str
    version: int
    options: dict[str, Any]
    seats: tuple[SeatRecord, ...]
    viewer: Viewer
    brief: Any
    view: Any
    number: int = 0
    """The steps played before that view."""
    when: str = ""
    """When it was recorded, ISO 8601."""


class SeenStep(msgspec.Struct, frozen=True, tag="seen"):
    """A step as it was seen, and what was seen after it. `view` is None where a viewer came later."""

    number: int
    movers: tuple[Seat, ...]
    forced: tuple[Seat, ...]
    events: tuple[Event, ...]
    turn: int
    view: Any = None
    scores: tuple[int, ...] = ()


class SeenRewind(msgspec.Struct, frozen=True, tag="unseen"):
    """The steps from `number` on were undone."""

    number: int
    view: Any


class SeenEnd(msgspec.Struct, frozen=True, tag="seen_end"):
    """The match ended; without a result where people agreed to end it."""

    hash: str
    result: Result | None


Frame: TypeAlias = ViewHeader | SeenStep | SeenRewind | SeenEnd
_DECODER: msgspec.msgpack.Decoder[Frame] = msgspec.msgpack.Decoder(Frame)


class ViewWriter(FrameWriter):
    """Records what a viewer sees as they see it. A full disk ends the recording and nothing else."""

    def __init__(self, path: Path, header: ViewHeader) -> None:
        super().__init__(path, header)

    def seen(self, frame: SeenStep | SeenRewind) -> None:
        """Keep what was seen."""
        self._write(frame)

    def finish(self, end: SeenEnd | None = None) -> None:
        """Close the file, with how the match ended if that was seen."""
        if end is not None:
            self._write(end)
        self.sync()
        self._file.close()


class ViewRecording(msgspec.Struct, frozen=True):
    """What a recording of views holds. `end` is None where it was cut off."""

    header: ViewHeader
    steps: tuple[SeenStep, ...]
    end: SeenEnd | None = None

    def check(self, info: GameInfo) -> None:
        """Whether this game can show it. Raises ReplayError."""
        at_once(self.checking(info))

    def checking(self, info: GameInfo) -> Pieces[None]:
        """`check` in pieces, a view each."""
        if self.header.game != info.id:
            raise ReplayError("replay.error.game", recorded=self.header.game, here=info.id)
        if self.header.version != info.version:
            raise ReplayError("replay.error.version", recorded=self.header.version, here=info.version, game=info.id)
        seats = len(self.header.seats)
        if seats not in info.seats:
            raise ReplayError("replay.error.seats", game=info.id, seats=seats)
        if not SPECTATOR <= self.header.viewer < seats or self.header.viewer == NATURE:
            raise ReplayError("replay.error.illegal", why=f"viewer {self.header.viewer}")
        _convert(self.header.options, info.options)
        _convert(self.header.view, info.view)
        for step in self.steps:
            if not all(0 <= seat < seats for seat in (*step.movers, *step.forced)):
                raise ReplayError("replay.error.illegal", why=f"step {step.number}")
            if step.number >= self.header.number and step.view is not None:
                _convert(step.view, info.view)
                yield step.number / len(self.steps)

    def view(self, position: int, info: GameInfo) -> Any:
        """What was seen after `position` steps, or at the next step that was seen. Raises ReplayError."""
        if position > self.header.number:
            for number in range(position - 1, len(self.steps)):
                if self.steps[number].view is not None:
                    return _convert(self.steps[number].view, info.view)
        return _convert(self.header.view, info.view)


def _fits(result: Result | None, header: ViewHeader) -> bool:
    return result is None or len(result.seats) == len(header.seats)


def _convert(seen: Any, kind: Any) -> Any:
    try:
        return msgspec.convert(seen, kind)
    except (*UNDECODABLE, ValueError, TypeError, OverflowError) as error:
        raise ReplayError("replay.error.illegal", why=str(error)) from error


def is_view_recording(path: Path) -> bool:
    """Whether the file holds views and not a match. Raises ReplayError where it is no replay at all."""
    raw = first_frame(path)
    try:
        _DECODER.decode(raw.body)
    except UNDECODABLE:
        return False
    return True


def read_view_header(path: Path) -> ViewHeader:
    """Only the header of a recording of views, for lists. Raises ReplayError like `read_view_recording`."""
    raw = first_frame(path)
    first = _read(path, raw.body, raw.at)
    if not isinstance(first, ViewHeader):
        raise ReplayError("replay.error.no_header", path=str(path))
    return first


def read_view_recording(path: Path) -> ViewRecording:
    """Read a recording of views. Raises ReplayError when it is none, was changed, or cannot be read."""
    return at_once(reading_views(path))


def reading_views(path: Path) -> Pieces[ViewRecording]:
    """Read a recording of views in pieces. Raises ReplayError like `read_view_recording`."""
    header: ViewHeader | None = None
    steps: list[SeenStep] = []
    end: SeenEnd | None = None
    data = read_bytes(path)
    for raw in frames(path, data):
        frame = _read(path, raw.body, raw.at)
        yield raw.end / len(data)
        match frame:
            case ViewHeader() if header is None:
                header = frame
            case SeenStep() if header is not None and end is None and frame.number == len(steps):
                steps.append(frame)
            case SeenRewind(number=number) if end is None and 0 <= number <= len(steps):
                del steps[number:]
            case SeenEnd() if header is not None and end is None and _fits(frame.result, header):
                end = frame
            case _:
                raise ReplayError("replay.error.order", path=str(path), frame=type(frame).__name__)
    if header is None:
        raise ReplayError("replay.error.no_header", path=str(path))
    return ViewRecording(header, tuple(steps), end)


def _read(path: Path, body: bytes, at: int) -> Frame:
    try:
        return _DECODER.decode(body)
    except UNDECODABLE as error:
        raise ReplayError("replay.error.frame", path=str(path), at=at) from error
