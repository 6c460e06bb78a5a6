"""The feed of a match in this process: the common part of matches at this screen and contests."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from game.core.match.match import Match, Step
from game.core.recording.replay import ReplayWriter
from game.core.rules import Result, Viewer
from game.scenes.feeds.feed import Feed, LogEntry, Notice, Update, game_number


class MatchFeed(Feed):
    """The match's journal: it is called with every step once the new state is ready, before anything else.

    Call `_follow` before the match goes on. `_viewer` may change from step to step; each possible viewer has its own
    log.
    """

    def __init__(
        self,
        writer: ReplayWriter | None,
        viewer: Viewer,
        notices: Sequence[Notice] = (),
        *,
        viewers: Sequence[Viewer] = (),
    ) -> None:
        self.recording = writer.path if writer else None
        self._writer = writer
        self._viewer = viewer
        self._notices = list(notices)
        self._logs: dict[Viewer, list[LogEntry]] = {each: [] for each in (viewer, *viewers)}
        self._updates: list[Update] = []

    def _follow(self, match: Match) -> None:
        self._match = match
        self._turns = match.turns()

    def append(self, step: Step) -> None:
        """Keep a step in the recording and for the table."""
        if self._writer:
            self._writer.append(step)
        match, viewer = self._match, self._viewer
        scores = match.scores()
        for each, log in self._logs.items():
            movers = tuple(move.seat for move in step.moves_for(each) if move.seat >= 0)
            log.append(LogEntry(step.number, movers, step.events_for(each), self._turns, scores))
        self._updates.append(Update(step.number + 1, match.view(viewer), step.events_for(viewer), viewer=viewer))
        self._turns = match.turns()

    def rewind(self, number: int) -> None:
        """Forget the steps from `number` on."""
        if self._writer:
            self._writer.rewind(number)
        self._turns = self.entries[number].turn
        for log in self._logs.values():
            del log[number:]

    @property
    def viewer(self) -> Viewer:
        return self._viewer

    @property
    def number(self) -> int | None:
        return game_number(self._match.rules.info, self._match.seed)

    @property
    def brief(self) -> Any:
        return self._match.brief(self._viewer)

    @property
    def view(self) -> Any:
        return self._match.view(self._viewer)

    @property
    def entries(self) -> Sequence[LogEntry]:
        return self._logs[self._viewer]

    @property
    def over(self) -> bool:
        return self._match.over

    @property
    def result(self) -> Result | None:
        return self._match.result() if self._match.over else None

    def take_notices(self) -> list[Notice]:
        notices, self._notices = self._notices, []
        if self._writer and self._writer.failure and not self.recording_stopped:
            self.recording_stopped = True
            notices.append(Notice(self._writer.failure.key, self._writer.failure.values))
        return notices

    def holds_all(self) -> bool:
        """Flush the recording to the disk. Returns whether it holds the whole match so far."""
        if self._writer is None:
            return False
        self._writer.sync()
        return self._writer.failure is None

    @abstractmethod
    def close(self) -> None:
        """End the match, and its recording with `_finish`."""

    def _finish(self) -> None:
        """Close the recording, with the result if the match is over."""
        if self._writer:
            self._writer.finish(self._match)
