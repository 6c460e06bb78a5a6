"""Life in the street besides stalls: people walking by, a cat, baskets of spice, jars, a flying rug."""

from __future__ import annotations

import math
from typing import Literal, NamedTuple, TypeAlias

import pygame

from game.engine.canvas import Canvas
from game.engine.colour import INK, OUTLINE, WHITE, Colour, darken, lighten, mix
from game.engine.light import shadow
from game.engine.sprites import sprite, tinted
from game.engine.vector import circle, ellipse, linear, path, rect, svg
from game.scenes.title.street.plan import FLOOR, STALL_STEP, VANISHING_X, step_at

Person: TypeAlias = Literal["porter", "baker", "child", "elder"]

_SKIN = "#B9794E"
_EDGE = "#170D22"


@sprite(kept=8)
def cat(size_px: int, eyes_open: bool) -> pygame.Surface:
    """Render a black cat sitting half turned away, lantern light on its right side."""
    defs = linear("fur", [(0, "#1A1230"), (0.6, "#2B1D42"), (1, "#6A4050")], 0, 0, 1, 0)
    tail = "M22 92C8 92 4 84 10 76C14 70 20 74 17 79C14 84 20 87 28 86"
    body = path(tail, "none", "#120B22", 7) + path(tail, "none", "#2B1D42", 4)
    body += path("M30 96C18 92 20 66 34 52C40 46 52 46 58 54C68 66 72 86 64 96Z", "url(#fur)", "#120B22", 2.4)
    head = "M32 40L31 16L43 27Q49 25 55 27L66 16L66 40C66 52 58 57 49 57C40 57 32 52 32 40Z"
    body += path(head, "url(#fur)", "#120B22", 2.4)
    body += path("M34 23L35 32L40 28Z", "#5A3550") + path("M63.5 23L62.5 32L58 28Z", "#B0705A")
    for x in (43, 57):
        if eyes_open:
            body += ellipse(x, 40, 3.6, 4.4, "#FFD25A") + ellipse(x + 0.6, 40, 1.3, 3.8, "#120B22")
            body += circle(x - 0.6, 38.4, 1, WHITE)
        else:
            body += path(f"M{x - 3.4} 40.5q3.4 2.6 6.8 0", "none", "#FFD25A", 1.4)
    body += path("M48.5 46.5h3.5l-1.75 2Z", "#E8907A")
    body += path("M50.3 48.5v2.5q-2.5 2.5 -5 .6M50.3 51q2.5 2.5 5 .6", "none", "#120B22", 1.2)
    body += path("M65 30C67 42 64 50 60 54C68 64 71 82 66 94", "none", "#FFB765", 1.8, stroke_opacity=0.85)
    body += path("M40 96V82M52 96V80", "none", "#120B22", 1.6, stroke_opacity=0.7)
    body += ellipse(37, 96, 7, 3.6, "#2B1D42", "#120B22", 2) + ellipse(55, 96, 7, 3.6, "#3E2848", "#120B22", 2)
    return svg(body, size_px, size_px, defs=defs, box=(0, 10, 92, 92), oversample=4)


@sprite(kept=12)
def basket(size_px: int, spice: Colour) -> pygame.Surface:
    """Render a reed basket with a cone of spice."""
    defs = linear("spice", [(0, lighten(spice, 0.35)), (0.5, spice), (1, darken(spice, 0.4))], 0, 0, 1, 0)
    defs += linear("reed", [(0, "#E0A865"), (0.5, "#A8703A"), (1, "#5A3318")], 0, 0, 1, 0)
    body = path("M12 56C30 40 42 14 50 10C58 14 70 40 88 56Z", "url(#spice)", darken(spice, 0.7), 2.4)
    body += path("M46 18C40 30 32 42 26 50", "none", WHITE, 3, stroke_opacity=0.3)
    body += path("M8 54Q50 72 92 54L82 88Q50 100 18 88Z", "url(#reed)", OUTLINE, 2.4)
    for y, share in ((66, 1.0), (76, 0.93), (86, 0.86)):
        body += path(f"M{50 - 40 * share} {y - 5}Q50 {y + 10} {50 + 40 * share} {y - 5}", "none", "#5A3318", 2)
    for x in range(20, 90, 10):
        body += path(f"M{x} 62L{50 + (x - 50) * 0.82:.1f} 92", "none", "#5A3318", 1.4, stroke_opacity=0.7)
    body += path("M8 54Q50 72 92 54", "none", "#E9C48C", 4) + path("M8 54Q50 72 92 54", "none", OUTLINE, 1)
    return svg(body, size_px, size_px, defs=defs, box=(0, 6, 100, 96), oversample=4)


