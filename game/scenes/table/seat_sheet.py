"""A seat's panel shown large, by a tap on the small one of an upright table: who plays, and what the seat has."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from game.core.rules import Seat
from game.engine.canvas import Box, Canvas
from game.engine.input import InputEvent, PointerPressed
from game.engine.light import veil
from game.engine.scene import Context
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.button import Pressable
from game.engine.widgets.parts.style import Style
from game.scenes.page.overlay import OverlayScene
from game.scenes.table.widgets.panels import SeatPanel

HIGH = 208.0
"""Height of the sheet at the usual text size."""
_SIDE = 8.0


class PanelTap(Pressable):
    """The place of a small panel, which a tap opens; keys have no need of it."""

    focusable = False

    def __init__(self, style: Style, box: Box, seat: Seat, on_tap: Callable[[Seat], None]) -> None:
        super().__init__(style, box, on_press=lambda: on_tap(seat))


class SeatSheet(OverlayScene):
    """Shows the panel of a seat until anything is pressed; what the stage tells of the seat stays in sight below."""

    dim = 0.15

    def __init__(
        self,
        context: Context,
        panel: SeatPanel,
        top: float,
        draw: Callable[[Canvas, SeatPanel], None],
        on_close: Callable[[], None],
    ) -> None:
        """`panel`: the small one. `top`: where the sheet begins. `draw` draws a panel of this seat with its content."""
        super().__init__(context)
        self._small, self._top, self._draw, self._on_close = panel, top, draw, on_close
        self.panel = panel

    def build(self) -> Iterable[Widget]:
        high = self.style.typeface.grown(HIGH)
        self.panel = self._small.large(Box(_SIDE, self._top, self.design.width - 2 * _SIDE, high))
        return ()

    def first(self) -> Widget | None:
        return None

    def leave(self) -> None:
        self._on_close()

    def handle(self, event: InputEvent) -> None:
        if isinstance(event, PointerPressed) and event.button == 1:
            self.put_away()
        else:
            super().handle(event)

    def draw(self, canvas: Canvas) -> None:
        veil(canvas, self.dim)
        self._draw(canvas, self.panel)
