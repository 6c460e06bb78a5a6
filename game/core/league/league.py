"""A league: bots rated by all their matches against each other, and how certain their order is.

Ratings are those of Weng and Lin (JMLR 12, 2011) in the Plackett-Luce form, by openskill: a mean and an uncertainty for
each bot. They do not decide whether the order is certain. For that, the matches between two neighbours in the order are
counted, and a sign test says how likely such a lead would be between equals.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise, permutations
from typing import Any

import msgspec
from openskill.models import PlackettLuce

DIGITS = 6
"""Decimal places of figures that are not whole."""
_PRECISION = 128
"""Binary digits of the fractions in a sign test's sum."""


class Bout(msgspec.Struct, frozen=True):
    """One match of a league, with everything needed to play it again."""

    seed: int
    bots: tuple[str, ...]
    """The bot in each seat."""
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    hash: str
    key: int = 0
    """The key drawn beside the seed, a new one in each run,
    so that the file does not reveal the draws of later matches."""


class League(msgspec.Struct, frozen=True):
    """The content of a league's file, from which all figures follow."""

    game: str
    version: int
    options: dict[str, Any]
    seats: int
    seed: int
    bots: dict[str, str]
    """The bots of the league, each with a digest of its sources: a changed bot counts as a different one."""
    bouts: tuple[Bout, ...] = ()
    looks: int = 0
    """How many times it was tested whether the order is certain."""
    specs: dict[str, str] = {}
    """How bots are started whose names do not say it, with paths relative to the file."""

    def without(self, bots: Iterable[str]) -> League:
        """Return the same league without these bots and their matches."""
        gone = frozenset(bots)
        kept = {bot: digest for bot, digest in self.bots.items() if bot not in gone}
        return msgspec.structs.replace(
            self, bots=kept, bouts=tuple(bout for bout in self.bouts if gone.isdisjoint(bout.bots))
        )


class Standing(msgspec.Struct, frozen=True):
    """The figures of one bot in a league."""

    bot: str
    games: int
    wins: float
    """Matches won; bots that share a win have a fraction of it each."""
    win_rate: float
    mean: float
    """Mean of the bot's estimated strength; every bot begins at 25."""
    uncertainty: float
    """Standard deviation of the bot's estimated strength."""


class Duel(msgspec.Struct, frozen=True):
    """The results of one bot against another in the matches that both played."""

    bot: str
    other: str
    won: int
    """Matches in which `bot` ranked before `other`."""
    lost: int
    tied: int
    rate: float
    """The share of matches that `bot` won; ties count half."""
    chance: float
    """Probability of so large a lead, either way, between equals: a sign test that ignores ties."""


@dataclass(frozen=True)
class Table:
    """The figures of a league: the order of its bots and their duels."""

    standings: tuple[Standing, ...]
    """Standings with the highest mean first; equal means in the order of `League.bots`."""
    duels: Mapping[tuple[str, str], Duel]
    """Duels by the names of both bots, in both orders."""

    def neighbours(self) -> Iterator[Duel]:
        """Yield the duel of each bot against the next one in the order."""
        for above, below in pairwise(self.standings):
            yield self.duels[above.bot, below.bot]

    def doubt(self) -> float:
        """Return a bound on the probability that some neighbours in the order only seem to differ.

        It is 1 if a bot did not rank before its lower neighbour more often than after it.
        """
        doubts = [duel.chance if duel.won > duel.lost else 1.0 for duel in self.neighbours()]
        return min(1.0, max(doubts, default=0.0) * len(doubts))


def table_of(league: League) -> Table:
    """Return the figures of all bouts, counted in the order they were played."""
    return Tally(league.bots, league.bouts).table()


def allowed_doubt(doubt: float, look: int) -> float:
    """Return the part of the allowed doubt that test number `look` (from 1) may use; the parts never sum to more than
    `doubt`.

    >>> round(sum(allowed_doubt(0.05, look) for look in range(1, 1000)), 3)
    0.05
    """
    return doubt / (look * (look + 1))


def sign_test(won: int, lost: int) -> float:
    """Return the probability of a lead at least as large, either way, if both are as likely to win.

    >>> sign_test(9, 1)
    0.021484375
    >>> sign_test(3, 3)
    1.0
    """
    games, least = won + lost, min(won, lost)
    term = tail = 1 << _PRECISION
    for count in range(least, 0, -1):
        term = term * count // (games - count + 1)
        if not term:
            break
        tail += term
    return min(1.0, 2 * math.comb(games, least) * tail / (1 << (games + _PRECISION)))


class Tally:
    """Adds up the figures of a league, bout by bout."""

    def __init__(self, bots: Iterable[str], bouts: Iterable[Bout] = ()) -> None:
        self._model = PlackettLuce(tau=0.0)
        self._ratings = {bot: self._model.rating() for bot in bots}
        self._games: Counter[str] = Counter()
        self._wins = dict.fromkeys(self._ratings, Fraction(0))
        self._before: Counter[tuple[str, str]] = Counter()
        self._together: Counter[frozenset[str]] = Counter()
        for bout in bouts:
            self.add(bout)

    def add(self, bout: Bout) -> None:
        """Count one more bout, later than all before."""
        teams = self._model.rate([[self._ratings[bot]] for bot in bout.bots], ranks=list(bout.ranks))
        self._ratings |= {bot: rating for bot, (rating,) in zip(bout.bots, teams, strict=True)}
        self._games.update(bout.bots)
        first = [bot for bot, rank in zip(bout.bots, bout.ranks, strict=True) if rank == 1]
        for bot in first:
            self._wins[bot] += Fraction(1, len(first))
        for (one, rank), (other, other_rank) in combinations(zip(bout.bots, bout.ranks, strict=True), 2):
            self._together[frozenset((one, other))] += 1
            if rank != other_rank:
                self._before[(one, other) if rank < other_rank else (other, one)] += 1

    def table(self) -> Table:
        """Return the figures of all bouts so far."""
        standings = sorted(map(self._standing, self._ratings), key=lambda standing: -standing.mean)
        return Table(tuple(standings), {pair: self._duel(*pair) for pair in permutations(self._ratings, 2)})

    def _standing(self, bot: str) -> Standing:
        games, wins, rating = self._games[bot], self._wins[bot], self._ratings[bot]
        return Standing(
            bot,
            games,
            round(float(wins), DIGITS),
            round(float(wins / games), DIGITS) if games else 0.0,
            round(rating.mu, DIGITS),
            round(rating.sigma, DIGITS),
        )

    def _duel(self, bot: str, other: str) -> Duel:
        won, lost = self._before[bot, other], self._before[other, bot]
        games = self._together[frozenset((bot, other))]
        tied = games - won - lost
        rate = round((won + tied / 2) / games, DIGITS) if games else 0.5
        return Duel(bot, other, won, lost, tied, rate, sign_test(won, lost))
