"""What one viewer saw of a match, gone through like a replay: views and events, and no rules to play them by."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from game.cabinets.listed import CABINETS
from game.core.recording.replay import ReplayError
from game.core.recording.views import ViewRecording, is_view_recording, read_view_recording
from game.core.rules import Result, Viewer
from game.scenes.feeds.feed import LogEntry, Notice, RecordedFeed, SeatInfo, Update
from game.scenes.feeds.replay import open_replay


class SeenFeed(RecordedFeed):
    """A recording of views as a table shows it. Before the viewer came there are events, and the view they came to."""

    def __init__(self, recording: ViewRecording, path: Path | None = None) -> None:
        """Raises ReplayError where the game is not here, or another version of it is."""
        header = recording.header
        cabinet = CABINETS.get(header.game)
        if cabinet is None:
            raise ReplayError("replay.error.unknown_game", game=header.game)
        recording.check(cabinet.info)
        self.game = header.game
        self.options = msgspec.convert(header.options, cabinet.info.options)
        self.goal = cabinet.info.goal_of(self.options)
        self.seats = tuple(SeatInfo(seat.name, seat.bot) for seat in header.seats)
        self.recording = path
        self._recording = recording
        self._info = cabinet.info
        self._entries = [
            LogEntry(step.number, step.movers, step.events, step.turn, step.scores) for step in recording.steps
        ]
        self._position = 0
        self._updates: list[Update] = []
        self._notices = [] if recording.end else [Notice("table.replay.unfinished")]

    @property
    def viewer(self) -> Viewer:
        return self._recording.header.viewer

    @property
    def brief(self) -> Any:
        return self._recording.header.brief

    @property
    def view(self) -> Any:
        return self._recording.view(self._position, self._info)

    @property
    def entries(self) -> Sequence[LogEntry]:
        return self._entries

    @property
    def position(self) -> int:
        return self._position

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def has_end(self) -> bool:
        end = self._recording.end
        return end is not None and end.result is not None

    def forward(self) -> bool:
        if self._position >= len(self):
            return False
        events = self._entries[self._position].events
        self._position += 1
        jump = self._position <= self._recording.header.number
        self._updates.append(Update(self._position, self.view, () if jump else events, jump, viewer=self.viewer))
        return True

    def seek(self, position: int) -> None:
        self._position = max(0, min(position, len(self)))
        self._updates = [Update(self._position, self.view, jump=True, viewer=self.viewer)]

    def poll(self, now: float) -> list[Update]:
        updates, self._updates = self._updates, []
        return updates

    @property
    def over(self) -> bool:
        return self._recording.end is not None and self._position == len(self)

    @property
    def result(self) -> Result | None:
        return self._recording.end.result if self.over and self._recording.end else None

    def take_notices(self) -> list[Notice]:
        notices, self._notices = self._notices, []
        return notices


def open_recording(path: Path) -> RecordedFeed:
    """The match in a file, recorded whole or as it was seen. Raises ReplayError where it cannot be read or shown."""
    return SeenFeed(read_view_recording(path), path) if is_view_recording(path) else open_replay(path)
