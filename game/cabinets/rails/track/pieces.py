"""Track pieces of a tile: edges, kinds, headings, lengths, and the notation for a run of track.

A tile has four edges. A *piece* joins two of them; a *leg* is a piece passed in one of its two directions. A leg is
written as 2 · piece + direction, where direction 0 enters at the edge with the lower number; so `leg ^ 1` is the same
piece in the other direction.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

NORTH, EAST, SOUTH, WEST = range(4)
EDGES: Final = "NESW"
STEPS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""The step across and down to the neighbouring tile beyond each edge; y grows to the south."""

TILE: Final = 1024
"""The length of a tile, and of a straight piece, in units."""
CORNER: Final = 724
"""The length of a corner piece, in units."""
HALF_TILE: Final = 512
"""The length of an engine or a wagon, in units."""

KINDS: Final = ((NORTH, SOUTH), (EAST, WEST), (NORTH, EAST), (EAST, SOUTH), (SOUTH, WEST), (NORTH, WEST))
"""The two edges that each of the six kinds of piece joins, lower number first. The first two kinds are straight."""
STRAIGHT: Final = 2
"""Kinds of piece below this number are straight."""
OPPOSITE: Final = (-1, -1, 4, 5, 2, 3)
"""For each kind of corner piece the opposite one, which does not touch it; -1 for a straight piece."""
MOST_RUN: Final = 256
"""Greatest number of exits of a run."""


def _heading(enter: int, leave: int) -> int:
    across = STEPS[leave][0] - STEPS[enter][0]
    down = STEPS[leave][1] - STEPS[enter][1]
    signs = ((across > 0) - (across < 0), (down > 0) - (down < 0))
    return ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)).index(signs)


HEADINGS: Final = tuple((_heading(low, high), _heading(high, low)) for low, high in KINDS)
"""By kind and direction: the heading of a leg, in eighths of a turn clockwise from north."""
KIND_OF: Final = {pair: kind for kind, (low, high) in enumerate(KINDS) for pair in ((low, high), (high, low))}
"""The kind of piece that joins two edges, by the pair of edges."""


def edges(kind: int, direction: int) -> tuple[int, int]:
    """Return the edges over which a leg enters and leaves its tile."""
    low, high = KINDS[kind]
    return (high, low) if direction else (low, high)


def opposite(edge: int) -> int:
    """Return the opposite edge, which is the same edge as seen from the tile beyond."""
    return edge ^ 2


def turns(before: int, after: int) -> int:
    """Return the turn from one heading to another in eighths of a circle, -3 … 4; right is positive."""
    return (after - before + 3) % 8 - 3


def conflict(kind: int, other: int) -> bool:
    """Return whether two different pieces of one tile touch; all do except opposite corners."""
    return OPPOSITE[kind] != other


def bend(leg: int, after: int) -> int:
    """Return how the heading turns from a leg to the next, in eighths of a circle: -1 left, 0 straight, 1 right.

    >>> bend(0, 0), abs(bend(0, 4)) <= 1
    (0, True)
    """
    return turns(HEADINGS[leg >> 1][leg & 1], HEADINGS[after >> 1][after & 1])


def _onward(leg: int) -> tuple[int, ...]:
    enter = opposite(edges(leg >> 1, leg & 1)[1])
    found = (2 * KIND_OF[enter, leave] + int(enter > leave) for leave in range(4) if leave != enter)
    return tuple(after for after in found if abs(bend(leg, after)) <= 1)


ONWARD: Final = tuple(_onward(leg) for leg in range(2 * len(KINDS)))
"""By leg: the legs that may follow it in the next tile, whatever lies there, by their edge of exit."""


class Place(NamedTuple):
    """A leg by its tile and edges, as people and files name it."""

    x: int
    y: int
    enter: int
    leave: int

    @property
    def kind(self) -> int:
        """The kind of the piece, 0 … 5."""
        return KIND_OF[self.enter, self.leave]

    @property
    def direction(self) -> int:
        """0 if the leg enters at the edge with the lower number, else 1."""
        return int(self.enter > self.leave)

    @property
    def leg(self) -> int:
        """The leg in its tile: 2 · kind + direction."""
        return 2 * self.kind + self.direction


_EXITS = re.compile(r"([NESW])(\d{0,3})")


def read_run(run: str) -> str:
    """Return the exits of a run such as `E48 S E7`, one letter each. Raise ValueError if it has not 1–256 exits."""
    written = run.replace(" ", "")
    found = list(_EXITS.finditer(written))
    if "".join(match[0] for match in found) != written:
        raise ValueError(f"no run of track: {run[:40]!r}; write exits N E S W, each with how often, as in E48 S E7")
    total = sum(int(match[2] or 1) for match in found)
    if not 1 <= total <= MOST_RUN:
        raise ValueError(f"a run has 1 to {MOST_RUN} exits, this one {total}")
    return "".join(match[1] * int(match[2] or 1) for match in found)


def write_run(exits: str) -> str:
    """Return exits in the shortest notation: `EEES` becomes `E3 S`."""
    groups = (match[0] for match in re.finditer(r"(.)\1*", exits))
    return " ".join(group[0] + (str(len(group)) if len(group) > 1 else "") for group in groups)


def places(x: int, y: int, enter: int, exits: str) -> Iterator[Place]:
    """Yield the legs of a run from its first tile on.

    Raise ValueError if a tile is left by the edge it was entered by.
    """
    for letter in exits:
        leave = EDGES.index(letter)
        if leave == enter:
            raise ValueError(f"a run may not turn back: at ({x}, {y}) it comes from {EDGES[enter]} and goes there")
        yield Place(x, y, enter, leave)
        x, y = x + STEPS[leave][0], y + STEPS[leave][1]
        enter = opposite(leave)
