"""Draw the known floor: what is seen now in torchlight, what is remembered in blue-grey, the rest black."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import pygame

from game.cabinets.cisterns.rules.views import DARK, NOW, MonsterSeen, View
from game.cabinets.cisterns.stage import figures
from game.core.forge.model.level import DUNGEON_SIGNS, LOCKED
from game.engine import theme
from game.engine.canvas import PREMULTIPLIED, Box, Canvas
from game.engine.colour import FLAME, LANTERN, PAPER, darken, rgb
from game.engine.light import glow, opaque
from game.engine.sprites import blank, faded, faint, sprite
from game.engine.stage import Look
from game.engine.text import Typeface, Weight
from game.engine.tween import Point
from game.kit.levels.squares import SquareMap, painted, tables_of
from game.kit.levels.things import thing

SIGNS = bytes(ord(DUNGEON_SIGNS[(code & 31) - 1]) if 0 < code & 31 <= len(DUNGEON_SIGNS) else 32 for code in range(256))
"""Table from a view's square codes to characters; unknown squares become rock."""
_REMEMBERED = tables_of({code: ("#1C2A4A", 176) for code in range(256) if code & 31 and not code & NOW})
_UNKNOWN = rgb("#0B0919")
_PALE = 0.45
"""Opacity (0 … 1) of things that are only remembered."""
_LIGHT_SQUARES, _LIGHT = 5.5, 0.32
_LETTERS = "ABCDEFGH"
_MARKS_FROM = 14
"""Least size of a square, in screen pixels, at which small marks are drawn."""


