"""Reads and writes matches of stones on a square board as SGF, with variations and comments.

Points are numbered `x + size * y` from the top left. Setup stones are not read. Source: the SGF specification, FF[4].
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from game.core.errors import SpokenError
from game.core.language.written import whole_number

PASS: Final = -1
MOST_BYTES: Final = 1 << 20
MOST_MOVES: Final = 2_000
"""Most moves on one line of the tree, passes included: five times the points of the largest board."""
_TOKEN: Final = re.compile(
    r"(?:(?P<name>[A-Za-z]++)\s*+)?+\[(?P<value>(?:\\.|[^\]\\])*+)(?P<closed>\]?)|(?P<bracket>[()]++)|[A-Za-z]++",
    re.DOTALL,
)
"""A property value with or without its name, or a run of brackets. Possessive quantifiers prevent backtracking, so that
each character is read at most twice."""
_PAIR: Final = re.compile("[A-Za-z]{2}")


class FileError(SpokenError):
    """A file does not hold a readable match of the game."""


@dataclass(slots=True)
class Node:
    """A move in a tree of variations and the moves that may follow it; the root has no point."""

    point: int | None = None
    comment: str = ""
    following: list[Node] = field(default_factory=list)

    def main_line(self) -> tuple[int, ...]:
        """Return the points of the main line: the first variation at every branch."""
        points, node = list[int](), self
        while node.following:
            node = node.following[0]
            assert node.point is not None
            points.append(node.point)
        return tuple(points)

    def add_line(self, points: Iterable[int], comment: str = "") -> None:
        """Add these moves as a line of the tree; the comment goes to the first move that is new."""
        node, said = self, comment
        for point in points:
            child = node.after(point)
            if child is None:
                child, said = Node(point, said), ""
                node.following.append(child)
            node = child

    def after(self, point: int) -> Node | None:
        """Return the following node that plays at `point`, or None."""
        for child in self.following:
            if child.point == point:
                return child
        return None


class Path:
    """The nodes from the root to the current one while a file is read, with the points that hold stones."""

    def __init__(self, root: Node) -> None:
        self._nodes = [root]
        self._taken = set[int]()

    def __len__(self) -> int:
        return len(self._nodes)

    @property
    def last(self) -> Node:
        """The last node of the path."""
        return self._nodes[-1]

    def takes(self, point: int) -> bool:
        """Return whether a stone lies on a point."""
        return point in self._taken

    def append(self, node: Node) -> None:
        """Extend the path by a following node."""
        self._nodes.append(node)
        if node.point is not None and node.point != PASS:
            self._taken.add(node.point)

    def back(self, length: int) -> None:
        """Shorten the path to `length` nodes and lift their stones."""
        if length == len(self._nodes):
            return
        for node in self._nodes[length:]:
            if node.point is not None:
                self._taken.discard(node.point)
        del self._nodes[length:]


def line_of(points: Iterable[int]) -> Node:
    """Return a tree without branches that plays these points in turn."""
    root = Node()
    root.add_line(points)
    return root


def read_sgf(text: str, game: int, sizes: Collection[int]) -> tuple[int, Node]:
    """Return the size of the board and the tree of a match. A file without a size has 15 lines.

    `game` is the number that GM must have. Where a colour moves out of turn, a pass is added before its move. Raises
    FileError with the line of the file.
    """
    if len(text.encode()) > MOST_BYTES:
        raise FileError("stones.long")
    if not re.match(r"\s*\(\s*;", text):
        raise FileError("stones.head", line=1)
    reader = _Reader(game, sizes)
    for token in _TOKEN.finditer(text):
        try:
            if not reader.take(token):
                break
        except FileError as error:
            error.values["line"] = text.count("\n", 0, token.start()) + 1
            raise
    return reader.size, reader.root


class _Reader:
    """Builds a tree token by token. Its errors lack the line number, which `read_sgf` adds."""

    def __init__(self, game: int, sizes: Collection[int]) -> None:
        self.size, self.root = 15, Node()
        self._game, self._sizes = game, sizes
        self._path = Path(self.root)
        self._branches: list[int] = []
        self._points: dict[str, int] = {}
        """Points by the text that the file writes for them."""

    def take(self, token: re.Match[str]) -> bool:
        """Take one token. Returns whether the tree continues after it. Raises FileError."""
        name, value, closed, brackets = token.groups()
        if value is None:
            return all(map(self._bracket, brackets or ""))
        if not closed:
            raise FileError("stones.open")
        if name == "B" or name == "W":
            if (name == "B") == (len(self._path) % 2 == 0):
                self._go_on(PASS)
            point = self._points.get(value)
            if point is None:
                point = _point(value.strip(), self.size)
                if len(value) < 3:
                    self._points[value] = point
            self._go_on(point)
        elif name == "C":
            self._path.last.comment = re.sub(r"\\(.)", r"\1", value, flags=re.DOTALL) if "\\" in value else value
        elif name == "GM" and value.strip() != str(self._game):
            raise FileError("stones.game", number=self._game)
        elif name == "SZ" and not self.root.following:
            self.size = _size(value.strip(), self._sizes)
        return True

    def _bracket(self, sign: str) -> bool:
        """Take one bracket. Returns whether the tree continues after it."""
        if sign == "(":
            self._branches.append(len(self._path))
            return True
        self._path.back(self._branches.pop() if self._branches else 1)
        return bool(self._branches)

    def _go_on(self, point: int) -> None:
        """Add a move after the path's last node, or follow the existing child that plays there. Raises FileError."""
        path = self._path
        if path.takes(point):
            raise FileError("stones.taken")
        if len(path) > MOST_MOVES:
            raise FileError("stones.moves", most=MOST_MOVES)
        last = path.last
        node = last.after(point) if last.following else None
        if node is None:
            node = Node(point)
            last.following.append(node)
        path.append(node)


