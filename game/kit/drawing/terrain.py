"""Land on a board of squares: squares become a smooth grey height map, which `engine.ramps` turns into shapes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import pygame

from game.core.space import Squares
from game.engine.light import grey, noise
from game.engine.sprites import put

_ROUGH = 34
_SHORES = 2
"""Blur radius of the coast, in pixels of the height map."""


@dataclass(frozen=True)
class Terrain:
    """How the squares of a board lie on a small grey height map. Lists of values have one value a square, in the
    board's order.
    """

    board: Squares
    fine: int = 6
    """Pixels of the height map along a side of a square."""
    apron: int = 2
    """Squares by which land continues beyond the edge of the board, under its frame."""

    @cached_property
    def _repeated(self) -> list[int]:
        """For each cell of the height map, the square it shows; cells of the apron repeat the nearest square."""
        columns, rows, apron = self.board.columns, self.board.rows, self.apron
        across = [max(0, min(columns - 1, column - apron)) for column in range(columns + 2 * apron)]
        down = [max(0, min(rows - 1, row - apron)) for row in range(rows + 2 * apron)]
        return [row * columns + column for row in down for column in across]

    def plane(self, values: Sequence[int]) -> pygame.Surface:
        """Return an opaque grey surface, `fine` pixels a square, from a value 0 to 255 for each square."""
        columns, rows = self.board.columns + 2 * self.apron, self.board.rows + 2 * self.apron
        cells = bytes(values[square] for square in self._repeated)
        return pygame.transform.scale(grey(cells, columns, rows), (columns * self.fine, rows * self.fine))

    def heights(self, land: Sequence[bool], *, against: bool = False) -> pygame.Surface:
        """Return how high land lies (grey 0 to 255), with a rough coast.

        Of two lands that meet, one is made with `against`: its roughness is inverted, so that no gap is left.
        """
        heights = pygame.transform.gaussian_blur(self.plane([255 if dry else 0 for dry in land]), _SHORES)
        wide, high = heights.get_size()
        rough = noise(wide, high, wide // 9 + 2, high // 9 + 2, 0, _ROUGH, 3)
        signs = pygame.BLEND_RGB_ADD, pygame.BLEND_RGB_SUB
        heights.blit(rough, (0, 0), special_flags=signs[against])
        heights.fill((_ROUGH // 2,) * 3, special_flags=signs[not against])
        return heights

    def lay(self, target: pygame.Surface, plane: pygame.Surface, down: int = 0) -> None:
        """Draw a small premultiplied surface of board and apron over `target`, which shows the whole board, moved down
        by `down` pixels.
        """
        left, top = self._corner(target.get_size())
        put(target, pygame.transform.smoothscale(plane, self._with_apron(target.get_size())), -left, down - top)

    def scaled(self, plane: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
        """Return the part of a small surface that shows the board without apron, scaled to `size` in pixels."""
        large = pygame.transform.smoothscale(plane, self._with_apron(size))
        return large.subsurface((*self._corner(size), *size)).copy()

    def _corner(self, size: tuple[int, int]) -> tuple[int, int]:
        return round(size[0] * self.apron / self.board.columns), round(size[1] * self.apron / self.board.rows)

    def _with_apron(self, size: tuple[int, int]) -> tuple[int, int]:
        columns, rows = self.board.columns, self.board.rows
        return round(size[0] * (columns + 2 * self.apron) / columns), round(size[1] * (rows + 2 * self.apron) / rows)
