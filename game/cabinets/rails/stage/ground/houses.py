"""Sprites of town houses and industries, seen from above at an angle, lit from the upper left."""

from __future__ import annotations

from typing import Final

import pygame

from game.cabinets.rails.stage.ground.growth import scatter
from game.cabinets.rails.world.land import MINE, POWER_STATION, REFINERY, WELL
from game.engine.colour import Colour, darken, lighten
from game.engine.sprites import sprite
from game.engine.vector import circle, ellipse, linear, path, points, radial, rect, svg

ROOFS: Final = ("#D9643A", "#C9542F", "#E08A4A", "#B9683F")
_LINE: Final = "#2A1526"
_SHADE: Final = "#14122B"
STEPS: Final = 6
"""Highest picture number of a mine's heap, and the number of windows that a power station can light."""
_UNITS: Final = 100.0
"""Width of a tile in the units of these drawings."""
_AIR: Final = 40.0
"""Height above the tiles, in the same units, that the drawings leave for tall buildings."""


def house_variant(tile: int) -> int:
    """Return which of the twelve houses stands on a town's tile; it depends on the tile number alone."""
    return scatter(tile, 3) % 12


@sprite(kept=64)
def house(variant: int, tile_px: int) -> pygame.Surface:
    """Return the picture of a house, one tile wide; some are higher than a tile."""
    roof, form = ROOFS[variant % 4], variant // 4
    body = (_gabled, _flat, _pair)[form](roof)
    return _drawn(body, 1, tile_px)


def _drawn(body: str, side: int, tile_px: int, defs: str = "") -> pygame.Surface:
    """Return the picture of a building that covers `side` × `side` tiles, with `_AIR` above them."""
    wide = side * _UNITS
    box = (0.0, -_AIR, wide, wide + _AIR)
    return svg(body, side * tile_px, round(tile_px * (side + _AIR / _UNITS)), defs=defs, box=box, oversample=3)


def above(tile_px: int) -> int:
    """Return by how many pixels a picture of `house` or `industry` reaches above its tiles."""
    return round(tile_px * _AIR / _UNITS)


def _block(x: float, y: float, wide: float, deep: float, high: float, wall: Colour, roof: Colour) -> str:
    """Return SVG code of a box seen from above at an angle, with a flat roof and its shadow."""
    shade = path(
        points(
            [(x + wide, y - high + 8), (x + wide + 16, y + 10), (x + wide + 16, y + deep + 8), (x + 12, y + deep + 8)]
        ),
        _SHADE,
        fill_opacity=0.36,
    )
    front = rect(x, y + deep - high, wide, high, 2, wall, _LINE, 2.5)
    return shade + front + rect(x, y - high, wide, deep, 3, roof, _LINE, 2.5)


def _gabled(roof: Colour) -> str:
    x, y, wide, deep, high = 14.0, 28.0, 68.0, 58.0, 20.0
    body = _block(x, y, wide, deep, high, "#E9CFA0", roof)
    ridge = y - high + deep * 0.42
    body += path(
        points([(x, y - high), (x + wide, y - high), (x + wide - 14, ridge), (x + 14, ridge)]), lighten(roof, 0.28)
    )
    body += path(
        points([(x, y - high + deep), (x + wide, y - high + deep), (x + wide - 14, ridge), (x + 14, ridge)]), roof
    )
    body += path(f"M{x + 14} {ridge}L{x + wide - 14} {ridge}", "none", lighten(roof, 0.55), 3)
    tiles = "".join(f"M{x + 8 + n * 11} {y - high + deep - 2}l{4 - n} -14" for n in range(6))
    body += path(tiles, "none", darken(roof, 0.35), 2, stroke_opacity=0.6)
    return (
        body
        + _windows([(x + 12, y + deep - high + 6), (x + 46, y + deep - high + 6)])
        + rect(x + 28, y + deep - 15, 12, 15, 5, "#5A3522")
    )


def _flat(roof: Colour) -> str:
    body = _block(16, 24, 64, 62, 26, "#F0DCB4", "#E2C48E")
    body += rect(24, 6, 48, 42, 2, "#CFAE78", darken(roof, 0.2), 2)
    body += _dome(48, 22, 17, roof)
    return body + _windows([(24, 68), (60, 68)]) + path("M42 86L42 74Q48 66 54 74L54 86Z", "#5A3522")


