"""Feeds of contest matches between outside programs: spectators on the LAN, and recordings. Nothing is drawn here."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

from game.core.cabinet import Cabinet
from game.core.match.match import Match, Step
from game.core.recording.replay import ReplayError, ReplayWriter, SeatRecord
from game.ground import paths
from game.ground.recordings import begin_free_recording, recording_name
from game.scenes.feeds.feed import Notice
from game.scenes.feeds.match import MatchFeed


class Watchers(Protocol):
    """Spectators of a contest on the LAN; `net.host.broadcast.Broadcast` is one."""

    def begin(self, names: Sequence[str]) -> None:
        """Take note that a match between players of these names begins."""

    def step(self, step: Step) -> None:
        """Take note of a step that was played."""

    def end(self) -> None:
        """Take note that the match was abandoned."""

    def say(self, text: str) -> None:
        """Say something to all spectators, and to those who come later."""

    def close(self) -> None: ...


class WatchedFeed(MatchFeed):
    """Feed of a match that others watch on the LAN and that nobody at this screen can hold up."""

    watchers: Watchers | None = None

    def append(self, step: Step) -> None:
        """Keep a step, and send it to the spectators on the LAN."""
        super().append(step)
        if self.watchers:
            self.watchers.step(step)

    @property
    def match(self) -> Match:
        return self._match

    @property
    def live(self) -> bool:
        return True


def recorder(
    cabinet: Cabinet, seats: Sequence[SeatRecord], seed: int, options: Any, folder: Path | None, key: int = 0
) -> tuple[ReplayWriter | None, list[Notice]]:
    """Open a recording in a folder, or among the person's replays; return it, or notices why there is none. The match
    is played either way.
    """
    when = datetime.now().astimezone()
    name = recording_name(cabinet.id, ", ".join(seat.name for seat in seats), when)
    try:
        folder = folder or paths.replays()
        return begin_free_recording(folder, name, cabinet.info, seed, options, tuple(seats), when, key), []
    except ReplayError as error:
        return None, [Notice(error.key, error.values)]
