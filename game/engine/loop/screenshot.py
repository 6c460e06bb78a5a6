"""A scene as a picture, drawn without a window under a fake clock."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.engine.clock import FakeClock
from game.engine.loop.app import App
from game.engine.loop.pace import FRAMES_PER_SECOND
from game.engine.loop.window import Sheet
from game.engine.scene import Context, Scene
from game.ground.settings import Settings


def picture(
    make_scene: Callable[[Context], Scene],
    size: tuple[int, int],
    settings: Settings,
    seconds: float = 1.0,
    then: Callable[[App], None] | None = None,
) -> pygame.Surface:
    """Return a picture of a scene `seconds` after it has faded in, `size` pixels large.

    It runs in the same loop as in a window, but without sound and without saving settings. `then` may drive the App on
    (its `step` takes events) before the last frame is drawn.
    """
    app = App(settings, Sheet(size), FakeClock(), audible=False, keeps_settings=False)
    try:
        app.start(make_scene(app.context))
        app.step([], draw=False)
        while app.context.stack.fading:
            app.step([], draw=False)
        for _ in range(round(seconds * FRAMES_PER_SECOND)):
            app.step([], draw=False)
        if then:
            then(app)
        app.step([])
        return app.screen.surface.copy()
    finally:
        app.close()
