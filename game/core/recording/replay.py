"""The replay file: written while a match is played, read back and played again.

A replay is the log of moves, not of pictures, and bots are not run again. It is a file of frames
(core/recording/frames.py): the first frame is the Header; Steps, Sealed moves, Rewinds and hints follow; the last is
the End. A file without an End is unfinished, and the match can go on from there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from game.core.attachments import AttachmentError, attach_from, keep_beside, require
from game.core.errors import UNDECODABLE, SpokenError
from game.core.match.match import IllegalMoveError, Match, Step
from game.core.match.undo import SpacedStates
from game.core.options import OptionError, read
from game.core.recording.frames import (
    MAGIC,
    MAX_FRAME,
    FrameWriter,
    ReplayError,
    first_frame,
    frames,
    read_bytes,
)
from game.core.rules import NATURE, OMNISCIENT, AnyRules, GameInfo, Move, Result, Timed, Viewer
from game.core.sealing import CURRENT, FIRST
from game.core.work.pieces import Pieces, at_once

__all__ = [
    "MAGIC", "MAX_FRAME", "End", "Header", "Playback", "Replay", "ReplayError", "ReplayWriter", "SeatRecord",
    "header_of", "read_header", "read_replay", "resume_match", "seal_of", "stored",
]  # fmt: skip


class SeatRecord(msgspec.Struct, frozen=True):
    """The player of a seat: the display name, and the bot's specification (None for a person)."""

    name: str
    bot: str | None = None


class Header(msgspec.Struct, frozen=True, tag="header"):
    """What is needed to play a replay again, and what a list of replays shows."""

    game: str
    version: int
    seed: int
    options: dict[str, Any]
    seats: tuple[SeatRecord, ...]
    when: str = ""
    """The time of recording in ISO 8601, for people to read; "" where unknown."""
    key: int = 0
    """The key drawn for the match beside its seed (`chance.rooted`); 0 for none."""
    seal: int = FIRST
    """The rule by which hashes are taken of states (core/sealing.py)."""
    moved: tuple[int, ...] | msgspec.UnsetType = msgspec.UNSET
    """The numbers of the steps before which the match went on at another computer; left out where it never did."""

    @property
    def moves(self) -> tuple[int, ...]:
        """The same, empty where the match never went on at another computer."""
        return () if self.moved is msgspec.UNSET else self.moved


def header_of(
    info: GameInfo, seed: int, options: Any, seats: Sequence[SeatRecord], when: datetime | None = None, key: int = 0
) -> Header:
    """Return the header of a match that is about to begin with these options."""
    stamp = when.isoformat(timespec="seconds") if when else ""
    return Header(info.id, info.version, seed, msgspec.to_builtins(options), tuple(seats), stamp, key, CURRENT)


def seal_of(header: Header, rules: AnyRules) -> Callable[[Any], bytes]:
    """Return what the hashes of a recording are taken of. Raises ReplayError for a rule that is unknown here."""
    if header.seal == FIRST:
        return partial(rules.seal_first, options=header.options)
    if header.seal == CURRENT:
        return rules.seal
    raise ReplayError("replay.error.seal", seal=header.seal)


class Rewind(msgspec.Struct, frozen=True, tag="rewind"):
    """The frame that says: the steps from `number` on were undone."""

    number: int


class StepFrame(msgspec.Struct, frozen=True, tag="step"):
    """A step of the match without its events, which follow from the moves."""

    number: int
    moves: tuple[Move, ...]
    hash: str | None = None


class Sealed(msgspec.Struct, frozen=True, tag="sealed"):
    """A move taken while step `number` still waited for other moves; the last one of a seat counts."""

    number: int
    move: Move


class Hinted(msgspec.Struct, frozen=True, tag="hinted"):
    """How many hints the people at this screen had been given so far."""

    count: int


class End(msgspec.Struct, frozen=True, tag="end"):
    """The last frame: the match was recorded to its end."""

    hash: str
    result: Result


Frame: TypeAlias = Header | StepFrame | Sealed | Rewind | Hinted | End
_DECODER: msgspec.msgpack.Decoder[Frame] = msgspec.msgpack.Decoder(Frame)
_FRAMES_A_PIECE = 64
"""How many frames are decoded between two pauses of `reading_replay`."""


class ReplayWriter(FrameWriter):
    """A Journal in a file: every step is written before anyone is told of it."""

    def __init__(self, path: Path, header: Header | None, *, durable: bool = False, new: bool = False) -> None:
        super().__init__(path, header, durable=durable, new=new)

    @classmethod
    def reopen(cls, path: Path, *, durable: bool = False) -> ReplayWriter:
        """Continue a recording that stopped; an incomplete frame at its end is dropped.

        Raises ReplayError when the file was changed, or cannot be read or written.
        """
        return cls(path, None, durable=durable)

    def append(self, step: Step) -> None:
        """Write a step. Never raises for a disk error; see `failure`."""
        self._write(StepFrame(step.number, tuple(map(stored, step.moves)), step.hash))

    def seal(self, number: int, move: Move) -> None:
        """Write a move that was taken before the window of step `number` closed."""
        self._write(Sealed(number, move))

    def rewind(self, number: int) -> None:
        """Note that the steps from `number` on were undone."""
        self._write(Rewind(number))

    def hinted(self, count: int) -> None:
        """Note how many hints were given so far in the match."""
        self._write(Hinted(count))

    def end(self, match: Match) -> None:
        """Write how the match ended."""
        self._write(End(match.hash(), match.result()))

    def finish(self, match: Match) -> None:
        """Close the file, after writing the End of a match that is over."""
        if match.over:
            self.end(match)
        self.sync()
        self.close()


