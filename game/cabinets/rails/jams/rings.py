"""Find the shortest rings that explain why no train moves, in a graph of which train waits for which."""

from __future__ import annotations

from collections.abc import Mapping

Graph = Mapping[int, tuple[int, ...]]
"""For each node the nodes that it waits for, in order of preference."""


def untangle(graph: Graph) -> tuple[dict[int, int], tuple[tuple[int, ...], ...]]:
    """Choose for each node one that it waits for, so that all ways lead into rings as short as possible.

    Return the choices (-1 for a node that waits for none) and the rings, each beginning with its lowest node.

    >>> untangle({1: (2, 3), 2: (3,), 3: (1,), 4: (2,)})
    ({1: 3, 2: 3, 3: 1, 4: 2}, ((1, 3),))
    """
    behind: dict[int, list[int]] = {node: [] for node in graph}
    for node, others in graph.items():
        for other in others:
            behind[other].append(node)
    ahead: dict[int, int] = {}
    rings: list[tuple[int, ...]] = []
    core = _core(graph, behind)
    while core:
        ring = _shortest(graph, core)
        if not ring:
            break
        rings.append(ring)
        ahead |= dict(zip(ring, (*ring[1:], ring[0]), strict=True))
        _lead(graph, behind, list(ring), ahead)
        core = [node for node in core if node not in ahead]
    ends = [node for node in graph if not graph[node] and node not in ahead]
    ahead |= dict.fromkeys(ends, -1)
    _lead(graph, behind, ends, ahead)
    return {node: ahead[node] for node in graph}, tuple(sorted(rings))


def _core(graph: Graph, behind: Mapping[int, list[int]]) -> list[int]:
    """Return the nodes of rings and of ways between rings, ascending."""
    left = set(graph)
    while True:
        loose = {
            node for node in left if not left.intersection(graph[node]) or not any(one in left for one in behind[node])
        }
        if not loose:
            return sorted(left)
        left -= loose


def _shortest(graph: Graph, core: list[int]) -> tuple[int, ...]:
    """Return the shortest ring within the core, of equals the one with the lowest node; empty if there is none."""
    inside = set(core)
    best: list[int] = []
    for start in core:
        came = {start: -1}
        row = [start]
        depth, closing = 1, -1
        while row and closing < 0 and (not best or depth < len(best)):
            after: list[int] = []
            for node in row:
                for other in graph[node]:
                    if other == start:
                        closing = node if closing < 0 else closing
                    elif other in inside and other not in came:
                        came[other] = node
                        after.append(other)
            depth += closing < 0
            row = after
        if closing >= 0:
            best = []
            while closing >= 0:
                best.insert(0, closing)
                closing = came[closing]
    lowest = best.index(min(best)) if best else 0
    return (*best[lowest:], *best[:lowest])


def _lead(graph: Graph, behind: Mapping[int, list[int]], row: list[int], ahead: dict[int, int]) -> None:
    """Lead all nodes that can reach the nodes in `row` to those, by the shortest way; the result goes into `ahead`."""
    while row:
        after = sorted({node for goal in row for node in behind[goal]} - ahead.keys())
        reached = set(row)
        for node in after:
            ahead[node] = next(other for other in graph[node] if other in reached)
        row = after
