"""Sprites beside and above track: platforms, roads, bridges, tunnel portals, docks, shelters, signals."""

from __future__ import annotations

from typing import Final

import pygame

from game.engine.colour import Colour, darken, lighten
from game.engine.sprites import sprite
from game.engine.vector import circle, group, path, points, rect, svg

_LINE: Final = "#2A1526"
_SHADE: Final = "#14122B"
_STONE, _KERB = "#D9C29A", "#8C6F52"
_TURN: Final = {0: 0, 1: 90, 2: 180, 3: 270}


def _square(body: str, tile_px: int, margin: float = 0.25) -> pygame.Surface:
    """Return a picture of one tile (100 units wide in `body`) with a margin around it, as a share of the tile."""
    size_px = tile_px + 2 * round(margin * tile_px)
    side = 100 * (1 + 2 * margin)
    return svg(body, size_px, size_px, box=(-100 * margin, -100 * margin, side, side), oversample=3)


@sprite(kept=48)
def platform(upright: int, colour: Colour, tile_px: int) -> pygame.Surface:
    """Return paving for both sides of a track, with an edge in the company's colour; `upright` runs north to south."""
    body = rect(0, 6, 100, 96, 0, _SHADE, fill_opacity=0.25) + rect(0, 3, 100, 94, 0, "#6B5A50")
    for y in (2, 72):
        body += rect(0, y, 100, 26, 0, _STONE) + rect(0, y, 100, 26, 0, "none", _KERB, 2)
        body += path("".join(f"M{x} {y + 2}L{x} {y + 24}" for x in (0, 25, 50, 75, 100)), "none", "#BFA67E", 1.6)
    body += rect(0, 23, 100, 5, 0, colour) + rect(0, 72, 100, 5, 0, colour)
    body += rect(34, 5, 32, 12, 2, "#B8653C", _LINE, 2) + path("M36 9L64 9", "none", "#E9975F", 2)
    return _square(group(body, "rotate(90 50 50)") if upright else body, tile_px, 0.04)


@sprite(kept=64)
def road(arms: int, tile_px: int) -> pygame.Surface:
    """Return a tile of road that leads to the edges in the mask `arms` (bit 0 north, then clockwise)."""
    tone, edge = "#C7AB7A", "#8F744C"
    lines = "".join(
        f"M50 50L{x} {y}" for bit, (x, y) in enumerate(((50, 0), (100, 50), (50, 100), (0, 50))) if arms >> bit & 1
    )
    data = lines or "M40 50L60 50"
    body = (
        path(data, "none", edge, 46)
        + path(data, "none", tone, 38)
        + path(data, "none", lighten(tone, 0.2), 3, stroke_opacity=0.6)
    )
    return svg(body, tile_px, tile_px, box=(0, 0, 100, 100), oversample=3)


@sprite(kept=32)
def span_deck(lying: bool, length: int, tile_px: int) -> pygame.Surface:
    """Return a bridge with its rails over `length` tiles; `lying` runs from west to east."""
    wide = 100.0 * length
    body = rect(6, 40, wide - 4, 44, 4, _SHADE, fill_opacity=0.4) + rect(2, 22, wide - 4, 56, 4, "#8A6242", _LINE, 3)
    planks = "".join(f"M{x:.1f} 26L{x:.1f} 74" for x in (8 + n * 100 / 6 for n in range(6 * length)))
    body += path(planks, "none", "#4A3024", 7)
    for y in (39.5, 60.5):
        body += path(f"M2 {y}L{wide - 2} {y}", "none", _LINE, 8) + path(f"M2 {y}L{wide - 2} {y}", "none", "#C98F3C", 5)
        body += path(f"M2 {y}L{wide - 2} {y}", "none", "#FFE2A0", 1.8)
    for y in (20, 80):
        body += path(f"M2 {y}L{wide - 2} {y}", "none", _LINE, 9) + path(f"M2 {y}L{wide - 2} {y}", "none", "#C5884B", 5)
        body += "".join(circle(x, y, 6, "#E9B56A", _LINE, 2) for x in range(10, int(wide), 45))
    side_px = length * tile_px + 2 * round(0.1 * tile_px), tile_px + 2 * round(0.1 * tile_px)
    made = svg(body, *side_px, box=(-10, -10, wide + 20, 120), oversample=2)
    return made if lying else pygame.transform.rotate(made, 90)


