"""The results of a tournament between bots: figures, a JSON document, CSV rows."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from game.core.tournament.figures import Figures, Told
from game.core.tournament.plan import TournamentConfig
from game.core.work.failure import MatchFailure, first_of_each
from game.core.work.run import Table

Z = 1.959963984540054
"""The normal quantile of a two-sided 95 % interval."""
DIGITS = 6
"""Decimal places of figures that are not whole."""
_COLUMNS = ("bot", "games", "wins", "rate", "interval", "score", "rank", "forced")


class SeatFigures(msgspec.Struct, frozen=True):
    """The result of one seat in one match."""

    entry: int
    rank: int
    score: int
    forced: int
    """How many moves of the seat the match made in its place."""
    failures: dict[str, int]
    """How often the seat's bot failed, by kind of failure."""
    more: Any = None
    """Data kept for the game's own figures."""


class MatchLine(msgspec.Struct, frozen=True):
    """The result of one match."""

    index: int
    seed: int
    hash: str
    turns: int
    seats: tuple[SeatFigures, ...]

    def win_of(self, seat: int) -> Fraction:
        """Return 1 for the only winner, a fraction for seats that share the win, else 0."""
        winners = sum(line.rank == 1 for line in self.seats)
        return Fraction(1, winners) if self.seats[seat].rank == 1 else Fraction(0)


class ChunkDone(msgspec.Struct, frozen=True):
    """The results of a chunk of matches."""

    matches: tuple[MatchLine, ...]
    failures: tuple[MatchFailure, ...] = ()
    """The first failure of each bot in the chunk."""


class BotLine(msgspec.Struct, frozen=True):
    """The figures of one bot. A bot that holds two seats of a match has played two games."""

    bot: str
    games: int
    wins: float
    win_rate: float
    low: float
    high: float
    """Upper bound of the 95 % interval of the win rate (Wilson 1927); `low` is the lower bound."""
    mean_score: float
    mean_rank: float
    forced: int
    failures: dict[str, int]


class TournamentResult(msgspec.Struct, frozen=True):
    """A finished tournament. Only `failures` and the game's own times depend on how it was computed."""

    game: str
    version: int
    seed: int
    key: int
    """The key drawn beside the seed; the same `--seed` and `--key` give the same figures again."""
    seats: int
    games: int
    pairs: bool
    """Whether every lineup played in every seating with one seed, in consecutive matches."""
    options: Any
    bots: tuple[BotLine, ...]
    """Figures of the bots, best win rate first; equal rates in the order the bots were named."""
    entries: tuple[str, ...]
    """The bots as named in the order; `SeatFigures.entry` is an index into it."""
    matches: tuple[MatchLine, ...]
    failures: tuple[MatchFailure, ...] = ()
    """The first failure of each bot, with the times and the logs of the machine that played the match."""
    figures: Figures | None = None
    """Computes the game's own figures; None where the game has none."""

    def document(self) -> dict[str, Any]:
        """Return the JSON document: the figures by bot, without the single matches and failures.

        Seed and key are texts, because readers that use floats for numbers would lose digits.
        """
        fields: dict[str, Any] = msgspec.to_builtins(
            msgspec.structs.replace(self, matches=(), failures=(), figures=None)
        )
        del fields["matches"], fields["entries"], fields["failures"], fields["figures"]
        own = {"figures": dict(self.told.document)} if self.figures else {}
        return fields | {"seed": str(self.seed), "key": str(self.key)} | own

    @property
    def told(self) -> Told:
        """The game's own figures, with the bots in the order of `bots`; empty where the game has none."""
        if self.figures is None:
            return Told({}, ())
        kept: dict[str, list[Any]] = {line.bot: [] for line in self.bots}
        for match in self.matches:
            for line in match.seats:
                kept[self.entries[line.entry]].append(line.more)
        return self.figures.told(kept)

    def title(self) -> tuple[str, dict[str, Any]]:
        """Return the title above the tables as a text key and its values; the caller adds the game's name."""
        key = "tournament.title_pairs" if self.pairs else "tournament.title"
        return key, {"games": self.games, "seats": self.seats}

    def tables(self) -> tuple[Table, ...]:
        """Return a table with a row for each bot, and then the game's own tables."""
        rows = []
        for bot in self.bots:
            failed = ", ".join(f"{kind} {count}" for kind, count in bot.failures.items())
            rows.append(
                (
                    *(bot.bot, str(bot.games), f"{bot.wins:g}", f"{bot.win_rate:.1%}"),
                    *(f"{bot.low:.1%}–{bot.high:.1%}", f"{bot.mean_score:.2f}", f"{bot.mean_rank:.2f}"),
                    f"{bot.forced}" + (f" ({failed})" if failed else ""),
                )
            )
        return (Table(tuple(f"tournament.column.{name}" for name in _COLUMNS), tuple(rows)), *self.told.tables)

    def failed(self) -> Sequence[MatchFailure]:
        """Return the first failure of each bot that had one."""
        return self.failures

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of the CSV: headings, then a row for each seat of each match."""
        heads = "match", "number", "hash", "turns", "seat", "bot", "rank", "score", "win", "forced", "failures", "key"
        yield (*heads, *self.figures.columns) if self.figures else heads
        for match in self.matches:
            for seat, line in enumerate(match.seats):
                win = round(float(match.win_of(seat)), DIGITS)
                failed = " ".join(f"{kind}={count}" for kind, count in line.failures.items())
                yield (
                    *(match.index, match.seed, match.hash, match.turns, seat),
                    *(self.entries[line.entry], line.rank, line.score, win, line.forced, failed, self.key),
                    *(self.figures.row(line.more) if self.figures else ()),
                )


def wilson(wins: Fraction, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a rate of `wins` in `games` (E. B. Wilson, JASA 22, 1927).

    >>> [round(bound, 3) for bound in wilson(Fraction(8), 10)]
    [0.49, 0.943]
    """
    if not games:
        return 0.0, 1.0
    rate = float(wins / games)
    spread = 1 + Z * Z / games
    centre = (rate + Z * Z / (2 * games)) / spread
    margin = Z * math.sqrt(rate * (1 - rate) / games + Z * Z / (4 * games * games)) / spread
    return max(0.0, centre - margin), min(1.0, centre + margin)


