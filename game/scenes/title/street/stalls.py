"""Sprites of stalls: posts, shelves, counter and roof around a screen, or around shutters while the game cannot be
played.
"""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from game.engine.canvas import Canvas
from game.engine.colour import INK, LANTERN, OUTLINE, ROSE, TEAL, WHITE, darken, lighten, mix
from game.engine.light import LightMap, blurred, opaque, shadow
from game.engine.ornament import zellige
from game.engine.sprites import blank, clipped, put, put_middle, sprite, tinted
from game.engine.stage.stall import SCREEN, SHEET_FOOT, SHEET_HEIGHT, SHEET_WIDTH, Stall
from game.engine.vector import circle, drawing_body, ellipse, linear, path, radial, rect, star, svg
from game.scenes.title.street.roofs import ROOFS, SIGN_GRADIENTS, roof_gradients, sign_board

_STRIPS = 6
"""How many pieces a stall's shapes are rendered in."""
_GRADIENTS = (
    linear("post", [(0, "#B97B45"), (0.4, "#8A5430"), (1, "#4A2716")], 0, 0, 1, 0)
    + linear("inside", [(0, "#2A1426"), (1, "#4A2430")])
    + linear("deck", [(0, "#8A5430"), (1, "#6B3D22")])
    + linear("frame", [(0, "#FFE3A0"), (0.3, "#D9A047"), (1, "#7A4A1C")], 0, 0, 0.6, 1)
    + linear("plank", [(0, "#B5753F"), (0.4, "#8A5430"), (1, "#5A331C")])
    + linear("shade", [(0, INK, 0.62), (1, INK, 0)])
    + linear("tiles-shade", [(0, INK, 0.55), (0.3, INK, 0.05), (1, INK, 0.45)])
    + radial("ball", [(0, "#FFB9A0"), (0.35, "#E8402F"), (1, "#7A1410")], 0.35, 0.3, 0.75)
    + SIGN_GRADIENTS
)


def _posts() -> str:
    body = ""
    for x in (40, 384):
        body += rect(x, 120, 16, 366, 3, "url(#post)", OUTLINE, 2)
        body += rect(x - 3, 474, 22, 12, 2, "url(#post)", OUTLINE, 2)
        body += rect(x - 2, 392, 20, 8, 2, "url(#frame)", OUTLINE, 1.6)
    return body


def _screen_frame() -> str:
    x, y, size, _ = SCREEN
    body = rect(x - 16, y - 16, size + 32, size + 32, 16, "#1B0F1E")
    body += rect(x - 14, y - 14, size + 28, size + 28, 14, "url(#frame)", OUTLINE, 2)
    body += rect(x - 5, y - 5, size + 10, size + 10, 6, "#120A1C", OUTLINE, 1.5)
    for stud_x in (x - 9, x + size + 9):
        for stud_y in (y - 9, y + size + 9):
            body += path(star(stud_x, stud_y, 5.5), "#5A3512")
    return body


def _shutters(stall: Stall) -> str:
    """Draw painted slats over the whole opening, with a star, a lock and a hanging board."""
    paint = mix(stall.cloth, "#3A2A48", 0.45)
    body = ""
    top, foot = 152.0, 414.0
    count = 14
    high = (foot - top) / count
    for i in range(count):
        y = top + i * high
        tint = mix(paint, WHITE, 0.05 if i % 2 else 0.0)
        body += rect(56, y, 328, high + 0.6, 1.5, tint, darken(paint, 0.55), 1.1)
        body += rect(57, y + 1.4, 326, 2.2, 1, WHITE, fill_opacity=0.14)
        body += rect(57, y + high - 4.4, 326, 3.6, 0, INK, fill_opacity=0.22)
    gold = mix(stall.glaze.line, paint, 0.35)
    for radius, width in ((92, 3.0), (60, 2.2)):
        body += path(star(220, 283, radius), "none", gold, width, stroke_opacity=0.6)
    for x in (74, 366):
        body += path(star(x, 186, 13), "none", gold, 1.8, stroke_opacity=0.5)
        body += path(star(x, 380, 13), "none", gold, 1.8, stroke_opacity=0.5)
    body += rect(52, 406, 336, 10, 2, "url(#plank)", OUTLINE, 1.6)
    body += path("M210 398V391A10 10 0 0 1 230 391V398", "none", "#C9C3D4", 4)
    body += rect(204, 396, 32, 24, 4, "url(#frame)", OUTLINE, 2) + circle(220, 406, 3.4, OUTLINE)
    body += path("M150 176L132 250M290 176L308 250", "none", "#2A1526", 3.4)
    body += rect(112, 252, 220, 66, 9, INK, fill_opacity=0.4) + rect(110, 248, 220, 66, 9, "url(#plank)", "#1B0F1E", 2)
    return body + rect(115, 253, 210, 56, 6, "none", "url(#frame)", 1.8)


NOTICE = (110.0, 248.0, 220.0, 66.0)
"""The board on closed shutters: left, top, width and height on a stall's sheet."""