@sprite(kept=16)
def portal(edge: int, tile_px: int) -> pygame.Surface:
    """Return the portal of a tunnel that leads in the direction of an edge."""
    body = path("M2 8Q50 -22 98 8L98 64L2 64Z", "#7E6A5E", _LINE, 3) + path("M10 8Q50 -14 90 8", "none", "#B59C86", 5)
    body += path("M22 66L22 34Q50 6 78 34L78 66Z", "#15101F", _LINE, 3)
    body += path("M22 34Q50 6 78 34", "none", "#C5A884", 5)
    return _square(group(body, f"rotate({_TURN[edge]} 50 50)"), tile_px, 0.2)


@sprite(kept=16)
def dock(edge: int, tile_px: int) -> pygame.Surface:
    """Return a pier that reaches into the water beyond an edge."""
    body = rect(24, -20, 62, 112, 4, _SHADE, fill_opacity=0.35) + rect(18, -22, 62, 108, 4, "#9A7048", _LINE, 3)
    body += path("".join(f"M20 {y}L78 {y}" for y in range(-12, 86, 12)), "none", "#6E4B2E", 3)
    body += "".join(circle(x, y, 6, "#C98F3C", _LINE, 2.5) for x in (20, 78) for y in (-16, 26, 68))
    body += rect(30, 40, 38, 34, 3, "#B8653C", _LINE, 3) + path("M32 57L66 57", "none", "#E9975F", 3)
    return _square(group(body, f"rotate({_TURN[edge]} 50 50)"), tile_px, 0.3)


@sprite(kept=8)
def shelter(kind: int, tile_px: int) -> pygame.Surface:
    """Return a stop for trucks (1) or buses (2)."""
    roof = "#B8653C" if kind == 1 else "#2BA7A0"
    body = rect(12, 6, 76, 18, 3, _SHADE, fill_opacity=0.3) + rect(8, 0, 76, 18, 3, roof, _LINE, 3)
    body += path("M10 6L82 6", "none", lighten(roof, 0.4), 3) + rect(8, 84, 76, 8, 3, "#E9CFA0", _LINE, 2)
    return _square(body, tile_px, 0.1)


@sprite(kept=64)
def signal(kind: int, go: bool, tile_px: int) -> pygame.Surface:
    """Return a signal, drawn upright whichever way it faces; its foot is in the middle of the sprite.

    A bar means stop and an arrow go, besides the colour. A one-way signal (1) has a tail, a two-way one (2) a diamond.
    """
    face = "#7FE8B0" if go else "#FF5A4D"
    dark = darken(face, 0.55)
    foot = path("M31 60L31 18", "none", _SHADE, 7, stroke_opacity=0.4) + path("M28 62L28 20", "none", _LINE, 7)
    foot += path("M28 62L28 20", "none", "#C98F3C", 3.5)
    plate = (
        path(points([(28, -14), (46, 6), (28, 26), (10, 6)]), "#1B1430", "#FFE2A0", 3)
        if kind == 2
        else path("M14 -8Q28 -18 42 -8L42 22L28 30L14 22Z", "#1B1430", "#FFE2A0", 3)
    )
    if go:
        sign = path("M28 -6L37 6L31 6L31 17L25 17L25 6L19 6Z", face, dark, 1.5)
    else:
        sign = rect(17.5, 2, 21, 8, 2, face, dark, 1.5)
    tail = path("M28 62L20 74M28 62L36 74", "none", "#FFE2A0", 4) if kind == 1 else ""
    size_px = round(tile_px * 1.7)
    return svg(foot + tail + plate + sign, size_px, size_px, box=(-57, -23, 170, 170), oversample=3)
