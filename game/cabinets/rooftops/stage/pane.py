"""One pane of the race: the level around one runner, with all others in sight."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import pygame

from game.cabinets.rooftops.course import Course
from game.cabinets.rooftops.stage.camera import Camera
from game.cabinets.rooftops.stage.effects import Effects
from game.cabinets.rooftops.stage.figures import danger, dart, put_runner
from game.cabinets.rooftops.stage.sky import draw_sky
from game.core.forge.model.level import PLATFORM_SIGNS, Entity
from game.core.forge.physics import movers as m
from game.core.forge.physics import numbers as n
from game.core.forge.physics.world import World
from game.engine.canvas import ADD, Box
from game.engine.colour import PAPER, rgb
from game.engine.light import glow
from game.kit.levels.squares import SquareMap
from game.kit.levels.things import thing

ROWS, CLOSE = 15, 11
"""Greatest number of visible rows, and where one runs alone; in a higher level the camera moves up and down."""
LEAST_PX = 6
USED = ord("B")
"""The tile that an empty coin block is drawn as: a plain block."""


@dataclass(frozen=True)
class Drawn:
    """A runner to draw in a pane: its numbers, colour, and opacity in percent.

    `shape` is its seat's sign above the head, if several run.
    """

    numbers: Any
    colour: str
    share: int = 100
    shape: str = ""
    squash: bool = False


class Pane:
    """Draws a level around one runner. Drawn squares are cached."""

    def __init__(self, course: Course, *, alone: bool, calm: bool) -> None:
        self.course = course
        self.rows = min(course.level.height, CLOSE if alone else ROWS)
        self.calm = calm
        self.camera = Camera(calm=calm)
        signs = bytes(ord(sign) for sign in PLATFORM_SIGNS)
        self._signs = bytes(signs[tile] for tile in course.level.tiles)
        self._used: frozenset[int] = frozenset()
        self._shown = self._signs
        self._map = SquareMap("platform")

    def size_px(self, area: pygame.Rect) -> int:
        """Return the pixels of a square such that the pane's rows fit."""
        return max(LEAST_PX, area.height // self.rows)

    def origin(self, area: pygame.Rect, shake: float) -> tuple[int, int, int]:
        """Return the pixel of the level's upper left corner, and the size of a square."""
        size, level = self.size_px(area), self.course.level
        wide, high = level.width * size, level.height * size
        if wide <= area.width:
            left = area.left + (area.width - wide) // 2
        else:
            left = area.left - max(0, min(wide - area.width, round(self.camera.x * size) - area.width // 2))
        if high <= area.height:
            top = area.bottom - high
        else:
            top = area.top - max(0, min(high - area.height, round(self.camera.y * size) - area.height // 2))
        return left, top + round(shake * 40) % 3, size

    def squares(self, box: Box, x: float, y: float, wide: float, high: float) -> Box:
        """Return the box of some squares of the level within a pane (in logical pixels), cut off at its edges."""
        fine = 64
        area = pygame.Rect(0, 0, round(box.width * fine), round(box.height * fine))
        left, top, size = self.origin(area, 0.0)
        found = Box(
            box.left + (left + x * size) / fine,
            box.top + (top + y * size) / fine,
            wide * size / fine,
            high * size / fine,
        )
        return found.clip(box) if found.colliderect(box) else found

    def draw(
        self,
        surface: pygame.Surface,
        area: pygame.Rect,
        runner: Drawn,
        others: Iterable[Drawn],
        effects: Effects,
        footprints: Sequence[tuple[int, int]] = (),
    ) -> None:
        """Draw the pane from the sky to the dust."""
        before = surface.get_clip()
        surface.set_clip(area.clip(before))
        left, top, size = self.origin(area, effects.shake)
        draw_sky(surface, area, area.left - left, calm=self.calm)
        self._draw_squares(surface, (left, top), size, runner.numbers)
        self._draw_things(surface, (left, top), size, runner.numbers)
        for x, y in footprints:
            spot = (left + x * size // n.SQUARE, top + y * size // n.SQUARE)
            pygame.draw.circle(surface, rgb(PAPER), spot, max(1, size // 12))
        for each in (*others, runner):
            x, y = int(each.numbers[n.X]) + n.WIDE // 2, int(each.numbers[n.Y]) + n.TALL
            foot = (left + x * size // n.SQUARE, top + y * size // n.SQUARE)
            put_runner(
                surface, each.numbers, each.colour, foot, size, shape=each.shape, squash=each.squash, share=each.share
            )
        self._draw_effects(surface, (left, top), size, effects, area)
        surface.set_clip(before)

    def _draw_squares(self, surface: pygame.Surface, origin: tuple[int, int], size: int, numbers: Any) -> None:
        level, taken = self.course.level, self.course.world.taken
        used = frozenset(
            number for number, (kind, _, _) in enumerate(taken) if kind == "block" and _is_taken(numbers, number)
        )
        if used != self._used:
            signs = bytearray(self._signs)
            for number in used:
                _, x, y = taken[number]
                signs[y * level.width + x] = USED
            self._used, self._shown = used, bytes(signs)
        self._map.draw(surface, origin, size, level.width, level.height, self._shown)

    def _draw_things(self, surface: pygame.Surface, origin: tuple[int, int], size: int, numbers: Any) -> None:
        world, clip = self.course.world, surface.get_clip()
        puts = []
        for number, (kind, x, y) in enumerate(world.taken):
            spot = (origin[0] + x * size, origin[1] + y * size)
            if kind != "block" and -size < spot[0] - clip.left < clip.width and not _is_taken(numbers, number):
                puts.append((thing(kind, size), spot))
        for number, entity in enumerate(world.moving):
            at = number * m.MOVER
            if _is_lit(world, entity, numbers):
                far = 3 * size if entity.kind == "goal" else 3 * size // 2
                corner = origin[0] + entity.x * size + size // 2 - far, origin[1] + entity.y * size + size // 2 - far
                surface.blit(glow(far, "#FFD98A", 0.5), corner, special_flags=ADD)
            puts += self._moving(world, at, entity.kind, origin, size, numbers, clip)
        surface.fblits(puts, pygame.BLEND_PREMULTIPLIED)

    def _moving(
        self, world: World, at: int, kind: str, origin: tuple[int, int], size: int, numbers: Any, clip: pygame.Rect
    ) -> list[tuple[pygame.Surface, tuple[int, int]]]:
        """Return sprites and pixels of a mover at this runner's tick."""
        clock, number = int(numbers[n.CLOCK]), int(world.movers[at + m.NUMBER])
        if number >= 0 and int(numbers[n.GONE + number // n.WORD]) >> number % n.WORD & 1:
            return []
        entity = world.moving[at // m.MOVER]
        puts: list[tuple[pygame.Surface, tuple[int, int]]] = []
        if kind == "cannon":
            flying = dart(max(2, size * 6 // 8), max(2, size * 3 // 8), world.movers[at + m.TOWARDS] < 0)
            for x in _darts(world, at, clock):
                spot = (origin[0] + x * size // n.SQUARE, origin[1] + entity.y * size + size * 5 // 16)
                puts.append((flying, spot))
            puts.append((danger(kind, size), (origin[0] + entity.x * size, origin[1] + entity.y * size)))
        elif kind in ("checkpoint", "goal"):
            spot = (origin[0] + entity.x * size, origin[1] + entity.y * size)
            puts.append((thing(kind, size), spot))
        else:
            wide, high = int(world.movers[at + m.WIDTH]), int(world.movers[at + m.HEIGHT])
            pixels = max(4, max(wide, high) * size // n.SQUARE)
            x = origin[0] + (int(m.left_of(world.movers, at, clock)) + wide // 2) * size // n.SQUARE
            y = origin[1] + (int(m.top_of(world.movers, at, clock)) + high) * size // n.SQUARE
            puts.append((danger(kind, pixels), (x - pixels // 2, y - pixels)))
        return [put for put in puts if -4 * size < put[1][0] - clip.left < clip.width + size]

    def _draw_effects(
        self, surface: pygame.Surface, origin: tuple[int, int], size: int, effects: Effects, area: pygame.Rect
    ) -> None:
        for speck in effects.particles:
            side = max(1, round(size * 0.16 * speck.size))
            x, y = origin[0] + round(speck.x * size / n.SQUARE), origin[1] + round(speck.y * size / n.SQUARE)
            surface.fill(rgb(speck.colour), (x - side // 2, y - side, side, side))
        if effects.speeds:
            for number in range(5):
                y = area.top + area.height * (2 + 3 * number) // 18
                x = area.left + (area.width * (7 * number + 3) // 31 + round(self.camera.x * -size * 2)) % area.width
                surface.fill(rgb("#F3E3C3"), (x, y, area.width // 14, 1))


def _is_lit(world: World, entity: Entity, numbers: Any) -> bool:
    """Return whether a thing shines: the goal's lantern, for who brings the jewels that it asks for, and the flag that
    the runner would come back to."""
    here = (entity.x * n.SQUARE + (n.SQUARE - n.WIDE) // 2, (entity.y + 1) * n.SQUARE - n.TALL)
    back = int(numbers[n.BACK_X]), int(numbers[n.BACK_Y])
    if entity.kind == "goal":
        return bool(numbers[n.GEM_COUNT] >= world.jewels)
    return entity.kind == "checkpoint" and back == here


def _is_taken(numbers: Any, number: int) -> bool:
    return bool(int(numbers[n.TAKEN + number // n.WORD]) >> number % n.WORD & 1)


def _darts(world: World, at: int, clock: int) -> list[int]:
    """Return the left edges of all flying darts of a cannon, in units."""
    towards, span = int(world.movers[at + m.TOWARDS]), int(world.movers[at + m.SPAN])
    flown = range(clock % m.SHOT * m.DART_SPEED, span + 1, m.SHOT * m.DART_SPEED)
    return [int(world.movers[at + m.LEFT_EDGE]) + towards * far for far in flown]
