"""Plays a league round by round, until the order of the bots is certain or the allowed matches are used up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from game.core.attachments import attached
from game.core.bot.keys import key_against
from game.core.cabinet import Cabinet
from game.core.league.league import Bout, League, Tally, allowed_doubt
from game.core.limits import Limits
from game.core.sources import sources_of
from game.core.tournament.matches import ChunkPlayer, check_bots
from game.core.tournament.plan import Contestant, Plan, TournamentConfig, files_of, numbers_from, schedule
from game.core.tournament.result import ChunkDone, MatchLine
from game.core.work.failure import MatchFailure, first_of_each
from game.core.work.place import Workplace, executor
from game.core.work.run import OrderError

ROUND = 40
"""Fewest matches of a round, after which the order is tested."""
CHUNK = 4
"""Matches in a piece of work; processes of people's own bots live that long."""
DOUBT = 0.01
"""Allowed probability that an order which is called certain is wrong between two neighbours."""


@dataclass(frozen=True)
class LeagueOrder:
    """What a run of a league should play."""

    cabinet: Cabinet
    options: Any
    entries: tuple[Contestant, ...]
    seats: int
    seed: int
    games: int
    """Most matches in all, those of earlier runs included."""
    doubt: float = DOUBT
    logs: Path | None = None
    key: int | None = None
    """The key of this run's matches; None to draw one if a stranger's program plays."""
    checked: bool = False
    """Whether every bot is known to start, so that none is started once more to learn it."""

    @property
    def round(self) -> int:
        """Matches in a round, in which every bot holds every seat equally often."""
        count = len(self.entries)
        return count * -(-ROUND // count)


@dataclass(frozen=True)
class LeagueProgress:
    """The state of a league during a run."""

    league: League
    certain: bool
    """Whether the order of the bots is certain; tested after each round."""
    failures: tuple[MatchFailure, ...] = ()
    """The first failure of each bot in this run."""
    played: tuple[MatchLine, ...] = ()
    """The matches that were played since the progress before."""


def new_league(order: LeagueOrder) -> League:
    """Return a league without matches.

    Raises OrderError for fewer bots than seats, for a single bot, and for a bot named twice.
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
    """Return `new` with the matches of an `earlier` league, and the names of the bots that were changed since.

    Matches of changed bots are left out; bots that no longer take part keep their matches. Raises OrderError when the
    two leagues do not play the same game.
    """
    _same_matches(new, earlier)
    changed = tuple(bot for bot, digest in new.bots.items() if earlier.bots.get(bot, digest) != digest)
    kept = earlier.without(changed)
    return msgspec.structs.replace(new, bots=kept.bots | new.bots, bouts=kept.bouts, looks=kept.looks), changed


def _same_matches(new: League, earlier: League) -> None:
    """Raise OrderError where two leagues differ in game, version, options or seats."""
    for name in ("game", "version", "options", "seats"):
        before, wanted = getattr(earlier, name), getattr(new, name)
        if before != wanted:
            raise OrderError("league.error.other", what=name, before=str(before), wanted=str(wanted))


def together(ours: League, read: League | None, theirs: League) -> tuple[League, tuple[str, ...]]:
    """Return `theirs`, which the file holds now, with the matches played since this run `read` the file (None: no
    file).

    A changed bot counts as a different one. Where the file now holds matches of a newer version of a bot, our matches
    with that bot are left out; the second value names these bots. Raises OrderError like `joined`.
    """
    _same_matches(ours, theirs)
    before = read.bots if read else {}
    other = [bot for bot, digest in ours.bots.items() if theirs.bots.get(bot, digest) != digest]
    newer = tuple(bot for bot in other if theirs.bots[bot] != before.get(bot))
    played, kept = ours.without(newer), theirs.without(bot for bot in other if bot not in newer)
    known = {_named(bout) for league in (kept, read) if league for bout in league.bouts}
    bouts = (*kept.bouts, *(bout for bout in played.bouts if _named(bout) not in known))
    looks = theirs.looks + max(0, ours.looks - (read.looks if read else 0))
    return msgspec.structs.replace(kept, bots=kept.bots | played.bots, bouts=bouts, looks=looks), newer


def _named(bout: Bout) -> tuple[int, int, tuple[str, ...]]:
    """Return what identifies a match in a league: its seed, key and lineup."""
    return bout.seed, bout.key, bout.bots


def play_league(order: LeagueOrder, league: League, place: Workplace = Workplace()) -> Iterator[LeagueProgress]:  # noqa: B008
    """Continue from `league`. Yields the state at first, after each finished piece and after each round.

    Matches of the schedule that `league` already has are not played again, so an interrupted round is completed. Raises
    BotError when a person's bot cannot be started, and WorkerDiedError.
    """
    if not order.checked:
        check_bots(order.cabinet, order.options, order.entries, order.seats, Limits(), order.logs)
    lists = attached(order.options)
    key = key_against(order.cabinet.info, [each.spec for each in order.entries]) if order.key is None else order.key
    config = TournamentConfig(
        order.cabinet, order.options, order.entries, order.seats, order.seed, (), logs=order.logs, lists=lists, key=key
    )
    lineups = {bout.seed: bout.bots for bout in league.bouts}
    tally = _tally(order, league)
    progress = LeagueProgress(league, tally.table().doubt() <= allowed_doubt(order.doubt, max(1, league.looks)))
    yield progress
    with executor(ChunkPlayer(config), place, order.round, sources_of(files_of(order.entries))) as running:
        for plans in _rounds(config, order.round):
            left = order.games - len(league.bouts)
            if progress.certain or left <= 0:
                return
            missing = _missing(order, plans, lineups)[:left]
            if not missing:
                continue
            for done in _in_order(running.run, missing):
                bouts = [_bout(order, line, key) for line in done.matches]
                for bout in bouts:
                    tally.add(bout)
                league = msgspec.structs.replace(league, bouts=(*league.bouts, *bouts))
                failures = first_of_each([*progress.failures, *done.failures])
                progress = LeagueProgress(league, certain=False, failures=failures, played=done.matches)
                yield progress
            league = msgspec.structs.replace(league, looks=league.looks + 1)
            certain = tally.table().doubt() <= allowed_doubt(order.doubt, league.looks)
            progress = LeagueProgress(league, certain, progress.failures)
            yield progress


def _tally(order: LeagueOrder, league: League) -> Tally:
    """Return the figures of the bots that take part in this run, which alone decide whether the order is certain."""
    playing = league.without(league.bots.keys() - {entry.text for entry in order.entries})
    return Tally(playing.bots, playing.bouts)


def _rounds(config: TournamentConfig, size: int) -> Iterator[list[Plan]]:
    """Yield the endless schedule, a round at a time."""
    for begin in count(0, size):
        yield schedule(replace(config, numbers=numbers_from(config.seed, size, begin)), begin)


def _missing(order: LeagueOrder, plans: Sequence[Plan], lineups: Mapping[int, tuple[str, ...]]) -> list[Plan]:
    """Return the matches of a round that were not yet played;
    none where a different lineup has played one of its seeds."""
    if any(lineups.get(plan.seed, lineup) != lineup for plan in plans for lineup in [_lineup(order, plan.lineup)]):
        return []
    return [plan for plan in plans if plan.seed not in lineups]


def _in_order(
    run: Callable[[dict[int, tuple[Plan, ...]]], Iterator[tuple[int, ChunkDone]]], plans: Sequence[Plan]
) -> Iterator[ChunkDone]:
    """Play some plans in chunks and yield the results in the order of the plans."""
    chunks = [tuple(plans[start : start + CHUNK]) for start in range(0, len(plans), CHUNK)]
    early: dict[int, ChunkDone] = {}
    following = 0
    for index, done in run(dict(enumerate(chunks))):
        early[index] = done
        while following in early:
            yield early.pop(following)
            following += 1


def _lineup(order: LeagueOrder, entries: Iterable[int]) -> tuple[str, ...]:
    return tuple(order.entries[entry].text for entry in entries)


def _bout(order: LeagueOrder, line: MatchLine, key: int) -> Bout:
    return Bout(
        line.seed,
        _lineup(order, (seat.entry for seat in line.seats)),
        tuple(seat.rank for seat in line.seats),
        tuple(seat.score for seat in line.seats),
        line.hash,
        key,
    )