@sprite(kept=12)
def amphora(size_px: int, glaze: Colour) -> pygame.Surface:
    """Render a glazed jar with two handles."""
    defs = linear("glaze", [(0, lighten(glaze, 0.3)), (0.5, glaze), (1, darken(glaze, 0.5))], 0, 0, 1, 0)
    body = path("M34 26C18 28 18 48 30 52M66 26C82 28 82 48 70 52", "none", OUTLINE, 8)
    body += path("M34 26C18 28 18 48 30 52M66 26C82 28 82 48 70 52", "none", glaze, 4.4)
    outline = "M38 12H62L59 26C78 36 84 56 74 76C70 86 64 94 62 97H38C36 94 30 86 26 76C16 56 22 36 41 26Z"
    body += path(outline, "url(#glaze)", OUTLINE, 2.4) + rect(35, 8, 30, 7, 3, lighten(glaze, 0.2), OUTLINE, 2)
    body += path("M21 52Q50 62 79 52M23 66Q50 76 77 66", "none", "#F3E3C3", 2.2)
    body += path("M22 55L29 66L36 58L43 69L50 60L57 69L64 58L71 66L78 55", "none", "#F3E3C3", 1.8)
    body += path("M36 34C28 42 27 56 31 68", "none", WHITE, 3, stroke_opacity=0.4)
    return svg(body, size_px, size_px, defs=defs, box=(0, 4, 100, 96), oversample=4)


def _robe(colour: Colour, stride: int, stripes: bool) -> str:
    """Draw a djellaba in profile, walking to the right, with the shoes under it."""
    step = 6 if stride else -4
    body = path(f"M{26 - step} 113q10 -7 17 0q-1 4 -8 4h-9Z", "#E2B04A", _EDGE, 1.8)
    body += path(f"M{34 + step} 113q10 -7 17 0q-1 4 -8 4h-9Z", "#F0C463", _EDGE, 1.8)
    hem = 2 if stride else -2
    body += path(
        f"M25 42C18 60 {15 - hem} 92 {15 - hem} 111Q34 117 {56 + hem} 111C{56 + hem} 90 52 60 45 42Z",
        "url(#robe)",
        _EDGE,
        2,
    )
    if stripes:
        for x in (27, 35, 43):
            body += path(
                f"M{30 + (x - 30) * 0.6:.1f} 50C{x - 2} 70 {x} 92 {x + hem} 112", "none", darken(colour, 0.35), 2
            )
    return body + path(f"M17 107Q34 113 {54 + hem} 107", "none", lighten(colour, 0.45), 1.8)


def _face(x: float, y: float, radius: float = 9) -> str:
    return circle(x, y, radius, _SKIN, _EDGE, 1.8) + circle(x + radius / 2, y - 1, 1.2, _EDGE)


def _arm(colour: Colour, stride: int) -> str:
    reach = 8 if stride else 1
    return path(f"M32 46C28 58 30 68 {34 + reach} 74L{41 + reach} 70C38 62 40 54 40 48Z", colour, _EDGE, 1.8) + circle(
        38 + reach, 74, 3.2, _SKIN, _EDGE, 1.4
    )


def _porter(stride: int) -> str:
    """Draw a man with a rolled rug on his shoulder."""
    body = _robe("#6E4B8C", stride, True) + _face(38, 29)
    body += path("M27 30C27 16 49 15 48 25C42 22 36 24 34 31C33 36 30 38 28 38Z", "#F3E3C3", _EDGE, 1.8)
    roll = rect(2, 35, 60, 13, 6.5, "#B3244A", _EDGE, 2) + rect(8, 35.8, 4, 11.4, 0, "#FFE0CF")
    roll += rect(50, 35.8, 3, 11.4, 0, "#FFE0CF") + ellipse(60, 41.5, 3.4, 5.6, "#FFE0CF", _EDGE, 1.4)
    roll += circle(60, 41.5, 1.8, "#B3244A")
    return body + f'<g transform="rotate(-9 34 40)">{roll}</g>' + _arm("#7C589B", stride)


