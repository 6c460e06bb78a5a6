"""Rugs, woven knot by knot, and panels decorated with the same patterns."""

from __future__ import annotations

import random

import pygame

from game.engine.canvas import PREMULTIPLIED, Canvas
from game.engine.colour import INK, OUTLINE, WHITE, Colour, Yarns, darken, lighten, mix, rgb
from game.engine.light import shadow
from game.engine.patterns import MAIN, PATTERNS, bordered, edged
from game.engine.sprites import blank, clipped, faded, put, sprite
from game.engine.vector import circle, linear, path, rect, svg

FINE = (41, 21)
"""Knots along and across a rug that is large enough to show them."""
COARSE = (21, 11)
COARSE_BELOW_PX = 40
FRINGE = 0.115
"""Length of the fringe, in sides of a square."""


def _thread(surface: pygame.Surface, tone: tuple[int, ...], x: int, y: int, knot: int, odd_row: bool) -> None:
    """Draw one knot: two threads with lit backs, furrows between them, and gaps offset like bricks."""
    surface.fill(tone, (x, y, knot, knot))
    thread = max(2, knot // 2)
    lit = [min(255, round(part * 1.10) + 6) for part in tone]
    furrow = [round(part * 0.80) for part in tone]
    warp = [round(part * 0.86) for part in tone]
    line = max(1, knot // 6)
    for i in range(2):
        top = y + i * thread
        surface.fill(lit, (x, top, knot, max(1, thread // 3)))
        surface.fill(furrow, (x, top + thread - line, knot, line))
        gap = x + (knot - line if odd_row == (i == 0) else thread - line)
        surface.fill(warp, (gap, top, line, thread))


@sprite(kept=48)
def _weave(yarns: Yarns, pattern: str, knot_px: int, columns: int, rows: int, seed: int, fine: bool) -> pygame.Surface:
    """Return the woven body, opaque, with `knot_px` pixels for a knot.

    Rows and knots vary a little, as real yarn does.
    """
    chance = random.Random(seed)
    surface = blank(columns * knot_px, rows * knot_px)
    tones = [rgb(yarn) for yarn in yarns]
    knots = PATTERNS[pattern].fine if fine else PATTERNS[pattern].coarse
    frame = bordered if fine else edged
    row_light = [1 + chance.uniform(-0.045, 0.045) for _ in range(rows)]
    for x in range(columns):
        for y in range(rows):
            light = row_light[y] * (1 + chance.uniform(-0.05, 0.05))
            yarn = frame(knots, x, y, columns, rows)
            tone = tuple(min(255, round(part * light)) for part in tones[yarn])
            _thread(surface, tone, x * knot_px, y * knot_px, knot_px, odd_row=y % 2 == 1)
    return surface


def _fringe(yarns: Yarns, width: int, height: int, body: pygame.Rect, length: float, seed: int) -> pygame.Surface:
    """Return the fringe at the left and right end of a rug's body."""
    chance = random.Random(seed * 31)
    unit = (body.height / 130) ** 0.7
    strands = 17 if body.height > 60 else 11
    drawn = []
    for side in (-1, 1):
        end = body.left + 2 * unit if side < 0 else body.right - 2 * unit
        for i in range(strands):
            y = body.top + body.height * (i + 0.5) / strands
            reach = length * chance.uniform(0.82, 1.0)
            sway = chance.uniform(-0.16, 0.16) * length
            colour = mix(yarns.cream, yarns.accent, chance.uniform(0, 0.25))
            curve = (
                f"M{end:.1f} {y:.1f}C{end + side * reach * 0.5:.1f} {y:.1f} "
                f"{end + side * reach * 0.6:.1f} {y + sway:.1f} {end + side * reach:.1f} {y + sway:.1f}"
            )
            drawn.append(path(curve, stroke=darken(colour, 0.45), width=4.6 * unit))
            drawn.append(path(curve, stroke=colour, width=2.7 * unit))
            drawn.append(circle(end + side * length * 0.28, y, 2.5 * unit, lighten(colour, 0.3)))
    return svg("".join(drawn), width, height, oversample=2)


def _folds(width: int, height: int, body: pygame.Rect, upright: bool) -> pygame.Surface:
    """Return the light and shade on a rug: light from the top left, soft waves along the body and a thin rim."""
    x, y, wide, high = body
    defs = linear("light", [(0, WHITE, 0.16), (0.35, WHITE, 0.03), (0.62, INK, 0), (1, INK, 0.26)], 0, 0, 1, 1)
    wave = [(0, INK, 0.20), (0.07, WHITE, 0.05), (0.24, WHITE, 0.10), (0.40, INK, 0.08), (0.55, WHITE, 0.05)]
    wave += [(0.74, WHITE, 0.10), (0.90, INK, 0.06), (1, INK, 0.26)]
    defs += linear("wave", wave, 0, 0, 0 if upright else 1, 1 if upright else 0)
    drawn = rect(x, y, wide, high, 0, "url(#light)") + rect(x, y, wide, high, 0, "url(#wave)")
    left, top, right, bottom = x + 1, y + 1, x + wide - 1, y + high - 1
    drawn += path(f"M{left} {bottom}V{top}H{right}", stroke=WHITE, width=2, stroke_opacity=0.28)
    drawn += path(f"M{right} {top}V{bottom}H{left}", stroke=INK, width=2, stroke_opacity=0.45)
    return svg(drawn, width, height, defs=defs, oversample=1)


@sprite(kept=160)
def rug(yarns: Yarns, pattern: str, square_px: int, upright: bool = False, seed: int = 3) -> pygame.Surface:
    """Return a rug with its fringe and without shadow: 2 × 1 squares large, or 1 × 2 when `upright`.

    `pattern` is a name in PATTERNS. Different seeds give rugs that differ a little.
    """
    over = 2
    width, height = 2 * square_px * over, square_px * over
    fringe = max(1, round(square_px * FRINGE)) * over
    body = pygame.Rect(
        0, 0, width - 2 * fringe - round(square_px * 0.11 * over), height - round(square_px * 0.06) * over
    )
    body.center = (width // 2, height // 2)
    fine = square_px >= COARSE_BELOW_PX
    columns, rows = FINE if fine else COARSE
    knot = max(4, min(18, -(-body.width // columns)))
    woven = _weave(yarns, pattern, knot, columns, rows, seed, fine)
    surface = blank(width, height)
    put(surface, _fringe(yarns, width, height, body, fringe, seed), 0, 0)
    surface.blit(pygame.transform.smoothscale(woven, body.size), body)
    if upright:
        surface = pygame.transform.rotate(surface, 90)
        body = pygame.Rect(body.top, body.left, body.height, body.width)
        width, height = height, width
    put(surface, _folds(width, height, body, upright), 0, 0)
    return pygame.transform.smoothscale(surface, (width // over, height // over))


@sprite(kept=16)
def rug_shadow(square_px: int, upright: bool = False) -> pygame.Surface:
    """Return the soft shadow of a rug, larger than the rug. Draw its middle a little below and right of the rug's."""
    fringe = round(square_px * FRINGE)
    long, short = 2 * square_px - 2 * fringe - 4, square_px - round(square_px * 0.12)
    blur = max(1, round(square_px * 0.07))
    return shadow(short, long, 3, blur, 150) if upright else shadow(long, short, 3, blur, 150)


def lay(
    canvas: Canvas,
    x: float,
    y: float,
    square: float,
    yarns: Yarns,
    pattern: str,
    upright: bool = False,
    seed: int = 3,
    tilt: float = 0.0,
) -> None:
    """Draw a rug and its shadow with the top left square's corner at a design point; `tilt` is in degrees, at most
    about 1.
    """
    size = canvas.px(square)
    middle_x, middle_y = (x + square / 2, y + square) if upright else (x + square, y + square / 2)
    canvas.put_middle(rug_shadow(size, upright), middle_x + square * 0.02, middle_y + square * 0.04)
    woven = rug(yarns, pattern, size, upright, seed)
    canvas.put_middle(pygame.transform.rotozoom(woven, tilt, 1) if tilt else woven, middle_x, middle_y)


def lay_part(
    canvas: Canvas,
    x: float,
    y: float,
    square: float,
    yarns: Yarns,
    pattern: str,
    upright: bool,
    share: float,
    from_far: bool,
    opacity: float,
    seed: int,
) -> None:
    """Draw the unrolled `share` of a rug with its middle at a design point; `from_far` unrolls from the lower or right
    end.
    """
    size = canvas.px(square)
    left, top = canvas.pixel(x, y)
    for piece, aside in ((rug_shadow(size, upright), square * 0.03), (rug(yarns, pattern, size, upright, seed), 0.0)):
        drawn = faded(piece, opacity) if opacity < 1 else piece
        width, height = drawn.get_size()
        shown = (width, round(height * share)) if upright else (round(width * share), height)
        part = pygame.Rect((0, 0), shown)
        if from_far:
            part.bottomright = (width, height)
        place = (left - width // 2 + part.left + canvas.px(aside), top - height // 2 + part.top + canvas.px(aside))
        canvas.surface.blit(drawn, place, part, special_flags=PREMULTIPLIED)


@sprite(kept=64)
def rolled_rug(yarns: Yarns, length_px: int, thick_px: int, upright: bool = False) -> pygame.Surface:
    """Return a rolled-up rug seen from above: its back, with bands at the ends and the spiral of its edge."""
    back = [
        (0, darken(yarns.main, 0.25)),
        (0.28, lighten(yarns.main, 0.28)),
        (0.6, yarns.main),
        (1, darken(yarns.main, 0.55)),
    ]
    band = [(0, darken(yarns.cream, 0.2)), (0.3, yarns.cream), (1, darken(yarns.cream, 0.55))]
    edge = max(1.0, thick_px / 12)
    body = rect(edge / 2, edge / 2, length_px - edge, thick_px - edge, thick_px * 0.3, "url(#back)", OUTLINE, edge)
    for share in (0.10, 0.86):
        body += rect(length_px * share, edge, length_px * 0.04, thick_px - 2 * edge, 0, "url(#band)")
    for share in (0.17, 0.81):
        body += rect(length_px * share, edge, length_px * 0.02, thick_px - 2 * edge, 0, yarns.dark, fill_opacity=0.8)
    for x in (0.042 * length_px, length_px - 0.042 * length_px):
        body += circle(x, thick_px / 2, thick_px * 0.30, "none", INK, edge, stroke_opacity=0.45)
    drawn = svg(body, length_px, thick_px, defs=linear("back", back) + linear("band", band), oversample=3)
    return pygame.transform.rotate(drawn, 90) if upright else drawn


@sprite(kept=32)
def pattern_strip(yarns: Yarns, pattern: str, width_px: int, height_px: int) -> pygame.Surface:
    """Return an upright strip of a seat's cloth, for the edge of its panel."""
    knot = max(2, round(width_px / 8))
    columns, rows = -(-height_px // knot) // 2 * 2 + 1, max(5, round(width_px / knot) // 2 * 2 + 1)
    woven = _weave(yarns, pattern, 6, columns, rows, 3, fine=True)
    return pygame.transform.smoothscale(pygame.transform.rotate(woven, 90), (width_px, height_px))


@sprite(kept=64)
def pattern_wash(
    colour: Colour, pattern: str, width_px: int, height_px: int, radius_px: int = 0, from_right: bool = False
) -> pygame.Surface:
    """Return a background for a seat's panel: its colour and pattern, fading out across the panel so that text stays
    readable.
    """
    knot = max(2, round(height_px / 36))
    knots = PATTERNS[pattern].fine
    marks = []
    for column in range(-(-width_px // knot)):
        for row in range(-(-height_px // knot)):
            if knots(column - 20, row - 18) != MAIN:
                marks.append(f"M{column * knot} {row * knot}h{knot}v{knot}h{-knot}Z")
    start, end = (1, 0.25) if from_right else (0, 0.75)
    defs = linear("fade", [(0, colour, 0.34), (1, colour, 0)], start, 0, end, 0)
    body = rect(0, 0, width_px, height_px, 0, "url(#fade)")
    defs += linear(
        "marks",
        [(0, lighten(colour, 0.5), 0.20), (1, colour, 0)],
        start * width_px,
        0,
        end * width_px,
        0,
        user_units=True,
    )
    body += path("".join(marks), "url(#marks)")
    mask = svg(rect(0, 0, width_px, height_px, radius_px, WHITE), width_px, height_px)
    return clipped(svg(body, width_px, height_px, defs=defs), mask)
