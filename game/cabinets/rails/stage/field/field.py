"""The map of the stage: its camera, and its layers from the ground up to the trains."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

import pygame

from game.cabinets.rails.contract.views import VehicleState
from game.cabinets.rails.match.cargo import MADE
from game.cabinets.rails.match.look import VehicleView
from game.cabinets.rails.stage.field.things import (
    bits_of,
    put_industries,
    put_signals,
    spread,
)
from game.cabinets.rails.stage.field.trains import (
    DASHES,
    LOADS,
    Bit,
    Floating,
    Reservations,
    Window,
    draw_trains,
    vehicle,
)
from game.cabinets.rails.stage.ground.chunks import Chunks
from game.cabinets.rails.stage.sight.course import Course, Piece
from game.cabinets.rails.stage.sight.motion import Motion, is_train
from game.cabinets.rails.stage.sight.sight import Sight
from game.cabinets.rails.stage.sight.tracks import Way
from game.engine.canvas import PREMULTIPLIED, Box, Canvas
from game.engine.colour import SEAT_COLOURS, Colour
from game.engine.light import dither, opaque
from game.engine.ornament import Glaze, zellige
from game.engine.sprites import sprite
from game.engine.tween import Point
from game.kit.camera import Camera

_INLAID: Final = Glaze("#1A1538", "#211A45", "#3A3066", "#15102C")
_SQUARES: Final = 4
"""Number of stars along each side of the pattern's tile, which repeats without seams."""


def draw_table(target: pygame.Surface, unit_px: int) -> None:
    """Cover a surface with the star pattern, `unit_px` pixels to a star."""
    target.blit(_table(*target.get_size(), max(8, unit_px)), (0, 0))


@sprite(kept=2)
def _table(width_px: int, height_px: int, unit_px: int) -> pygame.Surface:
    side = _SQUARES * unit_px
    piece = zellige(side, side, unit_px, _INLAID, 0.1, max(0.6, unit_px / 80))
    table = opaque(width_px, height_px)
    spots = [(piece, (x, y)) for y in range(0, height_px, side) for x in range(0, width_px, side)]
    table.fblits(spots, pygame.BLEND_PREMULTIPLIED)
    dither(table, 3)
    return table


ZOOMS: Final = (8.0, 16.0, 32.0, 64.0)
"""Possible zooms, in logical pixels per tile."""
USUAL: Final = 2
"""The index in `ZOOMS` of the zoom at the start."""
_INLAY: Final = 72.0
"""Width in logical pixels of one star in the pattern of the table under the map."""
_TRAIN_COLOURS: Final = tuple(SEAT_COLOURS.values())


