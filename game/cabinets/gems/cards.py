"""The 90 cards and 10 nobles by their ids, and their data as arrays for compiled code.

Colours are numbers everywhere: 0 white (diamond), 1 blue (sapphire), 2 green (emerald), 3 red (ruby), 4 black (onyx), 5
gold. The table agrees with three independent public ones, and tests check it against the sums of the published game.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from game.core.compiled import array

WHITE, BLUE, GREEN, RED, BLACK, GOLD = range(6)
COLOURS: Final = 5
"""Number of colours without gold, which is never a cost or a bonus."""
GEMS: Final = 6
LEVELS: Final = 3
CARDS: Final = 90
NOBLES: Final = 10
NOBLE_POINTS: Final = 3
FIRST_OF: Final = (1, 41, 71, 91)
"""The id of the first card of each level, and the id after the last card."""
Cost: TypeAlias = tuple[int, int, int, int, int]
"""A cost: tokens of each colour but gold, or for a noble the bonuses of each colour."""
Tokens: TypeAlias = tuple[int, int, int, int, int, int]
"""Tokens of each colour, gold included."""


class Card(NamedTuple):
    level: int
    bonus: int
    points: int
    cost: Cost


_CARDS: Final[tuple[tuple[int, int, int, Cost], ...]] = (
    (1, 0, 0, (0, 0, 0, 2, 1)), (1, 0, 0, (0, 1, 1, 1, 1)), (1, 0, 0, (0, 1, 2, 1, 1)), (1, 0, 0, (0, 2, 0, 0, 2)),
    (1, 0, 0, (0, 2, 2, 0, 1)), (1, 0, 0, (0, 3, 0, 0, 0)), (1, 0, 0, (3, 1, 0, 0, 1)), (1, 0, 1, (0, 0, 4, 0, 0)),
    (1, 1, 0, (0, 0, 0, 0, 3)), (1, 1, 0, (0, 0, 2, 0, 2)), (1, 1, 0, (0, 1, 3, 1, 0)), (1, 1, 0, (1, 0, 0, 0, 2)),
    (1, 1, 0, (1, 0, 1, 1, 1)), (1, 1, 0, (1, 0, 1, 2, 1)), (1, 1, 0, (1, 0, 2, 2, 0)), (1, 1, 1, (0, 0, 0, 4, 0)),
    (1, 2, 0, (0, 0, 0, 3, 0)), (1, 2, 0, (0, 1, 0, 2, 2)), (1, 2, 0, (0, 2, 0, 2, 0)), (1, 2, 0, (1, 1, 0, 1, 1)),
    (1, 2, 0, (1, 1, 0, 1, 2)), (1, 2, 0, (1, 3, 1, 0, 0)), (1, 2, 0, (2, 1, 0, 0, 0)), (1, 2, 1, (0, 0, 0, 0, 4)),
    (1, 3, 0, (0, 2, 1, 0, 0)), (1, 3, 0, (1, 0, 0, 1, 3)), (1, 3, 0, (1, 1, 1, 0, 1)), (1, 3, 0, (2, 0, 0, 2, 0)),
    (1, 3, 0, (2, 0, 1, 0, 2)), (1, 3, 0, (2, 1, 1, 0, 1)), (1, 3, 0, (3, 0, 0, 0, 0)), (1, 3, 1, (4, 0, 0, 0, 0)),
    (1, 4, 0, (0, 0, 1, 3, 1)), (1, 4, 0, (0, 0, 2, 1, 0)), (1, 4, 0, (0, 0, 3, 0, 0)), (1, 4, 0, (1, 1, 1, 1, 0)),
    (1, 4, 0, (1, 2, 1, 1, 0)), (1, 4, 0, (2, 0, 2, 0, 0)), (1, 4, 0, (2, 2, 0, 1, 0)), (1, 4, 1, (0, 4, 0, 0, 0)),
    (2, 0, 1, (0, 0, 3, 2, 2)), (2, 0, 1, (2, 3, 0, 3, 0)), (2, 0, 2, (0, 0, 0, 5, 0)), (2, 0, 2, (0, 0, 0, 5, 3)),
    (2, 0, 2, (0, 0, 1, 4, 2)), (2, 0, 3, (6, 0, 0, 0, 0)), (2, 1, 1, (0, 2, 2, 3, 0)), (2, 1, 1, (0, 2, 3, 0, 3)),
    (2, 1, 2, (0, 5, 0, 0, 0)), (2, 1, 2, (2, 0, 0, 1, 4)), (2, 1, 2, (5, 3, 0, 0, 0)), (2, 1, 3, (0, 6, 0, 0, 0)),
    (2, 2, 1, (2, 3, 0, 0, 2)), (2, 2, 1, (3, 0, 2, 3, 0)), (2, 2, 2, (0, 0, 5, 0, 0)), (2, 2, 2, (0, 5, 3, 0, 0)),
    (2, 2, 2, (4, 2, 0, 0, 1)), (2, 2, 3, (0, 0, 6, 0, 0)), (2, 3, 1, (0, 3, 0, 2, 3)), (2, 3, 1, (2, 0, 0, 2, 3)),
    (2, 3, 2, (0, 0, 0, 0, 5)), (2, 3, 2, (1, 4, 2, 0, 0)), (2, 3, 2, (3, 0, 0, 0, 5)), (2, 3, 3, (0, 0, 0, 6, 0)),
    (2, 4, 1, (3, 0, 3, 0, 2)), (2, 4, 1, (3, 2, 2, 0, 0)), (2, 4, 2, (0, 0, 5, 3, 0)), (2, 4, 2, (0, 1, 4, 2, 0)),
    (2, 4, 2, (5, 0, 0, 0, 0)), (2, 4, 3, (0, 0, 0, 0, 6)), (3, 0, 3, (0, 3, 3, 5, 3)), (3, 0, 4, (0, 0, 0, 0, 7)),
    (3, 0, 4, (3, 0, 0, 3, 6)), (3, 0, 5, (3, 0, 0, 0, 7)), (3, 1, 3, (3, 0, 3, 3, 5)), (3, 1, 4, (6, 3, 0, 0, 3)),
    (3, 1, 4, (7, 0, 0, 0, 0)), (3, 1, 5, (7, 3, 0, 0, 0)), (3, 2, 3, (5, 3, 0, 3, 3)), (3, 2, 4, (0, 7, 0, 0, 0)),
    (3, 2, 4, (3, 6, 3, 0, 0)), (3, 2, 5, (0, 7, 3, 0, 0)), (3, 3, 3, (3, 5, 3, 0, 3)), (3, 3, 4, (0, 0, 7, 0, 0)),
    (3, 3, 4, (0, 3, 6, 3, 0)), (3, 3, 5, (0, 0, 7, 3, 0)), (3, 4, 3, (3, 3, 5, 3, 0)), (3, 4, 4, (0, 0, 0, 7, 0)),
    (3, 4, 4, (0, 0, 3, 6, 3)), (3, 4, 5, (0, 0, 0, 7, 3)),
)  # fmt: skip
CARD_OF: Final = {number: Card(*row) for number, row in enumerate(_CARDS, 1)}
NOBLE_OF: Final[dict[int, Cost]] = dict(enumerate((
    (0, 0, 0, 4, 4), (0, 0, 3, 3, 3), (0, 0, 4, 4, 0), (0, 3, 3, 3, 0), (0, 4, 4, 0, 0),
    (3, 0, 0, 3, 3), (3, 3, 0, 0, 3), (3, 3, 3, 0, 0), (4, 0, 0, 0, 4), (4, 4, 0, 0, 0),
), 1))  # fmt: skip
"""The bonuses of each colour that each noble asks for, by id."""

BONUS: Final = array([0, *(card.bonus for card in CARD_OF.values())])
POINTS: Final = array([0, *(card.points for card in CARD_OF.values())])
COST: Final = array([0] * COLOURS + [tokens for card in CARD_OF.values() for tokens in card.cost])
"""Costs as a flat array: those of card `id` begin at `5 * id`."""
NOBLE_COST: Final = array([0] * COLOURS + [cards for noble in NOBLE_OF.values() for cards in noble])
