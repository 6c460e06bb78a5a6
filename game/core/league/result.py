"""The results of a league as a document, as CSV rows and as tables for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import msgspec

from game.core.league.league import League, table_of
from game.core.work.failure import MatchFailure
from game.core.work.run import Table


class LeagueOutcome:
    """The results of a league in its current state."""

    def __init__(self, league: League, *, certain: bool, failures: Sequence[MatchFailure] = ()) -> None:
        """`failures` holds the first failure of each bot in the latest run."""
        self._league = league
        self._certain = certain
        self._failures = failures
        self._table = table_of(league)

    def document(self) -> dict[str, Any]:
        """Return the JSON document: everything but the single matches.

        The seed is a text, because it may have 20 digits.
        """
        league = self._league
        pairs = combinations([standing.bot for standing in self._table.standings], 2)
        return {
            "game": league.game,
            "version": league.version,
            "options": league.options,
            "seats": league.seats,
            "seed": str(league.seed),
            "games": len(league.bouts),
            "certain": self._certain,
            "bots": msgspec.to_builtins(self._table.standings),
            "duels": [msgspec.to_builtins(self._table.duels[pair]) for pair in pairs],
        }

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of the CSV: headings, then a row for each seat of each match."""
        yield "match", "number", "hash", "seat", "bot", "rank", "score", "key"
        for index, bout in enumerate(self._league.bouts):
            for seat, (bot, rank, score) in enumerate(zip(bout.bots, bout.ranks, bout.scores, strict=True)):
                yield index, bout.seed, bout.hash, seat, bot, rank, score, bout.key

    def title(self) -> tuple[str, dict[str, Any]]:
        """Return the title above the tables, as a text key and its values."""
        values = {"games": len(self._league.bouts), "seats": self._league.seats}
        return ("league.title_certain" if self._certain else "league.title_open"), values

    def tables(self) -> tuple[Table, ...]:
        """Return two tables: the order of the bots, and the duels between them."""
        return self._order(), self._duels()

    def failed(self) -> Sequence[MatchFailure]:
        """Return the first failure of each bot that had one."""
        return self._failures

    def _order(self) -> Table:
        rows = tuple(
            (
                *(str(place), standing.bot, str(standing.games), f"{standing.wins:g}", f"{standing.win_rate:.1%}"),
                *(f"{standing.mean:.2f}", f"{standing.uncertainty:.2f}"),
            )
            for place, standing in enumerate(self._table.standings, start=1)
        )
        names = ("place", "bot", "games", "wins", "rate", "mean", "uncertainty")
        return Table(tuple(f"league.column.{name}" for name in names), rows, texts=2)

    def _duels(self) -> Table:
        pairs = combinations([standing.bot for standing in self._table.standings], 2)
        rows = tuple(
            (
                *(duel.bot, duel.other, str(duel.won), str(duel.tied), str(duel.lost)),
                *(f"{duel.rate:.1%}", f"{duel.chance:.2g}"),
            )
            for duel in (self._table.duels[pair] for pair in pairs)
        )
        names = ("bot", "other", "won", "tied", "lost", "share", "chance")
        return Table(tuple(f"league.column.{name}" for name in names), rows, texts=2)