def write_sgf(root: Node, game: int, size: int, about: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return a tree as one line of SGF.

    `about` are properties of the root: players (PB, PW), result (RE), rules (RU), …
    """
    told = "".join(f"{name}[{_escaped(value)}]" for name, value in about.items() if value)
    return f"(;FF[4]GM[{game}]SZ[{size}]{told}{_comment(root)}{_following(root, size)})\n"


def _following(root: Node, size: int) -> str:
    """Return what comes after the root: a sequence of moves, and each variation in brackets where there are several."""
    parts: list[str] = []
    waiting: list[tuple[Node, int] | str] = [(root, -1)]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            parts.append(each)
            continue
        node, number = each
        if node is not root:
            parts.append(_written(node, size, number))
        for child in reversed(node.following):
            one = len(node.following) == 1
            waiting += [(child, number + 1)] if one else [")", (child, number + 1), "("]
    return "".join(parts)


def _written(node: Node, size: int, number: int) -> str:
    assert node.point is not None
    x, y = node.point % size, node.point // size
    place = "" if node.point == PASS else chr(ord("a") + x) + chr(ord("a") + y)
    return f";{'BW'[number % 2]}[{place}]{_comment(node)}"


def _comment(node: Node) -> str:
    return f"C[{_escaped(node.comment)}]" if node.comment else ""


def _escaped(text: str) -> str:
    return re.sub(r"([\]\\])", r"\\\1", text)


def _size(value: str, sizes: Collection[int]) -> int:
    wide, _, high = value.partition(":")
    size = whole_number(wide)
    if size is None or (high or wide) != wide or size not in sizes:
        raise FileError("stones.size", size=value[:10], sizes=", ".join(map(str, sizes)))
    return size


def _point(value: str, size: int) -> int:
    if value == "":
        return PASS
    x, y = (ord(letter) - ord("a") for letter in value.lower()) if _PAIR.fullmatch(value) else (-1, -1)
    if not (0 <= x < size and 0 <= y < size):
        raise FileError("stones.outside")
    return y * size + x