def _pair(roof: Colour) -> str:
    small = _block(52, 44, 38, 40, 16, "#E3C796", lighten(roof, 0.15))
    big = _block(8, 26, 46, 52, 24, "#EBD3A6", roof)
    lines = path("M12 14L50 14M12 26L50 26M12 38L50 38", "none", darken(roof, 0.3), 2, stroke_opacity=0.6)
    return (
        small
        + path("M56 40L86 40M56 50L86 50", "none", darken(roof, 0.25), 2, stroke_opacity=0.6)
        + big
        + lines
        + _windows([(15, 60), (36, 60), (62, 72)])
    )


def _dome(x: float, y: float, radius: float, colour: Colour) -> str:
    body = circle(x, y, radius, colour, _LINE, 2.5) + circle(
        x - radius * 0.3, y - radius * 0.3, radius * 0.4, lighten(colour, 0.5)
    )
    return body + circle(x, y, 3, "#F6B24A")


def _windows(places: list[tuple[float, float]], lit: int = -1) -> str:
    """Return SVG code of small windows; the first `lit` of them shine, or all of them if it is -1."""
    return "".join(
        rect(x, y, 9, 11, 2, "#FFD98A" if lit < 0 or number < lit else "#3B2B47", "#5A3522", 1.5)
        for number, (x, y) in enumerate(places)
    )


@sprite(kept=96)
def industry(kind: int, at_sea: bool, step: int, tile_px: int) -> pygame.Surface:
    """Return the picture of an industry; `step` is its heap's height, its number of lit windows or its pump's turn."""
    if kind == MINE:
        return _drawn(_mine(step), 2, tile_px, _heap_defs())
    if kind == POWER_STATION:
        return _drawn(_power(step), 2, tile_px, _power_defs())
    if kind == REFINERY:
        return _drawn(_refinery(), 2, tile_px, _tank_defs())
    assert kind == WELL
    return _drawn(_well(at_sea, step), 1, tile_px)


def _heap_defs() -> str:
    return radial("heap", [(0, "#5B5468"), (0.6, "#332D40"), (1, "#1B1726")], 0.35, 0.25, 0.9)


def _mine(step: int) -> str:
    ground = ellipse(100, 120, 96, 70, "#6B5238", fill_opacity=0.75) + ellipse(
        100, 120, 80, 56, "#57422F", fill_opacity=0.8
    )
    grown = 0.45 + 0.55 * step / STEPS
    wide, high = 52 * grown, 60 * grown
    heap = ellipse(150, 160, wide + 8, 16 + 10 * grown, _SHADE, fill_opacity=0.4)
    outline = f"M{142 - wide} 162Q{142 - wide * 0.5} {162 - high} 142 {160 - high}"
    outline += f"Q{142 + wide * 0.6} {162 - high} {142 + wide} 162Q142 178 {142 - wide} 162Z"
    heap += path(
        outline,
        "url(#heap)",
        _LINE,
        2.5,
    )
    lumps = [(120, 150), (140, 138), (160, 148), (146, 154), (132, 160), (168, 158)]
    heap += "".join(circle(142 + (x - 142) * grown, 162 + (y - 162) * grown, 5, "#6E6680") for x, y in lumps)
    shed = _block(14, 104, 70, 62, 30, "#8C5A3A", "#B8653C")
    shed += path("M18 88L80 88M18 100L80 100M18 112L80 112", "none", "#7A3F26", 2.5, stroke_opacity=0.7)
    shed += _windows([(24, 144), (60, 144)]) + rect(40, 142, 14, 24, 2, "#2A1A18")
    tower = path(
        "M52 84L74 -18M118 84L92 -18M60 46L110 46M66 16L102 16M60 46L104 16M108 46L64 16", "none", "#3A2418", 8
    )
    tower += path("M52 84L74 -18M118 84L92 -18M60 46L110 46M66 16L102 16", "none", "#9A6A3F", 4)
    wheel = circle(83, -16, 19, "none", _LINE, 8) + circle(83, -16, 19, "none", "#D79A45", 4.5)
    wheel += path("M83 -35L83 3M64 -16L102 -16M70 -29L96 -3M96 -29L70 -3", "none", "#D79A45", 2.5) + circle(
        83, -16, 5, "#FFE2A0"
    )
    return ground + shed + tower + wheel + heap


def _power_defs() -> str:
    return linear("stack", [(0, "#8E6F66"), (0.4, "#D8B7A0"), (1, "#6A4C4A")], 0, 0, 1, 0)


