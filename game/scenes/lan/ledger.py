"""The evening's ledger at a guest: lines sent to the host, lines received, and recordings received."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from uuid import uuid4

from game.core.errors import SpokenError
from game.core.moving import remove_file
from game.core.recording.replay import read_replay
from game.core.rules import GameInfo
from game.ground import paths
from game.ground.files import write_new, write_whole
from game.ground.recordings import REPLAY_SUFFIX, recording_name
from net.allowance import Allowance
from net.errors import ProtocolError
from net.ledger.kept import Ledger
from net.ledger.lines import evening_of, signing_installed
from net.limits import FRAME_TO_HOST
from net.messages import Ended, Lines
from net.parts import SignedLine, ToHost

MOST_BROUGHT = 128 << 10
"""The most bytes of lines sent to a host on entering a room, which is what a host takes at once."""
_ROOM_FOR_REST = 1 << 10
_TOLD = (4.0, 96)
"""Rate limit of messages with lines: per second, and at once, enough for a whole evening."""
_MOST_ENDS = 1000


class Bookkeeping:
    """The ledger during one stay in a room: sends the lines known here, keeps those that the host tells.

    Only lines signed by accepted hosts count (`net.ledger.hosts`). This room's host is accepted once this guest has
    seen a match end there.
    """

    def __init__(self, send: Callable[[ToHost], None]) -> None:
        self._send = send
        self._ledger = Ledger(paths.ledger())
        self._told = Allowance(*_TOLD)
        self._ended: set[str] = set()
        """Hashes of the match ends that this guest has seen."""
        self._met = False
        """Whether this room's host has been accepted."""

    def bring(self) -> None:
        """Send the host the lines of this evening, and ask for the others."""
        tonight = evening_of(datetime.now().astimezone())
        first = True
        for batch in _batches([line.signed for line in self._ledger.lines(tonight)]):
            self._send(Lines(batch, first=first))
            first = False

    def moved(self) -> None:
        """Note that the room goes on at another host, which is still to be met."""
        self._ended.clear()
        self._met = False

    def ended(self, ended: Ended) -> None:
        """Note that a match ended at this screen: the host that first tells a line of it is this room's."""
        if len(self._ended) < _MOST_ENDS:
            self._ended.add(ended.hash)

    def enter(self, lines: tuple[SignedLine, ...], now: float) -> None:
        """Keep the signed lines that the host tells; excessive amounts are ignored."""
        if not signing_installed() or not self._told.take(now):
            return
        if self._ended and not self._met:
            self._meet(lines)
        self._ledger.add(lines, datetime.now().astimezone())

    def _meet(self, lines: tuple[SignedLine, ...]) -> None:
        """Accept this room's host if one of the lines tells of a match that this guest saw end."""
        for line in filter(None, map(self._ledger.checked, lines)):
            if line.said.match in self._ended and not self._ledger.hosts.left_out(line.key):
                self._ledger.hosts.decide(line.key, counts=True)
                self._met = True
                return


def _batches(lines: list[SignedLine]) -> Iterator[tuple[SignedLine, ...]]:
    """Split lines into messages small enough for a host; yields at least one, which may be empty."""
    batch: list[SignedLine] = []
    size = brought = 0
    for line in lines:
        cost = len(line.body) + 128
        if brought + cost > MOST_BROUGHT:
            break
        if size + cost > FRAME_TO_HOST - _ROOM_FOR_REST or len(batch) == 16:
            yield tuple(batch)
            batch, size = [], 0
        batch.append(line)
        size, brought = size + cost, brought + cost
    yield tuple(batch)


def keep_recording(data: bytes, game: GameInfo, room: str, ended: Ended) -> Path:
    """Add the recording of a match that this guest was in to the replays; return its file, or the one that exists
    already.

    `room` is the room's name at its host. Raises OSError, and ProtocolError for data that is no recording of this game
    with this end.
    """
    folder = paths.replays()
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob(f"*{REPLAY_SUFFIX}"):
        if path.stat().st_size == len(data) and path.read_bytes() == data:
            return path
    target = write_new(folder, recording_name(game.id, room, datetime.now()), REPLAY_SUFFIX, data)
    try:
        replay = read_replay(target)
        whole = replay.end.hash == ended.hash if replay.end is not None else ended.result is None
        if replay.header.game != game.id or not whole:
            raise ProtocolError("net.error.host_strange", what="recording")
    except SpokenError as error:
        remove_file(target)
        raise ProtocolError("net.error.host_strange", what="recording") from error
    return target


def differing_step(log: bytes, recording: Path) -> int | None:
    """Return the first step at which a recording differs from the log that this computer kept of the same match; None
    where they agree as far as both go, or the log is empty or none. Raises OSError.
    """
    if not log:
        return None
    kept = paths.cache() / "heirs" / f"{uuid4().hex}{REPLAY_SUFFIX}"
    write_whole(kept, log)
    try:
        before, after = read_replay(kept).steps, read_replay(recording).steps
    except SpokenError:
        return None
    finally:
        remove_file(kept)
    return next((one.number for one, other in zip(before, after, strict=False) if one.moves != other.moves), None)
