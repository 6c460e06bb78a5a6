"""Overlays of the map: who waits for whom, rings of jams, where trains waited, catchments, and the cursor."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from typing import Final

import pygame

from game.cabinets.rails.contract.views import VehicleState, Why
from game.cabinets.rails.stage.field.field import Field
from game.cabinets.rails.stage.field.things import spread
from game.cabinets.rails.stage.field.trains import Window
from game.cabinets.rails.stage.ground.geometry import line
from game.cabinets.rails.stage.sight.sections import Section
from game.cabinets.rails.stage.sight.sight import Sight
from game.engine import theme
from game.engine.canvas import PREMULTIPLIED, Canvas
from game.engine.colour import LANTERN, PAPER, Colour
from game.engine.light import shine
from game.engine.sprites import sprite
from game.engine.stage import Surroundings
from game.engine.text import Typeface, Weight
from game.engine.tween import Point
from game.engine.vector import circle, icon, path, points, svg
from game.engine.widgets.parts import faces
from game.kit import marks

JAM: Final = "#FF5A4D"
STARVING: Final = "#7EC8E3"
_PULSES: Final = 2.4
"""Seconds for which the rings of a new jam pulse."""


class Heat:
    """Ticks that trains have waited on each tile, counted over the views shown since the last reset."""

    def __init__(self) -> None:
        self._waited: dict[int, int] = {}
        self._tick = 0

    def reset(self) -> None:
        """Forget all waiting counted so far."""
        self._waited.clear()

    def see(self, sight: Sight) -> None:
        """Add the waiting trains of a view; a jump of more than 64 ticks is not counted."""
        passed, self._tick = sight.view.tick - self._tick, sight.view.tick
        for one in sight.view.vehicles if 0 < passed <= 64 else ():
            if one.state == VehicleState.WAITING and one.why != Why.HALTED:
                self._waited[one.tile] = self._waited.get(one.tile, 0) + passed

    def draw(self, target: pygame.Surface, window: Window, size: int) -> None:
        """Draw a spot of light on each tile where trains waited, brighter for longer waits."""
        most = max([*self._waited.values(), 200])
        left, top, px = window
        for tile, ticks in self._waited.items():
            drawn = _spot(px, max(1, round(8 * math.sqrt(ticks / most))))
            x, y = left + (tile % size + 0.5) * px, top + (tile // size + 0.5) * px
            half = drawn.get_width() / 2
            target.blit(drawn, (x - half, y - half), special_flags=PREMULTIPLIED)


@sprite(kept=40)
def _spot(tile_px: int, strength: int) -> pygame.Surface:
    body = circle(50, 50, 46, "#FF4A2A", fill_opacity=0.05 * strength)
    body += circle(50, 50, 28, "#FF8A3A", fill_opacity=0.08 * strength)
    body += circle(50, 50, 12, "#FFE08A", fill_opacity=0.1 * strength)
    side = round(tile_px * 3)
    return svg(body, side, side, box=(0, 0, 100, 100))


def draw_waits(canvas: Canvas, field: Field, sight: Sight, tick: float, pulse: float) -> None:
    """Draw an arrow from each waiting train to the one it waits for; in rings red, wider by `pulse` (0 … 1)."""
    rings = {vehicle for ring in sight.view.rings for vehicle in ring}
    for one in sight.view.vehicles:
        if one.blocker < 0 or one.state != VehicleState.WAITING:
            continue
        start, end = field.spot_of(one.id, tick), field.spot_of(one.blocker, tick)
        if start is None or end is None:
            continue
        inside = one.id in rings and one.blocker in rings
        colour: Colour = JAM if inside else LANTERN
        camera = field.camera
        a, b = _beside(camera.outside(*start), camera.outside(*end), 0.42 * camera.zoom)
        marks.arrow(canvas, a, b, colour, (5 if inside else 3.5) + 5 * pulse * inside)


def _beside(a: Point, b: Point, far: float) -> tuple[Point, Point]:
    """Return the line from a to b shifted to its right, so that arrows in both directions do not overlap."""
    long = math.dist(a, b)
    if long < 1:
        return a, b
    dx, dy = -(b[1] - a[1]) / long * far, (b[0] - a[0]) / long * far
    return (a[0] + dx, a[1] + dy), (b[0] + dx, b[1] + dy)


def draw_signs(canvas: Canvas, field: Field, sight: Sight, tick: float, pulse: float) -> None:
    """Draw a sign over each train that is stuck for ever, has waited for long, or finds no cargo; a large one over
    wrecks.
    """
    if field.camera.zoom * canvas.scale < 11:
        return
    for one in sight.view.vehicles:
        sign = _WRECKED if one.state == VehicleState.WRECK else _sign_of(one.why, one.waited)
        spot = field.spot_of(one.id, tick) if sign else None
        if sign is None or spot is None:
            continue
        x, y = field.camera.outside(*spot)
        name, colour = sign
        grown = 1 + 0.5 * pulse * (one.why == Why.RING) + (sign is _WRECKED)
        _put_sign(canvas, (x, y - field.camera.zoom * 0.62), 19 * grown, name, colour)


_WRECKED: Final = ("triangle-alert", JAM)


def _sign_of(why: Why, waited: int) -> tuple[str, Colour] | None:
    if why == Why.RING:
        return "lock", JAM
    if why in (Why.TRACK_ENDS, Why.SIGNAL_FACES, Why.TOO_SHORT, Why.NO_ORDERS):
        return "triangle-alert", "#FFB23A"
    if why == Why.HALTED:
        return "hand", PAPER
    if why == Why.FULL_LOAD and waited > 160:
        return "hourglass", STARVING
    return ("hourglass", LANTERN) if why == Why.TRAIN and waited > 40 else None


def _put_sign(canvas: Canvas, at: Point, side: float, name: str, colour: Colour) -> None:
    """Put a round sign with an icon in its middle."""
    side_px = canvas.px(side)
    canvas.put_middle(_disc(side_px, colour), *at)
    canvas.put_middle(icon(name, round(side_px * 0.66), "#1B1024", 2.8), *at)


@sprite(kept=24)
def _disc(size_px: int, colour: Colour) -> pygame.Surface:
    return svg(circle(50, 50, 44, colour, "#1B1024", 7), size_px, size_px, box=(0, 0, 100, 100), oversample=3)


def pulse_of(since: float) -> float:
    """Return how wide a ring is drawn (0 … 1) some seconds after it was found: three pulses, then 0."""
    if not 0 <= since < _PULSES:
        return 0.0
    return math.sin(math.pi * since / 0.8) ** 2 * (1 - since / _PULSES)


def draw_catchment(
    canvas: Canvas, field: Field, tiles: Iterable[tuple[int, int, int]], surroundings: Surroundings
) -> None:
    """Outline the area around tiles given as (x, y, reach), and write below it what the area is."""
    camera = field.camera
    boxes = [(x - reach, y - reach, x + 1 + reach, y + 1 + reach) for x, y, reach in tiles]
    if not boxes:
        return
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
    box = field.box_of(left, top, right - left, bottom - top)
    area = canvas.pixels(box).clip(canvas.pixels(camera.window))
    if area.width > 2 and area.height > 2:
        veil = pygame.Surface(area.size, pygame.SRCALPHA)
        veil.fill((34, 27, 12, 24))
        canvas.surface.blit(veil, area, special_flags=PREMULTIPLIED)
        pygame.draw.rect(canvas.surface, LANTERN, area, max(1, canvas.px(1.6)))
        words, x, y = surroundings.texts.line("rails_stage.reach"), box.centerx, box.bottom + theme.CAPTION
        typeface = surroundings.typeface
        if camera.window.inflate(-typeface.measure(words, theme.CAPTION), -40).collidepoint(x, y):
            typeface.line(canvas, words, x, y, theme.CAPTION, Weight.BOLD, LANTERN, "middle", outline=2.2)


@sprite(kept=8)
def _corners(size_px: int, colour: Colour) -> pygame.Surface:
    leg = 26
    data = "".join(
        f"M{x + dx * leg} {y}L{x} {y}L{x} {y + dy * leg}"
        for x, y, dx, dy in ((11, 11, 1, 1), (89, 11, -1, 1), (11, 89, 1, -1), (89, 89, -1, -1))
    )
    body = path(data, "none", "#1B1024", 22) + path(data, "none", colour, 13)
    return svg(body, size_px, size_px, box=(0, 0, 100, 100), oversample=2)


def draw_cursor(canvas: Canvas, field: Field, tile: int, side: int = 1) -> None:
    """Draw four corners around a tile, or around a square with `side` tiles to a side that begins at the tile."""
    x, y = field.camera.outside(tile % field.land.size + side / 2, tile // field.land.size + side / 2)
    canvas.put_middle(_corners(canvas.px(field.camera.zoom * (side + 0.35)), LANTERN), x, y)


_GLOW: Final = 190.0
"""Greatest width of the light around an offer in logical pixels: around a long stretch it would look like fog."""


def draw_offer(canvas: Canvas, field: Field, tiles: Collection[int], pulse: float) -> None:
    """Draw light around the tiles of an offer that a press would build."""
    if not tiles:
        return
    box = field.box_of(*field.around(tiles)).inflate(12 + 16 * pulse, 12 + 16 * pulse)
    shine(canvas, box.centerx, box.centery, min(max(box.size) * 0.6, _GLOW), LANTERN, 0.25 + 0.3 * pulse, 1.6, 0.5)
    faces.focus_ring(canvas, box, 10)


@sprite(kept=8)
def _glint(size_px: int) -> pygame.Surface:
    body = circle(50, 50, 44, "#FFD98A", fill_opacity=0.25) + circle(50, 50, 26, "#FFF1C4", fill_opacity=0.5)
    return svg(body + circle(50, 50, 11, "#FFFFFF"), size_px, size_px, box=(0, 0, 100, 100), oversample=2)


def draw_open_ends(canvas: Canvas, field: Field, ends: Iterable[Point]) -> None:
    """Draw a glow at the ends of track that other track can join."""
    if field.camera.zoom * canvas.scale < 11:
        return
    for end in ends:
        x, y = field.camera.outside(*end)
        if field.camera.window.collidepoint(x, y):
            canvas.put_middle(_glint(canvas.px(field.camera.zoom * 0.5)), x, y)


@sprite(kept=6)
def _hand(size_px: int) -> pygame.Surface:
    palm = (
        "M30 52L30 20Q30 12 37 12Q44 12 44 20L44 46L46 46L60 50Q70 53 68 64L64 88L34 88L20 66Q16 58 23 56Q27 55 30 60Z"
    )
    body = path(palm, "#FFF6E3", "#2A1526", 5)
    return svg(body, size_px, size_px, box=(0, 0, 100, 100), oversample=3)


def draw_hand(canvas: Canvas, field: Field, start: Point, at: Point) -> None:
    """Draw the lesson's hand, whose finger has drawn a bright line from one point of the map to another."""
    (ax, ay), (x, y) = field.camera.outside(*start), field.camera.outside(*at)
    pygame.draw.line(canvas.surface, LANTERN, canvas.pixel(ax, ay), canvas.pixel(x, y), max(2, canvas.px(5)))
    side = 54.0
    canvas.put_middle(_hand(canvas.px(side)), x + side * 0.13, y + side * 0.38)