def _baker(stride: int) -> str:
    """Draw a woman with a tray of loaves on her head."""
    body = _robe("#C45A3C", stride, False) + _face(37, 29)
    body += path(
        "M27 44C23 30 28 17 38 17C46 17 48 22 47 25C41 21 36 24 35 30C34 38 40 42 44 44Z", "#F0C463", _EDGE, 1.8
    )
    body += ellipse(36, 15, 21, 4.4, "#8A5430", _EDGE, 1.8)
    for x in (22, 31, 40, 49):
        body += ellipse(x, 11.5, 6.6, 4.2, "#E2A85C", "#7A4A1C", 1.4)
    return body + path("M33 46C28 36 28 24 31 17L36 18C35 26 37 36 41 46Z", "#D46A4A", _EDGE, 1.8)


def _child(stride: int) -> str:
    """Draw a child with a fez and a kite-shaped lantern on a stick."""
    body = _robe("#2B8C87", stride, False) + _face(37, 29, 12)
    body += path("M27 21L30 7H45L48 21Z", "#C7233B", _EDGE, 1.8) + path(
        "M38 14C34 10 30 14 30 20", "none", "#F0C463", 1.6
    )
    body += path("M44 66L58 36", "none", "#5A3318", 2) + path("M58 36L64 44L58 54L52 44Z", "#FFD98A", "#8F5A1E", 1.6)
    return body + _arm("#34A09A", 1)


def _elder(stride: int) -> str:
    """Draw a man with a white beard and a stick, in a hooded djellaba."""
    body = path(f"M{58 + 2 * stride} 60L{60 + 4 * stride} 115", "none", "#5A3318", 2.4)
    body += (
        _robe("#8C7A5A", stride, True)
        + _face(38, 30)
        + path("M36 34C38 44 46 46 46 33Q41 37 36 34Z", "#F3E9DA", _EDGE, 1.4)
    )
    body += path("M24 46C20 28 26 6 33 3C36 14 47 18 47 26C41 20 35 23 34 31C33 38 34 43 37 47Z", "#9A8766", _EDGE, 2)
    return body + _arm("#9A8766", 1)


_DRAWN = {
    "porter": (_porter, "#6E4B8C"),
    "baker": (_baker, "#C45A3C"),
    "child": (_child, "#2B8C87"),
    "elder": (_elder, "#8C7A5A"),
}
_HEIGHTS: dict[Person, float] = {"porter": 98, "baker": 96, "child": 68, "elder": 94}


@sprite(kept=48)
def _person(kind: Person, stride: int, height_px: int, to_left: bool) -> pygame.Surface:
    """Render one of the two frames of a person's walk, lit by dusk."""
    draw, colour = _DRAWN[kind]
    defs = linear("robe", [(0, darken(colour, 0.45)), (0.55, colour), (1, mix(colour, "#FFC07A", 0.35))], 0, 0, 1, 0)
    drawn = svg(draw(stride), round(height_px * 68 / 120), height_px, defs=defs, box=(0, 0, 68, 120), oversample=4)
    dusky = tinted(drawn, (206, 176, 190))
    return pygame.transform.flip(dusky, True, False) if to_left else dusky


class _Walk(NamedTuple):
    """A person's walk along the wall: start (in stalls), speed (design units per second), y of the feet."""

    kind: Person
    start: float
    speed: float
    foot: float


_WALKS = (
    _Walk("porter", -0.66, 21, FLOOR + 8),
    _Walk("baker", 0.42, -17, FLOOR + 5),
    _Walk("child", 1.9, 27, FLOOR + 12),
    _Walk("elder", 1.35, -11, FLOOR + 10),
    _Walk("child", 0.62, -17.5, FLOOR + 9),
)
_ROUND = 5.0
"""Stalls after which a walk repeats; more than are ever visible at once."""
_STEPS_A_SECOND = 2.6


