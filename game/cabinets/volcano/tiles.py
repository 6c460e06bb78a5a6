"""The 25 kinds of tiles of the published game: a volcano with a left and a right field, the volcano seen on top."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias, get_args

Field: TypeAlias = Literal["jungle", "clearing", "sand", "rock", "lake"]
FIELDS: Final[tuple[Field, ...]] = get_args(Field)
JUNGLE, CLEARING, SAND, ROCK, LAKE = range(1, 6)
"""Numbers of the fields: 1 + their index in FIELDS."""


class TileKind(NamedTuple):
    """A kind of tile: its fields as numbers, and the number of such tiles."""

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
"""Number of tiles that have the row's field at the left and the column's at the right."""
KINDS: Final = tuple(
    TileKind(left + 1, right + 1, count) for left, row in enumerate(_COUNTS) for right, count in enumerate(row)
)
TILES: Final = sum(kind.number for kind in KINDS)
