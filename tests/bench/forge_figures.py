"""Draws the figures of the chapter as docs/forge.md shows them: `python -m tests.bench.forge_figures FOLDER`.

A figure of several steps is one picture of them in reading order.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from game.cabinets.workshop.scenes.desk import Desk
from game.cabinets.workshop.scenes.pane import neighbourhood
from game.core.forge.methods.registry import METHODS
from game.core.forge.model.method import Preset
from game.engine.canvas import Box, Canvas
from game.engine.light import opaque
from game.engine.pictures import write_png
from game.engine.text import Typeface

WIDE = 640
"""Pixels across of a figure, at the most."""
COLUMNS = 3
_GAP = 6


def figure(method: str, preset: Preset) -> pygame.Surface:
    """The level of a preset, or its steps side by side."""
    desk = Desk(Typeface(), method, 1)
    desk.take_preset(method, preset)
    if method == "caves" and preset.figure == "3.8":
        return _neighbourhoods(desk)
    stops = preset.stops or (len(desk.steps),)
    columns = min(COLUMNS, len(stops)) if preset.stops and preset.width < 2 * preset.height else 1
    side = max(2, min(16, (WIDE // columns) // preset.width))
    wide, high = preset.width * side + 8, preset.height * side + 8
    rows = -(-len(stops) // columns)
    sheet = opaque(columns * (wide + _GAP) - _GAP, rows * (high + _GAP) - _GAP)
    for number, stop in enumerate(stops):
        desk.player.seek(stop)
        desk.show_step()
        desk.view.update(1.0)
        part = opaque(wide, high)
        desk.view.framed = False
        desk.view.place(Box(0, 0, wide, high))
        desk.view.fit()
        desk.view.draw(Canvas(part, 1.0))
        sheet.blit(part, (number % columns * (wide + _GAP), number // columns * (high + _GAP)))
    return sheet


def _neighbourhoods(desk: Desk) -> pygame.Surface:
    """Both of them, of reach 1 and 2."""
    desk.player.seek(1)
    desk.show_step()
    desk.view.framed = False
    sheet = opaque(WIDE, WIDE // 4)
    side = WIDE // 4 - _GAP
    for number, (hood, reach) in enumerate((("moore", 1), ("neumann", 1), ("moore", 2), ("neumann", 2))):
        desk.view.marked = neighbourhood({"hood": hood, "M": reach}, (12, 8))
        desk.view.pointed = (12, 8)
        part = opaque(side, side)
        desk.view.place(Box(0, 0, side, side))
        desk.view.draw(Canvas(part, 1.0))
        camera = desk.view.camera
        camera.zoom, camera.middle, camera.taken = 16, (12.5, 8.5), True
        desk.view.update(1.0)
        desk.view.draw(Canvas(part, 1.0))
        sheet.blit(part, (number * (side + _GAP), 0))
    return sheet


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    for method in METHODS.values():
        for preset in method.presets:
            if preset.figure:
                path = folder / f"{preset.figure.removeprefix('§')}-{method.id}-{preset.name}.png"
                write_png(figure(method.id, preset), path)
                print(path, f"{path.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main()
