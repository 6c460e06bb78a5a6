"""Grey planes coloured by ramps: the byte of each pixel is a height, and each range of heights gets a colour."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

import pygame

from game.engine.colour import Colour, rgb

Levels = tuple[tuple[int, Colour, float], ...]
"""Stops of a ramp: height 0 to 255, colour, opacity 0 to 1."""
Tables = tuple[bytes, bytes, bytes, bytes]
"""Tables of 256 values each for blue, green, red and opacity, premultiplied."""


@lru_cache(maxsize=64)
def ramp(stops: Levels) -> Tables:
    """Return the tables of a colour ramp; heights beyond its stops get the nearest stop.

    The latest 64 are kept: making one takes half a millisecond, and a map of land asks for the same ramp for each of
    its parts.
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
    """Return a premultiplied surface: each byte of a plane looked up in the tables of a ramp."""
    pixels = bytearray(4 * len(plane))
    for number, table in enumerate(tables):
        pixels[number::4] = plane.translate(table)
    return pygame.image.frombuffer(pixels, size, "BGRA")


def plane_of(surface: pygame.Surface) -> bytes:
    """Return the first byte of each pixel of a grey surface: its brightness."""
    raw: bytes = surface.get_buffer().raw
    return raw[0::4]


def lit_edge(lit: pygame.Surface, away: int) -> pygame.Surface:
    """Return the part of a shape not covered by itself moved right and down by `away`: the edge lit from the upper
    left. Changes `lit`.
    """
    behind = lit.copy()
    lit.blit(behind, (away, away), special_flags=pygame.BLEND_RGBA_SUB)
    lit.fill(0, (0, 0, lit.get_width(), away))
    lit.fill(0, (0, 0, away, lit.get_height()))
    return lit
