"""The replay file: written as a match goes on, read back and played again.

A replay is the log of moves, not of pictures: bots are never run again. The file is a line that names the
format, then frames. A frame is a length (4 bytes, big-endian), a digest (8 bytes) and a msgpack body; the digest
is taken over the digest before it and the body, so a changed byte anywhere breaks the chain from there on. The
first frame is the Header, the next ones are Steps and Rewinds, the last is the End. A file that just stops (the
power went, the disk was full) is read up to its last whole frame and says that it is unfinished.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from game.core.errors import SpokenError, reason
from game.core.match import IllegalMoveError, Match, Step
from game.core.rules import OMNISCIENT, AnyRules, Move, Result, Viewer

MAGIC = b"SOUK REPLAY 1\n"
MAX_FRAME = 1 << 22
_LENGTH, _DIGEST = 4, 8


class ReplayError(SpokenError):
    """A replay cannot be written, read or played; the sentence says why and what to do."""


class SeatRecord(msgspec.Struct, frozen=True):
    """Who sat where: the display name, and the bot's specification (None for a person)."""

    name: str
    bot: str | None = None


class Header(msgspec.Struct, frozen=True, tag="header"):
    """What a replay needs to be played again, and what a list of replays shows."""

    game: str
    version: int
    seed: int
    options: dict[str, Any]
    seats: tuple[SeatRecord, ...]
    when: str = ""
    """When it was recorded, ISO 8601; given by who records, for people to read."""


class Rewind(msgspec.Struct, frozen=True, tag="rewind"):
    """The steps from `number` on were undone."""

    number: int


class StepFrame(msgspec.Struct, frozen=True, tag="step"):
    """A step of the match, without its events: those follow from the moves."""

    number: int
    moves: tuple[Move, ...]
    hash: str | None = None


class End(msgspec.Struct, frozen=True, tag="end"):
    """The match was recorded whole."""

    hash: str
    result: Result


Frame: TypeAlias = Header | StepFrame | Rewind | End
_DECODER: msgspec.msgpack.Decoder[Frame] = msgspec.msgpack.Decoder(Frame)


class ReplayWriter:
    """A Journal in a file: every step is on its way to the disk before anyone is told of it.

    A write that fails (disk full) ends the recording and nothing else: `failure` says so, the file keeps every
    whole frame. With `durable`, each frame is flushed to the disk itself, as a host that may be killed needs.
    """

    def __init__(self, path: Path, header: Header, *, durable: bool = False) -> None:
        self.path = path
        self.failure: ReplayError | None = None
        self._durable = durable
        self._digest = b""
        self._end = 0
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("wb", buffering=0)
        except OSError as error:
            raise ReplayError("replay.error.write", path=str(path), why=reason(error)) from error
        self._put(MAGIC)
        self._write(header)

    def append(self, step: Step) -> None:
        """Keep a step. Never raises for a disk; see `failure`."""
        self._write(StepFrame(step.number, step.moves, step.hash))

    def rewind(self, number: int) -> None:
        """Note that the steps from `number` on were undone."""
        self._write(Rewind(number))

    def finish(self, match: Match) -> None:
        """Close the file; a match that is over gets its End."""
        if match.over:
            self._write(End(match.hash(), match.result()))
        self._file.close()

    def _write(self, frame: Frame) -> None:
        body = msgspec.msgpack.encode(frame)
        digest = _chain(self._digest, body)
        if self._put(len(body).to_bytes(_LENGTH, "big") + digest + body):
            self._digest = digest

    def _put(self, data: bytes) -> bool:
        """Write all of `data` or nothing."""
        if self.failure is not None or self._file.closed:
            return False
        try:
            written = self._file.write(data)
            if written != len(data):
                raise OSError(28, os.strerror(28))
            if self._durable:
                os.fsync(self._file.fileno())
        except OSError as error:
            self.failure = ReplayError("replay.error.stopped", path=str(self.path), why=reason(error))
            self._cut_off()
            return False
        self._end += len(data)
        return True

    def _cut_off(self) -> None:
        """Leave only whole frames behind."""
        try:
            self._file.truncate(self._end)
        except OSError:
            pass
        finally:
            self._file.close()


class Replay(msgspec.Struct, frozen=True):
    """What a replay file holds. `end` is None where the recording was cut off."""

    header: Header
    steps: tuple[Step, ...]
    end: End | None = None


