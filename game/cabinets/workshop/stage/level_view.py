"""A level in a box of a scene or stage: panned and zoomed, with layers drawn over its squares."""

from __future__ import annotations

import math
from collections.abc import Iterable

import pygame

from game.cabinets.workshop.stage.beyond import Beyond
from game.cabinets.workshop.stage.shown import EMPTY, Layer, Link, Shown, Square
from game.engine import theme
from game.engine.canvas import PREMULTIPLIED, Box, Canvas
from game.engine.colour import INK, LANTERN, PAPER, TEAL, Colour, rgb
from game.engine.input import AWAY, InputEvent, PointerMoved
from game.engine.light import opaque
from game.engine.sprites import blank, sprite
from game.engine.text import Typeface, Weight
from game.kit.camera import Camera
from game.kit.levels.squares import SquareMap, changed, painted, tables_of
from game.kit.levels.things import thing
from game.kit.levels.tiles import LOCK_COLOURS, OPEN

SIZES_PX = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 18, 20, 22, 24, 28, 32)
"""Possible zooms, in screen pixels per square."""
READABLE_PX = 14
"""Size of a square in logical pixels for a long platform level, which is not shown whole at first."""
GLOW_SECONDS = 0.3
"""Seconds for which changed squares glow."""
ZONE_COLOURS: tuple[Colour, ...] = (
    "#5B7BE5",
    "#E8507A",
    "#2BA7A0",
    "#F2B134",
    "#A46BE0",
    "#8FA83C",
    "#F78C96",
    "#9FB0C6",
)
_GLOW_STEPS = 8
_TRACE = rgb("#6F5F98")
_LINK_COLOURS: dict[str, Colour] = {"open": PAPER, "oneway": "#57E0D0", "secret": "#B9A9C4"}


