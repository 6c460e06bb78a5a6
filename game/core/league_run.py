"""Playing a league: round after round, until the order of the bots is certain or the matches are used up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from game.core.bot_limits import Limits
from game.core.cabinet import Cabinet
from game.core.league import Bout, League, allowed_doubt, table_of
from game.core.sources import sources_of
from game.core.tournament import ChunkPlayer, check_bots
from game.core.tournament_plan import Entry, Plan, TournamentConfig, files_of, numbers_from, schedule
from game.core.tournament_result import MatchLine
from game.core.tournament_run import OrderError
from game.core.workers import Place, executor

ROUND = 40
"""Matches of a round at the least; then one looks whether the order is certain."""
CHUNK = 4
"""Matches of a piece of work: the processes of people's bots live for one."""
DOUBT = 0.01
"""How likely it may be that an order that is called certain is wrong between two neighbours."""


@dataclass(frozen=True)
class LeagueOrder:
    """What is to be played."""

    cabinet: Cabinet
    options: Any
    entries: tuple[Entry, ...]
    seats: int
    seed: int
    games: int
    """Matches that may be played in all, those of earlier runs included."""
    doubt: float = DOUBT
    logs: Path | None = None

    @property
    def round(self) -> int:
        """Matches of a round: in each, every bot holds every seat as often."""
        count = len(self.entries)
        return count * -(-ROUND // count)


@dataclass(frozen=True)
class LeagueProgress:
    """How far a league is."""

    league: League
    certain: bool
    """The order of its bots is."""


def new_league(order: LeagueOrder) -> League:
    """A league in which nothing was played.

    Raises OrderError for fewer bots than seats, for a bot named twice, and for a single one.
    """
    names = [entry.text for entry in order.entries]
    if len(names) < max(2, order.seats):
        raise OrderError("league.error.too_few", bots=len(names), seats=max(2, order.seats))
    if twice := [name for name in names if names.count(name) > 1]:
        raise OrderError("league.error.twice", bot=twice[0])
    cabinet = order.cabinet
    bots = {entry.text: " ".join(sources_of(files_of([entry])).values()) for entry in order.entries}
    options = msgspec.to_builtins(order.options)
    return League(cabinet.id, cabinet.info.version, options, order.seats, order.seed, bots)


def joined(new: League, earlier: League) -> tuple[League, tuple[str, ...]]:
    """`new` with the matches of an earlier league, but for those of bots that were changed; and which those are.

    Bots of the earlier league that take part no more keep their matches. Raises OrderError when the two do not play
    the same game.
    """
    for name in ("game", "version", "options", "seats"):
        before, wanted = getattr(earlier, name), getattr(new, name)
        if before != wanted:
            raise OrderError("league.error.other", what=name, before=str(before), wanted=str(wanted))
    changed = tuple(bot for bot, digest in new.bots.items() if earlier.bots.get(bot, digest) != digest)
    kept = earlier.without(changed)
    return msgspec.structs.replace(new, bots=kept.bots | new.bots, bouts=kept.bouts), changed


def play_league(order: LeagueOrder, league: League, place: Place = Place()) -> Iterator[LeagueProgress]:  # noqa: B008
    """Play on from `league`; where it stands at first and after each round.

    Raises BotError when a person's bot cannot be started at all, and WorkerDiedError.
    """
    check_bots(order.cabinet, order.options, order.entries, order.seats, Limits(), order.logs)
    size = order.round
    begun = -(-len(league.bouts) // size) * size
    config = TournamentConfig(
        order.cabinet,
        order.options,
        order.entries,
        order.seats,
        order.seed,
        numbers_from(order.seed, begun + order.games),
        logs=order.logs,
    )
    plans = schedule(config)
    look = 1 + len(league.bouts) // size
    progress = _progress(order, league, look)
    yield progress
    with executor(ChunkPlayer(config), place, size, sources_of(files_of(order.entries))) as running:
        while not progress.certain and (left := order.games - len(league.bouts)) > 0:
            lines = _played(running.run, plans[begun : begun + min(size, left)])
            begun += size
            look += 1
            league = msgspec.structs.replace(league, bouts=(*league.bouts, *(_bout(order, line) for line in lines)))
            progress = _progress(order, league, look)
            yield progress


def _progress(order: LeagueOrder, league: League, look: int) -> LeagueProgress:
    """Where a league stands. Only those that take part decide whether it is certain."""
    idle = league.bots.keys() - {entry.text for entry in order.entries}
    doubt = table_of(league.without(idle)).doubt()
    return LeagueProgress(league, doubt <= allowed_doubt(order.doubt, look))


def _played(
    run: Callable[[dict[int, tuple[Plan, ...]]], Iterator[tuple[int, list[MatchLine]]]], plans: Sequence[Plan]
) -> list[MatchLine]:
    """The matches of some plans, in their order."""
    chunks = [tuple(plans[start : start + CHUNK]) for start in range(0, len(plans), CHUNK)]
    found = dict(run(dict(enumerate(chunks))))
    return [line for index in sorted(found) for line in found[index]]


def _bout(order: LeagueOrder, line: MatchLine) -> Bout:
    return Bout(
        line.seed,
        tuple(order.entries[seat.entry].text for seat in line.seats),
        tuple(seat.rank for seat in line.seats),
        tuple(seat.score for seat in line.seats),
        line.hash,
    )
