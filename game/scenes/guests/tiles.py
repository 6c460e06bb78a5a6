"""Pictures as tiles: what changed since the last one, packed into one JPEG with the places where it belongs.

Bands of rows are compared first, whole as bytes, which costs least; then tiles within the bands that changed. What
moves is sent coarse, and sent once more fine when it has rested.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable
from typing import Any, Final, cast

import pygame
from PIL import Image

from net.web.tiled import HEAD, TILE, Place, all_places

BAND: Final = 16
"""Rows compared at once; a tile is a whole number of them."""
REST: Final = 0.3
"""Seconds for which a tile that was sent coarse stays as it is before it is sent fine."""
_ANSWERED: Final = 0.1
"""Seconds after a touch within which something may begin to move that did not say so."""
COARSE, FINE = (50, "4:2:0"), (85, "4:4:4")


class Tiles:
    """What a page has been sent, so that only what differs is sent next."""

    def __init__(self) -> None:
        self.number = 0
        """The number of the picture sent last."""
        self._size = (0, 0)
        self._bands: list[bytes] = []
        """The pixels of the picture sent last, from the top down; each is compared and replaced by itself, so that no
        whole picture is ever copied.
        """
        self.rested = 0
        """How many tiles the last messages told finely."""
        self._coarse: dict[Place, float] = {}
        """When each tile that was sent coarse has changed last."""

    def messages(self, surface: pygame.Surface, now: float) -> list[bytes]:
        """Return the messages that make a page's picture this surface of 32 bits: what changed, coarse, and what has
        rested since, fine. None where it shows it already.
        """
        if surface.get_size() != self._size:
            self._size, self._bands = surface.get_size(), []
            self._coarse.clear()
        with _pixels(surface) as pixels:
            changed = self._changed(pixels)
        found = [self._packed(surface, changed, COARSE)] if changed else []
        self._coarse.update(dict.fromkeys(changed, now))
        rested = [place for place, moved in self._coarse.items() if now - moved >= REST]
        if rested:
            found.append(self._packed(surface, rested, FINE))
        for place in rested:
            del self._coarse[place]
        self.rested = len(rested)
        return found

    def again(self, surface: pygame.Surface, places: Iterable[Place] = ()) -> bytes | None:
        """Return a message of these tiles of the surface that `messages` was given last, of all tiles without any;
        None before the first.
        """
        known = all_places(self._size)
        wanted = [place for place in places if place in known] or known
        return self._packed(surface, wanted, FINE) if wanted else None

    def rest_due(self, now: float) -> float:
        """Return the seconds until something is to be sent fine; infinite where nothing waits for it."""
        return min(self._coarse.values(), default=math.inf) + REST - now

    def _changed(self, pixels: memoryview) -> list[Place]:
        """Return the tiles that differ from what was sent last, and keep them as sent."""
        width, height = self._size
        row = width * 4
        tops = range(0, height, BAND)
        if not self._bands:
            self._bands = [bytes(pixels[top * row : (top + BAND) * row]) for top in tops]
            return all_places(self._size)
        found: dict[Place, None] = {}
        for number, top in enumerate(tops):
            before, after = self._bands[number], bytes(pixels[top * row : (top + BAND) * row])
            if before == after:
                continue
            self._bands[number] = after
            found.update(dict.fromkeys((column, top // TILE) for column in _columns(before, after, row)))
        return sorted(found, key=lambda place: (place[1], place[0]))

    def _packed(self, surface: pygame.Surface, places: list[Place], quality: tuple[int, str]) -> bytes:
        self.number += 1
        width, height = self._size
        columns = min(len(places), 16)
        packed = Image.new("RGBX", (columns * TILE, -(-len(places) // columns) * TILE))
        with _pixels(surface) as pixels:
            whole = Image.frombuffer("RGBX", self._size, pixels, "raw", "RGBX", 0, 1)
            for index, (column, row) in enumerate(places):
                left, top = column * TILE, row * TILE
                tile = whole.crop((left, top, min(left + TILE, width), min(top + TILE, height)))
                packed.paste(tile, (index % columns * TILE, index // columns * TILE))
            del whole
        blue, green, red, _ = packed.split()  # a surface keeps its colours in this order
        found = io.BytesIO()
        Image.merge("RGB", (red, green, blue)).save(found, "JPEG", quality=quality[0], subsampling=quality[1])
        head = HEAD.pack(self.number, width, height, columns, len(places))
        return head + bytes(part for place in places for part in place) + found.getvalue()


def _pixels(surface: pygame.Surface) -> memoryview:
    """Return the pixels themselves, no copy; the surface is locked until this is released."""
    return memoryview(cast(Any, surface.get_buffer()))


def _columns(before: bytes, after: bytes, row: int) -> list[int]:
    """Return the columns of tiles in which two bands differ; `row`: bytes of a row of pixels."""
    tile, lines = TILE * 4, range(0, len(after), row)
    return [
        left // tile
        for left in range(0, row, tile)
        if any(
            before[line + left : line + min(left + tile, row)] != after[line + left : line + min(left + tile, row)]
            for line in lines
        )
    ]


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

    >>> pause(0.0, 9.0, drags=False), pause(9.0, 9.0, drags=False), pause(9.0, 0.05, drags=True)
    (0.05, 0.25, 0.025)
    """
    if drags:
        return 1 / 40
    return 1 / 20 if since_touch < _ANSWERED else max(1 / 20, min(still_for, 1 / 4))
