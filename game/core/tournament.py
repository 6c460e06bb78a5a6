"""Many matches between bots, and what they say about them.

The schedule follows from the configuration alone, every match is independent, and results are put together in
the order of the schedule: the figures are the same bit for bit however many workers played.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from game.core.bot_limits import Limits
from game.core.bot_loading import BotError, BotSpec, BuiltinSpec, CommandSpec, FileSpec
from game.core.bot_process import ProcessBot, ProcessPool, probe
from game.core.bot_seats import bot_controller
from game.core.cabinet import Cabinet
from game.core.chance import derive
from game.core.match import Match
from game.core.session import Controller, Session, bot_setup
from game.core.tournament_journal import Journal
from game.core.tournament_result import MatchLine, SeatLine, TournamentResult, summarise
from game.core.workers import Executor, LocalProcesses, ThisProcess

MOST_CHUNK = 50
"""Matches in a chunk at the most: little is lost when one is interrupted."""
CHUNKS = 100
"""Chunks that a tournament is cut into where it has matches enough; of any number of workers, each gets many."""


class Entry(msgspec.Struct, frozen=True):
    """A bot that takes part: as a person wrote it, and what that means."""

    text: str
    spec: BotSpec


class Plan(msgspec.Struct, frozen=True):
    """One match of the schedule: its number and who sits where."""

    index: int
    seed: int
    lineup: tuple[int, ...]
    """For each seat the index of its entry."""


@dataclass(frozen=True)
class TournamentConfig:
    """What is played, by whom, how often."""

    cabinet: Cabinet
    options: Any
    entries: tuple[Entry, ...]
    seats: int
    seed: int
    numbers: tuple[int, ...]
    """The seed of every match."""
    workers: int = 1
    journal: Path | None = None
    """The folder where finished chunks are kept until the tournament is complete."""
    logs: Path | None = None
    """The folder of the bots' logs."""
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True)
class Progress:
    """How far a tournament is, in matches. `kept` of the `done` ones were played by an earlier run."""

    done: int
    kept: int
    games: int


Report = Callable[[Progress], None]


def numbers_from(seed: int, games: int) -> tuple[int, ...]:
    """The seeds of `games` matches."""
    return tuple(derive(seed, "match", index) for index in range(games))


def schedule(config: TournamentConfig) -> list[Plan]:
    """Every match: in each run of as many matches as there are entries, each entry holds each seat once.

    Who sits beside whom is shuffled from run to run.
    """
    count = len(config.entries)
    plans = []
    for index, number in enumerate(config.numbers):
        block, turn = divmod(index, count)
        circle = list(range(count))
        Random(derive(config.seed, "lineup", block)).shuffle(circle)
        lineup = tuple(circle[(turn + seat) % count] for seat in range(config.seats))
        plans.append(Plan(index, number, lineup))
    return plans


def chunks_of(plans: Sequence[Plan]) -> list[tuple[Plan, ...]]:
    """The schedule in pieces of work. They depend on nothing but the schedule: a bot's process lives for one."""
    size = max(1, min(MOST_CHUNK, len(plans) // CHUNKS))
    return [tuple(plans[begin : begin + size]) for begin in range(0, len(plans), size)]


def digest(config: TournamentConfig) -> str:
    """What the finished chunks of a tournament are kept under: all that its figures follow from.

    The sources of the game and of the bots are part of it: a bot that was changed begins again.
    """
    info = config.cabinet.info
    document = [
        info.id,
        info.version,
        msgspec.to_builtins(config.options),
        [[entry.text, msgspec.to_builtins(entry.spec), _files_of(entry.spec)] for entry in config.entries],
        config.seats,
        config.seed,
        config.numbers,
        _folder_digest(config.cabinet),
    ]
    return blake2b(msgspec.msgpack.encode(document), digest_size=16).hexdigest()


def _files_of(spec: BotSpec) -> list[str]:
    match spec:
        case FileSpec(path=path):
            return [_file_digest(path)]
        case CommandSpec(words=words):
            return [_file_digest(word) for word in words]
    return []


def _file_digest(path: Path | str) -> str:
    try:
        return blake2b(Path(path).read_bytes(), digest_size=16).hexdigest()
    except OSError:
        return ""


def _folder_digest(cabinet: Cabinet) -> list[str]:
    """The sources beside the rules and bots; a bundle has none, and does not change."""
    modules = {type(cabinet.rules).__module__, *(bot.__module__ for bot in cabinet.bots.values())}
    folders = {Path(file).parent for name in modules if (file := getattr(sys.modules[name], "__file__", None))}
    return [_file_digest(path) for folder in sorted(folders) for path in sorted(folder.glob("*.py"))]


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
        controllers: dict[int, Controller] = {
            seat: bot_controller(
                config.cabinet,
                config.entries[entry].spec,
                bot_setup(match, config.cabinet.id, seat),
                logs=logs,
                limits=config.limits,
                inline=True,
                pool=pool,
            )
            for seat, entry in enumerate(plan.lineup)
        }
        session = Session(match, controllers)
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
