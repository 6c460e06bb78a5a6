"""A person's rating in puzzles, and for how many days in a row the daily puzzle was solved.

Each puzzle counts as an opponent of known strength, and the first try at it as a match: won if it was solved without a
hint, else lost. The rating is that of Weng and Lin (JMLR 12, 2011) in the Plackett-Luce form, computed by openskill, on
a scale where a beginner has 1,200 points. The first puzzles teach: until `TAUGHT` are solved, a miss costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta

import msgspec
from openskill.models import PlackettLuce

from game.core.puzzles.book import Puzzle

BEGIN = 1200.0
DOUBT = 300.0
"""Standard deviation of a beginner's rating, in points."""
_NOISE = 150.0
"""How much a person's performance varies between puzzles of the same rating, in points."""
_PUZZLE_DOUBT = 60.0
TAUGHT = 3
"""How many puzzles of a game must be solved at the first try before a miss takes points."""
_DRIFT = 12.0
"""Added to the uncertainty with each puzzle, so that the rating of somebody who learns can rise."""


class Attempt(msgspec.Struct, frozen=True, omit_defaults=True):
    """The outcome of one try at a puzzle."""

    puzzle: str
    """The name of the puzzle."""
    day: str
    """The date of the try, in ISO format."""
    solved: bool
    first: bool = False
    """Whether the try counts for the rating: nothing had been tried or shown before."""
    daily: bool = False
    """Whether the puzzle was the daily puzzle of that day."""


class Rating(msgspec.Struct, frozen=True):
    """A rating in points (`mean`) and its standard deviation (`doubt`)."""

    mean: float = BEGIN
    doubt: float = DOUBT
    counted: int = 0
    """How many puzzles the rating is based on."""

    @property
    def settled(self) -> bool:
        """Whether the rating is based on enough puzzles to be shown."""
        return self.counted >= 5


def rating_of(attempts: Iterable[Attempt], puzzles: Mapping[str, Puzzle]) -> Rating:
    """Return the rating after these tries, in their order; tries at unknown puzzles are skipped."""
    model = PlackettLuce(mu=BEGIN, sigma=DOUBT, beta=_NOISE, tau=_DRIFT)
    own, counted, solved = model.rating(), 0, 0
    for attempt in attempts:
        puzzle = puzzles.get(attempt.puzzle)
        if attempt.first and puzzle is not None and (attempt.solved or solved >= TAUGHT):
            rival = model.rating(mu=puzzle.rating, sigma=_PUZZLE_DOUBT)
            ((own,), _) = model.rate([[own], [rival]], ranks=[1, 2] if attempt.solved else [2, 1])
            counted += 1
            solved += attempt.solved
    return Rating(own.mu, own.sigma, counted)


def streak_of(attempts: Iterable[Attempt], today: date) -> int:
    """Return for how many days in a row, up to today or yesterday, the daily puzzle was solved."""
    days = {attempt.day for attempt in attempts if attempt.daily and attempt.solved}
    day = today if today.isoformat() in days else today - timedelta(days=1)
    length = 0
    while day.isoformat() in days:
        length += 1
        day -= timedelta(days=1)
    return length
