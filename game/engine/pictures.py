"""Writing pictures to files."""

from __future__ import annotations

import io
from pathlib import Path

import pygame

from game.ground import files


def write_png(surface: pygame.Surface, path: Path) -> None:
    """Write a surface to a PNG file. Raises OSError and then leaves an older file unchanged."""
    buffer = io.BytesIO()
    pygame.image.save(surface, buffer, "picture.png")
    files.write_whole(path, buffer.getvalue())
