"""Asks the analyst for the value of the table's position whenever the position changes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from game.core.analysis.positions import Position, RecordedMatch
from game.core.analysis.run import AnalystProcess
from game.core.analyst import Effort, Judgement, final_values
from game.core.errors import SpokenError


class Weighing:
    """Judges one position at a time, always the latest one asked for."""

    def __init__(self, match: RecordedMatch, effort: Effort, log: Path | None = None) -> None:
        self.effort = effort
        self.position: Position | None = None
        self.judgement: Judgement[Any] | None = None
        """The judgement of `position`; None until it arrives."""
        self.failed = False
        self._match = match
        self._log = log
        self._process: AnalystProcess | None = None

    def look_at(self, position: Position) -> None:
        """Ask about a position. Raises AnalysisError for a game without an analyst."""
        self.position, self.judgement = position, None
        if position.result is not None:
            self.judgement = Judgement(final_values(position.result), end_in=0)
        elif not self.failed:
            if self._process is None:
                self._process = AnalystProcess(self._match, compiled=False, log=self._log)
            self._process.ask(position, self.effort, None)

    def look_with(self, effort: Effort) -> None:
        """Ask about the same position again with another effort."""
        self.effort = effort
        if self.position is not None:
            self.look_at(self.position)

    def poll(self, seconds: float = 0.0) -> None:
        """Take the judgement, waiting at most `seconds`. Raises AnalysisError once if the analyst fails."""
        if self.failed or self._process is None or self.judgement is not None:
            return
        try:
            self.judgement = self._process.poll(seconds)
        except SpokenError:
            self.failed = True
            self.close()
            raise

    def close(self) -> None:
        """End the analyst. May be called twice."""
        if self._process:
            self._process.close()
        self._process = None
