"""Many matches between bots, and what they say about them.

The schedule follows from the configuration alone, every match is independent, and results are put together in
the order of the schedule: the figures are the same bit for bit however many workers played.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from game.core.bot_loading import BotError, BuiltinSpec
from game.core.bot_process import ProcessBot, ProcessPool, probe
from game.core.bot_seats import bot_controller, bot_session
from game.core.match import Match
from game.core.session import Session, bot_setup
from game.core.tournament_journal import Journal
from game.core.tournament_plan import Plan, TournamentConfig, chunks_of, digest, schedule
from game.core.tournament_result import MatchLine, SeatLine, TournamentResult, summarise
from game.core.workers import Executor, LocalProcesses, ThisProcess


@dataclass(frozen=True)
class Progress:
    """How far a tournament is, in matches. `kept` of the `done` ones were played by an earlier run."""

    done: int
    kept: int
    games: int


Report = Callable[[Progress], None]


def run_tournament(config: TournamentConfig, report: Report) -> TournamentResult:
    """Play the tournament, or what an interrupted run of the same one left of it.

    Raises BotError when a person's bot cannot be started at all, and WorkerDiedError. On KeyboardInterrupt the
    finished chunks stay in the journal and the next run continues after them.
    """
    check_bots(config)
    chunks = chunks_of(schedule(config))
    journal = Journal(config.journal, digest(config))
    finished = journal.read()
    games = len(config.numbers)
    kept = done = sum(len(lines) for lines in finished.values())
    report(Progress(done, kept, games))
    missing = {index: chunk for index, chunk in enumerate(chunks) if index not in finished}
    with _executor(config, len(missing)) as executor:
        for index, lines in executor.run(missing):
            finished[index] = lines
            journal.append(index, lines)
            done += len(lines)
            report(Progress(done, kept, games))
    matches = [line for index in range(len(chunks)) for line in finished[index]]
    result = summarise(config, matches)
    journal.remove()
    return result


def check_bots(config: TournamentConfig) -> None:
    """Start every bot that people brought once. Raises BotError with the reason of the first that cannot."""
    match = Match(config.cabinet.rules, config.seats, config.options, config.seed)
    setup = bot_setup(match, config.cabinet.id, 0)
    for spec in dict.fromkeys(entry.spec for entry in config.entries):
        if isinstance(spec, BuiltinSpec):
            continue
        bot = bot_controller(config.cabinet, spec, setup, logs=config.logs, limits=config.limits)
        assert isinstance(bot, ProcessBot)
        try:
            failure = probe(bot, time.monotonic)
        finally:
            bot.close()
        if failure is not None:
            raise BotError(failure.key, **failure.values)


def _executor(config: TournamentConfig, chunks: int) -> Executor[tuple[Plan, ...], list[MatchLine]]:
    play = ChunkPlayer(config)
    workers = min(config.workers, chunks)
    return ThisProcess(play) if workers <= 1 else LocalProcesses(play, workers)


@dataclass(frozen=True)
class ChunkPlayer:
    """Plays chunks of one tournament. A plain value, so that it can be sent to where the work is done."""

    config: TournamentConfig

    def __call__(self, chunk: tuple[Plan, ...], worker: int) -> list[MatchLine]:
        """Play the matches of a chunk in order, as worker number `worker`."""
        logs = self.config.logs / f"worker-{worker}" if self.config.logs else None
        pool = ProcessPool()
        try:
            return [self._play(plan, pool, logs) for plan in chunk]
        finally:
            pool.close()

    def _play(self, plan: Plan, pool: ProcessPool, logs: Path | None) -> MatchLine:
        config = self.config
        match = Match(config.cabinet.rules, config.seats, config.options, plan.seed)
        bots = {seat: config.entries[entry].spec for seat, entry in enumerate(plan.lineup)}
        session = bot_session(config.cabinet, match, bots, logs=logs, limits=config.limits, inline=True, pool=pool)
        try:
            session.run()
        finally:
            session.close()
        return _line(plan, session)


def _line(plan: Plan, session: Session) -> MatchLine:
    """What is kept of a finished match."""
    match = session.match
    forced = [move.seat for step in match.steps for move in step.moves if move.forced]
    failures = [(trouble.seat, trouble.failure.kind) for trouble in session.troubles]
    seats = []
    for seat, (entry, line) in enumerate(zip(plan.lineup, match.result().seats, strict=True)):
        own = [kind for owner, kind in failures if owner == seat]
        counted = {kind: own.count(kind) for kind in sorted(set(own))}
        seats.append(SeatLine(entry, line.rank, line.score, forced.count(seat), counted))
    return MatchLine(plan.index, plan.seed, match.hash(), match.turns(), tuple(seats))
