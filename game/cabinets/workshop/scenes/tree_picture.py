"""The tree of an image beside the image: what is pointed at in one is lit in the other."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.core.forge.methods.quadtree import EMPTY_LEAF, FULL_LEAF, INNER
from game.core.forge.model.level import Graph, Node
from game.engine.canvas import Box, Canvas
from game.engine.colour import INK, LANTERN, Colour, rgb

_COLOURS: dict[str, Colour] = {INNER: "#7A6FB0", FULL_LEAF: "#CFAF82", EMPTY_LEAF: "#3B2F73"}
_LINE = "#4A3F86"


class TreePicture:
    """Rows by depth, the root on top; leaves in the colour of their squares."""

    def __init__(self, graph: Graph) -> None:
        self.nodes: Sequence[Node] = graph.nodes
        parents = {edge.b: edge.a for edge in graph.edges}
        depth = [0] * len(graph.nodes)
        for number in range(1, len(graph.nodes)):
            depth[number] = depth[parents[number]] + 1
        rows: dict[int, list[int]] = {}
        for number, row in enumerate(depth):
            rows.setdefault(row, []).append(number)
        self._parents = parents
        self._places = {
            number: ((place + 0.5) / len(row), (level + 0.5) / len(rows))
            for level, row in rows.items()
            for place, number in enumerate(row)
        }
        self._widest = max(map(len, rows.values()))

    def leaves(self) -> list[Node]:
        """The quadrants of one colour."""
        return [node for node in self.nodes if node.kind != INNER]

    def at(self, box: Box, x: float, y: float) -> int | None:
        """The node nearest to a point; None outside."""
        if not box.collidepoint(x, y):
            return None
        return min(self._places, key=lambda number: _away(self._middle(number, box), (x, y)))

    def holding(self, column: int, row: int) -> int:
        """The leaf in which a square lies."""
        return max(
            number
            for number, node in enumerate(self.nodes)
            if node.x <= column < node.x + node.width and node.y <= row < node.y + node.height
        )

    def _middle(self, number: int, box: Box) -> tuple[float, float]:
        x, y = self._places[number]
        return box.left + x * box.width, box.top + y * box.height

    def draw(self, canvas: Canvas, box: Box, lit: int | None) -> None:
        """Draw it; of the node that is lit all that lead to it are, too."""
        way = set()
        while lit is not None:
            way.add(lit)
            lit = self._parents.get(lit)
        surface = canvas.surface
        for child, parent in self._parents.items():
            colour = LANTERN if child in way else _LINE
            ends = canvas.pixel(*self._middle(parent, box)), canvas.pixel(*self._middle(child, box))
            pygame.draw.line(surface, rgb(colour), *ends, 2 if child in way else 1)
        side = max(3.0, min(14.0, box.width / self._widest * 0.8))
        for number, node in enumerate(self.nodes):
            x, y = self._middle(number, box)
            area = canvas.pixels(Box(x - side / 2, y - side / 2, side, side))
            pygame.draw.rect(surface, rgb(LANTERN if number in way else INK), area.inflate(2, 2))
            pygame.draw.rect(surface, rgb(_COLOURS[node.kind]), area)


def _away(one: tuple[float, float], other: tuple[float, float]) -> float:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def is_tree(graph: Graph) -> bool:
    """Whether a graph is the tree of an image."""
    return bool(graph.nodes) and graph.nodes[0].kind in (INNER, FULL_LEAF, EMPTY_LEAF)