def summarise(config: TournamentConfig, done: Sequence[ChunkDone]) -> TournamentResult:
    """Combine the results of all chunks, given in the order of the schedule."""
    matches = [match for chunk in done for match in chunk.matches]
    entries = tuple(entry.text for entry in config.entries)
    lines = [_bot_line(name, entries, matches) for name in dict.fromkeys(entries)]
    lines.sort(key=lambda line: -line.win_rate)
    info = config.cabinet.info
    options = msgspec.to_builtins(config.options)
    return TournamentResult(
        game=info.id,
        version=info.version,
        seed=config.seed,
        key=config.key or 0,
        seats=config.seats,
        games=len(matches),
        pairs=config.pairs,
        options=options,
        bots=tuple(lines),
        entries=entries,
        matches=tuple(matches),
        failures=first_of_each(failure for chunk in done for failure in chunk.failures),
        figures=config.cabinet.figures() if config.cabinet.figures else None,
    )


def _bot_line(name: str, entries: Sequence[str], matches: Sequence[MatchLine]) -> BotLine:
    played = [(m, seat) for m in matches for seat, line in enumerate(m.seats) if entries[line.entry] == name]
    seats = [match.seats[seat] for match, seat in played]
    games = len(seats)
    wins = sum((match.win_of(seat) for match, seat in played), Fraction(0))
    kinds = sorted({kind for line in seats for kind in line.failures})
    low, high = wilson(wins, games)

    def mean(total: Fraction | int) -> float:
        return round(float(Fraction(total) / games), DIGITS) if games else 0.0

    return BotLine(
        bot=name,
        games=games,
        wins=round(float(wins), DIGITS),
        win_rate=mean(wins),
        low=round(low, DIGITS),
        high=round(high, DIGITS),
        mean_score=mean(sum(line.score for line in seats)),
        mean_rank=mean(sum(line.rank for line in seats)),
        forced=sum(line.forced for line in seats),
        failures={kind: sum(line.failures.get(kind, 0) for line in seats) for kind in kinds},
    )
