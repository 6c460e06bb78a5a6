"""A team's banner in a paper frame: the picture that the team brought, or one drawn in the team's colours."""

from __future__ import annotations

import io

import pygame

from game.cabinets.slime.rules import Heading
from game.cabinets.slime.stage.slime import slime
from game.cabinets.slime.stage.tones import land_tones
from game.engine.canvas import Box, Canvas
from game.engine.colour import INK, PAPER, WHITE, Colour, mix
from game.engine.light import drop_shadow
from game.engine.linework import patterned
from game.engine.ornament import khatam
from game.engine.sprites import blank, clipped, put, put_middle, sprite
from game.engine.stage import Look
from game.engine.vector import radial, rect, svg

_FRAME = 0.045
"""Width of the paper frame, and below it the radius of its corners, as shares of the banner's side."""
_CORNER = 0.11


def draw_banner(canvas: Canvas, team: int, look: Look, box: Box) -> None:
    side = canvas.px(min(box.width, box.height))
    drop_shadow(canvas, box, box.width * _CORNER, box.width * 0.08, 120, box.width * 0.03)
    canvas.put_middle(_framed(team, look.colour, look.pattern, look.banner, side), box.centerx, box.centery)


@sprite(kept=12)
def _framed(team: int, colour: Colour, pattern: str, file: bytes | None, side_px: int) -> pygame.Surface:
    frame = max(2, round(side_px * _FRAME))
    corner = side_px * _CORNER
    made = svg(rect(0, 0, side_px, side_px, corner, PAPER), side_px, side_px).copy()
    inner = side_px - 2 * frame
    ground = _ground(colour, pattern, inner).copy()
    picture = _opened(file, inner) if file is not None else None
    if picture is not None:
        ground.fill(INK)
        put_middle(ground, picture, inner // 2, inner // 2)
    else:
        _put_slime(ground, team, colour, pattern)
    mask = svg(rect(0, 0, inner, inner, corner - frame / 2, WHITE), inner, inner)
    put(made, clipped(ground, mask), frame, frame)
    return made


def _opened(file: bytes, side_px: int) -> pygame.Surface | None:
    """Load a PNG file, scaled to fit a square of `side_px`; None where it holds no picture."""
    try:
        read = pygame.image.load(io.BytesIO(file), "banner.png")
    except pygame.error:
        return None
    whole = blank(*read.get_size())
    whole.blit(read, (0, 0))
    share = side_px / max(whole.get_size())
    size = tuple(max(1, round(length * share)) for length in whole.get_size())
    return pygame.transform.smoothscale(whole.premul_alpha(), size)


def _ground(colour: Colour, pattern: str, side_px: int) -> pygame.Surface:
    """Paint the ground of a drawn banner: the team's land under a star of tiles."""
    tones = land_tones(colour)
    defs = radial("light", [(0, tones.light), (0.62, tones.body), (1, tones.rim)], 50, 42, 72, user_units=True)
    made = svg(rect(0, 0, 100, 100, 0, "url(#light)"), side_px, side_px, defs=defs, box=(0, 0, 100, 100)).copy()
    put(made, patterned(pattern, side_px, side_px, max(6, side_px // 5), tones.mark, 0.22), 0, 0)
    star = khatam(round(side_px * 0.86), mix(tones.shore, INK, 0.25), mix(tones.light, PAPER, 0.5))
    put_middle(made, star, side_px // 2, side_px // 2)
    return made


def _put_slime(ground: pygame.Surface, team: int, colour: Colour, pattern: str) -> None:
    side = ground.get_width()
    drawn = slime(team, Heading.DOWN, round(side * 0.52), round(side * 0.58), colour, pattern)
    put_middle(ground, drawn, side // 2, side // 2)
