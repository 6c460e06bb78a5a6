"""How strong a computer plays at a table: a level with a name, or a step between two levels.

A step is a mixture of two neighbouring levels: of every `STEPS` decisions a share is made by the stronger bot, chosen
by the match's seed. The level in force is fixed when a match begins, and recorded as the specification of the seat:

    adapting                        a choice: as strong as the last matches suggest
    adapting:greedy                 a level in force, which the next match may change
    adapting:greedy+expert@1        a step in force: one decision of three is the expert's
    greedy+expert@1                 the same step, which does not adapt

`parse_spec` knows none of these: leagues, tournaments, contests and rooms on a LAN measure players that do not change.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

ADAPTING = "adapting"
"""The specification of a level that adapts, before a match begins and puts one in force."""
STEPS = 3
"""How many steps lead from one named level to the next."""
_BETWEEN = re.compile(r"([\w-]+)\+([\w-]+)@([0-9])")


class Ladder(StrEnum):
    """How the bots of a game differ from one another."""

    MIXED = "mixed"
    """Each bot is a level stronger than the one before, and mixtures by decision lie between two of them."""
    NAMED = "named"
    """Each bot is a level, but there are no mixtures: in real time one player must finish a movement that it began."""
    KINDS = "kinds"
    """The bots are different kinds, none stronger than another."""


@dataclass(frozen=True)
class Level:
    """A level in force: one bot, or a mixture in which the stronger bot makes `share` of `STEPS` decisions."""

    weaker: str
    stronger: str = ""
    share: int = 0

    @property
    def text(self) -> str:
        """The level as a specification writes it.

        >>> Level("greedy").text, Level("greedy", "expert", 2).text
        ('greedy', 'greedy+expert@2')
        """
        return f"{self.weaker}+{self.stronger}@{self.share}" if self.share else self.weaker


def adapts(spec: str) -> bool:
    """Return whether this seat's level follows from earlier matches."""
    return spec == ADAPTING or spec.startswith(f"{ADAPTING}:")


def level_of(spec: str, bots: Collection[str]) -> Level | None:
    """Return the level in force that a specification names; None where it names something else.

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
    """Return every level that may come into force, the weakest first; none where the bots are kinds.

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
    """Return the level `change` steps stronger, within the ladder; a level that is not on the ladder counts as its
    weaker bot.

    >>> ladder = ladder_of(("random", "greedy"), Ladder.MIXED)
    >>> moved(Level("random"), ladder, 1).text, moved(Level("greedy"), ladder, 1).text
    ('random+greedy@1', 'greedy')
    """
    known = level if level in ladder else Level(level.weaker)
    if known not in ladder:
        return level
    return ladder[min(len(ladder) - 1, max(0, ladder.index(known) + change))]


def change_after(ranks: Sequence[int], seat: int, hints: int = 0) -> int:
    """Return how a match changes the level for the next one: 1 (stronger) after a win, -1 (weaker) after coming last,
    else 0.

    A win with hints changes nothing.

    >>> change_after((1, 2), 0), change_after((1, 2), 1), change_after((1, 1), 0), change_after((1, 2), 0, hints=1)
    (1, -1, 0, 0)
    """
    others = [rank for other, rank in enumerate(ranks) if other != seat]
    if others and ranks[seat] < min(others):
        return 0 if hints else 1
    return -1 if others and ranks[seat] > max(others) else 0