def read_replay(path: Path) -> Replay:
    """Read a replay file.

    Raises ReplayError when it is no replay, was changed, or cannot be read.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ReplayError("replay.error.read", path=str(path), why=reason(error)) from error
    if not data.startswith(MAGIC):
        raise ReplayError("replay.error.no_replay", path=str(path))
    header: Header | None = None
    steps: list[Step] = []
    end: End | None = None
    for frame in _frames(path, data):
        match frame:
            case Header() if header is None:
                header = frame
            case StepFrame() if header is not None and end is None and frame.number == len(steps):
                steps.append(Step(frame.number, frame.moves, (), frame.hash))
            case Rewind(number=number) if end is None and 0 <= number < len(steps):
                del steps[number:]
            case End() if header is not None and end is None:
                end = frame
            case _:
                raise ReplayError("replay.error.order", path=str(path), frame=type(frame).__name__)
    if header is None:
        raise ReplayError("replay.error.no_header", path=str(path))
    return Replay(header, tuple(steps), end)


def read_header(path: Path) -> Header:
    """Only the header of a replay file, for lists.

    Raises ReplayError like `read_replay`.
    """
    try:
        with path.open("rb") as file:
            data = file.read(len(MAGIC) + _LENGTH + _DIGEST + (1 << 16))
    except OSError as error:
        raise ReplayError("replay.error.read", path=str(path), why=reason(error)) from error
    if not data.startswith(MAGIC):
        raise ReplayError("replay.error.no_replay", path=str(path))
    first = next(_frames(path, data), None)
    if not isinstance(first, Header):
        raise ReplayError("replay.error.no_header", path=str(path))
    return first


def _frames(path: Path, data: bytes) -> Iterator[Frame]:
    """The frames of a file, each checked against the chain. A last frame that is cut off is left out."""
    at, digest = len(MAGIC), b""
    while at + _LENGTH + _DIGEST <= len(data):
        length = int.from_bytes(data[at : at + _LENGTH], "big")
        body_at = at + _LENGTH + _DIGEST
        if length > MAX_FRAME:
            raise ReplayError("replay.error.frame", path=str(path), at=at)
        body = data[body_at : body_at + length]
        if len(body) < length:
            return
        digest = _chain(digest, body)
        if digest != data[at + _LENGTH : body_at]:
            raise ReplayError("replay.error.digest", path=str(path), at=at)
        try:
            yield _DECODER.decode(body)
        except msgspec.DecodeError as error:
            raise ReplayError("replay.error.frame", path=str(path), at=body_at) from error
        at = body_at + length


def _chain(digest: bytes, body: bytes) -> bytes:
    return blake2b(digest + len(body).to_bytes(_LENGTH, "big") + body, digest_size=_DIGEST).digest()


class Playback:
    """A replay being played: any step can be gone to, and the hashes are checked on the way.

    Raises ReplayError when these rules cannot play it.
    """

    def __init__(self, replay: Replay, rules: AnyRules) -> None:
        header, info = replay.header, rules.info
        if header.game != info.id:
            raise ReplayError("replay.error.game", recorded=header.game, here=info.id)
        if header.version != info.version:
            raise ReplayError("replay.error.version", recorded=header.version, here=info.version, game=info.id)
        try:
            self.options = msgspec.convert(header.options, info.options)
        except msgspec.ValidationError as error:
            raise ReplayError("replay.error.options", game=info.id, why=str(error)) from error
        self.replay = replay
        self.rules = rules
        if len(header.seats) not in info.seats:
            raise ReplayError("replay.error.seats", game=info.id, seats=len(header.seats))
        self._match = self._begin()

    def __len__(self) -> int:
        """How many steps can be gone to; position 0 is before the first."""
        return len(self.replay.steps)

    @property
    def position(self) -> int:
        """How many steps have been played."""
        return self._match.number

    @property
    def match(self) -> Match:
        """The match as it stands at this position. To look at, not to play on."""
        return self._match

    def view(self, viewer: Viewer = OMNISCIENT) -> Any:
        """What `viewer` may know at this position."""
        return self._match.view(viewer)

    def forward(self) -> Step:
        """Play one more step and return it, with its events as the rules tell them."""
        recorded = self.replay.steps[self.position]
        try:
            played = self._match.play(recorded.moves)
        except IllegalMoveError as error:
            raise ReplayError("replay.error.illegal", why=str(error)) from error
        if recorded.hash is not None and self._match.hash() != recorded.hash:
            raise ReplayError("replay.error.hash", step=recorded.number)
        return played

    def seek(self, position: int) -> None:
        """Go to a position, 0 … len(self), forwards or backwards."""
        position = max(0, min(position, len(self)))
        if position < self.position:
            self._match = self._begin()
        while self.position < position:
            self.forward()

    def verify(self) -> None:
        """Play all of it and check the end. Raises ReplayError at the first thing that differs."""
        self.seek(len(self))
        end = self.replay.end
        if end is None:
            raise ReplayError("replay.error.unfinished", steps=len(self))
        if not self._match.over or self._match.hash() != end.hash or self._match.result() != end.result:
            raise ReplayError("replay.error.end")

    def scores(self) -> Sequence[tuple[int, ...]]:
        """The scores after every step, from the start, for a chart."""
        match = self._begin()
        found = [match.scores()]
        for step in self.replay.steps:
            match.play(step.moves)
            found.append(match.scores())
        return found

    def _begin(self) -> Match:
        header = self.replay.header
        return Match(self.rules, len(header.seats), self.options, header.seed)
