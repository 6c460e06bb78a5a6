"""Sprites of runners: a small round lantern-bearer with a scarf in its seat's colour."""

from __future__ import annotations

from typing import Any

import pygame

from game.cabinets.rooftops.stage.camera import looks_left
from game.core.forge.physics import numbers as n
from game.engine.colour import INK, OUTLINE, PAPER, darken, lighten, rgb
from game.engine.ornament import badge
from game.engine.sprites import blank, faded, put_middle, sprite
from game.engine.vector import circle, ellipse, path, radial, rect, svg
from game.kit.levels.things import thing

STAND, RUN_ONE, RUN_TWO, RISE, SINK, CLIMB, LIE = range(7)
STRIDE = 5
"""Number of ticks of one step."""
SIGN, SIGN_LEAST_PX = 0.62, 13
"""Width of the sign above a runner's head, in squares, and its least width in pixels."""
SIGN_SHARE = 85
"""Opacity of a pale runner's sign, in percent."""
_FEET = {
    STAND: ((6, 0), (14, 0)),
    RUN_ONE: ((2, -2), (17, 0)),
    RUN_TWO: ((9, 0), (11, -3)),
    RISE: ((5, -1), (13, -4)),
    SINK: ((4, -3), (16, -3)),
    CLIMB: ((6, 0), (14, -4)),
    LIE: ((4, -6), (16, -7)),
}
_RIM = 150
"""Opacity of the rim around dangerous things, out of 255."""
_SCARF = {
    STAND: "M4 13 C1 14 0 17 1 20",
    RUN_ONE: "M4 13 C0 12 -3 14 -5 12",
    RUN_TWO: "M4 13 C0 14 -3 12 -5 15",
    RISE: "M4 13 C1 16 -1 19 -3 22",
    SINK: "M4 13 C1 9 -1 7 -3 4",
    CLIMB: "M4 13 C1 14 0 17 1 20",
    LIE: "M4 13 C1 16 -2 17 -4 20",
}
"""SVG paths of the scarf, blown back, up or down, for a runner that faces right."""


def pose_of(numbers: Any) -> int:
    """Return the pose in which a runner is drawn."""
    if numbers[n.DEAD]:
        return LIE
    if numbers[n.ON_LADDER]:
        return CLIMB if int(numbers[n.Y]) // 48 % 2 else STAND
    if not numbers[n.GROUND]:
        return RISE if numbers[n.SPEED_Y] < 0 else SINK
    if abs(numbers[n.SPEED_X]) < 4:
        return STAND
    return RUN_ONE if int(numbers[n.CLOCK]) // STRIDE % 2 else RUN_TWO


@sprite(kept=256)
def runner(colour: str, pose: int, left: bool, width_px: int, height_px: int) -> pygame.Surface:
    """Return a runner of this width and height, its feet on the lower edge."""
    fills = radial("glow", [(0, lighten(colour, 0.6)), (0.65, colour), (1, darken(colour, 0.45))], 0.45, 0.35, 0.75)
    feet = "".join(ellipse(x, 25 + y, 3.4, 2.4, darken(colour, 0.6), OUTLINE, 1) for x, y in _FEET[pose])
    scarf = path(_SCARF[pose], "none", OUTLINE, 5.4) + path(_SCARF[pose], "none", lighten(colour, 0.3), 3.4)
    body = rect(2.5, 5, 15, 19, 7, "url(#glow)", OUTLINE, 1.5) + rect(
        3, 12, 14, 3.6, 1.6, lighten(colour, 0.3), INK, 0.6
    )
    fez = path("M5 6 L6.4 0.6 H13.6 L15 6 Z", "#B3244A", OUTLINE, 1.2) + path(
        "M12 1 C16 1 16 4 17 5", "none", "#F2B134", 1
    )
    if pose == LIE:
        crosses = "M10 8.4 l3 2.6 m0 -2.6 l-3 2.6 M14.4 8.4 l2.4 2.6 m0 -2.6 l-2.4 2.6"
        eyes = path(crosses, "none", INK, 1.1)
    else:
        eyes = (
            circle(12, 9.6, 2, PAPER)
            + circle(16, 9.6, 1.7, PAPER)
            + circle(12.6, 9.8, 1, INK)
            + circle(16.4, 9.8, 0.9, INK)
        )
    made = svg(scarf + feet + body + fez + eyes, width_px, height_px, defs=fills, box=(-6, 0, 30, 27.4))
    return pygame.transform.flip(made, True, False) if left else made


