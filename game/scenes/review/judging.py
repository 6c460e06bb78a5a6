"""Judges a recording while a person looks at it: polled once per frame, with the judgements known so far."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from game.core.analysis.kept import KeptJudgements
from game.core.analysis.positions import Position, RecordedMatch
from game.core.analysis.reasons import Reason, better_by, reason_of
from game.core.analysis.run import AnalysisRun
from game.core.analysis.verdicts import Decision, Figures, decision_of, figures_of, luck_of
from game.core.analyst import Analyst, Effort, Judgement
from game.core.errors import SpokenError
from game.ground import paths
from game.ground.version import VERSION


class Judging:
    """The judging of one recording, with one effort at a time."""

    def __init__(self, path: Path, match: RecordedMatch, effort: Effort = Effort.QUICK) -> None:
        self.match = match
        self.failure: SpokenError | None = None
        """Why judging failed; None if it did not."""
        self.stopped = False
        self.version = 0
        """A number that changes whenever new judgements arrive."""
        self._path = path
        self._run: AnalysisRun | None = None
        self.decisions: dict[int, Decision] = {}
        """The decisions known so far, by position."""
        analyst = match.cabinet.analyst
        self.explains = analyst is not None and analyst.effects is not Analyst.effects
        """Whether reasons can be given for better actions."""
        self._explains = analyst() if analyst and self.explains else None
        self._reason: tuple[tuple[int, int], Reason | None] = ((-1, -1), None)
        self.begin(effort)

    @property
    def effort(self) -> Effort:
        """The current effort."""
        assert self._run is not None
        return self._run.effort

    @property
    def positions(self) -> list[Position]:
        """The positions read so far."""
        assert self._run is not None
        return self._run.positions

    @property
    def judgements(self) -> dict[int, Judgement[Any]]:
        """The judgements so far, by position; judging begins at the match's end."""
        assert self._run is not None
        return self._run.judgements

    @property
    def done(self) -> bool:
        """Whether every position is judged."""
        return self._run is not None and self._run.done

    @property
    def share(self) -> float:
        """Share of the positions that are judged, 0 … 1."""
        return len(self.judgements) / self.match.count

    def begin(self, effort: Effort) -> None:
        """Judge with this effort; judgements from earlier runs with it are reused. Raises AnalysisError."""
        if self._run:
            self._run.stop()
        kept = KeptJudgements(self._path, self.match, effort, VERSION)
        self._run = AnalysisRun(self.match, effort, kept, log=paths.logs() / "bots" / "analyst.log")
        self.failure, self.stopped = None, False
        self.decisions = {}
        self.version += 1

    def ask(self, engine: tuple[str, ...]) -> None:
        """Judge with an outside engine; with an empty command line, with the game's own analyst. Raises
        AnalysisError.
        """
        self.match = replace(self.match, engine=engine)
        self.begin(self.effort)

    def toggle(self) -> None:
        """Pause or continue judging."""
        self.stopped = not self.stopped
        if self.stopped and self._run:
            self._run.stop()

    def poll(self, seconds: float = 0.0) -> None:
        """Judge on, waiting for the analyst at most `seconds`. Raises SpokenError once if it fails."""
        run = self._run
        if run is None or self.failure or self.stopped or run.done:
            return
        known, read = len(run.judgements), len(run.positions)
        try:
            run.poll(seconds)
        except SpokenError as error:
            self.failure = error
            run.stop()
            raise
        if len(run.positions) != read:
            self._decide(range(read, len(run.positions)))
        if len(run.judgements) != known:
            self._decide([run.match.count - len(run.judgements)])
        if run.done:
            run.stop()

    def _decide(self, numbers: range | list[int]) -> None:
        """Compute the decisions at these positions from the judgements."""
        self.version += 1
        for number in numbers:
            decision = decision_of(self.positions[number], self.judgements)
            if decision:
                self.decisions[number] = decision

    def figures(self) -> list[Figures]:
        """Return how well every seat decided, as far as its decisions are judged."""
        seats = len(self.match.seats)
        luck = luck_of(self.positions, self.judgements, seats) if self.match.weighs_chance else None
        return figures_of(list(self.decisions.values()), seats, luck)

    def reason(self, number: int) -> Reason | None:
        """Return why the best action of the decision at a position is better than the one played, where that is known.

        The rules alone are asked, so it costs less than a millisecond or two, once for each position.
        """
        decision = self.decisions.get(number)
        if decision is None or self._explains is None:
            return None
        key = (number, self.version)
        if key != self._reason[0]:
            question = self.match.question(self.positions[number], self.effort, None)
            game, judgement = self.match.cabinet.id, self.judgements[number]
            self._reason = key, reason_of(game, self._explains, question, judgement, decision)
        return self._reason[1]

    def lesson(self, number: int, tried: Any) -> Reason | None:
        """Return what the best action at a position does that the one tried there does not, where that is known."""
        decision = self.decisions.get(number)
        if decision is None or self._explains is None:
            return None
        question = self.match.question(self.positions[number], self.effort, None)
        return better_by(self.match.cabinet.id, self._explains, question, decision.best.action, tried)

    def close(self) -> None:
        """End the analyst. May be called twice."""
        if self._run:
            self._run.stop()
