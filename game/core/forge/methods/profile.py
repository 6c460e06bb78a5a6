"""Platform levels whose ground is a profile: one row for each column, or `GAP` for a column without ground."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from game.core.forge.model.level import Edge, Graph, Node

GAP = -1
"""The row that stands for a column without ground."""


def flats(rows: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Yield the level stretches of a profile, each as its left end, length and row, without the gaps.

    >>> list(flats([4, 4, GAP, 3, 3, 3]))
    [(0, 2, 4), (3, 3, 3)]
    """
    begin = 0
    for x in range(1, len(rows) + 1):
        if x == len(rows) or rows[x] != rows[begin]:
            if rows[begin] != GAP:
                yield begin, x - begin, rows[begin]
            begin = x


def platform_graph(rows: Sequence[int]) -> Graph:
    """Return a graph whose nodes are the level stretches of a profile, each joined to the next."""
    nodes = tuple(Node("platform", x, row, wide, 1) for x, wide, row in flats(rows))
    return Graph(nodes, tuple(Edge(number, number + 1) for number in range(len(nodes) - 1)))


def squares_on(rows: Sequence[int]) -> Iterable[tuple[int, int]]:
    """Return the square on which one stands, in each column of a profile that has ground."""
    return ((x, row - 1) for x, row in enumerate(rows) if row != GAP)
