"""An evaluation played in another process, by `main.py tournament`.

Finished chunks are kept: the same evaluation, started again, continues where it was stopped.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from game.core.bot.reading import listed
from game.core.errors import SpokenError, reason
from game.core.process.process_group import worker_environment
from game.core.tournament.evaluation import EvaluationDocument, read_evaluation
from game.ground import files
from game.ground.program import option_words
from game.scenes.process.program import ChildProgram

_SUFFIX = ".json"


class EvaluationRunError(SpokenError):
    """The evaluation could not be started or failed."""


@dataclass(frozen=True)
class EvaluationPlan:
    game: str
    seats: tuple[str, ...]
    """The specification of the bot in each seat."""
    games: int
    seed: str
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class RunProgress:
    """Progress in games. `kept` of the `done` games were played by an earlier run."""

    done: int
    kept: int
    games: int


def run_words(plan: EvaluationPlan, path: Path) -> list[str]:
    """Return the command-line words after `main.py` that play the evaluation.

    >>> run_words(EvaluationPlan("nullgame", ("random", "expert"), 9, "souk"), Path("e.json"))[:6]
    ['tournament', 'nullgame', '--bots', 'random,expert', '--seats', '2']
    """
    words = ["tournament", plan.game, "--bots", listed(plan.seats), "--seats", str(len(plan.seats))]
    words += ["--games", str(plan.games), f"--seed={plan.seed}", "--progress", "json", "--json", str(path)]
    return [*words, *option_words(plan.options)]


class EvaluationRun:
    """A running evaluation; `poll` it to follow it."""

    def __init__(self, plan: EvaluationPlan, folder: Path) -> None:
        """Start the evaluation; its figures are written to a file in `folder`. Raises EvaluationRunError."""
        self.plan = plan
        self.progress = RunProgress(0, 0, plan.games)
        # Many games are worth the compiler's start-up time, which a window avoids.
        environment = {name: value for name, value in worker_environment().items() if name != "SOUK_PLAIN"}
        try:
            folder.mkdir(parents=True, exist_ok=True)
            stem = f"{datetime.now():%Y-%m-%d %H.%M.%S} {plan.game} {plan.games}"
            self.path = files.free_name(folder, stem, _SUFFIX)
            self._child = ChildProgram(run_words(plan, self.path), environment)
        except OSError as error:
            raise EvaluationRunError("evaluation.run.not_started", why=reason(error)) from error
        self._told: list[str] = []

    def poll(self) -> EvaluationDocument | None:
        """Return the finished evaluation, or None while it runs. Raises SpokenError, with the process's own sentence,
        if it failed.
        """
        code = self._child.exit_code
        while (line := self._child.line()) is not None:
            self._hear(line)
        if code is None:
            return None
        self._child.close()
        if code:
            why = self._told[-1] if self._told else str(code)
            raise EvaluationRunError("evaluation.run.failed", why=why)
        return read_evaluation(self.path)

    def _hear(self, line: str) -> None:
        try:
            told = json.loads(line)
            self.progress = RunProgress(int(told["done"]), int(told["kept"]), int(told["games"]))
        except (ValueError, TypeError, KeyError):
            self._told = [*self._told[-20:], line]

    def stop(self) -> None:
        """End the process and everything it started; finished chunks are kept. May be called twice."""
        self._child.close()
