"""The 25 kinds of tiles: a volcano and two fields, left and right as seen with the volcano on top. Facts."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias, get_args

Field: TypeAlias = Literal["jungle", "clearing", "sand", "rock", "lake"]
FIELDS: Final[tuple[Field, ...]] = get_args(Field)
JUNGLE, CLEARING, SAND, ROCK, LAKE = range(1, 6)
"""Fields as numbers: 1 + their place in FIELDS."""


class TileKind(NamedTuple):
    """A kind of tile: its fields as numbers, and how many there are of it."""

    left: int
    right: int
    number: int


_COUNTS: Final = (
    (1, 6, 4, 2, 2),
    (5, 1, 2, 2, 1),
    (4, 2, 1, 2, 1),
    (2, 2, 1, 1, 1),
    (1, 1, 1, 1, 1),
)
"""How many tiles have the row's field at the left and the column's at the right."""
KINDS: Final = tuple(
    TileKind(left + 1, right + 1, count) for left, row in enumerate(_COUNTS) for right, count in enumerate(row)
)
TILES: Final = sum(kind.number for kind in KINDS)
