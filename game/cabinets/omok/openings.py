"""Opening protocols as lists of asks, the names of three-stone openings, and points that symmetry makes equal.

An ask is written `who what where`. *first* is the tentative black of the draw and *second* the other seat, whichever
colour they hold; *black* and *white* are the seats that hold the colours now; *other* is the seat that did not place
the last stone. `in2` is the square of five by five around the centre, `beyond2` all points outside it. At the end of
the list black and white go on in turn. Sources: the seed's section "오목 규칙"
and the opening rules certified by the RIF.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from game.core.space import SYMMETRIES, Squares, turned

_THREE: Final = ("first stone any",) * 3
_RIF: Final = ("first stone centre", "first stone in1", "first stone in2")
_TARANNIKOV: Final = (
    "black stone centre",
    "other swap",
    "white stone in1",
    "other swap",
    "black stone in2",
    "other swap",
    "white stone in3",
)
Opening: TypeAlias = Literal[
    "none",
    "centre",
    "drawn",
    "pro",
    "long_pro",
    "swap",
    "swap2",
    "rif",
    "yamaguchi",
    "soosyrv",
    "tarannikov",
    "taraguchi",
]
PROTOCOLS: Final[dict[str, tuple[str, ...]]] = {
    "none": (),
    "centre": ("black stone centre",),
    "drawn": ("nature drawn",),
    "pro": ("black stone centre", "white stone any", "black stone beyond2"),
    "long_pro": ("black stone centre", "white stone any", "black stone beyond3"),
    "swap": (*_THREE, "second choose black white"),
    "swap2": (*_THREE, "second choose black white two"),
    "rif": (*_RIF, "second swap", "white stone any", "black fifths", "white pick"),
    "yamaguchi": (*_RIF, "first count", "second swap", "white stone any", "black fifths", "white pick"),
    "soosyrv": (*_RIF, "second swap", "white stone any", "white count", "other swap", "black fifths", "white pick"),
    "tarannikov": (*_TARANNIKOV, "other swap", "black stone in4", "other swap"),
    "taraguchi": (*_TARANNIKOV, "black choose swap one ten"),
}
"""By opening: its asks, before the normal game."""
BRANCHES: Final[dict[str, tuple[str, ...]]] = {
    "black": (),
    "white": (),
    "two": ("second stone any", "second stone any", "first choose black white"),
    "swap": ("black stone in4", "other swap"),
    "one": ("black stone in4", "other swap"),
    "ten": ("black fifths", "white pick"),
}
"""By the choice made in an opening: the asks that follow it."""
MOST_FIFTHS: Final = {"rif": 2, "yamaguchi": 12, "soosyrv": 8, "taraguchi": 10}
"""By opening: how many fifth stones may be offered; RIF and Taraguchi have exactly this number."""

DIRECT: Final = (
    (0, -2),
    (1, -2),
    (2, -2),
    (1, -1),
    (2, -1),
    (1, 0),
    (2, 0),
    (0, 1),
    (1, 1),
    (2, 1),
    (0, 2),
    (1, 2),
    (2, 2),
)
"""The third stone of D1 … D13 as (right, down) from the centre; the second stone lies directly above the centre."""
INDIRECT: Final = (
    (2, -2),
    (2, -1),
    (2, 0),
    (2, 1),
    (2, 2),
    (1, 0),
    (1, 1),
    (1, 2),
    (0, 1),
    (0, 2),
    (-1, 1),
    (-1, 2),
    (-2, 2),
)
"""The third stone of I1 … I13 as (right, down) from the centre; the second stone lies above and right of the centre."""


def name_of(second: tuple[int, int], third: tuple[int, int]) -> str | None:
    """Return the name of an opening, `D1` … `I13`, in any orientation; None if it has none.

    `second` and `third` are its stones as (right, down) from the first, which lies in the centre.

    >>> name_of((0, -1), (1, -1)), name_of((-1, 1), (-2, 2)), name_of((0, -1), (3, 0))
    ('D4', 'I1', None)
    """
    for letter, above, thirds in (("D", (0, -1), DIRECT), ("I", (1, -1), INDIRECT)):
        for symmetry in SYMMETRIES:
            if turned(second, symmetry) == above and turned(third, symmetry) in thirds:
                return f"{letter}{thirds.index(turned(third, symmetry)) + 1}"
    return None


def drawn(outcome: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the second and third stone of the opening that chance drew, as (right, down) from the centre."""
    letter, number = divmod(outcome, 13)
    return ((1, -1), INDIRECT[number]) if letter else ((0, -1), DIRECT[number])


def equal_points(moves: Sequence[int], size: int, point: int) -> frozenset[int]:
    """Return the points equal to `point` by a symmetry of the board that keeps the stones and their colours."""
    found = set()
    for symmetry in SYMMETRIES[1:]:
        images = Squares(size, size).images(symmetry)
        seen = [images[move] for move in moves]
        if {*seen[::2]} == {*moves[::2]} and {*seen[1::2]} == {*moves[1::2]}:
            found.add(images[point])
    return frozenset(found - {point})
