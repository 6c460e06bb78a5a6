"""Reads libraries of RenLib (`.lib`): trees of moves on a board of 15 lines, with comments.

After a head of 20 bytes come the moves, depth first, two bytes each: the place (column from 1 in the low half, row from
the top in the high half; 0 is the root or a pass) and flags. A move with DOWN has a sibling after all its descendants,
one with LEAF has no child. Source: the reader of RenLib 3.4 as its successors have it.
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
"""Flag in the second byte of an extension: a text on the board follows."""
_LAST: Final = re.compile(rb"[\x80-\xff]")
"""A byte of the pair that ends a comment in old files."""


@dataclass(frozen=True)
class Library:
    """The tree of moves read from a library."""

    root: Node
    left_out: int
    """Bytes that were not read because the tree already had MOST_NODES nodes."""


def read_lib(data: bytes) -> Library:
    """Return the tree in a file. Raises FileError with the first byte that cannot be read."""
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
        """Return the text up to a zero byte, and skip its padding.

        Old texts may be in a Chinese encoding, which is tried.
        """
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
        """Go on behind the pair of bytes that holds the byte `at`; raises FileError if `at` is -1 or too far."""
        if at < 0:
            raise FileError("omok.file.lib_byte", byte=len(self._data))
        self._at += 2 * ((at - self._at) // 2 + 1)
        if self._at > len(self._data):
            raise FileError("omok.file.lib_byte", byte=len(self._data))

    def library(self) -> Library:
        """Return the tree of the first MOST_NODES nodes; the rest of the file is not read."""
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
        """Return the point of a move, PASS for a pass, None for the root. Raises FileError for an impossible point."""
        if place == 0:
            return None if len(path) == 1 or bits & _NO_MOVE else PASS
        column, row = place % 16 - 1, place // 16
        point = row * SIZE + column
        if not (0 <= column < SIZE and row < SIZE) or path.takes(point):
            raise FileError("omok.file.lib_byte", byte=self._at - 2)
        return point
