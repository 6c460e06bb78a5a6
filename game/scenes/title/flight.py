"""The flight from the street into a stall."""

from __future__ import annotations

import pygame

from game.engine.canvas import Box, Canvas
from game.engine.light import veil


def draw_flight(canvas: Canvas, picture: pygame.Surface, screen: Box, share: float) -> None:
    """Enlarge a picture of the street, as large as the canvas, around the stall's screen, until with a `share` of 1 the
    screen fills it.
    """
    whole = pygame.FRect(picture.get_rect())
    goal = pygame.FRect(canvas.pixels(screen))
    grown = max(goal.width, goal.height * whole.width / whole.height)
    target = pygame.FRect(0, 0, grown, grown * whole.height / whole.width)
    target.center = goal.center
    part = pygame.Rect(
        round(whole.left + (target.left - whole.left) * share),
        round(whole.top + (target.top - whole.top) * share),
        max(1, round(whole.width + (target.width - whole.width) * share)),
        max(1, round(whole.height + (target.height - whole.height) * share)),
    ).clip(picture.get_rect())
    pygame.transform.smoothscale(picture.subsurface(part), canvas.surface.get_size(), canvas.surface)
    veil(canvas, 0.75 * share * share, "#14122B")
