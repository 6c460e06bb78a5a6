"""The tree of an image or partition, drawn beside the level; pointing at either lights the same part in the other."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.core.forge.model.level import EMPTY_LEAF, FULL_LEAF, INNER, Graph, Node
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import INK, LANTERN, PAPER, Colour, rgb
from game.engine.text import Typeface, Weight

_COLOURS: dict[str, Colour] = {INNER: "#7A6FB0", FULL_LEAF: "#CFAF82", EMPTY_LEAF: "#3B2F73"}
_LINE = "#4A3F86"
_LEAF = "#7A5A2E"


class TreePicture:
    """A tree in rows by depth, root on top; leaves in the colour of their squares, or all nodes with names."""

    def __init__(self, graph: Graph, names: Sequence[str] = ()) -> None:
        self.nodes: Sequence[Node] = graph.nodes
        self.names = names if len(names) == len(graph.nodes) and all(names) else ()
        """A name for each node; empty if any node has none."""
        parents = {edge.b: edge.a for edge in graph.edges}
        depth = [0] * len(graph.nodes)
        for number in range(1, len(graph.nodes)):
            depth[number] = depth[parents[number]] + 1
        rows: dict[int, list[int]] = {}
        for number, row in enumerate(depth):
            rows.setdefault(row, []).append(number)
        self._parents = parents
        across = self._above_children(graph) if self.names else {}
        self._places = {
            number: (across.get(number, (place + 0.5) / len(row)), (level + 0.5) / len(rows))
            for level, row in rows.items()
            for place, number in enumerate(row)
        }
        self._widest = max(map(len, rows.values()))

    @staticmethod
    def _above_children(graph: Graph) -> dict[int, float]:
        """Return the column of each node: leaves evenly spaced, every other node centred above its children."""
        children: dict[int, list[int]] = {}
        for edge in graph.edges:
            children.setdefault(edge.a, []).append(edge.b)
        across: dict[int, float] = {}
        count = len(graph.nodes) - len(children)

        def place(number: int) -> float:
            below = [place(child) for child in children.get(number, ())]
            leaves = sum(each not in children for each in across)
            across[number] = sum(below) / len(below) if below else (leaves + 0.5) / count
            return across[number]

        place(0)
        return across

    def leaves(self) -> list[Node]:
        """Return the leaves: an image's quadrants of one colour, a partition's parts."""
        return [node for node in self.nodes if node.kind != INNER]

    def at(self, box: Box, x: float, y: float) -> int | None:
        """Return the node nearest to a point; None if the point is outside the box."""
        if not box.collidepoint(x, y):
            return None
        return min(self._places, key=lambda number: _away(self._middle(number, box), (x, y)))

    def holding(self, column: int, row: int) -> int:
        """Return the leaf that a square lies in."""
        return max(
            number
            for number, node in enumerate(self.nodes)
            if node.x <= column < node.x + node.width and node.y <= row < node.y + node.height
        )

    def _middle(self, number: int, box: Box) -> tuple[float, float]:
        x, y = self._places[number]
        return box.left + x * box.width, box.top + y * box.height

    def draw(self, canvas: Canvas, typeface: Typeface, box: Box, lit: int | None) -> None:
        """Draw the tree, with the path from the root to the node `lit`."""
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
            if self.names:
                middle, radius = canvas.pixel(x, y), canvas.px(13)
                pygame.draw.circle(surface, rgb(LANTERN if number in way else _COLOURS[INNER]), middle, radius)
                pygame.draw.circle(surface, rgb(INK if node.kind == INNER else _LEAF), middle, radius - 2)
                typeface.line(canvas, self.names[number], x, y, theme.BODY, Weight.BOLD, PAPER, "middle")
                continue
            area = canvas.pixels(Box(x - side / 2, y - side / 2, side, side))
            pygame.draw.rect(surface, rgb(LANTERN if number in way else INK), area.inflate(2, 2))
            pygame.draw.rect(surface, rgb(_COLOURS[node.kind]), area)


def _away(one: tuple[float, float], other: tuple[float, float]) -> float:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
