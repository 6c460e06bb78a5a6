"""A tournament of matches between bots, whose seats go round: what every game has."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from game.core.attachments import attach, attached
from game.core.bot.inline import InlineBot
from game.core.bot.keys import key_against
from game.core.bot.loading import BotError, BotSpec, BuiltinSpec, parse_spec
from game.core.bot.process import ProcessBot, ProcessPool, probe
from game.core.bot.seats import bot_controller, bot_session
from game.core.cabinet import Cabinet
from game.core.limits import Limits
from game.core.match.match import Match
from game.core.match.session import Session, bot_setup
from game.core.rules import Seat
from game.core.tournament.figures import Figures, Played
from game.core.tournament.plan import (
    Contestant,
    Plan,
    TournamentConfig,
    checked_seats,
    files_of,
    identity_of,
    numbers_from,
    schedule,
    seatings,
    seats_for,
    seed_of,
)
from game.core.tournament.result import ChunkDone, MatchLine, SeatFigures, TournamentResult, summarise
from game.core.work.failure import MatchFailure, first_of_each
from game.core.work.run import Order, OrderError, Tournament, cut

MOST_CHUNK = 50
"""Matches in a chunk at the most: little is lost when one is interrupted."""


class MatchTournament(Tournament[Plan, ChunkDone, TournamentResult]):
    """The matches of a configuration, seats going round."""

    done_type = ChunkDone

    def __init__(self, config: TournamentConfig) -> None:
        self._config = config

    def check(self) -> None:
        """Start every bot that people brought once. Raises BotError."""
        config = self._config
        check_bots(config.cabinet, config.options, config.entries, config.seats, config.limits, config.logs)

    def identity(self) -> list[Any]:
        config = self._config
        more = [config.seats, config.seed, config.numbers, config.pairs, config.key]
        return identity_of(config.cabinet, config.options, config.entries, more)

    def files(self) -> list[str]:
        return files_of(self._config.entries)

    def keyed(self, earlier: int | None) -> MatchTournament:
        config = self._config
        if config.key is None:
            drawn = key_against(config.cabinet.info, [entry.spec for entry in config.entries])
            config = replace(config, key=drawn if earlier is None else earlier)
        return MatchTournament(config)

    @property
    def key(self) -> int:
        return self._config.key or 0

    def chunks(self) -> Sequence[tuple[Plan, ...]]:
        """The schedule in pieces of work: a bot's process lives for one."""
        return cut(schedule(self._config), 1, MOST_CHUNK)

    def task(self) -> ChunkPlayer:
        """What plays a chunk; the numbers are in the chunks."""
        return ChunkPlayer(replace(self._config, numbers=()), figures=True)

    def outcome(self, done: Sequence[ChunkDone]) -> TournamentResult:
        """The figures of each bot."""
        return summarise(self._config, done)


def tournament(cabinet: Cabinet, order: Order) -> MatchTournament:
    """The tournament that was asked for.

    Raises BotError for a bot that there is not, and OrderError.
    """
    if order.fill:
        raise OrderError("tournament.error.fill", game=cabinet.id)
    names = order.bots or tuple(cabinet.bots)
    seats = seats_for(cabinet.info, len(names)) if order.seats is None else checked_seats(cabinet.info, order.seats)
    seed = seed_of(order.seed)
    size = seatings(len(names), seats) if order.pairs else 1
    numbers = numbers_from(seed, -(-order.games // size)) if order.numbers is None else order.numbers
    return MatchTournament(
        TournamentConfig(
            cabinet,
            order.options,
            tuple(Contestant(name, parse_spec(name, cabinet.bots)) for name in names),
            seats,
            seed,
            tuple(number for number in numbers for _ in range(size)),
            logs=order.logs,
            lists=attached(order.options),
            pairs=order.pairs,
            key=order.key,
        )
    )


def check_bots(
    cabinet: Cabinet, options: Any, entries: Sequence[Contestant], seats: int, limits: Limits, logs: Path | None
) -> None:
    """Start every bot that people brought once. Raises BotError with the reason of the first that cannot."""
    setup = bot_setup(Match(cabinet.rules, seats, options, 0), cabinet.id, 0)
    for spec in dict.fromkeys(entry.spec for entry in entries):
        if isinstance(spec, BuiltinSpec):
            continue
        bot = bot_controller(cabinet, spec, setup, logs=logs, limits=limits)
        assert isinstance(bot, ProcessBot)
        try:
            failure = probe(bot, time.monotonic)
        finally:
            bot.close()
        if failure is not None:
            raise BotError(failure.key, **failure.values)


@dataclass(frozen=True)
class ChunkPlayer:
    """Plays chunks of one tournament. A plain value, so that it can be sent to where the work is done."""

    config: TournamentConfig
    figures: bool = False
    """Whether to keep of each match what the game's own figures need."""

    def __call__(self, chunk: tuple[Plan, ...], worker: int) -> ChunkDone:
        """Play the matches of a chunk in order, as worker number `worker`."""
        for data in self.config.lists.values():
            attach(data)
        logs = self.config.logs / f"worker-{worker}" if self.config.logs else None
        pool = ProcessPool()
        try:
            played = [self._play(plan, pool, logs) for plan in chunk]
        finally:
            pool.close()
        failures = first_of_each(failure for _, found in played for failure in found)
        return ChunkDone(tuple(match for match, _ in played), failures)

    def close(self) -> None:
        """Every chunk ends what it started."""

    def _play(self, plan: Plan, pool: ProcessPool, logs: Path | None) -> tuple[MatchLine, list[MatchFailure]]:
        config = self.config
        key = config.key or 0
        make = config.cabinet.figures if self.figures else None
        match = Match(config.cabinet.rules, config.seats, config.options, plan.seed, undo=False, key=key)
        bots = {seat: config.entries[entry].spec for seat, entry in enumerate(plan.lineup)}
        session = bot_session(config.cabinet, match, bots, logs=logs, limits=config.limits, inline=True, pool=pool)
        try:
            session.run()
        finally:
            session.close()
        lineup = tuple(config.entries[entry].text for entry in plan.lineup)
        failures = [
            MatchFailure(lineup[trouble.seat], trouble.seat, plan.seed, lineup, trouble.number, trouble.failure, key)
            for trouble in session.troubles
        ]
        more = [_more(make(), session, seat, bots[seat]) if make else None for seat in bots]
        return _line(plan, session, more), failures


def _more(figures: Figures, session: Session, seat: Seat, spec: BotSpec) -> Any:
    """What the game's own figures need of one seat of a finished match."""
    controller = session.controllers[seat]
    took = controller.took if isinstance(controller, InlineBot | ProcessBot) else ()
    builtin = spec.name if isinstance(spec, BuiltinSpec) else ""
    failures = [trouble.failure for trouble in session.troubles if trouble.seat == seat]
    return figures.kept(Played(session.match, seat, builtin, took, failures))


def _line(plan: Plan, session: Session, more: Sequence[Any]) -> MatchLine:
    """What is kept of a finished match."""
    match = session.match
    forced = [move.seat for step in match.steps for move in step.moves if move.forced]
    failures = [(trouble.seat, trouble.failure.kind) for trouble in session.troubles]
    seats = []
    for seat, (entry, line) in enumerate(zip(plan.lineup, match.result().seats, strict=True)):
        own = [kind for owner, kind in failures if owner == seat]
        counted = {kind: own.count(kind) for kind in sorted(set(own))}
        seats.append(SeatFigures(entry, line.rank, line.score, forced.count(seat), counted, more[seat]))
    return MatchLine(plan.index, plan.seed, match.hash(), match.turns(), tuple(seats))
