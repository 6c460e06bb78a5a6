"""Learning from mistakes: each mistake's position is posed again, and the person's new action is judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import Any

from game.core.analysis.reasons import Reason
from game.core.analysis.run import AnalystProcess
from game.core.analysis.verdicts import RIGHT, Decision, fall_of
from game.core.errors import SpokenError
from game.core.rules import Seat
from game.scenes.review.judging import Judging


class Stand(Enum):
    """State of one question."""

    ASKED = "asked"
    THINKING = "thinking"
    """The action tried is being judged."""
    WRONG = "wrong"
    SAME = "same"
    """The action tried is the one played in the match."""
    RIGHT = "right"
    SHOWN = "shown"
    """The best action was shown."""
    OVER = "over"
    """The last question was answered, and the lesson tells how it went."""

    @property
    def open(self) -> bool:
        """Whether an action may be tried."""
        return self in (Stand.ASKED, Stand.WRONG, Stand.SAME)


def own_mistakes(judging: Judging) -> list[Decision]:
    """Return the mistakes of the people at the table, or of everybody where no seat was a person's; only those whose
    legal actions are known.
    """
    people = {seat for seat, record in enumerate(judging.match.seats) if record.bot is None}
    seats: set[Seat] = people or set(range(len(judging.match.seats)))
    return [
        decision
        for number, decision in sorted(judging.decisions.items())
        if decision.verdict
        and decision.verdict.mistake
        and decision.seat in seats
        and judging.positions[number].legal is not None
    ]


class Learning:
    """The lesson: one mistake after another."""

    def __init__(self, judging: Judging, mistakes: Sequence[Decision], log: Path | None = None) -> None:
        self.mistakes = list(mistakes)
        self.number = 0
        self.stand = Stand.ASKED
        self.tried: Any = None
        self.chance = 0.0
        """Chance of winning after the action tried, 0 … 1."""
        self.reason: Reason | None = None
        """What the best action does that the one tried, or the one played where it was shown, does not."""
        self.solved = 0
        """How many questions the person answered rightly."""
        self._judging = judging
        self._log = log
        self._process: AnalystProcess | None = None

    @property
    def decision(self) -> Decision:
        """The mistake that is being asked."""
        return self.mistakes[self.number]

    @property
    def hidden(self) -> frozenset[int]:
        """The positions whose judgements must not be shown yet."""
        open_from = self.number + (not self.stand.open and self.stand is not Stand.THINKING)
        return frozenset(decision.position for decision in self.mistakes[open_from:])

    def next(self) -> bool:
        """Go to the next mistake; after the last, the lesson is over. Returns whether another is asked."""
        if self.number + 1 >= len(self.mistakes):
            self.stand = Stand.OVER
            return False
        self.number, self.stand, self.tried = self.number + 1, Stand.ASKED, None
        return True

    def give_up(self) -> None:
        """Show the best action."""
        self.stand = Stand.SHOWN
        self.reason = self._judging.reason(self.decision.position)

    def attempt(self, action: Any) -> None:
        """Begin to judge an action that the person tries."""
        if not self.stand.open:
            return
        decision = self.decision
        judgement = self._judging.judgements[decision.position]
        self.tried = action
        if action == decision.played.action:
            self._judge(decision.best.values[decision.seat] - decision.fall)
            self.stand = Stand.SAME
            return
        line = next((line for line in judgement.lines if line.action == action), None)
        if line is not None:
            self._judge(line.values[decision.seat])
            return
        self.stand = Stand.THINKING
        self._process = self._process or AnalystProcess(self._judging.match, compiled=False, log=self._log)
        position = replace(self._judging.positions[decision.position], played=action)
        self._process.ask(position, self._judging.effort, None)

    def poll(self) -> None:
        """Take the judgement of the action tried, once it is ready; one that an analyst does not judge, such as giving
        up, leaves the question open. Raises AnalysisError.
        """
        if self.stand is not Stand.THINKING or self._process is None:
            return
        try:
            judgement = self._process.poll()
        except SpokenError:
            self.stand = Stand.WRONG
            raise
        if judgement is None:
            return
        if judgement.played is None:
            self.stand = Stand.ASKED
        else:
            self._judge(judgement.played.values[self.decision.seat])

    def _judge(self, value: float) -> None:
        self.chance = (value + 1) / 2
        right = fall_of(self.decision.best, value, self.decision.seat) <= RIGHT
        self.solved += right
        self.reason = None if right else self._judging.lesson(self.decision.position, self.tried)
        self.stand = Stand.RIGHT if right else Stand.WRONG

    def close(self) -> None:
        """End the analyst's process."""
        if self._process:
            self._process.close()
        self._process = None
