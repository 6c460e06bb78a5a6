"""Sprites of engines, wagons, ships, trucks and buses from above: drawn once heading north, turned to 64 directions."""

from __future__ import annotations

from typing import Final

import pygame

from game.cabinets.rails.contract.models import VehicleModel
from game.cabinets.rails.contract.views import Cargo
from game.cabinets.rails.stage.ground.geometry import ANGLES
from game.cabinets.rails.track.feeding import ON_WATER
from game.engine.colour import Colour, darken, lighten
from game.engine.sprites import sprite
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