class Field:
    """Draws one map with its trains; it knows nothing of cards, tools or the person."""

    def __init__(self, sight: Sight, companies: Sequence[Colour], *, own_colours: bool) -> None:
        """Take a match and company colours. `own_colours`: give every train its own colour, for a single company."""
        self.sight = sight
        self.land = land = sight.land
        self._companies = companies
        self._own_colours = own_colours
        self.chunks = Chunks(land, companies)
        self.motion = Motion()
        self.reserved_shown = True
        self._reservations = Reservations()
        self._works: object = None
        self._version = 0
        self._reserved_version = 0
        """Version of the view whose reservations are drawn: a frame late in movement, as taking in a view is slow."""
        self._at_once = True
        """Whether the picture jumped since the last frame instead of moving on by a step."""
        self._bits: dict[int, tuple[tuple[int, ...], list[Bit]]] = {}
        self._around: list[tuple[int, ...]] = []
        """For each industry, by its index, the stations around it."""
        self._waiting: list[int] = [0] * len(land.industries)
        self._scale = 0.0
        self._feeders: dict[int, Floating] = {}
        size = land.size
        self.camera = Camera(Box(0, 0, 624, 624), Box(0, 0, size, size), ZOOMS)
        self.camera.zoom = ZOOMS[USUAL]

    def reset(self, sight: Sight) -> None:
        """Show a view at once, without movement from the one before."""
        self._feeders.clear()
        self._take(sight)
        self.settle()

    def show(self, sight: Sight, ways: Mapping[int, Way], entered: Mapping[int, Sequence[tuple[int, int]]]) -> None:
        """Move the picture from the current view to the next one, with its ways and what heads entered until then."""
        self._take(sight)
        self.motion.show(sight.view.tick, sight.view.vehicles, sight.tracks, ways, entered)

    def settle(self) -> None:
        """End all movement: every train is drawn where the current view has it."""
        for course in self._feeders.values():
            course.settle()
        self.motion.reset(self.sight.view.tick, self.sight.view.vehicles, self.sight.ways)
        self._reserved_version = self._version
        self._at_once = True

    def _take(self, sight: Sight) -> None:
        if sight.works is not self._works:
            self._works = sight.works
            self.chunks.see(sight.works)
            self._around = [stations_around(sight, place) for place in range(len(self.land.industries))]
        for one in sight.view.vehicles:
            if _floats(one):
                course = self._feeders.setdefault(one.id, Floating())
                course.add(sight.view.tick, feeder_spot(one, sight.size)[0])
        for gone in [one for one in self._feeders if one not in sight.vehicles or not _floats(sight.vehicles[one])]:
            del self._feeders[gone]
        self.sight = sight
        self._version += 1
        self._waiting = [waiting_at(sight, place, around) for place, around in enumerate(self._around)]

    def fit(self, scale: float) -> None:
        """Round the zooms to whole screen pixels per tile at this scale, so that pointing and drawing agree exactly."""
        if scale == self._scale:
            return
        place = min(range(len(ZOOMS)), key=lambda number: abs(self.camera.zooms[number] - self.camera.zoom))
        self._scale = scale
        self.camera.zooms = tuple(max(2, round(zoom * scale)) / scale for zoom in ZOOMS)
        self.camera.zoom = self.camera.zooms[place]

    def window(self, canvas: Canvas) -> tuple[pygame.Rect, Window]:
        """Return the screen rect of the map on a canvas, and which part of the map is visible in it."""
        self.fit(canvas.scale)
        camera = self.camera
        area = canvas.pixels(camera.window).clip(canvas.surface.get_rect())
        tile_px = round(camera.zoom * canvas.scale)
        x, y = camera.outside(0, 0)
        left, top = canvas.pixel(x, y)
        return area, Window(left - area.left, top - area.top, tile_px)

    def box_of(self, x: float, y: float, wide: float, high: float) -> Box:
        """Return where a rectangle of tiles lies on the stage, in logical pixels."""
        (ax, ay), (bx, by) = self.camera.outside(x, y), self.camera.outside(x + wide, y + high)
        return Box(ax, ay, bx - ax, by - ay)

    def around(self, tiles: Collection[int]) -> tuple[int, int, int, int]:
        """Return column, row, width and height of the rectangle around some tiles; there must be some."""
        xs, ys = zip(*(divmod(tile, self.land.size)[::-1] for tile in tiles), strict=True)
        return min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1

    def colour_of(self, train: VehicleView) -> Colour:
        """Return the colour of a train: its own, or its company's."""
        if self._own_colours:
            return _TRAIN_COLOURS[train.id % len(_TRAIN_COLOURS)]
        return self._company(train.company)

    def _company(self, company: int) -> Colour:
        return self._companies[company % len(self._companies)]

    def draw(self, canvas: Canvas, tick: float, *, whole: bool = False) -> None:
        """Draw ground, track, buildings and trains as they are at a tick, which may have a fraction."""
        sight = self.sight
        area, window = self.window(canvas)
        if not area.width or not area.height:
            return
        target = canvas.surface.subsurface(area)
        self._draw_beyond(target, window)
        self.chunks.draw(target, *window, whole=whole)
        put_industries(target, window, sight, self._waiting, tick)
        reserved = self._reserved(sight) if self.reserved_shown else ()
        self._reservations.draw(
            target,
            window,
            (self._reserved_version, self.reserved_shown),
            reserved,
            lambda surface, around: put_signals(surface, around, sight),
            gradually=not (whole or self._at_once),
        )
        self._at_once = False
        self._reserved_version = self._version
        draw_trains(target, window, self._trains(sight, tick))
        self._draw_feeders(target, window, sight, tick)

    def _draw_beyond(self, target: pygame.Surface, window: Window) -> None:
        side = self.land.size * window.tile_px
        map_area = pygame.Rect(window.left, window.top, side, side)
        if not map_area.contains(target.get_rect()):
            draw_table(target, round(_INLAY * self._scale))
            wide = max(3, window.tile_px // 6)
            frame = map_area.inflate(2 * wide, 2 * wide)
            pygame.draw.rect(target, "#0B0820", frame.inflate(4, 4).move(0, 2 * wide), 3 * wide, border_radius=6)
            pygame.draw.rect(target, "#5A3512", frame, wide + 1, border_radius=4)
            pygame.draw.rect(target, "#D9A047", frame, max(1, window.tile_px // 16), border_radius=4)

    def _reserved(self, sight: Sight) -> Iterator[tuple[Sequence[Piece], Colour, tuple[int, int]]]:
        for train in sight.view.vehicles:
            ahead = self.motion.ahead(train.id)
            if ahead:
                yield list(spread(ahead)), self.colour_of(train), DASHES[train.id % len(DASHES)]

    def _trains(self, sight: Sight, tick: float) -> Iterator[tuple[Course, float, Sequence[Bit]]]:
        for train in sight.view.vehicles:
            seen = self.motion.seen(train.id, tick) if is_train(train) else None
            if seen:
                yield *seen, self.bits(train)

    def bits(self, train: VehicleView) -> list[Bit]:
        """Return the engine and wagons of a train as they are to be drawn, from the engine back."""
        key = (train.load, train.cargo, train.goods, train.coaches, train.model, train.company)
        kept = self._bits.get(train.id)
        if kept is None or kept[0] != key:
            kept = key, bits_of(train, self.colour_of(train), self._company(train.company))
            self._bits[train.id] = kept
        return kept[1]

    def _draw_feeders(self, target: pygame.Surface, window: Window, sight: Sight, tick: float) -> None:
        left, top, tile_px = window
        for number, course in self._feeders.items():
            one = sight.vehicles[number]
            (x, y), angle = course.at(tick), feeder_spot(one, sight.size)[1]
            px, py = left + x * tile_px, top + y * tile_px
            if not (-tile_px < px < target.get_width() + tile_px and -tile_px < py < target.get_height() + tile_px):
                continue
            kind, hold = one.model.word, one.model.goods + one.model.passengers
            drawn = vehicle(kind, self.colour_of(one), one.cargo, -(-LOADS * one.load // hold), angle, tile_px)
            target.blit(drawn, (px - drawn.get_width() / 2, py - drawn.get_height() / 2), special_flags=PREMULTIPLIED)

    def spot_of(self, vehicle_id: int, tick: float) -> Point | None:
        """Return where the head of a vehicle is drawn, in tiles of the map; None if it is not on the map."""
        one = self.sight.vehicles.get(vehicle_id)
        if one is None:
            return None
        if not is_train(one):
            return self._feeders[vehicle_id].at(tick) if vehicle_id in self._feeders else None
        seen = self.motion.seen(vehicle_id, tick)
        if seen is None:
            return None
        spot = seen[0].spots(seen[1], 1)[0]
        return spot.x, spot.y

    def vehicle_at(self, x: float, y: float, tick: float) -> int:
        """Return the id of the vehicle under a point of the map, in tiles; 0 for none."""
        for one in reversed(self.sight.view.vehicles):
            if not is_train(one):
                spot = self.spot_of(one.id, tick)
                if spot and max(abs(spot[0] - x), abs(spot[1] - y)) < 0.5:
                    return one.id
                continue
            seen = self.motion.seen(one.id, tick)
            spots = seen[0].spots(seen[1], 1 + one.goods + one.coaches) if seen else ()
            if any(max(abs(spot.x - x), abs(spot.y - y)) < 0.36 for spot in spots):
                return one.id
        return 0

    def warm(self, canvas: Canvas) -> Iterator[None]:
        """Paint the ground that is about to be visible, one piece each time the iterator advances."""
        area, window = self.window(canvas)
        yield from self.chunks.warm(*window, area.width, area.height)


def feeder_spot(one: VehicleView, size: int) -> tuple[Point, int]:
    """Return where a ship, truck or bus is, in tiles, and its heading in 64ths of a full turn (0 is north, 16 east)."""
    x, y = one.tile % size + 0.5, one.tile // size + 0.5
    if one.leg < 0 or one.leg == one.tile:
        return (x, y), 16
    dx, dy = one.leg % size + 0.5 - x, one.leg // size + 0.5 - y
    long = (dx * dx + dy * dy) ** 0.5
    share = min(1.0, one.offset / (1024 * long))
    angle = round(math.atan2(dx, -dy) / math.tau * 64) % 64
    return (x + dx * share, y + dy * share), angle


def _floats(one: VehicleView) -> bool:
    """Return whether a vehicle is a ship, truck or bus that is on the map."""
    return not one.model.is_train and one.state != VehicleState.YARD and one.tile >= 0


def stations_around(sight: Sight, place: int) -> tuple[int, ...]:
    """Return the ids of the stations that reach an industry, given by its index."""
    return tuple(station for station, reached in sight.state.reached.items() if place in reached)


def waiting_at(sight: Sight, place: int, around: Sequence[int]) -> int:
    """Return how many units of an industry's product wait at the stations `around` it."""
    kind = MADE.get(sight.land.industries[place].kind)
    stocks = (stock for number in around if number in sight.stations for stock in sight.stations[number].stocks)
    return sum(stock.units for stock in stocks if stock.kind == kind)