def begin_recording(
    path: Path,
    info: GameInfo,
    seed: int,
    options: Any,
    seats: Sequence[SeatRecord],
    when: datetime | None = None,
    key: int = 0,
    *,
    new: bool = False,
) -> ReplayWriter:
    """Begin the recording of a match, and write the lists that its options name beside it.

    Raises ReplayError; with `new` also where the file is not empty.
    """
    try:
        keep_beside(path.parent, options)
    except AttachmentError as error:
        raise ReplayError(error.key, **error.values) from error
    return ReplayWriter(path, header_of(info, seed, options, seats, when, key), new=new)


def record_match(
    path: Path, match: Match, seats: Sequence[SeatRecord], when: datetime | None = None, *, new: bool = False
) -> None:
    """Write the recording of a match that was played without one, finished or not. Raises ReplayError."""
    info = match.rules.info
    writer = begin_recording(path, info, match.seed, match.options, seats, when, match.key, new=new)
    for step in match.steps:
        writer.append(step)
    writer.finish(match)
    if writer.failure:
        raise writer.failure


def stored(move: Move) -> Move:
    """Return a move as a frame holds it: an outcome of chance too large for msgpack becomes bytes."""
    if move.seat != NATURE or move.action < 1 << 64:
        return move
    return Move(NATURE, move.action.to_bytes((move.action.bit_length() + 7) // 8, "big"), move.forced)


def _played(move: Move) -> Move:
    """Return the move that a frame holds, with a large outcome of chance turned back into a number."""
    if move.seat != NATURE or not isinstance(move.action, bytes):
        return move
    return Move(NATURE, int.from_bytes(move.action, "big"), move.forced)


class Replay(msgspec.Struct, frozen=True):
    """The content of a replay file. `end` is None where the recording was cut off."""

    header: Header
    steps: tuple[Step, ...]
    end: End | None = None
    sealed: tuple[Move, ...] = ()
    """Moves already taken for the next step, whose window did not close."""
    hints: int = 0
    """How many hints people were given in the match."""
    folder: Path | None = None
    """The folder of the file, which also holds the lists that the options name; None for a replay not from a file."""


def read_replay(path: Path) -> Replay:
    """Read a replay file.

    Raises ReplayError when it is no replay, was changed, or cannot be read.
    """
    return at_once(reading_replay(path))


def reading_replay(path: Path) -> Pieces[Replay]:
    """Read a replay file in pieces, yielding the share done. Raises ReplayError like `read_replay`."""
    header: Header | None = None
    steps: list[Step] = []
    sealed: dict[int, Move] = {}
    end: End | None = None
    hints = 0
    data = read_bytes(path)
    for number_read, raw in enumerate(frames(path, data)):
        if number_read % _FRAMES_A_PIECE == 0:
            yield raw.at / len(data)
        frame = _decode(path, raw.body, raw.at)
        match frame:
            case Header() if header is None:
                header = frame
            case StepFrame() if header is not None and end is None and frame.number == len(steps):
                steps.append(Step(frame.number, tuple(map(_played, frame.moves)), (), frame.hash))
                sealed.clear()
            case Sealed() if header is not None and end is None and frame.number == len(steps):
                sealed[frame.move.seat] = frame.move
            case Rewind(number=number) if end is None and 0 <= number < len(steps):
                del steps[number:]
                sealed.clear()
            case Hinted(count=count) if header is not None and end is None and count >= 0:
                hints = count
            case End() if header is not None and end is None:
                end = frame
            case _:
                raise ReplayError("replay.error.order", path=str(path), frame=type(frame).__name__)
    if header is None:
        raise ReplayError("replay.error.no_header", path=str(path))
    return Replay(header, tuple(steps), end, tuple(sealed[seat] for seat in sorted(sealed)), hints, path.parent)


def read_header(path: Path) -> Header:
    """Read only the header of a replay file, for lists.

    Raises ReplayError like `read_replay`.
    """
    raw = first_frame(path)
    first = _decode(path, raw.body, raw.at)
    if not isinstance(first, Header):
        raise ReplayError("replay.error.no_header", path=str(path))
    return first


def _decode(path: Path, body: bytes, at: int) -> Frame:
    try:
        return _DECODER.decode(body)
    except UNDECODABLE as error:
        raise ReplayError("replay.error.frame", path=str(path), at=at) from error


def resume_match(replay: Replay, match: Match) -> None:
    """Play a new match to where the recording stopped, moves of its last window included.

    The match must have no journal yet, and the recording's seal (`seal_of`). Raises ReplayError when its rules cannot
    play these moves.
    """
    for step in replay.steps:
        try:
            match.play(step.moves)
        except IllegalMoveError as error:
            raise ReplayError("replay.error.illegal", why=str(error)) from error
        if step.hash is not None and match.hash() != step.hash:
            raise ReplayError("replay.error.hash", step=step.number)
    for move in replay.sealed:
        if refusal := match.offer(move.seat, Timed(move.action, move.spent)):
            raise ReplayError("replay.error.illegal", why=refusal)


MOST_STATES = 512
"""Most states kept while a replay is played; when there are more, every second one is dropped."""
STATE_BYTES = 1 << 25
"""Most bytes of all kept states together."""


class Playback:
    """A replay that is played step by step: it can go to any step, and checks the hashes on the way.

    Raises ReplayError when these rules cannot play it.
    """

    def __init__(self, replay: Replay, rules: AnyRules) -> None:
        header, info = replay.header, rules.info
        if header.game != info.id:
            raise ReplayError("replay.error.game", recorded=header.game, here=info.id)
        if header.version != info.version:
            raise ReplayError("replay.error.version", recorded=header.version, here=info.version, game=info.id)
        try:
            self.options = read(info.options, header.options)
            if replay.folder is not None:
                attach_from(replay.folder, self.options)
            require(self.options)
        except OptionError as error:
            raise ReplayError("replay.error.options", game=info.id, why=str(error)) from error
        except AttachmentError as error:
            raise ReplayError("replay.error.no_list", **error.values) from error
        self.replay = replay
        self.rules = rules
        self._seal = seal_of(header, rules)
        if len(header.seats) not in info.seats:
            raise ReplayError("replay.error.seats", game=info.id, seats=len(header.seats))
        try:
            self._match = self._begin()
        except SpokenError as error:
            raise ReplayError(error.key, **error.values) from error
        self._states = SpacedStates(MOST_STATES, STATE_BYTES)
        self._played: list[Step] = []
        """The steps played at least once, with their events."""

    def __len__(self) -> int:
        """Return the number of steps, which is the last position; position 0 is before the first step."""
        return len(self.replay.steps)

    @property
    def position(self) -> int:
        """How many steps were played to reach the current position."""
        return self._match.number

    @property
    def match(self) -> Match:
        """The match at the current position, to be read only, not played."""
        return self._match

    def view(self, viewer: Viewer = OMNISCIENT) -> Any:
        """Return what `viewer` may know at the current position."""
        return self._match.view(viewer)

    def forward(self) -> Step:
        """Play one more step and return it with its events. Raises ReplayError."""
        recorded = self.replay.steps[self.position]
        if self._states.wants(self.position):
            self._states.keep(self.position, self._match.dump())
        try:
            played = self._match.play(recorded.moves)
        except IllegalMoveError as error:
            raise ReplayError("replay.error.illegal", why=str(error)) from error
        if recorded.hash is not None and self._match.hash() != recorded.hash:
            raise ReplayError("replay.error.hash", step=recorded.number)
        if played.number == len(self._played):
            self._played.append(played)
        return played

    def seek(self, position: int) -> None:
        """Go to a position from 0 to len(self), forwards or backwards. Raises ReplayError.

        It starts from the last kept state, of which there are up to `MOST_STATES`, so that few steps are played again.
        """
        position = max(0, min(position, len(self)))
        kept = self._states.before(position)
        if kept is not None and not kept[0] <= self.position <= position:
            number, state = kept
            self._match = self._begin()
            self._match.stand_at(self._played[:number], state)
        elif position < self.position:
            self._match = self._begin()
        while self.position < position:
            self.forward()

    def fall_back(self) -> None:
        """Go to the last kept state before the current position, or to the start.

        After a ReplayError the match is not at a step of the recording; this plays no step, so nothing can be wrong.
        """
        kept = self._states.before(self.position - 1)
        self._match = self._begin()
        if kept is not None:
            number, state = kept
            self._match.stand_at(self._played[:number], state)

    def seeking(self, position: int) -> Pieces[None]:
        """Go forwards to a position, a step at a time, yielding the share done. Raises ReplayError like `seek`."""
        begin, end = self.position, min(position, len(self))
        while self.position < end:
            self.forward()
            yield (self.position - begin) / (end - begin)

    def verify(self) -> None:
        """Play the whole replay and check its end. Raises ReplayError at the first difference."""
        self.seek(len(self))
        end = self.replay.end
        if end is None:
            raise ReplayError("replay.error.unfinished", steps=len(self))
        if not self._match.over or self._match.hash() != end.hash or self._match.result() != end.result:
            raise ReplayError("replay.error.end")

    def scores(self) -> Sequence[tuple[int, ...]]:
        """Return the scores at the start and after every step, for a chart. Plays the whole match."""
        match = self._begin()
        found = [match.scores()]
        for step in self.replay.steps:
            match.play(step.moves)
            found.append(match.scores())
        return found

    def _begin(self) -> Match:
        header = self.replay.header
        return Match(
            self.rules, len(header.seats), self.options, header.seed, undo=False, key=header.key, seal=self._seal
        )
