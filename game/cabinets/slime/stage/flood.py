"""How land changes hands: the later picture covers the earlier one as far as a flood has come.

Colour flows outward from the squares that slimes stepped on, and through what they enclosed. Every square has an
arrival time, counted in squares of distance; foam may run along the flood's front.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property

import pygame

from game.cabinets.slime.field import HEIGHT, WIDTH
from game.cabinets.slime.stage.layout import LYING, Plan
from game.core.space import Squares
from game.engine.colour import Colour, rgb
from game.engine.light import noise
from game.engine.ramps import Tables, plane_of, shaded
from game.engine.sprites import clipped, put
from game.kit.drawing.terrain import Terrain

_DETAIL = 2
"""Resolution of the plane of arrival times, as a multiple of the small plane of land."""
_ROUGH = 0.9
"""How ragged the front is, in squares."""
_SOFT = 0.3
"""Width over which the front fades in, in squares."""
_SETTLING = 1.6
"""How far the flood goes on after the last square, in squares: the coast also moves beside what changed."""
_FOAM = ((0.12, 0.22, 0.95), (0.62, 0.13, 0.45), (1.05, 0.09, 0.25))
"""Crests of foam: distance behind the front and width, both in squares, and opacity."""
_MOST = 255

arrivals = Squares(HEIGHT, WIDTH).arrivals  # axes exchanged, so that squares have the numbers of the rules


def _white(opacities: Iterable[int]) -> Tables:
    """Return colour tables that paint white with an opacity for each height."""
    table = bytes(opacities)
    return table, table, table, table


class Flow:
    """A change of land under way; `front` is how far the flood has come, in squares."""

    def __init__(
        self, terrain: Terrain, times: Sequence[float], changed: Sequence[bool], foam: Colour | None = None
    ) -> None:
        """Prepare a flood from each square's arrival time (see `Squares.arrivals`) and whether the square changes
        hands.
        """
        board = terrain.board
        self.foam, self.front = foam, 0.0
        self.reach = max((when for when, new in zip(times, changed, strict=True) if new), default=0.0) + _SETTLING
        """How far the front must go, in squares, to cover everything."""
        self._terrain = terrain
        self._size = board.columns * terrain.fine * _DETAIL, board.rows * terrain.fine * _DETAIL
        self._unit = _MOST / (self.reach + _ROUGH)
        self._times, self._hands = times, changed

    @cached_property
    def _plane(self) -> bytes:
        """Arrival times, made when the flood is first painted: most floods of a hurried match never are."""
        board = self._terrain.board
        plane = self._smooth([min(_MOST, round(when * self._unit)) for when in self._times])
        ragged = min(_MOST, round(self._unit * _ROUGH))
        rough = noise(*self._size, board.columns, board.rows, 0, ragged, 5)
        plane.blit(rough, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
        return plane_of(plane)

    @cached_property
    def _changed(self) -> bytes:
        """Where land changes hands, made when foam is first painted."""
        return plane_of(self._smooth([_MOST if new else 0 for new in self._hands]))

    def _smooth(self, values: Sequence[int]) -> pygame.Surface:
        """Return a grey surface of one value per square, interpolated between the squares' middles."""
        terrain = self._terrain
        return terrain.scaled(pygame.transform.gaussian_blur(terrain.plane(values), terrain.fine // 3), self._size)

    def paint(self, target: pygame.Surface, after: pygame.Surface) -> None:
        """Paint the later picture over the earlier one in `target`, as far as the flood has come."""
        size = target.get_size()
        level = self.front * self._unit + self._unit * _ROUGH * (self.front / self.reach)
        soft = max(2.0, self._unit * _SOFT)
        opacities = [max(0, min(_MOST, round(_MOST * (level - height) / soft))) for height in range(256)]
        covered = pygame.transform.smoothscale(shaded(self._plane, self._size, _white(opacities)), size)
        covered.blit(after, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        put(target, covered, 0, 0)
        if self.foam:
            put(target, pygame.transform.smoothscale(self._crests(level, self.foam), size), 0, 0)

    def _crests(self, level: float, colour: Colour) -> pygame.Surface:
        """Render, at small size, the foam along the front where land changes."""
        opacities = [0.0] * 256
        for behind, width, opacity in _FOAM:
            crest, half = level - behind * self._unit, max(1.5, width * self._unit)
            for height in range(256):
                opacities[height] = max(opacities[height], opacity * (1 - abs(height - crest) / half))
        parts = (*reversed(rgb(colour)), 255)
        blue, green, red, thick = (bytes(round(part * opacity) for opacity in opacities) for part in parts)
        crests = shaded(self._plane, self._size, (blue, green, red, thick))
        return clipped(crests, shaded(self._changed, self._size, _white(range(256))))


class Tide(Flow):
    """The flow from one ownership of the land to `owners`."""

    def __init__(
        self,
        before: Sequence[int],
        owners: tuple[int, ...],
        stepped_on: Collection[int],
        foam: Colour | None,
        plan: Plan = LYING,
    ) -> None:
        """Begin a flow over the land `before`, from the squares that slimes stepped on.

        `foam` is the colour of the front; None for the small puddles under feet.
        """
        self.owners = owners
        changed = [square for square, owner in enumerate(owners) if owner != before[square]]
        times = arrivals([square for square in changed if square in stepped_on] or changed, changed)
        new = [owners[square] != before[square] for square in plan.reading]
        super().__init__(plan.terrain, [times[square] for square in plan.reading], new, foam)