def draw_walkers(canvas: Canvas, camera: float, seconds: float) -> None:
    """Draw the people between wall and stalls."""
    for index, walk in enumerate(_WALKS):
        pace = walk.speed / STALL_STEP
        along = (walk.start + seconds * pace - camera + _ROUND / 2) % _ROUND - _ROUND / 2
        x = VANISHING_X + along * step_at(walk.foot)
        if not canvas.bounds.left - 80 < x < canvas.bounds.right + 80:
            continue
        beat = seconds * _STEPS_A_SECOND * abs(walk.speed) / 20 + index * 0.4
        height = _HEIGHTS[walk.kind]
        figure = _person(walk.kind, int(beat) % 2, canvas.px(height), walk.speed < 0)
        hop = abs(math.sin(math.pi * beat)) * 2.2
        wide = canvas.px(height * 0.36)
        soft = max(1, canvas.px(3))
        canvas.put_middle(shadow(wide, canvas.px(5), canvas.px(2), soft, 150), x, walk.foot - 1)
        canvas.put_middle(figure, x, walk.foot - height / 2 - hop)


@sprite(kept=8)
def _onlooker(child: bool, height_px: int) -> pygame.Surface:
    """Render a person seen from behind, watching a screen."""
    colour = "#3E5FA8" if child else "#7A3B52"
    defs = linear("robe", [(0, mix(colour, "#FFC07A", 0.30)), (0.4, colour), (1, darken(colour, 0.45))], 0, 0, 1, 0)
    body = path("M18 113q8 -5 15 0l-1 4h-12ZM35 113q8 -5 15 0l-2 4h-12Z", "#E2B04A", _EDGE, 1.8)
    body += path("M21 42C10 64 8 92 8 110Q34 118 60 110C60 92 58 64 47 42Q34 36 21 42Z", "url(#robe)", _EDGE, 2)
    body += path("M9 105Q34 113 59 105", "none", lighten(colour, 0.4), 1.8)
    if child:
        body += circle(34, 28, 13, "#4A2C1C", _EDGE, 1.8)
        body += path("M23 22L26 5H42L45 22Q34 27 23 22Z", "#C7233B", _EDGE, 1.8)
        body += path("M34 5C40 5 43 10 43 19", "none", "#F0C463", 2)
    else:
        body += circle(34, 27, 11, _SKIN, _EDGE, 1.8)
        body += path("M22 26C20 10 48 10 46 26C40 31 28 31 22 26Z", "#F3E3C3", _EDGE, 2)
        body += path("M23 24Q34 16 45 21M24 20Q32 12 42 15", "none", "#B99A6C", 1.4)
        body += path("M23 42Q34 80 45 42Q34 47 23 42Z", darken(colour, 0.2), _EDGE, 1.8)
    drawn = svg(body, round(height_px * 68 / 120), height_px, defs=defs, box=(0, 0, 68, 120), oversample=4)
    return tinted(drawn, (214, 186, 196))


def draw_onlookers(canvas: Canvas, distance: float, seconds: float) -> None:
    """Draw the people who watch the match in a stall, `distance` stalls from the middle; now and then a child jumps."""
    for across, foot, height, child in ((-0.375, 604.0, 104.0, False), (0.385, 606.0, 74.0, True)):
        x = VANISHING_X + (distance + across) * step_at(foot)
        hop = 7 * max(0.0, math.sin(seconds * 9)) if child and seconds % 6.5 < 0.7 else 0.0
        soft = max(1, canvas.px(3))
        canvas.put_middle(shadow(canvas.px(height * 0.4), canvas.px(6), canvas.px(3), soft, 170), x, foot - 2)
        canvas.put_middle(_onlooker(child, canvas.px(height)), x, foot - height / 2 - hop)


def _blinking(seconds: float) -> bool:
    return seconds % 4.7 < 0.16 or 1.9 < seconds % 11.3 < 2.05


def _draw_cat(canvas: Canvas, x: float, seconds: float) -> None:
    canvas.put_middle(shadow(canvas.px(44), canvas.px(10), canvas.px(5), max(1, canvas.px(4)), 190), x, 598)
    sprite_px = canvas.px(60)
    canvas.put_middle(cat(sprite_px, not _blinking(seconds)), x, 570)


