"""Libraries of RenLib (`.lib`): trees of moves on 15 lines, with comments; read and never written.

After a head of 20 bytes come the moves, depth first, two bytes each: the place (column from 1 in the low half, row
from the top in the high half; 0 is the root or a pass) and bits. A move with DOWN has a sibling after all that follows
it, one with LEAF has nothing below it. Source: the reader of RenLib 3.4 as its successors have it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from game.core.sgf import PASS, FileError, Node, Path

MOST_BYTES: Final = 64 << 20
MOST_NODES: Final = 200_000
SIZE: Final = 15
_HEAD: Final = b"\xffRenLib\xff"
_HEAD_LENGTH, _NEWEST = 20, (3, 4)
_DOWN, _LEAF, _OLD_COMMENT, _COMMENT, _NO_MOVE, _EXTENSION = 0x80, 0x40, 0x20, 0x08, 0x02, 0x01
_BOARD_TEXT = 0x01
"""In the second byte of an extension."""
_LAST: Final = re.compile(rb"[\x80-\xff]")
"""A byte of the pair that ends an old comment."""


@dataclass(frozen=True)
class Library:
    """A tree of moves."""

    root: Node
    left_out: int
    """Bytes behind the most nodes that are read."""


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
        self._skip_to(self._data.find(b"\0", begun))
        whole = self._data[begun : self._at].rstrip(b"\0")
        for encoding in ("utf-8", "gb18030"):
            try:
                return whole.decode(encoding)
            except UnicodeDecodeError:
                continue
        return whole.decode("latin-1")

    def _skip_to(self, at: int) -> None:
        """Go on behind the pair that holds a byte; -1 is none."""
        if at < 0:
            raise FileError("omok.file.lib_byte", byte=len(self._data))
        self._at += 2 * ((at - self._at) // 2 + 1)
        if self._at > len(self._data):
            raise FileError("omok.file.lib_byte", byte=len(self._data))

    def library(self) -> Library:
        """The first nodes; what is behind them is not read."""
        root = Node()
        path, branches = Path(root), list[int]()
        for _ in range(MOST_NODES):
            if self._at >= len(self._data):
                break
            place, bits, comment = self._node()
            point = self._point(place, path, bits)
            if point is None:
                path.last.comment = path.last.comment or comment
            else:
                node = path.last.after(point)
                if node is None:
                    node = Node(point, comment)
                    path.last.following.append(node)
                path.append(node)
            if bits & _DOWN and len(path) > 1:
                branches.append(len(path) - 1)
            if bits & _LEAF:
                path.back(branches.pop() if branches else 1)
        return Library(root, len(self._data) - self._at)

    def _node(self) -> tuple[int, int, str]:
        place, bits = self._pair()
        more = self._pair()[1] if bits & _EXTENSION else 0
        comment = ""
        if bits & _OLD_COMMENT:
            found = _LAST.search(self._data, self._at)
            self._skip_to(found.start() if found else -1)
        if bits & _COMMENT:
            comment = self._text()
        if more & _BOARD_TEXT:
            self._text()
        return place, bits, comment

    def _point(self, place: int, path: Path, bits: int) -> int | None:
        """The point of a move; None where the node is the root."""
        if place == 0:
            return None if len(path) == 1 or bits & _NO_MOVE else PASS
        column, row = place % 16 - 1, place // 16
        point = row * SIZE + column
        if not (0 <= column < SIZE and row < SIZE) or path.takes(point):
            raise FileError("omok.file.lib_byte", byte=self._at - 2)
        return point