def _power(step: int) -> str:
    ground = rect(6, 22, 188, 172, 26, "#7A6A58", fill_opacity=0.55)
    hall = _block(16, 92, 168, 92, 46, "#C98B62", "#8B5A4A")
    ribs = "".join(f"M{36 + n * 24} 48L{36 + n * 24} 136" for n in range(6))
    hall += path(ribs, "none", "#6A4038", 3, stroke_opacity=0.8)
    hall += rect(16, 46, 168, 12, 3, "#B27A5C", fill_opacity=0.8)
    lamps = [(28 + n * 26, 146.0) for n in range(6)]
    for number, (x, y) in enumerate(lamps):
        lit = number < step
        if lit:
            hall += rect(x - 4, y - 4, 26, 34, 8, "#FFC25E", fill_opacity=0.35)
        hall += path(
            f"M{x} {y + 26}L{x} {y + 8}Q{x + 9} {y - 4} {x + 18} {y + 8}L{x + 18} {y + 26}Z",
            "#FFDE91" if lit else "#33243F",
            _LINE,
            2.5,
        )
    stacks = "".join(_stack(x, y) for x, y in ((44, 62), (96, 54), (148, 62)))
    return ground + hall + stacks


def _stack(x: float, y: float) -> str:
    body = ellipse(x + 16, y + 6, 22, 10, _SHADE, fill_opacity=0.3)
    body += path(
        f"M{x - 13} {y}L{x - 9} -22L{x + 9} -22L{x + 13} {y}Q{x} {y + 9} {x - 13} {y}Z", "url(#stack)", _LINE, 2.5
    )
    body += path(f"M{x - 10.5} -8L{x + 10.5} -8", "none", "#B3244A", 6)
    return body + ellipse(x, -22, 9, 4, "#2A1A22", _LINE, 2)


def _tank_defs() -> str:
    return _power_defs() + linear("tank", [(0, "#8FA6A3"), (0.35, "#E4E9DA"), (1, "#5F7678")], 0, 0, 1, 0)


def _tank(x: float, y: float, radius: float, high: float, band: Colour) -> str:
    body = ellipse(x + radius * 0.5, y + 4, radius * 1.1, radius * 0.6, _SHADE, fill_opacity=0.34)
    outline = f"M{x - radius} {y}L{x - radius} {y - high}L{x + radius} {y - high}L{x + radius} {y}"
    body += path(
        outline + f"Q{x} {y + radius * 0.8} {x - radius} {y}Z",
        "url(#tank)",
        _LINE,
        2.5,
    )
    body += path(
        f"M{x - radius} {y - high * 0.45}Q{x} {y - high * 0.45 + radius * 0.6} {x + radius} {y - high * 0.45}",
        "none",
        band,
        6,
    )
    return (
        body
        + ellipse(x, y - high, radius, radius * 0.45, "#EDF0E2", _LINE, 2.5)
        + ellipse(x, y - high, radius * 0.5, radius * 0.2, "#B8C6C0")
    )


def _refinery() -> str:
    ground = rect(4, 16, 192, 178, 26, "#6F6658", fill_opacity=0.6)
    pipes = "M20 118L180 118M20 130L180 130M104 60L104 180"
    body = path(pipes, "none", _LINE, 9) + path(pipes, "none", "#C98F3C", 5)
    tower = _stack(150, 78) + _tank(56, 96, 34, 54, "#D9643A")
    return ground + tower + body + _tank(44, 176, 28, 40, "#2BA7A0") + _tank(146, 174, 36, 46, "#D9643A")


def _well(at_sea: bool, step: int) -> str:
    base = (
        rect(6, 34, 88, 60, 8, "#8C6B48", _LINE, 3) + path("M6 54L94 54M6 74L94 74", "none", "#6A4C30", 3)
        if at_sea
        else ellipse(50, 72, 46, 26, "#4A3A30", fill_opacity=0.6)
    )
    tilt = (-9, -4, 3, 9, 3, -4, -9)[step % 7]
    shade = ellipse(60, 82, 34, 11, _SHADE, fill_opacity=0.34)
    legs = path("M36 82L50 26L64 82M42 60L58 60", "none", _LINE, 9) + path(
        "M36 82L50 26L64 82M42 60L58 60", "none", "#C98F3C", 5
    )
    beam = f"M12 {28 - tilt}L88 {28 + tilt}"
    pump = path(beam, "none", _LINE, 13) + path(beam, "none", "#D9643A", 8) + circle(50, 28, 7, "#FFE2A0", _LINE, 2)
    head = path(f"M6 {20 - tilt}Q-2 {34 - tilt} 8 {44 - tilt}L18 {40 - tilt}L18 {22 - tilt}Z", "#B3244A", _LINE, 3)
    rod = path(f"M10 {42 - tilt}L10 82", "none", _LINE, 3)
    wheel = circle(80, 66, 12, "#6A5A70", _LINE, 3) + path(f"M80 66L86 {28 + tilt}", "none", _LINE, 4)
    return base + shade + rod + legs + wheel + pump + head