def _counter(stall: Stall) -> str:
    body = path("M62 412H378L404 436H36Z", "url(#deck)", OUTLINE, 2.2)
    body += path("M66 414H374", "none", "#FFD9A8", 1.6, stroke_opacity=0.5)
    body += rect(30, 434, 380, 12, 3, "url(#plank)", OUTLINE, 2)
    return body + rect(40, 446, 360, 42, 0, stall.glaze.ground, OUTLINE, 2)


def _controls() -> str:
    """Draw a joystick and three buttons on the counter."""
    body = ellipse(176, 426, 15, 5.5, "#1B0F1E") + ellipse(176, 425, 12, 4.2, "#3A2A3A", "#7A5A4A", 1)
    body += path("M176 425V410", "none", "#C9C3D4", 4.5) + path("M175 425V410", "none", WHITE, 1.2)
    body += circle(176, 405, 9.5, "url(#ball)", "#3A0A0A", 1.6) + ellipse(
        172.5, 401.5, 2.8, 2, WHITE, fill_opacity=0.85
    )
    for x, y, colour in ((226, 427, LANTERN), (252, 423, TEAL), (278, 427, ROSE)):
        body += ellipse(x, y + 2.2, 11, 5.2, "#1B0F1E") + ellipse(x, y, 10, 4.8, darken(colour, 0.4))
        body += ellipse(x, y - 2.2, 10, 4.8, colour, darken(colour, 0.5), 1)
        body += ellipse(x - 2.5, y - 3.6, 4, 1.5, WHITE, fill_opacity=0.6)
    return body


def _lit(surface: pygame.Surface, opened: bool) -> None:
    """Multiply a stall's sprite by the light inside it and of its sign."""
    sheet = Canvas(surface, surface.get_height() / SHEET_HEIGHT)
    light = LightMap(sheet, "#CEB8C2" if opened else "#C2B0CA")
    light.add(220, 275, 352, "#FFE0B0", 0.30 if opened else 0.20, 1.1)
    light.add(220, 30, 185, "#FFE0B0", 0.50, 1.2, 0.6)
    light.apply()


def width_of(height_px: int) -> int:
    """Return the width in pixels of a stall's sheet that is `height_px` high."""
    return round(height_px * SHEET_WIDTH / SHEET_HEIGHT)


def _back(stall: Stall, opened: bool) -> str:
    """Draw the shapes of `stall_back`, which take most of its time."""
    body = rect(52, 140, 336, 290, 4, "url(#inside)")
    if opened:
        goods = drawing_body(stall.goods) if isinstance(stall.goods, str) else stall.goods()
        body += goods + _posts() + _screen_frame()
    else:
        body += _shutters(stall) + _posts()
    return body + _counter(stall) + rect(54, 150, 332, 54, 0, "url(#shade)")


def _front(stall: Stall, opened: bool) -> str:
    body = ROOFS[stall.roof](stall.cloth) + sign_board(stall.roof)
    return body + _controls() if opened else body


