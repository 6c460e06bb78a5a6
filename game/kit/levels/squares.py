"""The squares of a generated level as a picture, at any whole number of pixels a square.

The picture is drawn in parts of 16×16 squares. A part is kept until one of its squares changes: a slider that moves a
wall redraws only the part around the wall.
"""

from __future__ import annotations

from operator import ne

import pygame

from game.engine.canvas import PREMULTIPLIED
from game.engine.colour import Colour, rgb
from game.engine.light import opaque
from game.engine.sprites import blank
from game.kit.levels.tiles import PLAIN_BELOW, VARIANTS, colours_of, exposed, tile, variant_of

PART = 16
MOST_PARTS = 420
"""Number of parts kept: enough for all that are visible at once and for some scrolling."""


class SquareMap:
    """Draws a level's squares, given as one character each, row by row from the top left."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._blend = 0 if kind == "dungeon" else PREMULTIPLIED
        """A dungeon fills its parts, so they are opaque, which draws several times as fast. A platform level shows the
        sky behind it.
        """
        self._sheet = opaque if kind == "dungeon" else blank
        self._parts: dict[tuple[int, int, int], tuple[bytes, pygame.Surface]] = {}
        self._plain: tuple[tuple[bytes, int, int], pygame.Surface] | None = None
        self._looks: dict[tuple[int, int, int, int, int], tuple[pygame.Surface, ...]] = {}
        """All variants of a square at `_size_px`, by the codes of the square and of those above, below, left and right
        of it.
        """
        self._size_px = 0
        self.drawn = 0
        """Number of parts drawn anew since the map was made; tests read it."""

    def draw(
        self, surface: pygame.Surface, origin: tuple[int, int], size_px: int, width: int, height: int, signs: bytes
    ) -> None:
        """Draw the squares on a surface, the top left one with its corner at `origin`; only parts inside the surface's
        clip.
        """
        if size_px < PLAIN_BELOW:
            self._draw_plain(surface, origin, size_px, width, height, signs)
            return
        clip = surface.get_clip()
        step = PART * size_px
        left, top = origin
        columns = range(max(0, (clip.left - left) // step), min((width - 1) // PART, (clip.right - left) // step) + 1)
        rows = range(max(0, (clip.top - top) // step), min((height - 1) // PART, (clip.bottom - top) // step) + 1)
        for row in rows:
            for column in columns:
                part = self._part(column, row, size_px, width, height, signs)
                surface.blit(part, (left + column * step, top + row * step), special_flags=self._blend)

    def _part(self, column: int, row: int, size_px: int, width: int, height: int, signs: bytes) -> pygame.Surface:
        left, right = max(0, column * PART - 1), min(width, (column + 1) * PART + 1)
        first, last = max(0, row * PART - 1), min(height, (row + 1) * PART + 1)
        around = b"".join(signs[y * width + left : y * width + right] for y in range(first, last))
        key = around + bytes((right - left, last - first))
        place = (column, row, size_px)
        kept = self._parts.get(place)
        if kept is not None and kept[0] == key:
            return kept[1]
        made = self._drawn_part(column, row, size_px, width, height, signs)
        if len(self._parts) >= MOST_PARTS:
            self._parts.clear()
        self._parts[place] = (key, made)
        self.drawn += 1
        return made

    def _drawn_part(self, column: int, row: int, size_px: int, width: int, height: int, signs: bytes) -> pygame.Surface:
        first_x, first_y = column * PART, row * PART
        last_x, last_y = min(width, first_x + PART), min(height, first_y + PART)
        made = self._sheet((last_x - first_x) * size_px, (last_y - first_y) * size_px)
        if self._size_px != size_px:
            self._looks, self._size_px = {}, size_px
        looks = self._looks
        outside = b" " if self.kind == "dungeon" else b"#"
        beyond = outside * width
        puts: list[tuple[pygame.Surface, tuple[int, int]]] = []
        for y in range(first_y, last_y):
            line = signs[y * width : (y + 1) * width]
            above = signs[(y - 1) * width : y * width] if y else beyond
            below = signs[(y + 1) * width : (y + 2) * width] if y + 1 < height else beyond
            sides = outside + line + outside
            here = slice(first_x, last_x)
            around = zip(line[here], above[here], below[here], sides[first_x:], sides[first_x + 2 :], strict=False)
            top = (y - first_y) * size_px
            for place, key in enumerate(around):
                look = looks.get(key) or self._look(key)
                puts.append((look[variant_of(first_x + place, y)], (place * size_px, top)))
        made.fblits(puts, self._blend)
        return made

    def _look(self, key: tuple[int, int, int, int, int]) -> tuple[pygame.Surface, ...]:
        """Return all variants of a square, given its code and those of the four squares around it."""
        sign, above, below, left, right = map(chr, key)
        edges = exposed(self.kind, sign, above, right, below, left)
        found = (tile(self.kind, sign, self._size_px, variant, edges) for variant in range(VARIANTS))
        made = tuple(found if self._blend else (sprite.convert(opaque(1, 1)) for sprite in found))
        self._looks[key] = made
        return made

    def _draw_plain(
        self, surface: pygame.Surface, origin: tuple[int, int], size_px: int, width: int, height: int, signs: bytes
    ) -> None:
        """Draw each square in one plain colour, for squares too small to show more."""
        key = (signs, width, size_px)
        if self._plain is None or self._plain[0] != key:
            small = painted(signs, width, height, _tables(self.kind))
            made = small if size_px == 1 else pygame.transform.scale(small, (width * size_px, height * size_px))
            self._plain = (key, made)
        surface.blit(self._plain[1], origin, special_flags=PREMULTIPLIED)


def _tables(kind: str) -> tuple[bytes, bytes, bytes, bytes]:
    colours = {ord(sign): colour for sign, colour in colours_of(kind).items() if colour != "#000000"}
    return tables_of({code: (colour, 255) for code, colour in colours.items()})


def tables_of(colours: dict[int, tuple[Colour, int]]) -> tuple[bytes, bytes, bytes, bytes]:
    """Return tables of premultiplied blue, green, red and alpha for codes 0 to 255; codes not in `colours` are
    transparent.
    """
    planes = [bytearray(256) for _ in range(4)]
    for code, (colour, alpha) in colours.items():
        red, green, blue = rgb(colour)
        for plane, part in zip(planes, (blue, green, red, 255), strict=True):
            plane[code] = part * alpha // 255
    blue_table, green_table, red_table, alpha_table = map(bytes, planes)
    return blue_table, green_table, red_table, alpha_table


def painted(codes: bytes, width: int, height: int, tables: tuple[bytes, bytes, bytes, bytes]) -> pygame.Surface:
    """Return a premultiplied surface with one pixel for each square, coloured by its code."""
    pixels = bytearray(4 * width * height)
    for number, table in enumerate(tables):
        pixels[number::4] = codes.translate(table)
    return pygame.image.frombuffer(pixels, (width, height), "BGRA")


def changed(before: bytes, after: bytes) -> bytes:
    """Return 1 for each square that differs between two levels, else 0; empty if their sizes differ.

    >>> changed(b"..#", b".##")
    b'\\x00\\x01\\x00'
    """
    return bytes(map(ne, before, after)) if len(before) == len(after) else b""
