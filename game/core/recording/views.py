"""Recordings of what one viewer saw of a match, such as a spectator on a LAN may keep, in the format of replays.

They hold no moves and no seed, only views and the events that the viewer was told. They are shown without the rules,
prove nothing about the match, and reveal no secrets.
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
    """The first frame: which match was seen, by which viewer, and the first view."""

    game: str
    version: int
    options: dict[str, Any]
    seats: tuple[SeatRecord, ...]
    viewer: Viewer
    brief: Any
    view: Any
    number: int = 0
    """How many steps had been played before the first view."""
    when: str = ""
    """The time of recording in ISO 8601; "" where unknown."""


class SeenStep(msgspec.Struct, frozen=True, tag="seen"):
    """A step as the viewer saw it, and the view after it. `view` is None in steps before the viewer came."""

    number: int
    movers: tuple[Seat, ...]
    forced: tuple[Seat, ...]
    events: tuple[Event, ...]
    turn: int
    view: Any = None
    scores: tuple[int, ...] = ()


class SeenRewind(msgspec.Struct, frozen=True, tag="unseen"):
    """The steps from `number` on were undone; `view` is the view after that."""

    number: int
    view: Any


class SeenEnd(msgspec.Struct, frozen=True, tag="seen_end"):
    """The last frame: the match ended, without a result where people agreed to end it."""

    hash: str
    result: Result | None


Frame: TypeAlias = ViewHeader | SeenStep | SeenRewind | SeenEnd
_DECODER: msgspec.msgpack.Decoder[Frame] = msgspec.msgpack.Decoder(Frame)


class ViewWriter(FrameWriter):
    """Records what a viewer sees while it happens. A full disk ends the recording and nothing else."""

    def __init__(self, path: Path, header: ViewHeader) -> None:
        super().__init__(path, header)

    def seen(self, frame: SeenStep | SeenRewind) -> None:
        """Write a frame of what was seen."""
        self._write(frame)

    def finish(self, end: SeenEnd | None = None) -> None:
        """Close the file, after writing how the match ended if that was seen."""
        if end is not None:
            self._write(end)
        self.sync()
        self._file.close()


class ViewRecording(msgspec.Struct, frozen=True):
    """The content of a recording of views. `end` is None where the recording was cut off."""

    header: ViewHeader
    steps: tuple[SeenStep, ...]
    end: SeenEnd | None = None

    def check(self, info: GameInfo) -> None:
        """Raise ReplayError unless this game can show the recording."""
        at_once(self.checking(info))

    def checking(self, info: GameInfo) -> Pieces[None]:
        """Check the recording as `check` does, one view a step, and yield after each the share that is done."""
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
        """Return the view after `position` steps, or else the next one that was seen. Raises ReplayError."""
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
    """Return whether a recording holds views and not moves. Raises ReplayError where the file is no recording."""
    raw = first_frame(path)
    try:
        _DECODER.decode(raw.body)
    except UNDECODABLE:
        return False
    return True


def read_view_header(path: Path) -> ViewHeader:
    """Read only the header of a recording of views, for lists. Raises ReplayError like `read_view_recording`."""
    raw = first_frame(path)
    first = _read(path, raw.body, raw.at)
    if not isinstance(first, ViewHeader):
        raise ReplayError("replay.error.no_header", path=str(path))
    return first


def read_view_recording(path: Path) -> ViewRecording:
    """Read a recording of views. Raises ReplayError when it is none, was changed, or cannot be read."""
    return at_once(reading_views(path))


def reading_views(path: Path) -> Pieces[ViewRecording]:
    """Read a recording of views in pieces, yielding the share done. Raises ReplayError like `read_view_recording`."""
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
