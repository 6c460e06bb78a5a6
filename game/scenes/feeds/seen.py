"""What one viewer saw of a match, moved through like a replay: only views and events, without rules to play by."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from game.cabinets.listed import CABINETS
from game.core.recording.replay import ReplayError
from game.core.recording.views import ViewRecording, is_view_recording, reading_views
from game.core.rules import GameInfo, Result, Viewer
from game.core.work.pieces import Pieces, part
from game.scenes.feeds.feed import LogEntry, Notice, RecordedFeed, SeatInfo, Update
from game.scenes.feeds.replay import opening_replay


class SeenFeed(RecordedFeed):
    """Feed of a recording of views. Steps before the viewer came have events only; their first view follows these."""

    def __init__(self, recording: ViewRecording, info: GameInfo, path: Path | None = None) -> None:
        """`recording` must have been checked for this game; see `seen_feed`."""
        header = recording.header
        self.game = header.game
        self.options = msgspec.convert(header.options, info.options)
        self.goal = info.goal_of(self.options)
        self.seats = tuple(SeatInfo(seat.name, seat.bot) for seat in header.seats)
        self.recording = path
        self._recording = recording
        self._info = info
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


def seen_feed(recording: ViewRecording, path: Path | None = None) -> Pieces[SeenFeed]:
    """Make the feed of a recording of views, after checking each view.

    Raises ReplayError where the game is missing, or has another version.
    """
    cabinet = CABINETS.get(recording.header.game)
    if cabinet is None:
        raise ReplayError("replay.error.unknown_game", game=recording.header.game)
    yield from recording.checking(cabinet.info)
    return SeenFeed(recording, cabinet.info, path)


def opening_recording(path: Path) -> Pieces[RecordedFeed]:
    """Open the match in a file, a replay or a recording of views. Raises ReplayError where it cannot be
    read or shown.
    """
    if not is_view_recording(path):
        return (yield from opening_replay(path))
    recording = yield from part(reading_views(path), 0.0, 0.5)
    return (yield from part(seen_feed(recording, path), 0.5, 1.0))
