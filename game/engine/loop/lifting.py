"""A window that a keyboard on the screen made low: the upright scene keeps its size, and is lifted until what is
written stands above the keyboard.
"""

from __future__ import annotations

from game.engine.canvas import Box, Canvas, Frame, upright_frame

_LEAST, _MOST = 0.25, 0.85
"""Shares of a window's height that a keyboard may leave; what leaves more, or less, is a window of another shape."""
_ABOVE, _BELOW = 64.0, 24.0
"""What is shown above and below the place of what is written, in design units."""


class Lifting:
    """Knows the window as it was before the keyboard came."""

    def __init__(self) -> None:
        self._whole: tuple[int, int] | None = None
        self.lifted = False
        """Whether a keyboard covers part of the scene now."""

    def frame_of(self, size: tuple[int, int], *, writes: bool) -> Frame | None:
        """Return the upright frame of a window of this size; None for none. `writes`: whether a person writes there
        without keys of their own, so that a lower window is one with a keyboard before it.
        """
        whole = self._whole
        if whole is not None and size[0] == whole[0] and _LEAST * whole[1] <= size[1] <= _MOST * whole[1]:
            self.lifted = self.lifted or writes
        else:
            self.lifted = False
        if not self.lifted:
            self._whole = size
        assert self._whole is not None
        return upright_frame(*self._whole)

    def canvas_of(self, canvas: Canvas, frame: Frame) -> Canvas:
        """Return the canvas of a lifted scene: as wide as the window, and at first with its foot in sight."""
        width, height = canvas.size
        scale = width / frame.width
        return canvas.placed(scale, (0.0, min(0.0, height - frame.height * scale)))

    def follow(self, canvas: Canvas, frame: Frame, written: Box | None) -> None:
        """Lift the scene so far that the place of what is written is in sight; it stays where nothing is written."""
        if written is None:
            return
        high, scale = canvas.size[1], canvas.scale
        lowest = min(0.0, high - frame.height * scale)
        top, foot = -(written.top - _ABOVE) * scale, high - (written.bottom + _BELOW) * scale
        canvas.origin = canvas.origin[0], max(lowest, min(0.0, max(top, foot)))
