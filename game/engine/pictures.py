"""Pictures of what is drawn: files, and scenes drawn without a window."""

from __future__ import annotations

import io
from pathlib import Path

import pygame

from game import files


def write_png(surface: pygame.Surface, path: Path) -> None:
    """Keep a surface as a PNG file. Raises OSError, leaving an older file as it was."""
    buffer = io.BytesIO()
    pygame.image.save(surface, buffer, "picture.png")
    files.write_whole(path, buffer.getvalue())