def _strips(body: str, height_px: int, defs: str) -> Iterator[tuple[int, pygame.Surface]]:
    """Render a stall's sheet in cached strips from the top down; yield the pixel row at which each begins, and the
    strip.
    """
    wide, unit = width_of(height_px), height_px / SHEET_HEIGHT
    for number in range(_STRIPS):
        top, foot = (height_px * edge // _STRIPS for edge in (number, number + 1))
        box = (0.0, top / unit, float(SHEET_WIDTH), (foot - top) / unit)
        yield top, svg(body, wide, foot - top, defs=defs, box=box, oversample=2)


def _whole(body: str, height_px: int, defs: str) -> pygame.Surface:
    surface = blank(width_of(height_px), height_px)
    for top, strip in _strips(body, height_px, defs):
        put(surface, strip, 0, top)
    return surface


def stall_pieces(stall: Stall, opened: bool, height_px: int) -> Iterator[None]:
    """Render all parts of a stall, a few milliseconds of work at each step of the iterator."""
    for _ in _strips(_back(stall, opened), height_px, _GRADIENTS):
        yield
    stall_back(stall, opened, height_px)
    yield
    for _ in _strips(_front(stall, opened), height_px, _GRADIENTS + roof_gradients(stall.cloth)):
        yield
    stall_front(stall, opened, height_px)
    yield
    stall_floor(stall, opened, height_px)
    yield


@sprite(kept=16)
def stall_back(stall: Stall, opened: bool, height_px: int) -> pygame.Surface:
    """Render the part of a stall that lies behind its screen's light."""
    unit = height_px / SHEET_HEIGHT
    surface = _whole(_back(stall, opened), height_px, _GRADIENTS)
    if opened and stall.hung:
        stall.hung(surface)
    tiles_wide, tiles_high = round(356 * unit), round(38 * unit)
    tiles = zellige(tiles_wide, tiles_high, tiles_wide / max(1, round(tiles_wide / tiles_high)), stall.glaze, 0.2, 1.0)
    put(surface, tiles, 42 * unit, 448 * unit)
    shade = rect(0, 0, tiles_wide, tiles_high, 0, "url(#tiles-shade)")
    put(surface, svg(shade, tiles_wide, tiles_high, defs=_GRADIENTS, oversample=1), 42 * unit, 448 * unit)
    _lit(surface, opened)
    return surface


@sprite(kept=16)
def stall_front(stall: Stall, opened: bool, height_px: int) -> pygame.Surface:
    """Render the part of a stall in front of its screen's light: roof, sign, and the controls on the counter."""
    surface = _whole(_front(stall, opened), height_px, _GRADIENTS + roof_gradients(stall.cloth))
    _lit(surface, opened)
    return surface


@sprite(kept=16)
def stall_floor(stall: Stall, opened: bool, height_px: int) -> pygame.Surface:
    """Render a stall's shadow and its mirror image in the polished paving, as wide as the stall; its top is at
    SHEET_FOOT.
    """
    back = stall_back(stall, opened, height_px)
    wide, unit = back.get_width(), height_px / SHEET_HEIGHT
    foot, high = round(SHEET_FOOT * unit), round(114 * unit)
    part = pygame.transform.flip(back.subsurface((0, foot - high, wide, high)), False, True)
    soft = pygame.transform.smoothscale(part, (max(1, wide // 3), max(1, high // 6)))
    mask = rect(0, 0, wide, high, 0, "url(#fade)")
    fading = linear("fade", [(0, WHITE, 0.50), (0.4, WHITE, 0.22), (1, WHITE, 0)])
    mirrored = clipped(
        pygame.transform.smoothscale(soft, (wide, high)), svg(mask, wide, high, defs=fading, oversample=1)
    )
    surface = blank(wide, high)
    put_middle(surface, shadow(round(wide * 0.84), round(18 * unit), 8, max(1, round(7 * unit)), 200), wide / 2, 2)
    put(surface, mirrored, 0, 0)
    return surface


FAR_TINT = (190, 178, 210)
"""Colour by which a stall aside, out of the light, is multiplied."""


@sprite(kept=16)
def stall_aside(stall: Stall, opened: bool, height_px: int, front: bool) -> pygame.Surface:
    """Render the front or back of a stall that stands aside."""
    return tinted((stall_front if front else stall_back)(stall, opened, height_px), FAR_TINT)


@sprite(kept=8)
def glass(size_px: int) -> pygame.Surface:
    """Render the glass over every screen: a shaded rim and a slanting reflection."""
    defs = linear("glare", [(0, WHITE, 0.13), (0.5, WHITE, 0.02), (0.51, WHITE, 0), (1, WHITE, 0)], 0, 0, 1, 0.8)
    body = rect(0, 0, 200, 200, 0, "url(#glare)")
    for i in range(6):
        body += rect(i, i, 200 - 2 * i, 200 - 2 * i, 4, "none", INK, 1, stroke_opacity=round(0.5 - i * 0.08, 2))
    return svg(body, size_px, size_px, defs=defs, box=(0, 0, 200, 200))


@sprite(kept=4)
def screen_glow(size_px: int) -> tuple[pygame.Surface, pygame.Surface]:
    """Render the lantern-coloured frame of the focused stall: light to add, and a crisp line; both centred on a screen
    with a frame `size_px` wide.
    """
    margin = round(size_px * 0.32)
    full = size_px + 2 * margin
    radius = size_px * 0.058

    def line(colour: str, width: float) -> str:
        return rect(margin, margin, size_px, size_px, radius, "none", colour, width)

    stroke = opaque(full, full)
    put(stroke, svg(line("#FFA63E", size_px * 0.033), full, full), 0, 0)
    light = blurred(stroke, max(2, round(size_px * 0.026)), 2)
    wide = blurred(stroke, max(4, round(size_px * 0.07)), 4)
    for _ in range(2):
        light.blit(wide, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    crisp = line("#FFD98A", size_px * 0.0135) + line("#FFF6E3", size_px * 0.004)
    return light, svg(crisp, full, full)


@sprite(kept=16)
def bulb(size_px: int, colour: str) -> pygame.Surface:
    """Render a bulb that hangs from a rope, its socket up."""
    body = rect(6, 1, 4, 5, 1, "#3A2012") + circle(8, 10, 4.6, lighten(colour, 0.55), darken(colour, 0.35), 1)
    return svg(body, size_px, size_px, box=(0, 0, 16, 16), oversample=4)


def bulbs_around_sign() -> list[tuple[float, float]]:
    """Return the places of bulbs on a lit sign's rim, on a stall's sheet, clockwise from the top left."""
    left, top, wide, high = 104.0, 8.0, 232.0, 62.0
    across, down = 9, 3
    places = [(left + wide * i / across, top) for i in range(across)]
    places += [(left + wide, top + high * i / down) for i in range(down)]
    places += [(left + wide - wide * i / across, top + high) for i in range(across)]
    return places + [(left, top + high - high * i / down) for i in range(down)]
