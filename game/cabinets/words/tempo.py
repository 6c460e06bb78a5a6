"""The clock and the points of the classic setting, in whole numbers: milliseconds, and millionths of a point."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

LONGEST_TURN, STEP = 15_000, 1_400
SHORTEST_TURN = 300
"""Milliseconds; no seat is asked for a word with less time."""
SPEEDS = (5_000, 11_000, 18_000, 26_000, 35_000, 45_000, 56_000, 68_000, 81_000, 95_000)
"""Bounds in milliseconds left of a round: below the first the speed is 10, below the next 9, and so on to 1."""
KEY = 40
"""Milliseconds that a keystroke takes at least, for every player."""
BEFORE_ROUND = 2.4
"""Seconds in which a round is announced."""
AFTER_ROUND = 3.0
"""Seconds in which the end of a round is announced."""
MOST_LETTERS, MOST_RIVALS, MOST_THEMES = 64, 8, 40
_MILLION = 1_000_000


def _millionths(value: Decimal) -> int:
    """Return a decimal in millionths, rounded; decimals are equal on every machine and exact enough."""
    return int(value * _MILLION + Decimal("0.5"))


LENGTH_WORTH: Sequence[int] = tuple(
    _millionths(Decimal(5 + 7 * letters) ** Decimal("0.74")) for letters in range(MOST_LETTERS + 1)
)
"""(5 + 7n)^0.74 in millionths, for words of n letters."""
THEMES_WORTH: Sequence[int] = tuple(
    _millionths(Decimal("0.3") * (Decimal("0.6") * chosen + 1).ln()) for chosen in range(MOST_THEMES + 1)
)
"""0.3 · ln(0.6m + 1) in millionths, for m themes to guess among."""
_RIVALS_WORTH: Sequence[int] = tuple(
    _millionths(Decimal(rivals + 3) ** Decimal("1.4")) for rivals in range(MOST_RIVALS + 1)
)
"""(r + 3)^1.4 in millionths, for r seats that have not found the word, including the one that finds it."""


def round_left(left: int, words: int) -> int:
    """Return the milliseconds left of a round as a turn begins; a long chain shortens them."""
    return min(left, max(10_000, 150_000 - 1_500 * words))


def speed(left: int) -> int:
    """Return how fast the beat is, 0 … 10, by the milliseconds left of the round."""
    return 10 - sum(left >= bound for bound in SPEEDS)


def turn_time(left: int, tempo: int) -> int:
    """Return the milliseconds a turn lasts at most; `tempo` is a percentage."""
    return (LONGEST_TURN - STEP * speed(left)) * tempo // 100


def points(letters: int, words: int, spent: int, turn: int, said: int = 0, missions: int = 0) -> int:
    """Return the points of a word after `words` others in the chain.

    The word took `spent` milliseconds of a turn of `turn`, was said in `said` earlier rounds, and has the letter of the
    mission `missions` times.
    """
    worth = LENGTH_WORTH[min(letters, MOST_LETTERS)] + 880_000 * words
    above = worth * (2 * turn - spent) * 15 * (2 + missions)
    below = _MILLION * turn * (15 + said) * 2
    return (2 * above + below) // (2 * below)


def quiz_points(seats: int, before: int, themes: int, spent: int, whole: int) -> int:
    """Return the points for finding a hidden word after `before` other seats did.

    `themes` is the number of themes to guess among; `spent` milliseconds of the round's `whole` have passed.
    """
    worth = 6 * _RIVALS_WORTH[seats - before] * THEMES_WORTH[min(themes, MOST_THEMES)]
    below = 2 * whole * _MILLION * _MILLION
    return (2 * worth * (2 * whole - spent) + below) // (2 * below)


def penalty(words: int, score: int) -> int:
    """Return the points that a seat without a word in time loses, after `words` words and with `score` points."""
    return min((200 + 42 * words + 3 * score + 10) // 20, score)