class LevelView:
    """Shows a level in `box`, given in logical pixels. The camera's plane is in squares."""

    def __init__(self, box: Box, typeface: Typeface, *, framed: bool = True) -> None:
        self.box = box
        self.typeface = typeface
        self.framed = framed
        self.layers: set[Layer] = {"things", "zones"}
        self.shown = EMPTY
        self.pointed: Square | None = None
        """The square under the pointer; None for none."""
        self.marked: tuple[Box, ...] = ()
        """Boxes in squares that the present step is about, which are outlined."""
        self.traces: tuple[Box, ...] = ()
        """Boxes in squares that earlier steps were about, which are outlined thinly."""
        self.named: tuple[tuple[Box, str], ...] = ()
        """Boxes in squares of named parts, with their names."""
        self.reach: frozenset[Square] = frozenset()
        self.runner: tuple[float, float] | None = None
        """Where the runner of the proof's way is, in squares; None for none."""
        self.dimmed = 0.0
        """How much (0 … 1) the picture is darkened while another level is being made."""
        self.camera = Camera(box, Box(0, 0, 1, 1))
        self._beyond: Beyond | None = None
        """The cells beside the level; None if it has none."""
        self._map = SquareMap("dungeon")
        self._scale = 0.0
        self._glow: tuple[bytes, float] = (b"", 0.0)
        self._fresh = True

    def show(self, shown: Shown, *, glow: bool = True) -> None:
        """Show a level; with `glow`, squares that differ from before glow for a moment."""
        before, self.shown, self.reach = self.shown, shown, frozenset()
        same = (before.kind, before.width, before.height) == (shown.kind, shown.width, shown.height)
        if not same:
            self.camera.world = Box(0, 0, shown.width, shown.height)
            self._map = SquareMap(shown.kind)
            self._glow = (b"", 0.0)
            self.pointed = None
            self.fit()
        elif glow and before.signs != shown.signs:
            self._glow = (changed(before.signs, shown.signs), GLOW_SECONDS)

    def go_on(self, beyond: Beyond | None) -> None:
        """Allow panning to the cells beside the level; None ends that."""
        self._beyond = beyond
        far = beyond.reach if beyond is not None else 0
        self.camera.world = Box(-far, -far, self.shown.width + 2 * far, self.shown.height + 2 * far)

    def fit(self) -> None:
        """Show the whole level, as large as fits."""
        self.camera.taken = False
        self._fresh = True

    def place(self, box: Box) -> None:
        """Move the view to another box."""
        self.box = self.camera.window = box
        self._fresh = self._fresh or not self.camera.taken

    def square_at(self, x: float, y: float) -> Square | None:
        """Return the square at a point in logical pixels; None outside of the level."""
        if not self.box.collidepoint(x, y):
            return None
        column, row = map(math.floor, self.camera.inside(x, y))
        return (column, row) if 0 <= column < self.shown.width and 0 <= row < self.shown.height else None

    def handle(self, event: InputEvent, *, free: bool = True) -> bool:
        """Handle an input that pans, zooms or points. Return whether the camera used it."""
        if isinstance(event, PointerMoved):
            self.pointed = self.square_at(event.x, event.y) if event.x > AWAY / 2 else None
            self._find_reach()
        return self.camera.handle(event, free=free)

    def _find_reach(self) -> None:
        """Find the squares of a dungeon that can be walked to from the one under the pointer; doors count as open."""
        wanted = "reach" in self.layers and self.shown.kind == "dungeon"
        start = self.pointed if wanted else None
        if start is None or self.shown.sign(*start) not in OPEN:
            self.reach = frozenset()
        elif start not in self.reach:
            self.reach = _flood(self.shown, start)

    def update(self, seconds: float) -> None:
        self.camera.update(seconds)
        squares, left = self._glow
        if left > 0:
            self._glow = (squares, left - seconds)

    def seen(self) -> Box:
        """Return the visible part of the level, in squares."""
        left, top = self.camera.inside(self.box.left, self.box.top)
        right, bottom = self.camera.inside(self.box.right, self.box.bottom)
        return Box(left, top, right - left, bottom - top)

    @property
    def size_px(self) -> int:
        """Screen pixels per square, as last drawn."""
        return max(1, round(self.camera.zoom * self._scale)) if self._scale else 1

    def _settle(self, canvas: Canvas) -> None:
        """Adapt the zooms to the canvas's scale, so that squares are whole screen pixels."""
        if canvas.scale != self._scale:
            size = self.size_px
            self._scale = canvas.scale
            self.camera.zooms = tuple(size / canvas.scale for size in SIZES_PX)
            self.camera.zoom = size / canvas.scale
        if self._fresh and not self.camera.taken:
            self._fresh = False
            area, shown = canvas.pixels(self.box), self.shown
            most = min((area.width - 8) / shown.width, (area.height - 8) / shown.height)
            if shown.kind == "platform" and self.framed:
                most = max(most, min(READABLE_PX * canvas.scale, (area.height - 8) / shown.height))
            size = max((size for size in SIZES_PX if size <= most), default=1)
            self.camera.zoom = size / canvas.scale
            self.camera.middle = (min(shown.width, (area.width - 8) / size) / 2, shown.height / 2)
        self._follow(canvas)

    def _follow(self, canvas: Canvas) -> None:
        """Keep the current step or the runner in sight, unless a person has panned."""
        seen = canvas.pixels(self.box).width / self.size_px
        if self.camera.taken or self.shown.width <= seen:
            return
        at = self.runner[0] if self.runner else self.marked[0].centerx if self.marked else None
        if at is not None and abs(at - self.camera.middle[0]) > seen / 3:
            low, high = seen / 2, self.shown.width - seen / 2
            self.camera.middle = (max(low, min(high, at)), self.shown.height / 2)

    def draw(self, canvas: Canvas) -> None:
        self._settle(canvas)
        area = canvas.pixels(self.box)
        surface = canvas.surface
        before = surface.get_clip()
        surface.set_clip(area.clip(before))
        surface.blit(_ground(area.width, area.height, self.shown.kind), area.topleft)
        self._draw_level(canvas, area)
        if self.dimmed > 0:
            surface.blit(
                _veil(area.width, area.height, round(self.dimmed * 8)), area.topleft, special_flags=PREMULTIPLIED
            )
        surface.set_clip(before)

    def _draw_level(self, canvas: Canvas, area: pygame.Rect) -> None:
        shown, size = self.shown, self.size_px
        origin = self._pixel(canvas, 0, 0)
        surface = canvas.surface
        if shown.kind == "platform" and self.framed:
            whole = pygame.Rect(origin, (shown.width * size, shown.height * size))
            pygame.draw.rect(surface, rgb("#6A4A86"), whole.inflate(2, 2), 1)
        if self._beyond is not None:
            self._beyond.draw(surface, origin, size)
            surface.blit(_veil(area.width, area.height, 5), area.topleft, special_flags=PREMULTIPLIED)
        self._map.draw(surface, origin, size, shown.width, shown.height, shown.signs)
        if "zones" in self.layers and any(shown.zones):
            self._put_codes(surface, origin, shown.zones, _ZONE_TABLES)
        if "clusters" in self.layers and any(shown.clusters):
            self._put_codes(surface, origin, shown.clusters, _CLUSTER_TABLES)
        if self.reach and "reach" in self.layers:
            codes = bytearray(shown.width * shown.height)
            for x, y in self.reach:
                codes[y * shown.width + x] = 1
            self._put_codes(surface, origin, bytes(codes), _REACH_TABLES)
        squares, left = self._glow
        if left > 0 and squares:
            step = max(1, min(_GLOW_STEPS, math.ceil(left / GLOW_SECONDS * _GLOW_STEPS)))
            self._put_codes(surface, origin, squares, _GLOW_TABLES[step])
        if "things" in self.layers:
            self._draw_things(surface, origin)
        if "graph" in self.layers:
            self._draw_graph(canvas)
        if "labels" in self.layers and not self.named:
            self._draw_labels(canvas)
        if "way" in self.layers and shown.way:
            self._draw_way(canvas)
        for box in self.traces:
            left, top = self._pixel(canvas, box.left, box.top)
            right, bottom = self._pixel(canvas, box.right, box.bottom)
            line = pygame.Rect(left, top, max(1, right - left + 1), max(1, bottom - top + 1))
            pygame.draw.rect(canvas.surface, _TRACE, line, 1)
        for box in self.marked:
            self._outline(canvas, box, LANTERN, 2)
        for box, name in self.named:
            at = canvas.design(*self._pixel(canvas, box.centerx, box.centery))
            self.typeface.line(canvas, name, *at, theme.HEADING, Weight.BOLD, PAPER, "middle", outline=2)
        if self.pointed:
            self._outline(canvas, Box(*self.pointed, 1, 1), PAPER, 1.5)

    def _put_codes(
        self, surface: pygame.Surface, origin: tuple[int, int], codes: bytes, tables: tuple[bytes, bytes, bytes, bytes]
    ) -> None:
        shown, size = self.shown, self.size_px
        small = painted(codes, shown.width, shown.height, tables)
        clip = surface.get_clip()
        first_x, first_y = max(0, (clip.left - origin[0]) // size), max(0, (clip.top - origin[1]) // size)
        last_x = min(shown.width, (clip.right - origin[0]) // size + 1)
        last_y = min(shown.height, (clip.bottom - origin[1]) // size + 1)
        if first_x >= last_x or first_y >= last_y:
            return
        part = small.subsurface((first_x, first_y, last_x - first_x, last_y - first_y))
        large = pygame.transform.scale(part, (part.get_width() * size, part.get_height() * size))
        surface.blit(large, (origin[0] + first_x * size, origin[1] + first_y * size), special_flags=PREMULTIPLIED)

    def _draw_things(self, surface: pygame.Surface, origin: tuple[int, int]) -> None:
        size = self.size_px
        larger = size if size >= 8 else max(3, size + 1)
        shift = (size - larger) // 2
        puts = [
            (
                thing(each.kind, larger, each.number),
                (origin[0] + each.x * size + shift, origin[1] + each.y * size + shift),
            )
            for each in self.shown.things
        ]
        surface.fblits(puts, PREMULTIPLIED)

    def _draw_graph(self, canvas: Canvas) -> None:
        wide = max(1, canvas.px(2))
        for link in self.shown.links:
            self._draw_link(canvas, link, wide)
        radius = max(3, canvas.px(5))
        for x, y, _kind in self.shown.nodes:
            middle = self._pixel(canvas, x, y)
            pygame.draw.circle(canvas.surface, rgb(INK), middle, radius + 1)
            pygame.draw.circle(canvas.surface, rgb(LANTERN), middle, radius)

    def _draw_link(self, canvas: Canvas, link: Link, wide: int) -> None:
        locked = link.kind == "locked"
        colour = LOCK_COLOURS[link.key % len(LOCK_COLOURS)] if locked else _LINK_COLOURS.get(link.kind, PAPER)
        start, end = self._pixel(canvas, *link.start), self._pixel(canvas, *link.end)
        pygame.draw.line(canvas.surface, rgb(INK), start, end, wide + 2)
        pygame.draw.line(canvas.surface, rgb(colour), start, end, wide)
        if link.kind == "oneway":
            _arrow_head(canvas.surface, start, end, rgb(colour), max(5, canvas.px(7)))

    def _draw_way(self, canvas: Canvas) -> None:
        """Draw the way of a proof, and the runner on it."""
        points = [self._pixel(canvas, x, y) for x, y in self.shown.way]
        if len(points) > 1:
            pygame.draw.lines(canvas.surface, rgb(INK), False, points, max(3, canvas.px(3)))
            pygame.draw.lines(canvas.surface, rgb(TEAL), False, points, max(1, canvas.px(1.5)))
        if self.runner:
            middle = self._pixel(canvas, *self.runner)
            radius = max(3, round(self.size_px * 0.4))
            pygame.draw.circle(canvas.surface, rgb(INK), middle, radius + 1)
            pygame.draw.circle(canvas.surface, rgb(PAPER), middle, radius)

    def _draw_labels(self, canvas: Canvas) -> None:
        for number, (x, y) in _middles(self.shown).items():
            text = self.shown.labels.get(number, str(number))
            at = canvas.design(*self._pixel(canvas, x + 0.5, y + 0.5))
            self.typeface.line(canvas, text, *at, theme.BODY, Weight.BOLD, PAPER, "middle", outline=1.6)

    def _outline(self, canvas: Canvas, box: Box, colour: Colour, wide: float) -> None:
        left, top = self._pixel(canvas, box.left, box.top)
        right, bottom = self._pixel(canvas, box.right, box.bottom)
        thick = max(1, canvas.px(wide))
        area = pygame.Rect(left, top, right - left, bottom - top).inflate(thick, thick)
        pygame.draw.rect(canvas.surface, rgb(INK), area.inflate(2, 2), thick + 2)
        pygame.draw.rect(canvas.surface, rgb(colour), area, thick)

    def _pixel(self, canvas: Canvas, x: float, y: float) -> tuple[int, int]:
        """Return the pixel of a point given in squares; squares are whole pixels wherever the level's corner lies."""
        left, top = canvas.pixel(*self.camera.outside(0, 0))
        return left + round(x * self.size_px), top + round(y * self.size_px)


def _flood(shown: Shown, start: Square) -> frozenset[Square]:
    found, wave = {start}, [start]
    while wave:
        after: list[Square] = []
        for x, y in wave:
            for other in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)):
                inside = 0 <= other[0] < shown.width and 0 <= other[1] < shown.height
                if inside and other not in found and shown.sign(*other) in OPEN:
                    found.add(other)
                    after.append(other)
        wave = after
    return frozenset(found)


def _middles(shown: Shown) -> dict[int, tuple[float, float]]:
    """Return for each zone its square nearest to the average of its squares."""
    sums: dict[int, list[int]] = {}
    for place, zone in enumerate(shown.zones):
        if zone:
            found = sums.setdefault(zone, [0, 0, 0])
            found[0] += place % shown.width
            found[1] += place // shown.width
            found[2] += 1
    return {zone: (x / count, y / count) for zone, (x, y, count) in sorted(sums.items())}


def _arrow_head(
    surface: pygame.Surface, start: tuple[int, int], end: tuple[int, int], colour: tuple[int, int, int], size: int
) -> None:
    middle = ((start[0] + 2 * end[0]) / 3, (start[1] + 2 * end[1]) / 3)
    angle = math.atan2(end[1] - start[1], end[0] - start[0])
    corners = [
        (middle[0] + size * math.cos(angle + turn), middle[1] + size * math.sin(angle + turn))
        for turn in (0, 2.5, -2.5)
    ]
    pygame.draw.polygon(surface, colour, corners)


_ZONE_TABLES = tables_of({zone: (ZONE_COLOURS[(zone - 1) % len(ZONE_COLOURS)], 84) for zone in range(1, 256)})
_CLUSTER_TABLES = tables_of({area: (ZONE_COLOURS[(area - 1) % len(ZONE_COLOURS)], 176) for area in range(1, 256)})
_REACH_TABLES = tables_of({1: (TEAL, 120)})
_GLOW_TABLES = {step: tables_of({1: (LANTERN, 22 * step)}) for step in range(1, _GLOW_STEPS + 1)}


@sprite(kept=12)
def _ground(width_px: int, height_px: int, kind: str) -> pygame.Surface:
    """Return the background behind the squares: endless rock, or the evening sky."""
    made = opaque(width_px, height_px)
    top, foot = (rgb("#110D24"), rgb("#110D24")) if kind == "dungeon" else (rgb("#241C48"), rgb("#8A4A63"))
    for y in range(height_px):
        share = y / max(1, height_px - 1)
        made.fill([round(a + (b - a) * share) for a, b in zip(top, foot, strict=True)], (0, y, width_px, 1))
    return made


@sprite(kept=16)
def _veil(width_px: int, height_px: int, step: int) -> pygame.Surface:
    made = blank(width_px, height_px)
    made.fill((*rgb("#000000"), 18 * step))
    return made


def boxes(parts: Iterable[tuple[float, float, float, float]]) -> tuple[Box, ...]:
    """Return boxes, in squares, from tuples of left, top, width and height."""
    return tuple(Box(*part) for part in parts)
