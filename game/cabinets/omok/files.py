"""Matches in the files of other programs: Piskvork's `.psq` and SGF (FF[4], GM[4]); read and written.

Of an SGF the first variation is read at every branch.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from game.cabinets.omok.notation import PASS
from game.core.errors import SpokenError

MOST_BYTES: Final = 1 << 20
SIZES: Final = (15, 19, 20)
_HEAD = re.compile(r"piskvorky\s+(\d+)x(\d+)", re.IGNORECASE)
_PROPERTY = re.compile(r"([A-Za-z]+)\s*((?:\[(?:\\.|[^\]\\])*\]\s*)+)", re.DOTALL)
_VALUE = re.compile(r"\[((?:\\.|[^\]\\])*)\]", re.DOTALL)


class FileError(SpokenError):
    """A file that holds no match of Omok."""


@dataclass(frozen=True)
class Moves:
    """The moves of a match, and the size of its board."""

    size: int
    points: tuple[int, ...]


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

    def add_line(self, points: Sequence[int], comment: str = "") -> None:
        """Let these moves be a line of the tree; the comment goes to the first that no other line has."""
        node, said = self, comment
        for point in points:
            child = next((child for child in node.following if child.point == point), None)
            if child is None:
                child, said = Node(point, said), ""
                node.following.append(child)
            node = child


def read_psq(text: str) -> Moves:
    """The moves of a `.psq`; `x,y,milliseconds` count from 1, and what follows the moves is passed over."""
    lines = _limited(text).splitlines()
    head = _HEAD.match(lines[0]) if lines else None
    if head is None:
        raise FileError("omok.file.head", line=1)
    size = _size(int(head[1]), int(head[2]))
    points: list[int] = []
    for number, line in enumerate(lines[1:], 2):
        parts = line.split(",")
        if len(parts) != 3 or not all(part.strip().lstrip("-").isdigit() for part in parts):
            break
        x, y = int(parts[0]) - 1, int(parts[1]) - 1
        if not (0 <= x < size and 0 <= y < size):
            raise FileError("omok.file.outside", line=number)
        _add(points, y * size + x, number)
    return Moves(size, tuple(points))


def write_psq(moves: Moves) -> str:
    """The moves as a `.psq`. Raises FileError for a pass, which the format has no line for."""
    if PASS in moves.points:
        raise FileError("omok.file.passes")
    size = moves.size
    lines = [f"{point % size + 1},{point // size + 1},0" for point in moves.points]
    return "\n".join([f"Piskvorky {size}x{size}, 0:0, 0", *lines, "", ""])


def read_sgf(text: str) -> Moves:
    """The moves of an SGF along its first variations; setup stones are not read."""
    size, points, at = 15, list[int](), 0
    text = _limited(text)
    if not re.match(r"\s*\(\s*;", text):
        raise FileError("omok.file.head", line=1)
    closed = False
    while at < len(text):
        found = _PROPERTY.match(text, at)
        if found is None:
            closed |= text[at] == ")"
            at += 1
            continue
        name, at = found[1], found.end()
        line = text.count("\n", 0, found.start()) + 1
        value = _VALUE.findall(found[2])[0]
        if closed:
            continue
        if name == "GM" and value.strip() != "4":
            raise FileError("omok.file.game", line=line)
        if name == "SZ":
            wide, _, high = value.partition(":")
            if not (wide.isdigit() and (high or wide).isdigit()):
                raise FileError("omok.file.size", line=line, size=value[:10])
            size = _size(int(wide), int(high or wide))
        elif name in ("B", "W"):
            if (name == "B") != (len(points) % 2 == 0):
                points.append(PASS)
            _add(points, _sgf_point(value.strip(), size, line), line)
    return Moves(size, tuple(points))


def write_sgf(moves: Moves) -> str:
    """The moves as one line of an SGF."""
    nodes = "".join(_written(Node(point), moves.size, number) for number, point in enumerate(moves.points))
    return f"(;FF[4]GM[4]SZ[{moves.size}]{nodes})\n"


def write_tree(root: Node, size: int) -> str:
    """A tree as one line of an SGF, with variations and comments."""
    return f"(;FF[4]GM[4]SZ[{size}]{_following(root, size, 0)})\n"


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
    comment = re.sub(r"([\]\\])", r"\\\1", node.comment)
    return f";{'BW'[number % 2]}[{place}]" + (f"C[{comment}]" if comment else "")


def _sgf_point(value: str, size: int, line: int) -> int:
    if value == "":
        return PASS
    x, y = (ord(letter) - ord("a") for letter in value.lower()) if len(value) == 2 else (-1, -1)
    if not (0 <= x < size and 0 <= y < size):
        raise FileError("omok.file.outside", line=line)
    return y * size + x


def _add(points: list[int], point: int, line: int) -> None:
    if point != PASS and point in points:
        raise FileError("omok.file.taken", line=line)
    points.append(point)


def _size(wide: int, high: int) -> int:
    if wide != high or wide not in SIZES:
        raise FileError("omok.file.size", line=1, size=f"{wide}×{high}")
    return wide


def _limited(text: str) -> str:
    if len(text.encode()) > MOST_BYTES:
        raise FileError("omok.file.long")
    return text


READERS: Final = {"psq": read_psq, "sgf": read_sgf}
WRITERS: Final = {"psq": write_psq, "sgf": write_sgf}
