"""Trains on the map: sprites of all vehicles, turned to their headings, and reserved track as dashes ahead of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

import pygame

from game.cabinets.rails.contract.models import VehicleModel
from game.cabinets.rails.contract.views import Cargo
from game.cabinets.rails.stage.ground.geometry import ANGLES, SAMPLES, line
from game.cabinets.rails.stage.sight.course import Course, Piece
from game.cabinets.rails.track.feeding import ON_WATER
from game.cabinets.rails.track.pieces import bend
from game.engine.canvas import PREMULTIPLIED
from game.engine.colour import INK, Colour, darken, lighten
from game.engine.sprites import blank, sprite
from game.engine.tween import Point, lerp_point
from game.engine.vector import circle, ellipse, linear, path, points, radial, rect, svg

LOADS: Final = 6
"""Number of steps in which a wagon is drawn to fill."""
RIBBON_BELOW: Final = 14
"""Tile width in screen pixels below which vehicles are drawn as pieces of a plain ribbon."""
_FINE: Final = 2
"""How many times larger the drawing is before it is turned, for smooth edges."""
_LINE: Final = "#1B1024"
_SHADE: Final = "#0D0B1E"
_WOOD: Final = ("#B9834B", "#7E5430")

GOODS, COACH = "goods", "coach"
"""Pictures of wagons; those of engines and other vehicles are called as their model."""
_WITHOUT_RAILS: Final[dict[str, VehicleModel]] = {model.word: model for model in VehicleModel if not model.is_train}
_BROADER: Final = 1.4
"""Factor by which trains are widened, so that they stand out from their track."""
_KEPT: Final = 5
"""Number of places kept for a vehicle, as the picture lags a step or two behind."""


@sprite(kept=3072)
def vehicle(kind: str, colour: Colour, cargo: int, load: int, angle: int, tile_px: int) -> pygame.Surface:
    """Return a vehicle heading in direction `angle` (64ths of a full turn), centred in its sprite.

    `cargo` is what a wagon carries (-1 for nothing), `load` how full it is, 0 … `LOADS`.
    """
    north = _north(kind, colour, cargo, load, tile_px)
    return pygame.transform.rotozoom(north, -360 * angle / ANGLES, 1 / _FINE)


@sprite(kept=256)
def _north(kind: str, colour: Colour, cargo: int, load: int, tile_px: int) -> pygame.Surface:
    side = max(4, round(tile_px * _side(kind) * _FINE))
    if tile_px < RIBBON_BELOW:
        return svg(_ribbon(kind, colour), side, side, box=(-50, -50, 100, 100))
    body, defs = _BODIES.get(kind, _engine)(colour, cargo, load)
    if kind not in _WITHOUT_RAILS:
        body = f'<g transform="scale({_BROADER} 1)">{body}</g>'
    return svg(body, side, side, defs=defs, box=(-50, -50, 100, 100), oversample=2)


def _side(kind: str) -> float:
    """Return the side in tiles of the square that holds a vehicle."""
    model = _WITHOUT_RAILS.get(kind)
    return 0.62 if model is None else 1.3 if model.mode == ON_WATER else 0.5


def _ribbon(kind: str, colour: Colour) -> str:
    bright = lighten(colour, 0.55) if kind not in (GOODS, COACH) else colour
    return rect(-28, -44, 56, 88, 10, bright, _LINE, 10)


def _halo(half: float, far: float) -> str:
    return rect(-half - 5, -far - 3, 2 * half + 10, 2 * far + 8, 10, _SHADE, fill_opacity=0.35)


def _engine(colour: Colour, _cargo: int, _load: int) -> tuple[str, str]:
    defs = linear("boiler", [(0, "#231A30"), (0.3, "#6A5F7E"), (0.5, "#4A4060"), (1, "#181122")], 0, 0, 1, 0)
    defs += linear("cab", [(0, lighten(colour, 0.35)), (1, darken(colour, 0.25))], 0, 0, 0, 1)
    body = _halo(20, 40)
    body += path(points([(-17, -30), (0, -42), (17, -30), (14, -22), (-14, -22)]), "#C98F3C", _LINE, 3)
    body += rect(-19, -28, 38, 64, 4, "#3A2A30", _LINE, 3)
    body += rect(-14, -33, 28, 50, 11, "url(#boiler)", _LINE, 3)
    body += path("M-14 -16L14 -16M-14 0L14 0", "none", "#F0BE62", 4)
    body += circle(0, -24, 7.5, "#15101F", "#F0BE62", 3) + circle(0, -6, 5.5, "#F0BE62", _LINE, 2)
    body += circle(-12, -35, 3.5, "#FFF1C4", _LINE, 1.5) + circle(12, -35, 3.5, "#FFF1C4", _LINE, 1.5)
    body += rect(-20, 10, 40, 30, 6, "url(#cab)", _LINE, 3)
    return body + path("M-16 18L16 18M-16 31L16 31", "none", darken(colour, 0.35), 2.5), defs


def _express(colour: Colour, _cargo: int, _load: int) -> tuple[str, str]:
    defs = linear("body", [(0, darken(colour, 0.3)), (0.4, lighten(colour, 0.3)), (1, darken(colour, 0.4))], 0, 0, 1, 0)
    body = _halo(19, 42)
    body += path("M0 -46Q18 -34 19 -14L19 40L-19 40L-19 -14Q-18 -34 0 -46Z", "url(#body)", _LINE, 3)
    body += path("M0 -38Q11 -30 12 -18L-12 -18Q-11 -30 0 -38Z", "#9FD8E0", _LINE, 2.5)
    body += path("M-6 -10L-6 38M6 -10L6 38", "none", "#F0BE62", 3)
    return body + circle(0, 8, 6, "#15101F", "#F0BE62", 2.5) + circle(0, -43, 3, "#FFF1C4", _LINE, 1.5), defs


def _goods(colour: Colour, cargo: int, load: int) -> tuple[str, str]:
    if cargo in (Cargo.OIL, Cargo.FUEL):
        return _tank(colour, cargo, load)
    defs = linear("plank", [(0, _WOOD[0]), (1, _WOOD[1])], 0, 0, 1, 0)
    defs += radial("coal", [(0, "#6B6480"), (0.6, "#332C42"), (1, "#17121F")], 0.4, 0.35, 0.7)
    body = _halo(18, 38) + rect(-18, -38, 36, 76, 4, "url(#plank)", _LINE, 3)
    body += rect(-12.5, -32, 25, 64, 2, "#3A2620", darken(_WOOD[1], 0.4), 2)
    body += rect(-18, -41, 36, 6, 2, colour, _LINE, 2) + rect(-18, 35, 36, 6, 2, colour, _LINE, 2)
    if load > 0:
        far = 10 + 22 * load / LOADS
        body += rect(-11.5, -far, 23, 2 * far, 6, "url(#coal)", "#120D1A", 2)
        lumps = [(-5, -16), (5, -8), (-4, 2), (6, 12), (-3, 20), (3, -24), (0, 26)]
        body += "".join(circle(x, y, 4, "#7F7896") for x, y in lumps if abs(y) < far - 3)
    return body, defs


def _tank(colour: Colour, cargo: int, load: int) -> tuple[str, str]:
    tone = "#3C3648" if cargo == Cargo.OIL else "#B8452F"
    stops = [(0, darken(tone, 0.4)), (0.35, lighten(tone, 0.45)), (1, darken(tone, 0.5))]
    body = _halo(18, 38) + rect(-18, -38, 36, 76, 4, "#5A4030", _LINE, 3)
    body += rect(-14.5, -35, 29, 70, 13, "url(#tank)", _LINE, 3)
    body += rect(-14.5, -12, 29, 5, 0, colour) + rect(-14.5, 8, 29, 5, 0, colour)
    full = circle(0, 0, 6.5, "#FFD98A" if load else "#1B1430", _LINE, 2)
    if 0 < load < LOADS:
        full = circle(0, 0, 6.5, "#1B1430", _LINE, 2) + circle(0, 0, 6 * load / LOADS, "#FFD98A")
    return body + full, linear("tank", stops, 0, 0, 1, 0)


def _coach(colour: Colour, _cargo: int, load: int) -> tuple[str, str]:
    stops = [(0, darken(colour, 0.35)), (0.4, lighten(colour, 0.35)), (1, darken(colour, 0.45))]
    body = _halo(18, 39) + rect(-18, -39, 36, 78, 7, "url(#roof)", _LINE, 3)
    body += rect(-8, -34, 16, 68, 5, lighten(colour, 0.5), fill_opacity=0.5)
    for number in range(LOADS):
        y = -30 + 12 * number
        lit = "#FFE6A6" if number < load else "#2A1E38"
        body += rect(-17, y, 4.5, 8, 1, lit) + rect(12.5, y, 4.5, 8, 1, lit)
    return body, linear("roof", stops, 0, 0, 1, 0)


def _ship(colour: Colour, _cargo: int, load: int) -> tuple[str, str]:
    hull = "M0 -46Q14 -30 15 -8L13 36Q0 44 -13 36L-15 -8Q-14 -30 0 -46Z"
    body = path("M0 -40Q20 -22 20 0L17 42Q0 50 -17 42L-20 0Q-20 -22 0 -40Z", "#BFE8E0", fill_opacity=0.35)
    body += path(hull, "#7E5430", _LINE, 2.5) + path(
        "M0 -38Q9 -26 10 -8L9 32L-9 32L-10 -8Q-9 -26 0 -38Z", "#C99A5E", _LINE, 1.5
    )
    for number, y in enumerate((-18, -4, 10)):
        body += rect(-7, y, 14, 11, 2, "#3C3648" if load > 2 * number else "#A97C49", _LINE, 1.5)
    return body + rect(-8, 24, 16, 11, 2, colour, _LINE, 2) + circle(0, 29, 3, "#15101F", "#F0BE62", 1.5), ""


def _truck(colour: Colour, cargo: int, load: int) -> tuple[str, str]:
    body = _halo(17, 36) + rect(-17, -14, 34, 52, 4, _WOOD[0], _LINE, 3) + rect(-12, -9, 24, 42, 2, "#3A2620")
    if load > 0:
        tone = {Cargo.OIL: "#4A4258", Cargo.FUEL: "#B8452F"}.get(Cargo(cargo), "#332C42") if cargo >= 0 else "#332C42"
        body += rect(-11, -8, 22, 40 * load / LOADS, 5, tone, "#120D1A", 2)
    body += rect(-16, -38, 32, 22, 7, colour, _LINE, 3) + rect(-11, -34, 22, 7, 2, "#BFE3E6", _LINE, 1.5)
    return body, ""


def _bus(colour: Colour, _cargo: int, load: int) -> tuple[str, str]:
    body = _halo(16, 40) + rect(-16, -40, 32, 80, 8, colour, _LINE, 3) + rect(-11, -36, 22, 8, 3, "#BFE3E6", _LINE, 1.5)
    lit = lighten(colour, 0.5) if load else darken(colour, 0.3)
    return body + rect(-9, -20, 18, 50, 4, lit, _LINE, 1.5) + ellipse(0, 5, 4, 16, darken(colour, 0.2)), ""


_BODIES: Final = {
    "express": _express,
    GOODS: _goods,
    COACH: _coach,
    "ship": _ship,
    "truck": _truck,
    "bus": _bus,
}
"""What is drawn for a kind; `_engine` for a model of train without a picture of its own."""


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
