"""A progress bar."""

from __future__ import annotations

from game.engine.canvas import Box, Canvas
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.style import Style

_HEIGHT = 14.0


class ProgressBar(Widget):
    def __init__(self, style: Style) -> None:
        super().__init__(style)
        self.share = 0.0
        """Share of the work that is done, 0 to 1."""

    def natural_height(self, width: float) -> float:
        return self.style.typeface.grown(_HEIGHT)

    def path_at(self, x: float, y: float) -> tuple[Widget, ...]:
        """Return (): a progress bar takes no pointer."""
        return ()

    def draw(self, canvas: Canvas) -> None:
        """Draw the bar, filled up to its share."""
        draw_progress(canvas, self.box, self.share)


def draw_progress(canvas: Canvas, box: Box, share: float) -> None:
    """Draw a bar that is filled up to a share of 0 to 1."""
    faces.draw_face(canvas, box, faces.TRACK, box.height / 2)
    wide = box.width * max(0.0, min(1.0, share))
    if wide >= box.height:
        faces.draw_face(canvas, Box(box.left, box.top, wide, box.height), faces.FILLED, box.height / 2)
