"""What contests of foreign programs share that are no pictures: those who look on elsewhere, and recordings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

from game import files, paths
from game.core.cabinet import Cabinet
from game.core.match.match import Step
from game.core.recording.replay import ReplayWriter, SeatRecord, begin_recording
from game.recordings import REPLAY_SUFFIX, recording_name


class Watchers(Protocol):
    """Those who look on elsewhere: `net.host.broadcast.Broadcast`."""

    def begin(self, names: Sequence[str]) -> None:
        """A match of these begins."""

    def step(self, step: Step) -> None:
        """This was played."""

    def end(self) -> None:
        """The match was given up."""

    def close(self) -> None: ...


def recorder(
    cabinet: Cabinet, seats: Sequence[SeatRecord], seed: int, options: Any, folder: Path | None
) -> ReplayWriter:
    """A recording in a folder, or among the person's replays. Raises ReplayError."""
    when = datetime.now().astimezone()
    name = recording_name(cabinet.id, ", ".join(seat.name for seat in seats), when)
    path = files.free_name(folder or paths.replays(), name, REPLAY_SUFFIX)
    return begin_recording(path, cabinet.info, seed, options, tuple(seats), when)
