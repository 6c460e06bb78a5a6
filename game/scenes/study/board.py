"""A board on which every spot may be pressed, whatever the rules say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.engine.canvas import Box, Canvas
from game.engine.input import (
    Command,
    CommandName,
    InputEvent,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    translated,
)
from game.engine.sprites import faded
from game.engine.widgets.parts.style import Style
from game.kit import marks
from game.kit.board import GHOST, BoardStage
from game.kit.choosing import Chooser
from game.kit.layout import ARROWS, Layout
from game.kit.pieces import Piece
from game.scenes.table.widgets.board import BoardWidget


class EditorBoard(BoardWidget):
    """Shows a position to paint on: the first pointer button paints, the other one wipes; both may be dragged."""

    def __init__(
        self, style: Style, box: Box, stage: BoardStage[Any, Any, int], on_spot: Callable[[int, bool], None]
    ) -> None:
        """`on_spot` is called with a spot and whether to paint it (True) or wipe it."""
        super().__init__(style, box, stage, lambda: None)
        self.picture = stage
        self.brush: Piece | None = None
        """The piece that would be painted at the pointer; None while wiping."""
        self._on_spot = on_spot
        self._painting: bool | None = None
        """Whether the held pointer button paints (True) or wipes; None while none is held."""
        self._last: int | None = None
        self._by_keys = False
        self.chooser: Chooser[int, int] = Chooser(Layout({}), {})

    def show(self, view: Any) -> None:
        """Show another position."""
        focus = self.chooser.focus
        self.picture.reset(view)
        layout = self.picture.layout(view)
        self.chooser = Chooser(layout, {(key,): key for key in layout.keys if isinstance(key, int)})
        self.chooser.focus = focus if focus in layout.keys else None

    def handle(self, event: InputEvent) -> bool:
        inside = translated(event, self.box, self.stage.width, self.stage.height)
        match inside:
            case PointerPressed(x, y, button=button) if button in (1, 3):
                self._painting, self._last, self._by_keys = button == 1, None, False
                self._draw_at(x, y)
            case PointerMoved(x, y):
                self._by_keys = False
                self._draw_at(x, y)
            case PointerReleased():
                self._painting = None
            case Command(CommandName.CONFIRM, repeated=False) if self.chooser.focus is not None:
                self._on_spot(self.chooser.focus, True)
            case Command(name) if name in ARROWS or name is CommandName.CONFIRM:
                self._by_keys = True
                if self.chooser.focus is None:
                    self.chooser.focus = sorted(self.chooser.targets)[len(self.chooser.targets) // 2]
                else:
                    self.chooser.handle(event)
            case _:
                return False
        return True

    def _draw_at(self, x: float, y: float) -> None:
        self.chooser.point(x, y)
        spot = self.chooser.focus
        if self._painting is not None and spot is not None and spot != self._last:
            self._last = spot
            self._on_spot(spot, self._painting)

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if not self.hovered and not self._by_keys:
            self.chooser.focus = None

    def draw(self, canvas: Canvas) -> None:
        """Draw the position, and the piece that a press would place on the focused spot."""
        canvas = self.canvas_for(canvas)
        self.picture.draw(canvas)
        focus = self.chooser.focus
        if focus is None:
            return
        spot = self.chooser.layout.spots[focus]
        if self.brush is not None and focus not in (self.picture.picture or ()):
            size = canvas.px(min(spot.size) * self.picture.piece_size)
            canvas.put_middle(faded(self.picture.sprite_of(self.brush, size), GHOST), *spot.middle)
        marks.focus(canvas, spot)

    def draw_focus(self, canvas: Canvas) -> None:
        """Draw a focus ring only while no spot is focused: a focused spot is marked already."""
        if self.chooser.focus is None:
            super().draw_focus(canvas)