@sprite(kept=256)
def pale_runner(colour: str, pose: int, left: bool, width_px: int, height_px: int, share: int) -> pygame.Surface:
    """Return another seat's runner, drawn with an opacity of `share` percent."""
    return faded(runner(colour, pose, left, width_px, height_px), share / 100)


@sprite(kept=256)
def sign(shape: str, colour: str, size_px: int, share: int = 100) -> pygame.Surface:
    """Return a seat's shape, pale with a dark edge, which tells runners apart without colour."""
    made = badge(shape, lighten(colour, 0.5), size_px, INK)
    return faded(made, share / 100) if share < 100 else made


@sprite(kept=64)
def danger(kind: str, size_px: int) -> pygame.Surface:
    """Return a dangerous thing with a pale rim, so that it stands out from the town behind it even without colour."""
    drawn = thing(kind, size_px)
    made = blank(*drawn.get_size())
    wide = max(1, size_px // 24)
    red, green, blue = (part * _RIM // 255 for part in rgb(PAPER))
    mask = pygame.mask.from_surface(drawn, 96)
    rim = mask.to_surface(setcolor=(red, green, blue, _RIM), unsetcolor=(0, 0, 0, 0))
    for x, y in ((-wide, 0), (wide, 0), (0, -wide), (0, wide), (-wide, -wide), (wide, -wide), (-wide, wide)):
        made.blit(rim, (x, y), special_flags=pygame.BLEND_PREMULTIPLIED)
    made.blit(drawn, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
    return made


@sprite(kept=64)
def dart(width_px: int, height_px: int, left: bool) -> pygame.Surface:
    """Return a dart, which a cannon shoots."""
    body = path("M0 4 L8 0 H26 V8 H8 Z", PAPER, INK, 1.4) + path("M26 1 L31 -2 M26 7 L31 10", "none", "#F78C96", 2.4)
    made = svg(body, width_px, height_px, box=(-1, -2, 34, 12))
    return made if left else pygame.transform.flip(made, True, False)


def put_runner(
    surface: pygame.Surface,
    numbers: Any,
    colour: str,
    foot: tuple[int, int],
    size_px: int,
    *,
    shape: str = "",
    squash: bool = False,
    share: int = 100,
) -> None:
    """Draw a runner with the middle of its feet at a pixel; `size_px` is the size of a square.

    `shape` is the sign above its head, drawn if several run.
    """
    wide, high = size_px * 1.25, size_px * 1.14
    if squash:
        wide, high = wide * 1.2, high * 0.8
    elif numbers[n.SPEED_Y] < -56 and not numbers[n.GROUND]:
        wide, high = wide * 0.9, high * 1.12
    key = (colour, pose_of(numbers), looks_left(numbers), max(4, round(wide)), max(4, round(high)))
    made = runner(*key) if share >= 100 else pale_runner(*key, share)
    surface.blit(
        made, (foot[0] - made.get_width() // 2, foot[1] - made.get_height()), special_flags=pygame.BLEND_PREMULTIPLIED
    )
    if shape:
        side = sign_px(size_px)
        shown = sign(shape, colour, side, max(share, SIGN_SHARE))
        put_middle(surface, shown, foot[0], foot[1] - made.get_height() - side * 0.45)


def height_px(size_px: int) -> int:
    """Return the height in pixels of a runner and its sign together, for squares of this size."""
    return round(1.14 * size_px + 0.9 * sign_px(size_px))


def sign_px(size_px: int) -> int:
    """Return the width in pixels of the sign above a runner's head, for squares of this size."""
    return max(SIGN_LEAST_PX, round(size_px * SIGN))
