"""A match that has ended, as its results show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from game.cabinets.stages import PRESENTATIONS
from game.core.rules import Result
from game.engine.stage import Look, Summary
from game.scenes.feeds.feed import Adapted, LogEntry

MOST_CARDS = 8
"""The most seats shown as cards; more are shown as a list."""


@dataclass(frozen=True)
class FinishedMatch:
    game: str
    looks: Sequence[Look]
    result: Result
    entries: tuple[LogEntry, ...]
    recording: Path | None = None
    goal: int | None = None
    """The points that win the match; None where no number does."""
    hints: int = 0
    """How many hints people at this screen got."""
    adapted: Adapted | None = None
    """The computers' next level, if their level adapts; None otherwise."""
    summary: Summary | None = None
    """The game's own words about the end; None where the ranks tell it."""
    keeps_recordings: bool = True
    """Whether the person finds recordings where they play; a guest by phone does not."""

    @property
    def points(self) -> bool:
        return PRESENTATIONS[self.game].points

    @property
    def charted(self) -> bool:
        """Whether scores over time are known and can be charted."""
        return self.points and any(entry.scores for entry in self.entries)

    @property
    def many(self) -> bool:
        """Whether there are more seats than fit as cards."""
        return len(self.looks) > MOST_CARDS

    @property
    def shows_board(self) -> bool:
        """Whether the last position is shown beside the ranks, in place of a chart."""
        return not (self.charted or self.many)
