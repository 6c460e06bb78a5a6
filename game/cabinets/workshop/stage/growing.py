"""A graph that a grammar rewrites, after any of its steps: its nodes, their places, and what is lit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from game.cabinets.workshop.stage.steps import Step


@dataclass
class Growing:
    """Kinds of nodes by number, edges with their kind and key, and the nodes that the last rule matched."""

    nodes: dict[int, str] = field(default_factory=dict)
    edges: dict[tuple[int, int], tuple[str, int]] = field(default_factory=dict)
    found: tuple[int, ...] = ()

    def take(self, kind: str, numbers: tuple[int, ...]) -> None:
        """Apply one noted step (see `game.core.forge.model.method`) to the graph."""
        name, _, of = kind.partition(":")
        match name, numbers:
            case "node", (node, *_):
                self.nodes[node] = of
            case "unnode", (node, *_):
                self.nodes.pop(node, None)
                self.edges = {ends: edge for ends, edge in self.edges.items() if node not in ends}
            case "edge", (a, b, *key):
                self.edges[a, b] = of, key[0] if key else 0
            case "unedge", (a, b, *_):
                self.edges.pop((a, b), None)
                self.edges.pop((b, a), None)
            case "find", _:
                self.found = numbers

    def places(self) -> dict[int, tuple[float, float]]:
        """Return where each node is drawn (0 … 1): columns by distance from the first node, rows in order."""
        if not self.nodes:
            return {}
        depth: dict[int, int] = {}
        for begin in self.nodes:
            if begin not in depth:
                depth[begin] = 0
                self._spread(begin, depth)
        columns: dict[int, list[int]] = {}
        for node in self.nodes:
            columns.setdefault(depth[node], []).append(node)
        last = max(columns)
        return {
            node: ((column + 0.5) / (last + 1), (row + 0.5) / len(nodes))
            for column, nodes in columns.items()
            for row, node in enumerate(nodes)
        }

    def _spread(self, begin: int, depth: dict[int, int]) -> None:
        wave = [begin]
        while wave:
            after = []
            for here in wave:
                for a, b in self.edges:
                    if a == here and b not in depth and b in self.nodes:
                        depth[b] = depth[here] + 1
                        after.append(b)
            wave = after


def growing_at(steps: Sequence[Step], count: int) -> Growing | None:
    """Return the graph after the first `count` steps; None if there is no graph, or squares have been set since."""
    graph: Growing | None = None
    for step in steps[:count]:
        if step.squares:
            return None
        if step.graph is not None:
            graph = graph or Growing()
            graph.take(*step.graph)
    return graph