def _draw_baskets(canvas: Canvas, x: float, _seconds: float) -> None:
    for across, foot, size, spice in ((-24, 584, 46, "#D9642A"), (22, 586, 48, "#E8B02C"), (0, 606, 50, "#B3283C")):
        canvas.put_middle(
            shadow(canvas.px(size * 0.7), canvas.px(8), canvas.px(4), max(1, canvas.px(4)), 170), x + across, foot - 2
        )
        canvas.put_middle(basket(canvas.px(size), spice), x + across, foot - size / 2)


def _draw_jars(canvas: Canvas, x: float, _seconds: float) -> None:
    for across, foot, size, glaze in ((-26, 584, 50, "#2B6C9C"), (20, 582, 58, "#2B8C6A"), (-2, 606, 46, "#C4552F")):
        canvas.put_middle(
            shadow(canvas.px(size * 0.6), canvas.px(8), canvas.px(4), max(1, canvas.px(4)), 170), x + across, foot - 2
        )
        canvas.put_middle(amphora(canvas.px(size), glaze), x + across, foot - size / 2)


_PROPS = (_draw_cat, _draw_baskets, _draw_jars)


def draw_props(canvas: Canvas, camera: float, seconds: float) -> None:
    """Draw baskets, jars and the cat in the gaps between stalls."""
    step = step_at(600)
    reach = (canvas.bounds.width / 2 + 60) / step
    for gap in range(math.floor(camera - reach), math.ceil(camera + reach) + 1):
        x = VANISHING_X + (gap - 0.5 - camera) * step
        _PROPS[(gap - 1) % len(_PROPS)](canvas, x, seconds)


@sprite(kept=8)
def _flying_rug(width_px: int, wave: int) -> pygame.Surface:
    """Render a person on a flying rug, small, for the evening sky."""
    lift = (0, 3, 0, -3)[wave % 4]
    top = f"M4 33Q24 {25 + lift} 48 33Q72 {41 - lift} 96 31"
    body = path(f"{top}L97 40Q72 {50 - lift} 48 42Q24 {34 + lift} 5 42Z", "#B3244A", "#1B0F2E", 1.8)
    body += path(f"M6 37.5Q24 {29.5 + lift} 48 37.5Q72 {45.5 - lift} 95 35.5", "none", "#F0C463", 2)
    for x, way in ((4, -1), (96, 1)):
        body += path(f"M{x} 33l{way * 6} -2M{x} 36.5l{way * 7} 0M{x} 40l{way * 6} 3", "none", "#F3E3C3", 1.4)
    body += path("M35 32C35 18 42 13 49 13C56 13 62 20 62 35Z", "#5A2F86", "#1B0F2E", 1.8)
    body += circle(49, 8, 6.5, "#8A5A50", "#1B0F2E", 1.6)
    body += path("M41.5 7C43 -3 55 -3 56.5 6Q49 2.5 41.5 7Z", "#F3E3C3", "#1B0F2E", 1.4)
    return svg(body, width_px, round(width_px * 0.58), box=(-4, -6, 108, 62), oversample=4)


def draw_flying_rug(canvas: Canvas, seconds: float) -> None:
    """Draw a flying rug that crosses the sky now and then, from left to right."""
    every, flight = 38.0, 15.0
    since = (seconds + 22.0) % every
    if since > flight:
        return
    share = since / flight
    bounds = canvas.bounds
    x = bounds.left - 60 + (bounds.width + 120) * share
    y = 196 - 70 * math.sin(math.pi * share) + 5 * math.sin(since * 2.1)
    canvas.put_middle(_flying_rug(canvas.px(72), int(since * 5) % 4), x, y)


def ground_shade(canvas: Canvas) -> None:
    """Darken the foot of the picture, behind the menu."""
    bounds = canvas.bounds
    top = 590.0
    high = bounds.bottom - top
    defs = linear("foot", [(0, INK, 0), (0.4, INK, 0.42), (1, INK, 0.86)])
    size = (canvas.surface.get_width(), canvas.px(high) + 1)
    shade = svg(rect(0, 0, *size, 0, "url(#foot)"), *size, defs=defs, oversample=1)
    canvas.put(shade, bounds.left, top)
