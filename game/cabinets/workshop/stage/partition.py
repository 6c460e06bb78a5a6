"""The tree of a binary space partition while it is cut, reconstructed from the steps that note the cuts."""

from __future__ import annotations

from collections.abc import Iterable

from game.core.forge.methods.bsp import CUT
from game.core.forge.model.level import EMPTY_LEAF, INNER, Edge, Graph, Node

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def partition_of(width: int, height: int, steps: Iterable[tuple[int, tuple[float, float, float, float]]]) -> Graph:
    """Return the tree of parts in the order of their making; part A is the whole. `steps`: line and rectangle of each.

    >>> tree = partition_of(64, 48, [(CUT, (24, 0, 0, 48)), (CUT, (24, 20, 40, 0))])
    >>> [(node.kind, node.x, node.y, node.width, node.height) for node in tree.nodes][1:4]
    [('leaf-0', 0, 0, 24, 48), ('cut', 24, 0, 40, 48), ('leaf-0', 24, 0, 40, 20)]
    """
    parts: list[Node] = [Node(EMPTY_LEAF, 0, 0, width, height)]
    edges: list[Edge] = []
    for line, rectangle in steps:
        if line != CUT:
            continue
        left, top, wide, _ = map(int, rectangle)
        number = next(n for n, part in enumerate(parts) if part.kind == EMPTY_LEAF and _is_cut(part, left, top, wide))
        x, y = parts[number].x, parts[number].y
        width, height = parts[number].width, parts[number].height
        parts[number] = Node(INNER, x, y, width, height)
        edges += [Edge(number, len(parts)), Edge(number, len(parts) + 1)]
        first = (left - x, height) if wide == 0 else (width, top - y)
        parts.append(Node(EMPTY_LEAF, x, y, *first))
        parts.append(Node(EMPTY_LEAF, left, top, x + width - left, y + height - top))
    return Graph(tuple(parts), tuple(edges))


def room_in(part: Node, rooms: Iterable[Node]) -> Node:
    """Return the room that lies inside a part; the part itself if none does."""
    inside = (
        room
        for room in rooms
        if part.x <= room.x
        and part.y <= room.y
        and room.x + room.width <= part.x + part.width
        and room.y + room.height <= part.y + part.height
    )
    return next(inside, part)


def _is_cut(part: Node, left: int, top: int, wide: int) -> bool:
    """Return whether a cut that begins at this point lies inside a part; `wide` is 0 for a vertical cut."""
    if wide == 0:
        return part.y == top and part.x < left < part.x + part.width
    return part.x == left and part.y < top < part.y + part.height


def letter(number: int) -> str:
    """Return the letter that names a part, by its index; "" after Z.

    >>> letter(0), letter(12), letter(26)
    ('A', 'M', '')
    """
    return LETTERS[number] if number < len(LETTERS) else ""
