"""Draw trains on the map, each vehicle as a turned sprite, and their reserved track as dashes ahead of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

import pygame

from game.cabinets.rails.stage.ground.geometry import SAMPLES, line
from game.cabinets.rails.stage.trains.art import vehicle
from game.cabinets.rails.stage.trains.course import Course, Piece
from game.cabinets.rails.track.pieces import bend
from game.engine.canvas import PREMULTIPLIED
from game.engine.colour import INK, Colour
from game.engine.sprites import blank, sprite
from game.engine.tween import Point, lerp_point
from game.engine.vector import path, points, svg

_KEPT: Final = 5
"""Number of places kept for a vehicle, as the picture lags a step or two behind."""


class Floating:
    """The places of one ship, truck or bus, each at a tick."""

    def __init__(self) -> None:
        self._spots: list[tuple[int, Point]] = []

    def add(self, tick: int, spot: Point) -> None:
        """Add the vehicle's place at a tick; a second place at the same tick replaces the first."""
        if self._spots and self._spots[-1][0] == tick:
            self._spots.pop()
        self._spots.append((tick, spot))
        del self._spots[:-_KEPT]

    def settle(self) -> None:
        """Keep only the last place, so that the vehicle is drawn there at once."""
        del self._spots[:-1]

    def at(self, tick: float) -> Point:
        """Return where the vehicle is drawn at a tick."""
        before = self._spots[0]
        for after in self._spots[1:]:
            if tick < after[0]:
                share = max(0.0, (tick - before[0]) / (after[0] - before[0]))
                return lerp_point(before[1], after[1], share)
            before = after
        return before[1]


DASHES: Final = ((8, 4), (4, 4), (3, 3), (2, 6), (16, 8), (5, 7), (1, 3), (10, 2))
"""For each seat the lengths of dash and gap of its reservations, in samples: they differ even without colour."""


Pixel = tuple[float, float]


class Bit(NamedTuple):
    """The look of one engine or wagon of a train."""

    kind: str
    colour: Colour
    cargo: int
    load: int


class Window(NamedTuple):
    """The visible part of the map: the pixel of the map's upper left corner, and the width of a tile in pixels."""

    left: int
    top: int
    tile_px: int


def draw_trains(target: pygame.Surface, window: Window, trains: Iterable[tuple[Course, float, Sequence[Bit]]]) -> None:
    """Draw trains, each given by its course, its head's distance along it, and the look of its vehicles."""
    left, top, tile_px = window
    width, height = target.get_size()
    low_x, low_y = -left / tile_px - 1, -top / tile_px - 1
    high_x, high_y = (width - left) / tile_px + 1, (height - top) / tile_px + 1
    blits: list[tuple[pygame.Surface, Pixel]] = []
    for course, head, bits in trains:
        first = course.piece(head)
        reach = len(bits) / 2 + first.tiles + 1
        if not (low_x - reach < first.x < high_x + reach and low_y - reach < first.y < high_y + reach):
            continue
        for (x, y, angle), bit in zip(course.spots(head, len(bits)), bits, strict=True):
            if low_x < x < high_x and low_y < y < high_y:
                drawn = vehicle(*bit, angle, tile_px)
                across, down = drawn.get_size()
                blits.append((drawn, (left + x * tile_px - across / 2, top + y * tile_px - down / 2)))
    target.fblits(blits, PREMULTIPLIED)


@sprite(kept=512)
def _dashes(leg: int, turns: tuple[int, int], colour: Colour, dash: tuple[int, int], tile_px: int) -> pygame.Surface:
    """Return a sprite of a piece's middle line in dashes, with the tile in its middle and a margin around."""
    line_points = [(x, y) for x, y, _angle in line(leg, *turns)]
    on, off = dash
    begins = range(0, SAMPLES, on + off)
    data = "".join(points(line_points[begin : begin + on + 1], closed=False) for begin in begins)
    body = path(data, "none", INK, 0.14, stroke_opacity=0.6) + path(data, "none", colour, 0.09)
    size_px = tile_px + 2 * round(tile_px * 0.15)
    return svg(body, size_px, size_px, box=(-0.15, -0.15, 1.3, 1.3), oversample=3)


_ROOM: Final = 128
"""Margin in pixels around the visible part in which reservations are painted too."""
Reserved = tuple[Sequence[Piece], Colour, tuple[int, int]]
"""The reserved pieces ahead of a train, its colour, and its dash and gap."""


