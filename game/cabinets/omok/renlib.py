"""Libraries of RenLib (`.lib`): trees of moves on 15 lines, with comments; read and never written.

After a head of 20 bytes come the moves, depth first, two bytes each: the place (column from 1 in the low half, row
from the top in the high half; 0 is the root or a pass) and bits. A move with DOWN has a sibling after all that follows
it, one with LEAF has nothing below it. Source: the reader of RenLib 3.4 as its successors have it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from game.core.sgf import PASS, FileError, Node

MOST_BYTES: Final = 64 << 20
MOST_NODES: Final = 200_000
SIZE: Final = 15
_HEAD: Final = b"\xffRenLib\xff"
_HEAD_LENGTH, _NEWEST = 20, (3, 4)
_DOWN, _LEAF, _OLD_COMMENT, _COMMENT, _NO_MOVE, _EXTENSION = 0x80, 0x40, 0x20, 0x08, 0x02, 0x01
_BOARD_TEXT = 0x01
"""In the second byte of an extension."""


@dataclass(frozen=True)
class Library:
    """A tree of moves."""

    root: Node
    left_out: int
    """Nodes beyond the most that are read."""


def read_lib(data: bytes) -> Library:
    """The tree in a file. Raises FileError with the byte from which on it is none."""
    if len(data) > MOST_BYTES:
        raise FileError("omok.file.lib_long")
    if data[: len(_HEAD)] != _HEAD or len(data) < _HEAD_LENGTH or tuple(data[8:10]) > _NEWEST:
        raise FileError("omok.file.lib_head")
    return _Reader(data).library()


class _Reader:
    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = _HEAD_LENGTH

    def _pair(self) -> tuple[int, int]:
        if self._at + 2 > len(self._data):
            raise FileError("omok.file.lib_byte", byte=self._at)
        self._at += 2
        return self._data[self._at - 2], self._data[self._at - 1]

    def _text(self) -> str:
        """What stands up to a zero; texts are padded to pairs. Old ones are of the East, so that is tried, too."""
        begun = self._at
        while all(self._pair()):
            pass
        whole = self._data[begun : self._at].rstrip(b"\0")
        for encoding in ("utf-8", "gb18030"):
            try:
                return whole.decode(encoding)
            except UnicodeDecodeError:
                continue
        return whole.decode("latin-1")

    def library(self) -> Library:
        """Every node; those beyond the limit are counted."""
        root = Node()
        path, branches, count = [root], list[int](), 0
        while self._at < len(self._data):
            place, bits, comment = self._node()
            count += 1
            point = self._point(place, path, bits)
            if point is None:
                path[-1].comment = path[-1].comment or comment
            else:
                node = next((other for other in path[-1].following if other.point == point), None)
                if node is None:
                    node = Node(point, comment)
                    if count <= MOST_NODES:
                        path[-1].following.append(node)
                path.append(node)
            if bits & _DOWN and len(path) > 1:
                branches.append(len(path) - 1)
            if bits & _LEAF:
                del path[branches.pop() if branches else 1 :]
        return Library(root, max(0, count - MOST_NODES))

    def _node(self) -> tuple[int, int, str]:
        place, bits = self._pair()
        more = self._pair()[1] if bits & _EXTENSION else 0
        comment = ""
        if bits & _OLD_COMMENT:
            while not any(byte & 0x80 for byte in self._pair()):
                pass
        if bits & _COMMENT:
            comment = self._text()
        if more & _BOARD_TEXT:
            self._text()
        return place, bits, comment

    def _point(self, place: int, path: list[Node], bits: int) -> int | None:
        """The point of a move; None where the node is the root."""
        if place == 0:
            return None if len(path) == 1 or bits & _NO_MOVE else PASS
        column, row = place % 16 - 1, place // 16
        point = row * SIZE + column
        if not (0 <= column < SIZE and row < SIZE) or point in {node.point for node in path}:
            raise FileError("omok.file.lib_byte", byte=self._at - 2)
        return point
