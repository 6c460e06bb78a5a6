"""The evening's ledger at a guest: what it brings into a room, what it is told there, and recordings it is given."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

from game import paths
from game.core.errors import SpokenError
from game.core.recording.replay import read_replay
from game.core.rules import GameInfo
from game.files import write_new
from game.recordings import REPLAY_SUFFIX, recording_name
from net.allowance import Allowance
from net.errors import ProtocolError
from net.ledger.kept import Ledger
from net.ledger.lines import evening_of, signing_installed
from net.limits import FRAME_TO_HOST
from net.messages import Ended, Lines
from net.parts import SignedLine, ToHost

MOST_BROUGHT = 128 << 10
"""Bytes of lines that are brought into a room: a host takes so much at once."""
_ROOM_FOR_REST = 1 << 10
_TOLD = (4.0, 96)
"""Messages of lines a second that are taken in for long, and at once: as many as an evening has."""
_MOST_ENDS = 1000


class Bookkeeping:
    """One stay's side of the ledger: what counts here is brought, what the host tells is kept.

    Lines count of hosts that do (`net.ledger.hosts`). The host of this room does from the first match on that we see
    end in it.
    """

    def __init__(self, send: Callable[[ToHost], None]) -> None:
        self._send = send
        self._ledger = Ledger(paths.ledger())
        self._told = Allowance(*_TOLD)
        self._ended: set[str] = set()
        """The hashes of the ends that were seen here."""
        self._met = False
        """Whether the key of this room's host is known."""

    def bring(self) -> None:
        """Tell the host what we have of tonight, and that we want to know the rest."""
        tonight = evening_of(datetime.now().astimezone())
        first = True
        for batch in _batches([line.signed for line in self._ledger.lines(tonight)]):
            self._send(Lines(batch, first=first))
            first = False

    def ended(self, ended: Ended) -> None:
        """A match ended before our eyes: whose line of it the host tells first is this room's host."""
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
        """Let the lines of this room's host count, where one of these tells of a match that we saw end."""
        for line in filter(None, map(self._ledger.checked, lines)):
            if line.said.match in self._ended and not self._ledger.hosts.left_out(line.key):
                self._ledger.hosts.decide(line.key, counts=True)
                self._met = True
                return


def _batches(lines: list[SignedLine]) -> Iterator[tuple[SignedLine, ...]]:
    """The lines in messages that a host takes; one at least, which may be empty."""
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
    """Put the recording of a match that we were told among our replays; where it is there already, that file.

    `room` is what its host calls the room. Raises ProtocolError for what is no recording of this game with this end,
    and OSError.
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
        target.unlink(missing_ok=True)
        raise ProtocolError("net.error.host_strange", what="recording") from error
    return target
