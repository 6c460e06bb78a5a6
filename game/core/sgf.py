"""Matches of stones on a square board as SGF (FF[4]), with variations and comments; read and written.

Points are counted `x + size * y` from the top left; setup stones are not read. Source: the SGF specification, FF[4].
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Final

from game.core.errors import SpokenError

PASS: Final = -1
MOST_BYTES: Final = 1 << 20
_TOKEN: Final = re.compile(r"(?P<sign>[()])|(?P<name>[A-Za-z]+)\s*\[(?P<value>(?:\\.|[^\]\\])*)\]", re.DOTALL)


class FileError(SpokenError):
    """A file that holds no match of the game."""


@dataclass
class Node:
    """A move of a tree and what may follow it; the root has no point."""

    point: int | None = None
    comment: str = ""
    following: list[Node] = field(default_factory=list)

    def main_line(self) -> tuple[int, ...]:
        """The first moves at every branch."""
        points, node = list[int](), self
        while node.following:
            node = node.following[0]
            assert node.point is not None
            points.append(node.point)
        return tuple(points)

    def add_line(self, points: Iterable[int], comment: str = "") -> None:
        """Let these moves be a line of the tree; the comment goes to the first that no other line has."""
        node, said = self, comment
        for point in points:
            child = next((child for child in node.following if child.point == point), None)
            if child is None:
                child, said = Node(point, said), ""
                node.following.append(child)
            node = child


def line_of(points: Iterable[int]) -> Node:
    """A tree without branches."""
    root = Node()
    root.add_line(points)
    return root


def read_sgf(text: str, game: int, sizes: Collection[int]) -> tuple[int, Node]:
    """The size of the board and the tree of a match; 15 lines where none are named.

    `game` is the number in GM. A colour that is not in turn has had a pass before it. Raises FileError with the line.
    """
    if len(text.encode()) > MOST_BYTES:
        raise FileError("stones.long")
    if not re.match(r"\s*\(\s*;", text):
        raise FileError("stones.head", line=1)
    size, root = 15, Node()
    path, branches = [root], list[int]()
    for token in _TOKEN.finditer(text):
        line = text.count("\n", 0, token.start()) + 1
        name, value = token["name"], (token["value"] or "").strip()
        if token["sign"] == "(":
            branches.append(len(path))
        elif token["sign"] == ")":
            del path[branches.pop() if branches else 1 :]
            if not branches:
                break
        elif name == "GM" and value != str(game):
            raise FileError("stones.game", line=line, number=game)
        elif name == "SZ":
            size = _size(value, sizes, line)
        elif name == "C":
            path[-1].comment = re.sub(r"\\(.)", r"\1", token["value"], flags=re.DOTALL)
        elif name in ("B", "W"):
            if (name == "B") == (len(path) % 2 == 0):
                _go_on(path, PASS, line)
            _go_on(path, _point(value, size, line), line)
    return size, root


def write_sgf(root: Node, game: int, size: int) -> str:
    """A tree as one line."""
    return f"(;FF[4]GM[{game}]SZ[{size}]{_comment(root)}{_following(root, size, 0)})\n"


def _go_on(path: list[Node], point: int, line: int) -> None:
    """Play a move behind a path; one that is there already is gone along."""
    if point != PASS and any(node.point == point for node in path):
        raise FileError("stones.taken", line=line)
    known = next((node for node in path[-1].following if node.point == point), None)
    if known is None:
        known = Node(point)
        path[-1].following.append(known)
    path.append(known)


def _following(node: Node, size: int, number: int) -> str:
    """What comes after a node: a row of moves, until there are several; then each in brackets."""
    text = ""
    while len(node.following) == 1:
        (node,) = node.following
        text += _written(node, size, number)
        number += 1
    return text + "".join(
        f"({_written(child, size, number)}{_following(child, size, number + 1)})" for child in node.following
    )


def _written(node: Node, size: int, number: int) -> str:
    assert node.point is not None
    x, y = node.point % size, node.point // size
    place = "" if node.point == PASS else chr(ord("a") + x) + chr(ord("a") + y)
    return f";{'BW'[number % 2]}[{place}]{_comment(node)}"


def _comment(node: Node) -> str:
    comment = re.sub(r"([\]\\])", r"\\\1", node.comment)
    return f"C[{comment}]" if comment else ""


def _size(value: str, sizes: Collection[int], line: int) -> int:
    wide, _, high = value.partition(":")
    if not wide.isdigit() or (high or wide) != wide or int(wide) not in sizes:
        raise FileError("stones.size", line=line, size=value[:10], sizes=", ".join(map(str, sizes)))
    return int(wide)


def _point(value: str, size: int, line: int) -> int:
    if value == "":
        return PASS
    x, y = (ord(letter) - ord("a") for letter in value.lower()) if len(value) == 2 else (-1, -1)
    if not (0 <= x < size and 0 <= y < size):
        raise FileError("stones.outside", line=line)
    return y * size + x
