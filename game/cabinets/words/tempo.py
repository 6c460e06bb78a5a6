"""The clock and the points of the classic setting, in whole numbers: milliseconds, and millionths of a point."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

LONGEST_TURN, STEP = 15_000, 1_400
SHORTEST_TURN = 300
"""Milliseconds; nobody is asked for a word with less."""
SPEEDS = (5_000, 11_000, 18_000, 26_000, 35_000, 45_000, 56_000, 68_000, 81_000, 95_000)
"""Below each of these times left of a round the speed is 10, 9, 8 … 1."""
KEY = 40
"""Milliseconds that a keystroke takes at the least, for everybody."""
BEFORE_ROUND = 2.4
"""Seconds in which a round is announced."""
AFTER_ROUND = 3.0
"""Seconds in which it is said how a round ended."""
MOST_LETTERS, MOST_RIVALS, MOST_THEMES = 64, 8, 40
_MILLION = 1_000_000


def _millionths(value: Decimal) -> int:
    """To the nearest. Decimals are the same on every machine, and far more exact than that."""
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
"""(r + 3)^1.4 in millionths, for r who have not found the word, oneself included."""


def round_left(left: int, words: int) -> int:
    """What is left of a round as a turn begins: a long chain has less time."""
    return min(left, max(10_000, 150_000 - 1_500 * words))


def speed(left: int) -> int:
    """How fast the beat is, 0 … 10."""
    return 10 - sum(left >= bound for bound in SPEEDS)


def turn_time(left: int, tempo: int) -> int:
    """How long a turn lasts at the most; `tempo` is a share in hundredths."""
    return (LONGEST_TURN - STEP * speed(left)) * tempo // 100


def points(letters: int, words: int, spent: int, turn: int, said: int = 0, missions: int = 0) -> int:
    """Points of a word after `words` others in the chain.

    It took `spent` of the turn's time, was said in so many earlier rounds, and has so many letters of the mission.
    """
    worth = LENGTH_WORTH[min(letters, MOST_LETTERS)] + 880_000 * words
    above = worth * (2 * turn - spent) * 15 * (2 + missions)
    below = _MILLION * turn * (15 + said) * 2
    return (2 * above + below) // (2 * below)


def quiz_points(seats: int, before: int, themes: int, spent: int, whole: int) -> int:
    """Points for finding a hidden word of so many themes, after `before` others, when so much of the round passed."""
    worth = 6 * _RIVALS_WORTH[seats - before] * THEMES_WORTH[min(themes, MOST_THEMES)]
    below = 2 * whole * _MILLION * _MILLION
    return (2 * worth * (2 * whole - spent) + below) // (2 * below)


def penalty(words: int, score: int) -> int:
    """What who is late loses of a score."""
    return min((200 + 42 * words + 3 * score + 10) // 20, score)
