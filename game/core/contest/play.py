"""Plays a contest among entries that passed their check: an evaluation where the game has them, else a league."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from game.core.bot.loading import BotSpec, BuiltinSpec
from game.core.bot.patience import OUT_OF_PATIENCE, Patience
from game.core.cabinet import Cabinet
from game.core.errors import SpokenError
from game.core.league.league import League
from game.core.league.run import LeagueOrder, LeagueProgress, joined, new_league, play_league
from game.core.tournament.plan import Contestant, seats_for, seed_of
from game.core.work.place import Workplace
from game.core.work.run import Order, Outcome, Progress, run

Report = Callable[[Progress], None]


@dataclass(frozen=True)
class Evening:
    """What is to be played, and where."""

    cabinet: Cabinet
    options: Any
    entries: Mapping[str, BotSpec]
    """The entries that play, by name."""
    fill: tuple[str, ...]
    """Built-in players: those that fill the room, or play in the league too."""
    games: int
    seed: str
    hung: float
    """Seconds that an entry's hangs may cost."""
    place: Workplace
    journals: Path
    logs: Path
    key: int | None = None


class WithdrawnError(Exception):
    """An entry's hangs have cost too much: the contest has to begin anew without it."""

    def __init__(self, name: str, seconds: float) -> None:
        super().__init__(name, seconds)
        self.name = name
        self.seconds = seconds


def in_rooms(cabinet: Cabinet) -> bool:
    """Return whether a game's contests are evaluations, in one room or several, and not leagues."""
    return cabinet.tournament is not None


def play_rooms(evening: Evening, report: Report, keep: Callable[[Outcome], None]) -> Outcome:
    """Play an evaluation of all entries, or the rest of one; `keep` stores what it came to. Where one room is too small
    for them, rooms are drawn.

    Raises WithdrawnError, and what `run` raises.
    """
    cabinet = evening.cabinet
    assert cabinet.tournament is not None
    order = Order(
        options=evening.options,
        bots=tuple(evening.entries),
        fill=evening.fill,
        seed=evening.seed,
        games=evening.games,
        logs=evening.logs,
        own=dict(evening.entries),
        patience=Patience(hung=evening.hung),
        rooms=True,
        checked=True,
    )
    try:
        return run(cabinet.tournament(cabinet, order), report, evening.place, evening.journals, keep)
    except SpokenError as error:
        if error.key == OUT_OF_PATIENCE:
            raise WithdrawnError(error.values["bot"], error.values["seconds"]) from error
        raise


def league_order(evening: Evening) -> LeagueOrder:
    """Return the league of all entries and of the built-in players that are to play in it."""
    cabinet = evening.cabinet
    own = [Contestant(name, spec) for name, spec in evening.entries.items()]
    least = max(2, min(cabinet.info.seats))
    strong = [name for name, bot in reversed([*cabinet.bots.items()]) if not bot.compiled]
    names = evening.fill or tuple(strong[: max(0, least - len(own))])
    entries = (*own, *(Contestant(name, BuiltinSpec(name)) for name in names))
    return LeagueOrder(
        cabinet,
        evening.options,
        entries,
        seats_for(cabinet.info, len(entries)),
        seed_of(evening.seed),
        evening.games,
        logs=evening.logs,
        key=evening.key,
        checked=True,
    )


def play_contest_league(
    evening: Evening, earlier: League | None, report: Report, keep: Callable[[League], None]
) -> LeagueProgress:
    """Play a league of all entries, or what an `earlier` one lacks, and return how it ended.

    `keep` stores the league after each piece. Raises WithdrawnError, and what `play_league` raises.
    """
    order = league_order(evening)
    league = new_league(order)
    if earlier is not None:
        league, _ = joined(league, earlier.without(earlier.bots.keys() - league.bots.keys()))
        order = replace(order, key=league.bouts[0].key if league.bouts and order.key is None else order.key)
    latest, kept, hung = LeagueProgress(league, certain=False), len(league.bouts), dict.fromkeys(evening.entries, 0.0)
    report(Progress(kept, kept, evening.games))
    for latest in play_league(order, league, evening.place):
        keep(latest.league)
        report(Progress(len(latest.league.bouts), kept, evening.games))
        for match in latest.played:
            for seat in match.seats:
                name = order.entries[seat.entry].text
                if name in hung and (times := seat.failures.get("hang", 0)):
                    hung[name] += times * evening.cabinet.limits.decision
                    if hung[name] >= evening.hung:
                        raise WithdrawnError(name, hung[name])
    return latest
