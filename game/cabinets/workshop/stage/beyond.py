"""The caves beside a level, which continue endlessly: cells are generated when the camera is panned to them."""

from __future__ import annotations

import pygame

from game.core.forge.methods.cells import Endless
from game.core.forge.model.level import Level, signs_of
from game.kit.levels.squares import SquareMap

FAR = 100
"""How many cells beyond the level, to each side, the camera can be panned to."""
_KEPT = 64
"""Number of drawn cells that are cached."""


class Beyond:
    """The cells beside a level. Generating one takes up to a frame, so at most one is generated per frame."""

    def __init__(self, endless: Endless, columns: int, rows: int) -> None:
        """Take the endless caves; the level itself consists of `columns` × `rows` of their cells."""
        self._endless = endless
        self._columns, self._rows = columns, rows
        self._cells: dict[tuple[int, int], tuple[bytes, SquareMap]] = {}

    @property
    def reach(self) -> int:
        """How many squares beyond the level the camera can be panned to."""
        return FAR * self._endless.side

    def draw(self, surface: pygame.Surface, origin: tuple[int, int], size_px: int) -> None:
        """Draw the cells within the surface's clip; `origin` is the pixel of the level's upper left corner."""
        side, clip = self._endless.side, surface.get_clip()
        step, (left, top) = self._endless.side * size_px, origin
        may_make = True
        for row in range((clip.top - top) // step, (clip.bottom - 1 - top) // step + 1):
            for column in range((clip.left - left) // step, (clip.right - 1 - left) // step + 1):
                if 0 <= column < self._columns and 0 <= row < self._rows:
                    continue
                found = self._cells.get((column, row))
                if found is None and may_make:
                    may_make, found = False, self._make(column, row)
                if found is not None:
                    signs, squares = found
                    squares.draw(surface, (left + column * step, top + row * step), size_px, side, side, signs)

    def _make(self, column: int, row: int) -> tuple[bytes, SquareMap]:
        if len(self._cells) >= _KEPT:
            self._cells.clear()
        found = signs_of("dungeon", self._endless.tiles(column, row, joined=True)), SquareMap("dungeon")
        self._cells[column, row] = found
        return found


def beyond(level: Level) -> Beyond | None:
    """Return the cells beside a level that `caves` made of whole joined cells; None for any other level."""
    recipe = level.recipe
    if recipe.method != "caves" or recipe.parameters.get("join") != "pairs":
        return None
    side = int(recipe.parameters["side"])
    if level.width % side or level.height % side:
        return None
    return Beyond(Endless(recipe.number, recipe.parameters), level.width // side, level.height // side)
