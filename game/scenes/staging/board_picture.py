"""Pictures of a board alone, one view after another, without a window: for training bots on pixels."""

from __future__ import annotations

import os
from typing import Any

from game.cabinets.stages import STAGES
from game.core.cabinet import Cabinet
from game.engine.canvas import Canvas
from game.engine.clock import FakeClock
from game.engine.loop.app import App
from game.engine.loop.window import Sheet
from game.engine.scene import Context, Scene
from game.engine.stage import Stage
from game.engine.widgets.parts.style import Style
from game.ground.settings import Settings
from game.scenes.feeds.feed import SeatInfo
from game.scenes.staging.stills import still_surroundings

SIZE = (960, 540)
"""Width and height of a picture in pixels."""


class _Board(Scene):
    """A scene whose stage fills the picture."""

    def __init__(self, context: Context, stage: Stage[Any, Any]) -> None:
        super().__init__(context)
        self.stage = stage

    def draw(self, canvas: Canvas) -> None:
        """Draw the board at rest."""
        self.stage.draw(canvas.within(canvas.bounds, self.stage.width, self.stage.height))


class BoardPainter:
    """Draws the board of one match. Must be closed: it holds what a window would hold."""

    def __init__(self, cabinet: Cabinet, seats: int, options: Any, brief: Any) -> None:
        """`brief`: the brief of the viewer whose views are drawn."""
        os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
        self._app = App(Settings(), Sheet(SIZE), FakeClock(), audible=False, keeps_settings=False)
        context = self._app.context
        seated = [SeatInfo(f"{seat + 1}") for seat in range(seats)]
        surroundings = still_surroundings(Style.of(context), context.settings, seated, options, brief)
        self._stage = STAGES[cabinet.id](surroundings)
        self._begun = False

    def paint(self, view: Any) -> bytes:
        """Return the picture of a view: red, green and blue of each pixel, row by row."""
        import pygame

        self._stage.reset(view)
        if not self._begun:
            self._app.start(_Board(self._app.context, self._stage))
            self._begun = True
        self._app.step([])
        while self._app.context.stack.fading:
            self._app.step([])
        return pygame.image.tobytes(self._app.screen.surface, "RGB")

    def close(self) -> None:
        """Release what the painter holds."""
        self._app.close()
