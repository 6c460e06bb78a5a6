"""How a picture's message is laid out: a head, the places of its tiles, and one JPEG with the tiles themselves."""

from __future__ import annotations

import struct
from typing import Final, TypeAlias

TILE: Final = 64
"""Side of a tile in pixels."""
HEAD = struct.Struct(">IHHHH")
"""Of a picture's message: its number, width and height in pixels, the tiles in a row of the JPEG, their number. Then
the places (column and row, a byte each) of the tiles, then the JPEG.
"""
Place: TypeAlias = tuple[int, int]


def all_places(size: tuple[int, int]) -> list[Place]:
    """Return the places of all tiles of a picture of this width and height."""
    columns, rows = -(-size[0] // TILE), -(-size[1] // TILE)
    return [(column, row) for row in range(rows) for column in range(columns)]


def paired(data: bytes) -> list[Place]:
    """Return places from their bytes."""
    return list(zip(data[::2], data[1::2], strict=True))


def number_of(message: bytes) -> int:
    """Return the number of a picture's message."""
    return int(HEAD.unpack_from(message)[0])


def size_of(message: bytes) -> tuple[int, int]:
    """Return the width and height of a message's picture."""
    _, width, height, _, _ = HEAD.unpack_from(message)
    return width, height


def places_of(message: bytes) -> list[Place]:
    """Return the places of a message's tiles."""
    count = HEAD.unpack_from(message)[-1]
    return paired(message[HEAD.size : HEAD.size + 2 * count])
