"""The usual tournament of every game: matches between bots that rotate seats."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from game.core.attachments import attach, attached
from game.core.bot.inline import InlineBot
from game.core.bot.keys import key_against
from game.core.bot.loading import BotError, BotSpec, BuiltinSpec
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
"""Most matches in a chunk, so that little is lost when a chunk is interrupted."""


class MatchTournament(Tournament[Plan, ChunkDone, TournamentResult]):
    """The matches of a configuration, in which bots rotate seats."""

    done_type = ChunkDone

    def __init__(self, config: TournamentConfig) -> None:
        self._config = config

    def check(self) -> None:
        """Start each of people's own bots once. Raises BotError."""
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
        """Return the schedule in chunks; a bot's process lives for one chunk."""
        return cut(schedule(self._config), 1, MOST_CHUNK)

    def task(self) -> ChunkPlayer:
        """Return what plays a chunk. It gets no list of seeds, because the chunks hold them."""
        return ChunkPlayer(replace(self._config, numbers=()), figures=True)

    def outcome(self, done: Sequence[ChunkDone]) -> TournamentResult:
        """Return the figures of each bot."""
        return summarise(self._config, done)


def tournament(cabinet: Cabinet, order: Order) -> MatchTournament:
    """Return the tournament that was ordered.

    Raises BotError for a bot that does not exist, and OrderError.
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
            tuple(Contestant(name, order.spec(name, cabinet.bots)) for name in names),
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
    """Start each of people's own bots once. Raises BotError with the reason of the first one that fails."""
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
    """Plays chunks of a tournament. It is a plain value, so that it can be sent to other processes and machines."""

    config: TournamentConfig
    figures: bool = False
    """Whether to keep data of each match for the game's own figures."""

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
        """Do nothing: each chunk ends the processes it started."""

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
    """Return the data of one seat of a finished match for the game's own figures."""
    controller = session.controllers[seat]
    took = controller.took if isinstance(controller, InlineBot | ProcessBot) else ()
    builtin = spec.name if isinstance(spec, BuiltinSpec) else ""
    failures = [trouble.failure for trouble in session.troubles if trouble.seat == seat]
    return figures.kept(Played(session.match, seat, builtin, took, failures))


def _line(plan: Plan, session: Session, more: Sequence[Any]) -> MatchLine:
    """Return what is kept of a finished match."""
    match = session.match
    forced = [move.seat for step in match.steps for move in step.moves if move.forced]
    failures = [(trouble.seat, trouble.failure.kind) for trouble in session.troubles]
    seats = []
    for seat, (entry, line) in enumerate(zip(plan.lineup, match.result().seats, strict=True)):
        own = [kind for owner, kind in failures if owner == seat]
        counted = {kind: own.count(kind) for kind in sorted(set(own))}
        seats.append(SeatFigures(entry, line.rank, line.score, forced.count(seat), counted, more[seat]))
    return MatchLine(plan.index, plan.seed, match.hash(), match.turns(), tuple(seats))