@dataclass(frozen=True)
class Window:
    """Where squares lie on the screen, always on whole pixels."""

    area: pygame.Rect
    origin: tuple[int, int]
    """The pixel of the upper left corner of square (0, 0)."""
    size: int
    """Screen pixels per square."""

    @classmethod
    def of(cls, canvas: Canvas, box: Box, middle: Point, zoom: float) -> Window:
        """Return the window of a box, with the floor's point `middle` in its middle and `zoom` logical pixels per
        square."""
        area, size = canvas.pixels(box), max(1, round(zoom * canvas.scale))
        left, top = area.centerx - round(middle[0] * size), area.centery - round(middle[1] * size)
        return cls(area, (left, top), size)

    def corner(self, x: float, y: float) -> tuple[int, int]:
        """Return the pixel of a square's upper left corner."""
        return self.origin[0] + round(x * self.size), self.origin[1] + round(y * self.size)

    def middle(self, canvas: Canvas, x: float, y: float) -> Point:
        """Return the middle of a square, in logical pixels of the canvas."""
        left, top = self.corner(x, y)
        return canvas.design(left + self.size // 2, top + self.size // 2)

    def shows(self, x: float, y: float) -> bool:
        """Return whether any part of a square is in sight."""
        left, top = self.corner(x, y)
        return bool(self.area.colliderect((left, top, self.size, self.size)))


class Ground:
    """Draws the squares of a view and the things on them. What a window shows is kept until it changes."""

    def __init__(self) -> None:
        self._map = SquareMap("dungeon")
        self._kept = opaque(1, 1)
        self._shown: object = None

    def draw(
        self, canvas: Canvas, window: Window, view: View, looks: Sequence[Look], lights: Collection[Point]
    ) -> None:
        """Draw squares, light on what is seen, shadow on what is only remembered, and things."""
        shown = (window, view.squares, view.width, tuple(view.things), tuple(looks), tuple(lights))
        if shown != self._shown:
            self._shown, self._kept = shown, opaque(*window.area.size)
            left, top = window.origin[0] - window.area.left, window.origin[1] - window.area.top
            inside = Window(self._kept.get_rect(), (left, top), window.size)
            self._paint(self._kept, inside, view, looks, lights)
        canvas.lay(self._kept, window.area.topleft, 0)

    def _paint(
        self, surface: pygame.Surface, window: Window, view: View, looks: Sequence[Look], lights: Collection[Point]
    ) -> None:
        surface.fill(_UNKNOWN, window.area)
        if not view.squares:
            return
        signs = view.squares.translate(SIGNS)
        self._map.draw(surface, window.origin, window.size, view.width, view.height, signs)
        for at in lights:
            _draw_light(surface, window, at, _LIGHT / len(lights))
        self._shade(surface, window, view)
        self._things(surface, window, view, looks)

    def _shade(self, surface: pygame.Surface, window: Window, view: View) -> None:
        """Shade the map: unknown squares black, remembered ones blue-grey, dark ones dotted."""
        size, wide = window.size, view.width
        small = painted(view.squares, wide, view.height, _REMEMBERED)
        large = pygame.transform.scale(small, (wide * size, view.height * size))
        surface.blit(large, window.origin, special_flags=PREMULTIPLIED)
        dots = figures.stipple(size)
        puts = []
        for place, code in enumerate(view.squares):
            y, x = divmod(place, wide)
            if not code:
                if window.shows(x, y):
                    surface.fill(_UNKNOWN, (*window.corner(x, y), size, size))
            elif code & DARK and code & NOW and window.shows(x, y):
                puts.append((dots, window.corner(x, y)))
        surface.fblits(puts, PREMULTIPLIED)

    def _things(self, surface: pygame.Surface, window: Window, view: View, looks: Sequence[Look]) -> None:
        for each in view.things:
            if not window.shows(each.x, each.y):
                continue
            if each.kind == "grave":
                drawn = figures.grave(looks[each.value].colour, window.size)
            else:
                drawn = thing(each.kind, window.size, each.value if each.kind == "key" else 0)
            now = view.squares[each.y * view.width + each.x] & NOW
            surface.blit(
                drawn if now else faded(drawn, _PALE), window.corner(each.x, each.y), special_flags=PREMULTIPLIED
            )


def draw_rim(canvas: Canvas, area: pygame.Rect, thick: int) -> None:
    """Draw a line around a window, within `area`."""
    high = area.height - 2 * thick
    lying, standing = _bar(area.width, thick), _bar(thick, high)
    canvas.lay(lying, area.topleft)
    canvas.lay(lying, (area.left, area.bottom - thick))
    canvas.lay(standing, (area.left, area.top + thick))
    canvas.lay(standing, (area.right - thick, area.top + thick))


@sprite(kept=8)
def _bar(width_px: int, height_px: int) -> pygame.Surface:
    made = blank(width_px, height_px)
    made.fill(rgb(darken(LANTERN, 0.45)))
    return made


def draw_announced(canvas: Canvas, window: Window, view: View) -> None:
    """Draw every square on which harm is announced, and the blasts of bombs."""
    blows = {(threat.x, threat.y) for threat in view.threats}
    for x, y in sorted(blows):
        canvas.lay(figures.hatch("blow", window.size), window.corner(x, y))
    blasts = {(x + dx, y + dy) for x, y in view.bombs for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    for x, y in sorted(blasts):
        inside = 0 <= x < view.width and 0 <= y < view.height
        if inside and view.squares[y * view.width + x] & NOW:
            canvas.lay(figures.hatch("blast", window.size), window.corner(x, y))
    for x, y in view.bombs:
        canvas.lay(figures.bomb_lit(window.size), window.corner(x, y))


def draw_letters(canvas: Canvas, typeface: Typeface, window: Window, view: View) -> None:
    """Draw the letters of locked doors and of their keys, which tell them apart without colour."""
    if window.size < _MARKS_FROM:
        return
    doors = ((place, (code & 31) - 1 - LOCKED) for place, code in enumerate(view.squares))
    found = [(divmod(place, view.width), number, 0.17) for place, number in doors if 0 <= number < len(_LETTERS)]
    found += [((each.y, each.x), each.value % len(_LETTERS), 0.3) for each in view.things if each.kind == "key"]
    size = window.size / canvas.scale
    for (y, x), number, low in found:
        if window.shows(x, y):
            middle_x, middle_y = window.middle(canvas, x, y)
            letters = max(theme.CAPTION, size * 0.42) * 100 / typeface.text_size
            at = middle_x, middle_y + size * low
            typeface.line(canvas, _LETTERS[number], *at, letters, Weight.BOLD, PAPER, "middle", outline=2.2)


def draw_harm(canvas: Canvas, typeface: Typeface, window: Window, view: View) -> None:
    """Draw the number of hearts that announced harm takes, in the corner of each square."""
    if window.size < _MARKS_FROM:
        return
    harm: dict[tuple[int, int], int] = {}
    for threat in view.threats:
        harm[threat.x, threat.y] = harm.get((threat.x, threat.y), 0) + threat.harm
    size = window.size / canvas.scale
    for (x, y), hearts in harm.items():
        left, top = window.middle(canvas, x, y)
        letters = max(theme.CAPTION, size * 0.44) * 100 / typeface.text_size
        at = left + size * 0.3, top - size * 0.27
        typeface.line(canvas, str(hearts), *at, letters, Weight.BOLD, PAPER, "middle", outline=2.4)


def draw_monster(canvas: Canvas, window: Window, monster: MonsterSeen, at: Point) -> None:
    """Draw a monster, with its hearts at its foot."""
    size, corner = window.size, window.corner(*at)
    drawn = thing(monster.kind, size)
    canvas.lay(faint(drawn, 0.72) if monster.asleep else drawn, corner)
    if size < _MARKS_FROM:
        return
    if monster.hearts > 1:
        pips = figures.pips(monster.hearts, size)
        canvas.lay(pips, (corner[0], corner[1] + size - pips.get_height()))


def draw_state(canvas: Canvas, window: Window, monster: MonsterSeen, at: Point) -> None:
    """Draw letters Z above a sleeping monster, an hourglass above a resting one."""
    size, corner = window.size, window.corner(*at)
    if size >= _MARKS_FROM and (monster.asleep or monster.rests):
        mark = figures.asleep(size * 7 // 16) if monster.asleep else figures.resting(size * 9 // 16)
        canvas.lay(mark, (corner[0] + size * 9 // 16, corner[1] - size // 8))


def _draw_light(surface: pygame.Surface, window: Window, at: Point, strength: float) -> None:
    """Draw the light of a hero's lantern."""
    radius = round(_LIGHT_SQUARES * window.size)
    light = glow(radius, FLAME, strength, 1.6)
    left, top = window.corner(*at)
    middle = left + window.size // 2 - light.get_width() // 2, top + window.size // 2 - light.get_height() // 2
    surface.blit(light, middle, special_flags=pygame.BLEND_RGB_ADD)
