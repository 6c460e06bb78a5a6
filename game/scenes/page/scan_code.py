"""A QR code on paper, which a phone's camera reads from the other side of the room."""

from __future__ import annotations

from functools import lru_cache

import pygame

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.ornament import SHEET
from game.engine.widgets.parts import faces


def draw_scan_code(canvas: Canvas, box: Box, text: str) -> None:
    """Draw a QR code (ISO/IEC 18004) within a sheet of paper, each of its squares a whole number of pixels."""
    faces.draw_face(canvas, box, SHEET, theme.CORNER)
    area = canvas.pixels(box)
    picture = _scan_code(text, area.width - canvas.px(theme.CORNER))  # the paper's corners stay in sight
    left, top = area.centerx - picture.get_width() // 2, area.centery - picture.get_height() // 2
    canvas.lay(picture, (left, top), 0)


@lru_cache(maxsize=8)
def _scan_code(text: str, pixels: int) -> pygame.Surface:
    """Render the QR code with its quiet zone of four squares, at most `pixels` wide."""
    import segno

    rows = [list(row) for row in segno.make(text, error="m", micro=False).matrix_iter(border=4)]
    side = max(1, pixels // len(rows))
    picture = pygame.Surface((len(rows), len(rows)))
    picture.fill("#FFFFFF")
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            if dark:
                picture.set_at((x, y), "#000000")
    return pygame.transform.scale(picture, (side * len(rows), side * len(rows)))
