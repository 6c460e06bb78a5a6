"""Planes of one byte a pixel seen through ramps of colour: shapes that are the levels of a smooth height."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

import pygame

from game.engine.colour import Colour, rgb

Levels = tuple[tuple[int, Colour, float], ...]
"""Stops of a ramp: height 0 to 255, colour, opacity 0 to 1."""
Tables = tuple[bytes, bytes, bytes, bytes]
"""256 values each of blue, green, red and opacity, premultiplied."""


@lru_cache(maxsize=64)
def ramp(stops: Levels) -> Tables:
    """The tables of a colour ramp; beyond its stops it goes on as at the last one.

    The latest 64 are kept: one takes half a millisecond, and land asks for its own again for every piece of it.
    """
    known = [(height, rgb(colour), opacity) for height, colour, opacity in stops]
    known = [(0, *known[0][1:]), *known, (255, *known[-1][1:])]
    columns: list[list[int]] = [[], [], [], []]
    for height in range(256):
        for (low, first, thin), (high, second, thick) in pairwise(known):
            if low <= height <= high:
                share = (height - low) / (high - low) if high > low else 0.0
                opacity = thin + (thick - thin) * share
                parts = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
                for column, part in zip(columns, (255, *parts), strict=True):
                    column.append(round(part * opacity))
                break
    opacity_table, red_table, green_table, blue_table = (bytes(column) for column in columns)
    return blue_table, green_table, red_table, opacity_table


def shaded(plane: bytes, size: tuple[int, int], tables: Tables) -> pygame.Surface:
    """A premultiplied surface: each byte of a plane looked up in a ramp."""
    pixels = bytearray(4 * len(plane))
    for number, table in enumerate(tables):
        pixels[number::4] = plane.translate(table)
    return pygame.image.frombuffer(pixels, size, "BGRA")


def plane_of(surface: pygame.Surface) -> bytes:
    """One byte a pixel of a grey surface."""
    raw: bytes = surface.get_buffer().raw
    return raw[0::4]


def lit_edge(lit: pygame.Surface, away: int) -> pygame.Surface:
    """What of a shape is not behind the shape itself, moved down to the right: where light from the left falls."""
    behind = lit.copy()
    lit.blit(behind, (away, away), special_flags=pygame.BLEND_RGBA_SUB)
    lit.fill(0, (0, 0, lit.get_width(), away))
    lit.fill(0, (0, 0, away, lit.get_height()))
    return lit
