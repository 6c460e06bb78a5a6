"""What is kept of many games: for each player sums, a histogram of its grades, and its best and worst games.

A *tally* is a flat array of `ROWS` rows of `MOST_PLAYERS`. Tallies add up: the result does not depend on how games are
divided among tallies, or on their order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from game.cabinets.l4g.rules.grading import FULL, GRADE, Grades
from game.cabinets.l4g.rules.grading import ROWS as GRADE_ROWS
from game.cabinets.l4g.rules.room import MOST_PLAYERS, PARTS, PLAYERS, PUNISHMENTS, Room
from game.core.compiled import array, in_place

Tally: TypeAlias = Any

FULL_GRADE: Final = FULL * (PARTS - 2)
"""The best whole grade; the two lowest parts do not count."""
BIN: Final = 10
"""Grades in one bar of the histogram."""
BINS: Final = FULL_GRADE // BIN + 1
KEPT: Final = 5
"""How many best and how many worst games are kept."""

GRADES: Final = 0
"""Rows: sums of the six parts' grades, then of the whole grade."""
SQUARED: Final = GRADES + GRADE_ROWS
PUNISHED: Final = SQUARED + 1
GROUP_SQUARED: Final = PUNISHED + 1
"""Row: sums of the squares of a group's summed grades in a game, at the first seat of the group."""
HISTOGRAM: Final = GROUP_SQUARED + 1
BEST: Final = HISTOGRAM + BINS
"""Rows: the `KEPT` best games as keys: points missing to the full grade, then the game's position in the list."""
WORST: Final = BEST + KEPT
"""Rows: the `KEPT` worst games as keys: the grade, then the game's position in the list."""
GROUP: Final = WORST + KEPT
"""Row: the grades of each group in the game that is being counted."""
ROWS: Final = GROUP + 1
LENGTH: Final = ROWS * MOST_PLAYERS
"""Numbers of a tally that add up. Optionally the position of a first game follows, then a row for each game from there
on, with the grades of each group at the first seat of the group."""

POSITIONS: Final = 1 << 32
NO_GAME: Final = 1 << 60
"""A key greater than that of any game: no game is kept here."""


def new_tally(first: int = 0, games: int = 0) -> Tally:
    """Return a tally without games, with room for the grades of `games` games from position `first` on."""
    sums = [0] * (BEST * MOST_PLAYERS) + [NO_GAME] * (2 * KEPT * MOST_PLAYERS) + [0] * MOST_PLAYERS
    return array(sums + [first] + [0] * (games * MOST_PLAYERS))


def parted(tally: Sequence[int], leaders: Sequence[int]) -> tuple[list[int], list[list[int]]]:
    """Return the part of a tally that adds up, and each game's grades of the groups with the first seats `leaders`."""
    games = range(LENGTH + 1, len(tally), MOST_PLAYERS)
    return list(tally[:LENGTH]), [[tally[row + leader] for leader in leaders] for row in games]


@in_place
def count_game(room: Room, grades: Grades, groups: Any, position: int, tally: Tally) -> None:
    """Count a game that is over and graded. `groups` holds for each seat the first seat of its group."""
    for player in range(room[PLAYERS]):
        tally[GROUP * MOST_PLAYERS + player] = 0
    for player in range(room[PLAYERS]):
        for row in range(GRADE_ROWS):
            tally[(GRADES + row) * MOST_PLAYERS + player] += grades[row * MOST_PLAYERS + player]
        total = grades[GRADE * MOST_PLAYERS + player]
        tally[SQUARED * MOST_PLAYERS + player] += total * total
        tally[PUNISHED * MOST_PLAYERS + player] += room[PUNISHMENTS + player]
        tally[(HISTOGRAM + total // BIN) * MOST_PLAYERS + player] += 1
        tally[GROUP * MOST_PLAYERS + groups[player]] += total
        _keep(tally, BEST, player, (FULL_GRADE - total) * POSITIONS + position)
        _keep(tally, WORST, player, total * POSITIONS + position)
    for player in range(room[PLAYERS]):
        together = tally[GROUP * MOST_PLAYERS + player]
        tally[GROUP_SQUARED * MOST_PLAYERS + player] += together * together
    row = LENGTH + 1 + (position - tally[LENGTH]) * MOST_PLAYERS
    if row + MOST_PLAYERS <= len(tally):
        for player in range(room[PLAYERS]):
            tally[row + player] = tally[GROUP * MOST_PLAYERS + player]


@in_place
def _keep(tally: Tally, first: int, player: int, key: int) -> None:
    """Keep a key if it is one of the least, in ascending order."""
    for row in range(first, first + KEPT):
        kept = tally[row * MOST_PLAYERS + player]
        if key < kept:
            tally[row * MOST_PLAYERS + player] = key
            key = kept


def column_of(tally: Sequence[int], player: int) -> list[int]:
    """Return what a tally holds of one player: a number for each row."""
    return list(tally[player:LENGTH:MOST_PLAYERS])


def sum_of(columns: Sequence[Sequence[int]]) -> list[int]:
    """Return the column of all games that were counted in `columns`, which are one player's."""
    total = [sum(row) for row in zip(*columns, strict=True)]
    for first in (BEST, WORST):
        keys = sorted(key for column in columns for key in column[first : first + KEPT])
        total[first : first + KEPT] = keys[:KEPT]
    return total


def games_of(column: Sequence[int], first: int) -> list[tuple[int, int]]:
    """Return the grade and position of the games kept from row `first` on, which is BEST or WORST."""
    found = [divmod(key, POSITIONS) for key in column[first : first + KEPT] if key < NO_GAME]
    return [(FULL_GRADE - grade if first == BEST else grade, position) for grade, position in found]


def games_in(column: Sequence[int]) -> int:
    """Return how many games were counted in a column."""
    return sum(column[HISTOGRAM : HISTOGRAM + BINS])
