"""How land changes hands: it flows outward from the squares that were painted, and through what they closed.

Every square has a time at which the flood comes to it, counted in squares. Between two pictures of the ground the
later one is laid over the earlier one as far as the flood has come; foam runs along its front.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable
from functools import lru_cache

import pygame

from game.cabinets.slime.field import HEIGHT, SQUARES, WIDTH
from game.cabinets.slime.stage.land import APRON, FINE, Tables, plane_of, shaded, small_plane
from game.engine.colour import Colour, rgb
from game.engine.light import noise
from game.engine.sprites import put

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
        for other, steps in _around(square):
            if other in free and other not in reached:
                reached[other] = when + steps
                heapq.heappush(ahead, (when + steps, other))


@lru_cache(SQUARES)
def _around(square: int) -> tuple[tuple[int, float], ...]:
    """The squares beside and across the corners, with their distance, the nearer ones first."""
    x, y = divmod(square, HEIGHT)
    steps = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))
    return tuple(
        ((x + dx) * HEIGHT + y + dy, math.hypot(dx, dy))
        for dx, dy in steps
        if 0 <= x + dx < WIDTH and 0 <= y + dy < HEIGHT
    )


def _fine_plane(values: list[int]) -> pygame.Surface:
    """A grey surface of the field, `FINE * _DETAIL` pixels a square, smooth between the squares' middles."""
    whole = (_PLANE[0] + 2 * APRON * FINE * _DETAIL, _PLANE[1] + 2 * APRON * FINE * _DETAIL)
    smooth = pygame.transform.gaussian_blur(small_plane(values), FINE // 3)
    large = pygame.transform.smoothscale(smooth, whole)
    return large.subsurface((APRON * FINE * _DETAIL, APRON * FINE * _DETAIL, *_PLANE)).copy()


def _same(levels: list[int]) -> Tables:
    """Tables of white at these opacities."""
    table = bytes(levels)
    return table, table, table, table


_AS_OPACITY = _same(list(range(256)))


class Flood:
    """One turn's change of the land, as masks over the field."""

    def __init__(self, sources: Iterable[int], captured: Iterable[int]) -> None:
        """`sources` are the squares that were stepped on, `captured` those that changed with them."""
        own = tuple(sources)
        changed = (*own, *captured)
        times = arrivals(own or changed, changed)
        self.reach = max((times[square] for square in changed), default=0.0) + _SETTLING
        """How far the front goes, in squares, until everything is covered."""
        self._unit = _MOST / (self.reach + _ROUGH)
        levels = [min(_MOST, round(when * self._unit)) for when in times]
        plane = _fine_plane(levels)
        ragged = round(self._unit * _ROUGH)
        rough = noise(*_PLANE, WIDTH, HEIGHT, 0, min(_MOST, ragged), 5)
        plane.blit(rough, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
        self._plane = plane_of(plane)
        part = set(changed)
        self._changed = _fine_plane([_MOST if square in part else 0 for square in range(SQUARES)])

    def cover(self, after: pygame.Surface, front: float) -> pygame.Surface:
        """What the flood has covered when its front is at `front` squares, cut from the later picture."""
        level, soft = self._level(front), max(2.0, self._unit * _SOFT)
        opacities = [max(0, min(_MOST, round(_MOST * (level - height) / soft))) for height in range(256)]
        mask = shaded(self._plane, _PLANE, _same(opacities))
        large = pygame.transform.smoothscale(mask, after.get_size())
        large.blit(after, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        return large

    def foam(self, size: tuple[int, int], front: float, colour: Colour) -> pygame.Surface:
        """The foam along the front, where land changes."""
        level = self._level(front)
        opacities = [0.0] * 256
        for behind, width, opacity in _FOAM:
            crest, half = level - behind * self._unit, max(1.5, width * self._unit)
            for height in range(256):
                opacities[height] = max(opacities[height], opacity * (1 - abs(height - crest) / half))
        parts = (*reversed(rgb(colour)), 255)
        red_to_opacity = [bytes(round(part * max(0.0, opacity)) for opacity in opacities) for part in parts]
        blue, green, red, thick = red_to_opacity
        crests = shaded(self._plane, _PLANE, (blue, green, red, thick))
        only = shaded(plane_of(self._changed), _PLANE, _AS_OPACITY)
        crests.blit(only, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        return pygame.transform.smoothscale(crests, size)

    def paint(self, target: pygame.Surface, after: pygame.Surface, front: float, foam: Colour | None) -> None:
        """Lay the later picture over the earlier one in `target` as far as the flood has come."""
        put(target, self.cover(after, front), 0, 0)
        if foam:
            put(target, self.foam(target.get_size(), front, foam), 0, 0)

    def _level(self, front: float) -> float:
        return front * self._unit + self._unit * _ROUGH * (front / self.reach)
