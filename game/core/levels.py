"""How strong a computer plays at a table: a level with a name, or a step between two of them.

A step is a mixture of two neighbours: of `STEPS` decisions so many are the stronger one's, drawn from the match. Which
level is in force is fixed when a match begins and recorded with it, as the specification of the seat:

    adapting                        the choice: as strong as the matches before it say
    adapting:greedy                 a level in force, which the next match may change
    adapting:greedy+expert@1        the same between two: one decision of three is the expert's
    greedy+expert@1                 that step, held

`parse_spec` knows none of these: leagues, tournaments, contests and rooms on a LAN measure players that stay who
they are.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

ADAPTING = "adapting"
"""The choice of a level that adapts, before a match begins."""
STEPS = 3
"""Steps from one named level to the next."""
_BETWEEN = re.compile(r"([\w-]+)\+([\w-]+)@([0-9])")


class Ladder(StrEnum):
    """How the computers of a game follow one another."""

    MIXED = "mixed"
    """Each is a level stronger than the one before, and between two of them there are mixtures by decision."""
    NAMED = "named"
    """Levels, but none between: in real time a decision is part of a movement that one player has to finish."""
    KINDS = "kinds"
    """They are kinds, none a level above another."""


@dataclass(frozen=True)
class Level:
    """A level in force: one computer, or two of whom the stronger makes `share` of `STEPS` decisions."""

    weaker: str
    stronger: str = ""
    share: int = 0

    @property
    def text(self) -> str:
        """As it is written in a specification.

        >>> Level("greedy").text, Level("greedy", "expert", 2).text
        ('greedy', 'greedy+expert@2')
        """
        return f"{self.weaker}+{self.stronger}@{self.share}" if self.share else self.weaker


def adapts(spec: str) -> bool:
    """Whether a seat's level follows from how the matches before went."""
    return spec == ADAPTING or spec.startswith(f"{ADAPTING}:")


def level_of(spec: str, bots: Collection[str]) -> Level | None:
    """The level in force that a specification tells; None where it names something else.

    >>> bots = ("random", "greedy", "expert")
    >>> level_of("adapting:greedy", bots), level_of("adapting:random+greedy@3", bots), level_of("adapting", bots)
    (Level(weaker='greedy', stronger='', share=0), None, None)
    """
    text = spec.removeprefix(f"{ADAPTING}:")
    if text in bots:
        return Level(text)
    found = _BETWEEN.fullmatch(text)
    if not found or found[1] not in bots or found[2] not in bots or not 0 < int(found[3]) < STEPS:
        return None
    return Level(found[1], found[2], int(found[3]))


def ladder_of(bots: Sequence[str], kind: Ladder) -> tuple[Level, ...]:
    """Every level that may come into force, the gentlest first.

    >>> [level.text for level in ladder_of(("random", "greedy"), Ladder.MIXED)]
    ['random', 'random+greedy@1', 'random+greedy@2', 'greedy']
    """
    if kind is Ladder.KINDS or len(bots) < 2:
        return ()
    shares = range(STEPS) if kind is Ladder.MIXED else range(1)
    between = [
        Level(weaker, stronger, share) if share else Level(weaker)
        for weaker, stronger in pairwise(bots)
        for share in shares
    ]
    return (*between, Level(bots[-1]))


def moved(level: Level, ladder: Sequence[Level], change: int) -> Level:
    """The level so many steps stronger, as far as the ladder goes; one that is not on it begins at its weaker part.

    >>> ladder = ladder_of(("random", "greedy"), Ladder.MIXED)
    >>> moved(Level("random"), ladder, 1).text, moved(Level("greedy"), ladder, 1).text
    ('random+greedy@1', 'greedy')
    """
    known = level if level in ladder else Level(level.weaker)
    if known not in ladder:
        return level
    return ladder[min(len(ladder) - 1, max(0, ladder.index(known) + change))]


def change_after(ranks: Sequence[int], seat: int, hints: int = 0) -> int:
    """What a match changes for the next one: a step stronger (1) after a win, gentler (-1) after coming last, else 0.

    A win with hints does not count.

    >>> change_after((1, 2), 0), change_after((1, 2), 1), change_after((1, 1), 0), change_after((1, 2), 0, hints=1)
    (1, -1, 0, 0)
    """
    others = [rank for other, rank in enumerate(ranks) if other != seat]
    if others and ranks[seat] < min(others):
        return 0 if hints else 1
    return -1 if others and ranks[seat] > max(others) else 0
