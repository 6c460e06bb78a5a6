"""How land changes hands: it flows outward from the squares that were painted, and through what they closed.

Every square has a time at which the flood comes to it, counted in squares. Between two pictures of the ground the
later one is laid over the earlier one as far as the flood has come; foam runs along its front.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

import pygame

from game.cabinets.slime.field import HEIGHT, SQUARES, WIDTH
from game.cabinets.slime.stage.land import APRON, FINE, small_plane
from game.core.space import SLANTED, STRAIGHT, Squares
from game.engine.colour import Colour, rgb
from game.engine.light import noise
from game.engine.ramps import Tables, plane_of, shaded
from game.engine.sprites import clipped, put

_DETAIL = 2
"""The plane of arrivals is as many times as fine as the small plane of land."""
_PLANE = (WIDTH * FINE * _DETAIL, HEIGHT * FINE * _DETAIL)
_ROUGH = 0.9
"""Squares by which the front is ragged."""
_SOFT = 0.3
"""Squares over which the front fades in."""
_SETTLING = 1.6
"""Squares the flood goes on beyond the last one: the coast moves beside what changed."""
_FOAM = ((0.12, 0.22, 0.95), (0.62, 0.13, 0.45), (1.05, 0.09, 0.25))
"""Crests of foam: squares behind the front, width, opacity."""
_MOST = 255
_BOARD = Squares(HEIGHT, WIDTH)
"""The field with its axes exchanged, so that its numbers are those of the rules."""


def arrivals(sources: Iterable[int], inside: Iterable[int]) -> tuple[float, ...]:
    """For each square when the flood from the sources comes to it, in squares; first through those `inside`."""
    reached = dict.fromkeys(sources, 0.0)
    within = set(inside)
    _spread(reached, within)
    reached |= dict.fromkeys(sorted(within - set(reached)), 1.0)
    _spread(reached, set(range(SQUARES)))
    return tuple(reached.get(square, 0.0) for square in range(SQUARES))


def _spread(reached: dict[int, float], free: set[int]) -> None:
    """Add to `reached` every free square that a flood from it comes to."""
    ahead = [(when, square) for square, when in reached.items()]
    heapq.heapify(ahead)
    while ahead:
        when, square = heapq.heappop(ahead)
        for other, length in _around(square):
            if other in free and other not in reached:
                reached[other] = when + length
                heapq.heappush(ahead, (when + length, other))


@lru_cache(SQUARES)
def _around(square: int) -> tuple[tuple[int, float], ...]:
    """The squares beside and across the corners with their distance, the nearer ones first."""
    ways = ((STRAIGHT, 1.0), (SLANTED, math.sqrt(2)))
    return tuple((other, length) for steps, length in ways for other in _BOARD.beside(square, steps))


def _fine_plane(values: list[int]) -> pygame.Surface:
    """A grey surface of the field, `FINE * _DETAIL` pixels a square, smooth between the squares' middles."""
    whole = (_PLANE[0] + 2 * APRON * FINE * _DETAIL, _PLANE[1] + 2 * APRON * FINE * _DETAIL)
    smooth = pygame.transform.gaussian_blur(small_plane(values), FINE // 3)
    large = pygame.transform.smoothscale(smooth, whole)
    return large.subsurface((APRON * FINE * _DETAIL, APRON * FINE * _DETAIL, *_PLANE)).copy()


def _white(opacities: Iterable[int]) -> Tables:
    """White at the opacity of each height."""
    table = bytes(opacities)
    return table, table, table, table


class Tide:
    """A change of the land under way; `front` says how far it has come, in squares."""

    def __init__(
        self, before: Sequence[int], owners: tuple[int, ...], stepped_on: Collection[int], foam: Colour | None
    ) -> None:
        """From the land `before` to that of `owners`, out of the squares that slimes came to.

        `foam` runs along the front; None for the small puddles under feet.
        """
        self.owners, self.foam, self.front = owners, foam, 0.0
        changed = [square for square, owner in enumerate(owners) if owner != before[square]]
        times = arrivals([square for square in changed if square in stepped_on] or changed, changed)
        self.reach = max((times[square] for square in changed), default=0.0) + _SETTLING
        """How far the front goes, in squares, until everything is covered."""
        self._unit = _MOST / (self.reach + _ROUGH)
        plane = _fine_plane([min(_MOST, round(when * self._unit)) for when in times])
        ragged = min(_MOST, round(self._unit * _ROUGH))
        plane.blit(noise(*_PLANE, WIDTH, HEIGHT, 0, ragged, 5), (0, 0), special_flags=pygame.BLEND_RGB_ADD)
        self._plane = plane_of(plane)
        part = set(changed)
        self._changed = plane_of(_fine_plane([_MOST if square in part else 0 for square in range(SQUARES)]))

    def paint(self, target: pygame.Surface, after: pygame.Surface) -> None:
        """Lay the later picture over the earlier one in `target` as far as the flood has come."""
        size = target.get_size()
        level = self.front * self._unit + self._unit * _ROUGH * (self.front / self.reach)
        soft = max(2.0, self._unit * _SOFT)
        opacities = [max(0, min(_MOST, round(_MOST * (level - height) / soft))) for height in range(256)]
        covered = pygame.transform.smoothscale(shaded(self._plane, _PLANE, _white(opacities)), size)
        covered.blit(after, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        put(target, covered, 0, 0)
        if self.foam:
            put(target, pygame.transform.smoothscale(self._crests(level, self.foam), size), 0, 0)

    def _crests(self, level: float, colour: Colour) -> pygame.Surface:
        """The foam along the front, where land changes; small."""
        opacities = [0.0] * 256
        for behind, width, opacity in _FOAM:
            crest, half = level - behind * self._unit, max(1.5, width * self._unit)
            for height in range(256):
                opacities[height] = max(opacities[height], opacity * (1 - abs(height - crest) / half))
        parts = (*reversed(rgb(colour)), 255)
        blue, green, red, thick = (bytes(round(part * opacity) for opacity in opacities) for part in parts)
        crests = shaded(self._plane, _PLANE, (blue, green, red, thick))
        return clipped(crests, shaded(self._changed, _PLANE, _white(range(256))))
