"""Sprites: pictures drawn once for each set of arguments, and kept.

A sprite is premultiplied, made at the size in pixels in which it is drawn, and read-only: copy it before painting on
it.
"""

from __future__ import annotations

import ctypes
import sys
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import cache, wraps
from typing import Any, ParamSpec, TypeVar

import pygame

Params = ParamSpec("Params")
Made = TypeVar("Made")

KEPT_BYTES = 72 << 20
"""Bytes that all sprites together may take when a scene begins; beyond it, the least recently used are dropped."""
ROOMIER: int = 1
"""How many times as many results each drawing function keeps as it says; more than 1 where windows of many sizes come
after one another in one process.
"""


class _Kept:
    """One kept result of a drawing function."""

    __slots__ = ("made", "size", "used")

    def __init__(self, made: Any, used: int) -> None:
        self.made = made
        self.size = _bytes_of(made)
        self.used = used
        """Value of the sprites' clock at its last use: the greater, the more recent."""


class _Shelf(OrderedDict[Hashable, _Kept]):
    """The kept results of one drawing function by its arguments, least recently used first."""


_shelves: list[_Shelf] = []
_clock = [0]
"""The sprites' clock: counts drawings. Sprites used between the same two drawings count as equally recent."""


def sprite(kept: int = 256) -> Callable[[Callable[Params, Made]], Callable[Params, Made]]:
    """Return a decorator that keeps the `kept` most recent results of a drawing function; its arguments must be
    hashable.
    """

    def decorate(draw: Callable[Params, Made]) -> Callable[Params, Made]:
        shelf = _Shelf()
        _shelves.append(shelf)

        @wraps(draw)
        def look_up(*args: Params.args, **kwargs: Params.kwargs) -> Made:
            key = (args, *kwargs.items()) if kwargs else args
            try:
                found = shelf[key]
            except KeyError:
                found = _add(shelf, key, draw(*args, **kwargs), kept)
            if found.used != _clock[0]:
                found.used = _clock[0]
                shelf.move_to_end(key)
            made: Made = found.made
            return made

        return look_up

    return decorate


def _add(shelf: _Shelf, key: Hashable, made: Any, kept: int) -> _Kept:
    _clock[0] += 1
    while len(shelf) >= kept * ROOMIER:
        shelf.popitem(last=False)
    shelf[key] = added = _Kept(made, _clock[0])
    return added


def clear_sprites() -> None:
    """Drop every sprite; called when the scale changes, as sprites of the old size are of no more use."""
    for shelf in _shelves:
        shelf.clear()


def sprite_clock() -> int:
    """Return a mark of the present moment, for `trim_sprites`."""
    _clock[0] += 1
    return _clock[0]


def trim_sprites(since: int, most: int = KEPT_BYTES) -> None:
    """Drop the least recently used sprites until all take at most `most` bytes, but none used after `since`."""
    too_much = kept_bytes() - most
    if too_much <= 0:
        return
    unused = sorted(
        (
            (entry.used, entry.size, shelf, key)
            for shelf in _shelves
            for key, entry in shelf.items()
            if entry.used < since
        ),
        key=lambda found: found[0],
    )
    for _, size, shelf, key in unused:
        if too_much <= 0:
            break
        too_much -= size
        del shelf[key]


def drop_sprites(since: int, until: int) -> None:
    """Drop the sprites whose last use lies between two marks of the clock: what only others were made of."""
    for shelf in _shelves:
        for key in [key for key, entry in shelf.items() if since <= entry.used < until]:
            del shelf[key]


def give_back() -> None:
    """Return freed memory to the system, which the C library of Linux does not do by itself."""
    trim = getattr(_c_library(), "malloc_trim", None)
    if trim is not None:
        trim(0)


@cache
def _c_library() -> ctypes.CDLL | None:
    return ctypes.CDLL(None) if sys.platform == "linux" else None


def kept_bytes() -> int:
    return sum(entry.size for shelf in _shelves for entry in shelf.values())


def _bytes_of(made: Any) -> int:
    if isinstance(made, pygame.Surface):
        return made.get_width() * made.get_height() * made.get_bytesize()
    return sum(map(_bytes_of, made)) if isinstance(made, tuple | list) else 0


def blank(width_px: int, height_px: int) -> pygame.Surface:
    """Return a transparent surface, at least one pixel large, to paint premultiplied sprites on."""
    return pygame.Surface((max(1, width_px), max(1, height_px)), pygame.SRCALPHA, 32)


def put(target: pygame.Surface, source: pygame.Surface, x: float, y: float) -> None:
    """Blit a premultiplied sprite at a pixel."""
    target.blit(source, (round(x), round(y)), special_flags=pygame.BLEND_PREMULTIPLIED)


def put_middle(target: pygame.Surface, source: pygame.Surface, x: float, y: float) -> None:
    """Blit a premultiplied sprite with its middle at a pixel."""
    put(target, source, x - source.get_width() / 2, y - source.get_height() / 2)


def faded(source: pygame.Surface, opacity: float) -> pygame.Surface:
    """Return a copy of a premultiplied sprite at an opacity of 0 to 1."""
    copy = source.copy()
    part = max(0, min(255, round(255 * opacity)))
    copy.fill((part, part, part, part), special_flags=pygame.BLEND_RGBA_MULT)
    return copy


@sprite(kept=48)
def faint(source: pygame.Surface, opacity: float) -> pygame.Surface:
    """Return `faded`, kept: for a sprite and an opacity that stay the same from frame to frame."""
    return faded(source, opacity)


def clipped(source: pygame.Surface, mask: pygame.Surface) -> pygame.Surface:
    """Return a copy of a premultiplied sprite, transparent outside the white premultiplied `mask` of the same size."""
    copy = source.copy()
    copy.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return copy


def tinted(source: pygame.Surface, colour: tuple[int, int, int]) -> pygame.Surface:
    """Return a copy of a premultiplied sprite multiplied by a colour; white leaves it unchanged."""
    copy = source.copy()
    copy.fill(colour, special_flags=pygame.BLEND_RGB_MULT)
    return copy
