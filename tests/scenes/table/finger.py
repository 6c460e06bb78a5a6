"""A finger on the board of the table in sight, by what SDL tells of one."""

from __future__ import annotations

import pygame

from game.engine.canvas import Box
from game.scenes.table.scene import TableScene
from tests.scenes.scene_driver import Driver


def finger(driver: Driver, kind: int, x: float, y: float) -> None:
    """Lay a finger on a point of the stage, move it there, or lift it: `kind` is that of a mouse's event in pygame."""
    table = driver.top
    assert isinstance(table, TableScene)
    place = driver.context.canvas.pixel(*table.board.outside(Box(x, y, 0, 0)).topleft)
    driver.app.step([pygame.Event(kind, pos=place, button=1, touch=True)])


def touch(driver: Driver, x: float, y: float) -> None:
    """Tap a point of the stage."""
    for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        finger(driver, kind, x, y)
