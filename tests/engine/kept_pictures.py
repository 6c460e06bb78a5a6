"""Pictures that tests keep where one may look at them."""

from __future__ import annotations

from pathlib import Path

import pygame

from game.engine.canvas import Canvas


def save(canvas: Canvas, folder: Path | None, name: str) -> None:
    """Keep the picture where one may look at it."""
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        pygame.image.save(canvas.surface, str(folder / f"{name}.png"))
