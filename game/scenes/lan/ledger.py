"""The evening's ledger at a guest: what it brings into a room, what it is told there, and recordings it is given."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

from game import files, paths
from game.core.errors import SpokenError
from game.core.recording.replay import read_replay
from game.files import free_name
from game.recordings import REPLAY_SUFFIX, recording_name
from net.errors import ProtocolError
from net.ledger.kept import Ledger
from net.ledger.lines import evening_of
from net.limits import FRAME_TO_HOST, RECORDING
from net.messages import Lines, ToHost
from net.parts import SignedLine

MOST_BROUGHT = 128 << 10
"""Bytes of lines that are brought into a room: a host takes so much at once."""
_ROOM_FOR_REST = 1 << 10


class Bookkeeping:
    """One stay's side of the ledger."""

    def __init__(self, send: Callable[[ToHost], None]) -> None:
        self._send = send
        self._ledger = Ledger(paths.ledger())

    def bring(self) -> None:
        """Tell the host what we have of tonight, and that we want to know the rest."""
        tonight = evening_of(datetime.now().astimezone())
        first = True
        for batch in _batches([line.signed for line in self._ledger.lines(tonight)]):
            self._send(Lines(batch, first=first))
            first = False

    def enter(self, lines: tuple[SignedLine, ...]) -> None:
        """Keep what the host tells, as far as it is signed."""
        self._ledger.add(lines, datetime.now().astimezone())


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


def keep_recording(data: bytes, game: str, room: str) -> Path:
    """Put the recording of a match of `game` that a host told us among our replays, under the name of its `room`.

    Where it is there already, that file. Raises ProtocolError for what is no recording of that game or longer than the
    protocol allows, and OSError.
    """
    if len(data) > RECORDING:
        raise ProtocolError("net.error.host_strange", what="recording")
    folder = paths.replays()
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob(f"*{REPLAY_SUFFIX}"):
        if path.stat().st_size == len(data) and path.read_bytes() == data:
            return path
    target = free_name(folder, recording_name(game, room, datetime.now()), REPLAY_SUFFIX)
    files.write_whole(target, data)
    try:
        replay = read_replay(target)
        if replay.header.game != game or replay.end is None:
            raise ProtocolError("net.error.host_strange", what="recording")
    except SpokenError as error:
        target.unlink(missing_ok=True)
        raise ProtocolError("net.error.host_strange", what="recording") from error
    return target
