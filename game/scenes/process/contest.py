"""A contest of the programs in a folder, played in another process by `main.py contest`.

What was played is kept: the same contest, started again, goes on where it was stopped.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from game.core.errors import SpokenError, reason
from game.core.process.process_group import worker_environment
from game.scenes.process.evaluation import RunProgress
from game.scenes.process.program import ChildProgram

RESULTS, REPORT = "results.json", "report.html"


class ContestRunError(SpokenError):
    """The contest could not be started or failed."""


@dataclass(frozen=True)
class ContestOrder:
    """A contest to be played."""

    game: str
    folder: Path
    games: int
    language: str
    """Of the sentences and the report: `ko` or `en`."""

    @property
    def results(self) -> Path:
        """The file of its results."""
        return self.folder / "results" / RESULTS

    @property
    def report(self) -> Path:
        """The page to hand out."""
        return self.folder / "results" / REPORT


def contest_words(order: ContestOrder) -> list[str]:
    """Return the command-line words after `main.py` that play the contest.

    >>> contest_words(ContestOrder("nullgame", Path("class"), 100, "en"))[:3]
    ['contest', 'nullgame', 'class']
    """
    words = ["contest", order.game, str(order.folder), "--games", str(order.games)]
    return [*words, "--progress", "json", "--language", order.language]


class ContestRun:
    """A running contest; `poll` it to follow it. `lines` are the sentences that it has said."""

    def __init__(self, order: ContestOrder) -> None:
        """Start the contest. Raises ContestRunError."""
        self.order = order
        self.progress = RunProgress(0, 0, order.games)
        self.lines: list[str] = []
        environment = {name: value for name, value in worker_environment().items() if name != "SOUK_PLAIN"}
        try:
            self._child = ChildProgram(contest_words(order), environment, keep_out=True)
        except OSError as error:
            raise ContestRunError("contest_page.error.not_started", why=reason(error)) from error

    def poll(self) -> bool:
        """Take in what it said. Returns whether it has come to its end; raises ContestRunError where it failed."""
        code = self._child.exit_code
        while (line := self._child.line()) is not None:
            self._hear(line)
        if code is None:
            return False
        self._child.close()
        if code:
            raise ContestRunError("contest_page.error.failed", why=self.lines[-1] if self.lines else str(code))
        return True

    def _hear(self, line: str) -> None:
        try:
            told = json.loads(line)
            self.progress = RunProgress(int(told["done"]), int(told["kept"]), int(told["games"]))
        except (ValueError, TypeError, KeyError):
            if line.strip():
                self.lines.append(line)

    def stop(self) -> None:
        """End the process and everything it started; what was played is kept. May be called twice."""
        self._child.close()
