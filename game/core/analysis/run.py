"""Judges a recorded match from the last position to the first, in a separate process and without waiting."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from game.core.analysis.kept import KeptJudgements
from game.core.analysis.positions import Position, RecordedMatch
from game.core.analysis.worker import AnalystDialect, Begin, Judge, Judged, Reply, analyst_launch
from game.core.analyst import Effort, Judgement, final_values
from game.core.bot.loading import name_of
from game.core.bot.log import BotLog
from game.core.bot.running import BotProcess
from game.core.bot.wire import Failed, Ready
from game.core.errors import SpokenError

READ_AT_ONCE = 16
"""How many positions of a recording one `poll` reads."""


class AnalysisError(SpokenError):
    """A match cannot be judged."""


def _check_analyst(match: RecordedMatch) -> None:
    if match.engine and match.cabinet.engine_analyst is None:
        raise AnalysisError("analysis.error.no_engine", game=match.cabinet.id)
    if match.cabinet.analyst is None:
        raise AnalysisError("analysis.error.none", game=match.cabinet.id)


class AnalystProcess:
    """The process of an analyst, which is asked about a position and polled for the judgement."""

    def __init__(self, match: RecordedMatch, *, compiled: bool, log: Path | None = None) -> None:
        """Start the process without waiting for it. Raises AnalysisError for a game without such an analyst."""
        _check_analyst(match)
        cabinet = match.cabinet
        dialect = AnalystDialect(cabinet.info.action, len(match.seats))
        launch = analyst_launch(cabinet, compiled=compiled, engine=bool(match.engine))
        self._match = match
        self._process: BotProcess[Begin | Judge, Reply] = BotProcess(launch, dialect, BotLog(log))
        self._process.send(lambda number: Begin(number, name_of(type(cabinet.rules)), match.engine))
        self._awaited = 0

    def ask(self, position: Position, effort: Effort, following: Judgement[Any] | None) -> None:
        """Ask for the judgement of a position. An earlier request without an answer is dropped."""
        question = self._match.question(position, effort, following)
        self._awaited = self._process.send(lambda number: Judge(number, question))

    def poll(self, seconds: float = 0.0) -> Judgement[Any] | None:
        """Return the judgement asked for last, waiting at most `seconds`; None if it has not come.

        Raises AnalysisError.
        """
        reply = self._process.receive(seconds)
        while isinstance(reply, Ready) or (isinstance(reply, Judged) and reply.id != self._awaited):
            reply = self._process.receive(seconds)
        if isinstance(reply, Failed):
            raise AnalysisError(reply.key, **{"bot": self._process.launch.label, **reply.values})
        if reply is None:
            self._process.look()
            return None
        return reply.judgement

    def close(self) -> None:
        self._process.close()


class AnalysisRun:
    """The analysis of one recording: call `poll` until it is `done`, raises, or is to be stopped."""

    def __init__(
        self,
        match: RecordedMatch,
        effort: Effort,
        kept: KeptJudgements | None = None,
        *,
        compiled: bool | None = None,
        log: Path | None = None,
    ) -> None:
        """`compiled` says whether to use the compiler where it is installed; None uses it unless the effort is QUICK.

        Raises AnalysisError for a game without such an analyst.
        """
        _check_analyst(match)
        self.match = match
        self.effort = effort
        self.positions: list[Position] = []
        """The positions read so far."""
        self.judgements: dict[int, Judgement[Any]] = kept.read() if kept else {}
        self._kept = kept
        self._compiled = effort is not Effort.QUICK if compiled is None else compiled
        self._log = log
        self._reading: Iterator[Position] | None = match.positions()
        self._process: AnalystProcess | None = None
        self._asked = False

    @property
    def done(self) -> bool:
        """Whether every position was read and judged."""
        return self._reading is None and len(self.judgements) >= self.match.count

    def poll(self, seconds: float = 0.0) -> bool:
        """Continue the analysis, waiting at most `seconds` for the analyst. Returns whether there was progress.

        Raises AnalysisError and ReplayError.
        """
        if self._reading is not None:
            self._read(self._reading)
            return True
        if self.done:
            self.stop()
            return False
        position = self.positions[self.match.count - 1 - len(self.judgements)]
        if position.result is not None:
            self._keep(position, Judgement(final_values(position.result), end_in=0))
            return True
        return self._judge(position, seconds)

    def stop(self) -> None:
        """End the process and keep the judgements. The next `poll` continues."""
        if self._process is not None:
            self._process.close()
        self._process, self._asked = None, False

    def _read(self, reading: Iterator[Position]) -> None:
        for _ in range(READ_AT_ONCE):
            position = next(reading, None)
            if position is None:
                self._reading = None
                return
            self.positions.append(position)

    def _judge(self, position: Position, seconds: float) -> bool:
        if self._process is None:
            self._process = AnalystProcess(self.match, compiled=self._compiled, log=self._log)
        if not self._asked:
            self._process.ask(position, self.effort, self.judgements.get(position.number + 1))
            self._asked = True
        judgement = self._process.poll(seconds)
        if judgement is None:
            return False
        self._asked = False
        self._keep(position, judgement)
        return True

    def _keep(self, position: Position, judgement: Judgement[Any]) -> None:
        self.judgements[position.number] = judgement
        if self._kept:
            self._kept.append(judgement)