def draw_frame(canvas: Canvas, typeface: Typeface, field: Field, tiles: tuple[int, int, int, int]) -> None:
    """Draw a frame around a rectangle of tiles (x, y, width, height) to be copied, and write its sides."""
    box = field.box_of(*tiles)
    area = canvas.pixels(box)
    seen = area.clip(canvas.pixels(field.camera.window))
    if seen.width > 0 and seen.height > 0:
        veil = pygame.Surface(seen.size, pygame.SRCALPHA)
        veil.fill((28, 56, 96, 70))
        canvas.surface.blit(veil, seen, special_flags=PREMULTIPLIED)
    pygame.draw.rect(canvas.surface, "#1B1024", area.inflate(2, 2), canvas.px(5), canvas.px(3))
    pygame.draw.rect(canvas.surface, "#A9D4FF", area, canvas.px(2.4), canvas.px(3))
    words, y = f"{tiles[2]} × {tiles[3]}", box.top - theme.CAPTION
    typeface.line(canvas, words, box.centerx, y, theme.CAPTION, Weight.BOLD, PAPER, "middle", outline=2.4)


def draw_lit(canvas: Canvas, field: Field, section: Section) -> None:
    """Light the track of a section, with a disc wherever a train may stop: a tick at signals, a pin in platforms."""
    area, window = field.window(canvas)
    left, top, tile_px = window
    edge = round(tile_px * 0.3)
    target = canvas.surface.subsurface(area)
    spots = [(one.x, one.y, one.leg) for one in spread(section.pieces)]
    lit = [(_lit(leg, tile_px), (left + x * tile_px - edge, top + y * tile_px - edge)) for x, y, leg in spots]
    target.fblits(lit, PREMULTIPLIED)
    for name, pieces in (("check", section.signals), ("map-pin", section.platforms)):
        for one in spread(pieces):
            x, y, _angle = line(one.leg)[-1]
            at = field.camera.outside(one.x + x, one.y + y)
            _put_sign(canvas, at, max(12.0, 0.5 * field.camera.zoom), name, theme.GOOD)


@sprite(kept=64)
def _lit(leg: int, tile_px: int) -> pygame.Surface:
    """Return a sprite of a piece's middle line as a band of light; the piece's tile lies in its middle."""
    data = points([(x, y) for x, y, _angle in line(leg)], closed=False)
    body = path(data, "none", LANTERN, 0.46, stroke_opacity=0.45) + path(data, "none", "#FFF6D8", 0.16)
    side = tile_px + 2 * round(tile_px * 0.3)
    return svg(body, side, side, box=(-0.3, -0.3, 1.6, 1.6), oversample=3)


def draw_findings(canvas: Canvas, field: Field, tiles: Sequence[int], told: int) -> None:
    """Draw a sign on each tile that the adviser has findings about, larger on the finding with the index `told`."""
    size, camera = field.land.size, field.camera
    for place, tile in enumerate(tiles):
        x, y = camera.outside(tile % size + 0.5, tile // size + 0.1)
        if camera.window.collidepoint(x, y):
            _put_sign(canvas, (x, y), 30 if place == told else 21, "lightbulb", LANTERN)
