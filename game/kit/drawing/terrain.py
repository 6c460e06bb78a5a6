"""Land on a board of squares: squares become a smooth height, whose levels are shapes (see `engine.ramps`)."""

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
"""Blur of the coast, in pixels of the small plane."""


@dataclass(frozen=True)
class Terrain:
    """How the squares of a board lie on a small grey plane. Values are in the board's order."""

    board: Squares
    fine: int = 6
    """Pixels a square of the small plane."""
    apron: int = 2
    """Squares that land runs on beyond the edge of the board, under its frame."""

    @cached_property
    def _repeated(self) -> list[int]:
        """For each cell of the plane the square it shows: those of the apron repeat the nearest one."""
        columns, rows, apron = self.board.columns, self.board.rows, self.apron
        across = [max(0, min(columns - 1, column - apron)) for column in range(columns + 2 * apron)]
        down = [max(0, min(rows - 1, row - apron)) for row in range(rows + 2 * apron)]
        return [row * columns + column for row in down for column in across]

    def plane(self, values: Sequence[int]) -> pygame.Surface:
        """An opaque grey plane, `fine` pixels a square, of a value 0 to 255 for each square."""
        columns, rows = self.board.columns + 2 * self.apron, self.board.rows + 2 * self.apron
        cells = bytes(values[square] for square in self._repeated)
        return pygame.transform.scale(grey(cells, columns, rows), (columns * self.fine, rows * self.fine))

    def heights(self, land: Sequence[bool], *, against: bool = False) -> pygame.Surface:
        """How high land lies, with a rough coast; two lands of which one is `against` the other meet without a gap."""
        heights = pygame.transform.gaussian_blur(self.plane([255 if dry else 0 for dry in land]), _SHORES)
        wide, high = heights.get_size()
        rough = noise(wide, high, wide // 9 + 2, high // 9 + 2, 0, _ROUGH, 3)
        signs = pygame.BLEND_RGB_ADD, pygame.BLEND_RGB_SUB
        heights.blit(rough, (0, 0), special_flags=signs[against])
        heights.fill((_ROUGH // 2,) * 3, special_flags=signs[not against])
        return heights

    def lay(self, target: pygame.Surface, plane: pygame.Surface, down: int = 0) -> None:
        """Lay a small premultiplied plane over a surface of the whole board, moved down by some pixels."""
        left, top = self._corner(target.get_size())
        put(target, pygame.transform.smoothscale(plane, self._with_apron(target.get_size())), -left, down - top)

    def scaled(self, plane: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
        """The part of a small plane that shows the board, in so many pixels."""
        large = pygame.transform.smoothscale(plane, self._with_apron(size))
        return large.subsurface((*self._corner(size), *size)).copy()

    def _corner(self, size: tuple[int, int]) -> tuple[int, int]:
        return round(size[0] * self.apron / self.board.columns), round(size[1] * self.apron / self.board.rows)

    def _with_apron(self, size: tuple[int, int]) -> tuple[int, int]:
        columns, rows = self.board.columns, self.board.rows
        return round(size[0] * (columns + 2 * self.apron) / columns), round(size[1] * (rows + 2 * self.apron) / rows)
