"""Pictures as tiles: what changed since the last one, packed into one JPEG with the places where it belongs.

Bands of rows are compared first, whole as bytes, which costs least; then tiles within the bands that changed. What
moves is sent coarse, and sent once more fine when it has rested.
"""

from __future__ import annotations

import io
import math
import struct
from typing import Final

import pygame
from PIL import Image

TILE: Final = 64
"""Side of a tile in pixels."""
BAND: Final = 16
"""Rows compared at once; a tile is a whole number of them."""
REST: Final = 0.3
"""Seconds for which nothing changes before what was sent coarse is sent fine."""
COARSE, FINE = (50, "4:2:0"), (85, "4:4:4")
HEAD = struct.Struct(">IHHHH")
"""Of a picture's message: its number, width and height in pixels, the tiles in a row of the JPEG, their number. Then
the places (column and row, a byte each) of the tiles, then the JPEG.
"""

Place = tuple[int, int]


class Tiles:
    """What a page has been sent, so that only what differs is sent next."""

    def __init__(self) -> None:
        self.number = 0
        """The number of the picture sent last."""
        self._size = (0, 0)
        self._sent = b""
        self._coarse: dict[Place, None] = {}
        self._moved = -math.inf

    def message(self, surface: pygame.Surface, now: float) -> bytes | None:
        """Return the message that makes a page's picture this surface of 32 bits; None where it shows it already."""
        size, pixels = surface.get_size(), surface.get_buffer().raw
        fresh = size != self._size
        changed = _all_places(size) if fresh else _changed(self._sent, pixels, size)
        if changed:
            self._size, self._sent, self._moved = size, pixels, now
            if fresh:
                self._coarse.clear()
            self._coarse.update(dict.fromkeys(changed))
            return self._packed(changed, COARSE)
        if self._coarse and now - self._moved >= REST:
            rested, self._coarse = [*self._coarse], {}
            return self._packed(rested, FINE)
        return None

    @property
    def rests(self) -> bool:
        """Whether nothing waits to be sent fine."""
        return not self._coarse

    def _packed(self, places: list[Place], quality: tuple[int, str]) -> bytes:
        self.number += 1
        width, height = self._size
        columns = min(len(places), 16)
        whole = Image.frombuffer("RGBX", self._size, self._sent, "raw", "RGBX", 0, 1)
        packed = Image.new("RGBX", (columns * TILE, -(-len(places) // columns) * TILE))
        for index, (column, row) in enumerate(places):
            left, top = column * TILE, row * TILE
            tile = whole.crop((left, top, min(left + TILE, width), min(top + TILE, height)))
            packed.paste(tile, (index % columns * TILE, index // columns * TILE))
        blue, green, red, _ = packed.split()  # a surface keeps its colours in this order
        found = io.BytesIO()
        Image.merge("RGB", (red, green, blue)).save(found, "JPEG", quality=quality[0], subsampling=quality[1])
        head = HEAD.pack(self.number, width, height, columns, len(places))
        return head + bytes(part for place in places for part in place) + found.getvalue()


def _all_places(size: tuple[int, int]) -> list[Place]:
    columns, rows = -(-size[0] // TILE), -(-size[1] // TILE)
    return [(column, row) for row in range(rows) for column in range(columns)]


def _changed(before: bytes, after: bytes, size: tuple[int, int]) -> list[Place]:
    """Return the tiles that differ between two pictures of one size."""
    width, height = size
    row, tile = width * 4, TILE * 4
    found: list[Place] = []
    for top in range(0, height, TILE):
        bands = range(top, min(top + TILE, height), BAND)
        differ = [
            band
            for band in bands
            if before[band * row : (band + BAND) * row] != after[band * row : (band + BAND) * row]
        ]
        if not differ:
            continue
        lines = [line for band in differ for line in range(band, min(band + BAND, height))]
        spans = [(at * row, (at + 1) * row) for at in lines]
        for column in range(-(-width // TILE)):
            left, right = column * tile, min((column + 1) * tile, row)
            if any(before[begin + left : begin + right] != after[begin + left : begin + right] for begin, _ in spans):
                found.append((column, top // TILE))
    return found


class Flow:
    """How many pictures are on their way to a page: at most two, so that what waits is drawn anew, never queued."""

    MOST = 2

    def __init__(self) -> None:
        self._sent = self._shown = 0

    @property
    def open(self) -> bool:
        """Whether another picture may be sent."""
        return self._sent - self._shown < self.MOST

    def send(self, number: int) -> None:
        """Note that the picture of this number was sent."""
        self._sent = number

    def show(self, number: int) -> None:
        """Note that the page shows it; numbers that were never sent, or long ago, change nothing."""
        if self._shown < number <= self._sent:
            self._shown = number


def pause(still_for: float, since_touch: float, *, drags: bool) -> float:
    """Return the seconds until the next picture is due, for what stays as it is for `still_for` seconds.

    >>> pause(0.0, 9.0, drags=False), pause(9.0, 9.0, drags=False), pause(9.0, 0.2, drags=True)
    (0.05, 0.25, 0.025)
    """
    if drags:
        return 1 / 40
    return 1 / 20 if still_for < 1 / 4 or since_touch < 1.0 else 1 / 4