class Reservations:
    """The reservations of all trains, painted once per view with a margin for a panning camera."""

    def __init__(self) -> None:
        self._place: Hashable = None
        self._version: Hashable = None
        self._layer: pygame.Surface | None = None
        self._spare: pygame.Surface | None = None
        self._from = (0, 0)
        self._coming: tuple[Hashable, tuple[int, int], Iterator[None]] | None = None
        """The spare layer being painted: its version, its corner, and the remaining steps; None for none."""

    def draw(
        self,
        target: pygame.Surface,
        window: Window,
        version: Hashable,
        reserved: Iterable[Reserved],
        more: Callable[[pygame.Surface, Window], None] | None = None,
        *,
        gradually: bool = False,
    ) -> None:
        """Draw the reservations; `reserved` is read only if `version` changed, or the map was zoomed or panned far.

        `more` paints other things that change with the version over them. With `gradually`, a new version is painted
        over several frames and shown when it is complete.
        """
        left, top, tile_px = window
        place = tile_px, target.get_size()
        away = max(abs(left - self._from[0]), abs(top - self._from[1])) > _ROOM
        if self._layer is None or place != self._place or away or (version != self._version and not gradually):
            self._place = place
            self._begin(target.get_size(), window, version, reserved, more)
            while self._coming:
                self._go_on()
        elif self._coming is None and version != self._version:
            self._begin(target.get_size(), window, version, reserved, more)
        elif self._coming:
            self._go_on()
        assert self._layer is not None
        aside, down = left - self._from[0] - _ROOM, top - self._from[1] - _ROOM
        target.blit(self._layer, (aside, down), special_flags=PREMULTIPLIED)

    def _begin(
        self,
        size_px: tuple[int, int],
        window: Window,
        version: Hashable,
        reserved: Iterable[Reserved],
        more: Callable[[pygame.Surface, Window], None] | None,
    ) -> None:
        wide_px, high_px = size_px[0] + 2 * _ROOM, size_px[1] + 2 * _ROOM
        if self._spare is None or self._spare.get_size() != (wide_px, high_px):
            self._spare = blank(wide_px, high_px)
        else:
            self._spare.fill((0, 0, 0, 0))
        left, top, tile_px = window
        around = Window(left + _ROOM, top + _ROOM, tile_px)
        self._coming = version, (left, top), _painted(self._spare, around, reserved, more)

    def _go_on(self) -> None:
        assert self._coming is not None
        version, corner, steps = self._coming
        if next(steps, _DONE) is _DONE:
            self._layer, self._spare = self._spare, self._layer
            self._version, self._from, self._coming = version, corner, None


_DONE: Final = object()
_A_STEP: Final = 40
"""Number of trains whose reservations are painted per frame."""


def _painted(
    layer: pygame.Surface,
    window: Window,
    reserved: Iterable[Reserved],
    more: Callable[[pygame.Surface, Window], None] | None,
) -> Iterator[None]:
    for number, (ahead, colour, dash) in enumerate(reserved, 1):
        draw_reservation(layer, window, ahead, colour, dash)
        if number % _A_STEP == 0:
            yield
    yield
    if more:
        more(layer, window)


def draw_reservation(
    target: pygame.Surface, window: Window, ahead: Sequence[Piece], colour: Colour, dash: tuple[int, int]
) -> None:
    """Draw the pieces that a train has reserved ahead of it, with a bar at their end."""
    left, top, tile_px = window
    blits: list[tuple[pygame.Surface, Pixel]] = []
    for number, piece in enumerate(ahead):
        before = ahead[number - 1].leg if number else piece.leg
        after = ahead[number + 1].leg if number + 1 < len(ahead) else piece.leg
        turns = tuple(0 if turn == 2 else turn for turn in (bend(before, piece.leg), bend(piece.leg, after)))
        drawn = _dashes(piece.leg, (turns[0], turns[1]), colour, dash, tile_px)
        edge = round(tile_px * 0.15)
        blits.append((drawn, (left + piece.x * tile_px - edge, top + piece.y * tile_px - edge)))
    if ahead:
        blits.append(_bar_at(window, ahead[-1], colour))
    target.fblits(blits, PREMULTIPLIED)


def _bar_at(window: Window, piece: Piece, colour: Colour) -> tuple[pygame.Surface, Pixel]:
    """Return the bar at the end of a reservation, and the pixel where it is drawn."""
    x, y, _angle = line(piece.leg)[-1]
    drawn = _bar(piece.leg, colour, window.tile_px)
    half = drawn.get_width() / 2
    px, py = (piece.x + x) * window.tile_px, (piece.y + y) * window.tile_px
    return drawn, (window.left + px - half, window.top + py - half)


@sprite(kept=128)
def _bar(leg: int, colour: Colour, tile_px: int) -> pygame.Surface:
    angle = line(leg)[-1].angle * 180 / 3.141592653589793
    body = (
        f'<g transform="rotate({angle:.1f})">'
        + path("M-0.3 0L0.3 0", "none", INK, 0.2)
        + path("M-0.28 0L0.28 0", "none", colour, 0.12)
    )
    return svg(body + "</g>", tile_px, tile_px, box=(-0.5, -0.5, 1, 1), oversample=3)
