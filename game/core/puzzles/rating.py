"""A person's rating in puzzles, and on how many days in a row the day's puzzle was solved.

Each puzzle is a rival of known strength, and the first try at it is a match: solved without a hint it is won, else
lost. The rating is that of Weng and Lin (JMLR 12, 2011) in the Plackett-Luce form, by openskill, in points of which a
beginner has 1,200.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta

import msgspec
from openskill.models import PlackettLuce

from game.core.puzzles.book import Puzzle

BEGIN = 1200.0
DOUBT = 300.0
"""Standard deviation of a beginner's rating."""
_NOISE = 150.0
"""How much better or worse anybody does on one puzzle than on another of the same rating."""
_PUZZLE_DOUBT = 60.0
_DRIFT = 12.0
"""What is added to the doubt with each puzzle, so that the rating of somebody who learns can rise."""


class Attempt(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a try at a puzzle came out."""

    puzzle: str
    """Its name."""
    day: str
    """When, as an ISO date."""
    solved: bool
    first: bool = False
    """Whether it counts for the rating: nothing had been tried or shown before."""
    daily: bool = False
    """Whether it was that day's puzzle."""


class Rating(msgspec.Struct, frozen=True):
    """Points, and how far they may be off."""

    mean: float = BEGIN
    doubt: float = DOUBT
    counted: int = 0
    """How many puzzles it is based on."""

    @property
    def settled(self) -> bool:
        """Whether enough was tried for the figure to mean something."""
        return self.counted >= 5


def rating_of(attempts: Iterable[Attempt], puzzles: Mapping[str, Puzzle]) -> Rating:
    """The rating after these tries, in their order; those of puzzles that are unknown here are passed over."""
    model = PlackettLuce(mu=BEGIN, sigma=DOUBT, beta=_NOISE, tau=_DRIFT)
    own, counted = model.rating(), 0
    for attempt in attempts:
        puzzle = puzzles.get(attempt.puzzle)
        if attempt.first and puzzle is not None:
            rival = model.rating(mu=puzzle.rating, sigma=_PUZZLE_DOUBT)
            ((own,), _) = model.rate([[own], [rival]], ranks=[1, 2] if attempt.solved else [2, 1])
            counted += 1
    return Rating(own.mu, own.sigma, counted)


def streak_of(attempts: Iterable[Attempt], today: date) -> int:
    """On how many days in a row, up to today or yesterday, the day's puzzle was solved."""
    days = {attempt.day for attempt in attempts if attempt.daily and attempt.solved}
    day = today if today.isoformat() in days else today - timedelta(days=1)
    length = 0
    while day.isoformat() in days:
        length += 1
        day -= timedelta(days=1)
    return length
