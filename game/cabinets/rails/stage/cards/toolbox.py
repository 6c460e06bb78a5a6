"""The column of building tools at the left edge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from game.cabinets.rails.stage.cards.knobs import CORNER, Card, Hover, KeptPicture, Knob, draw_knob, led_to
from game.cabinets.rails.stage.cards.signs import tool_sign
from game.cabinets.rails.stage.hand.gestures import TOOLS
from game.cabinets.rails.stage.person.play import Play
from game.engine.canvas import Box, Canvas
from game.engine.light import drop_shadow
from game.kit.drawing.sheet import draw_sheet

_SIDE, _GAP, _PAD = 46.0, 5.0, 6.0


class Toolbox(Card):
    """A card with a knob for each building tool, marked with its key."""

    def __init__(self, play: Play, take: Callable[[int], None]) -> None:
        """Take the person's play and `take`, which takes up a tool by its index and drops a drag under way."""
        super().__init__(play.surroundings)
        self.play = play
        self._take = take
        self._picture = KeptPicture()

    def lay(self, left: float, top: float, bottom: float) -> None:
        """Place the card at the left, in the middle between `top` and `bottom`."""
        if not self.play.may_build:
            self.box = Box(0, 0, 0, 0)
            return
        high = len(TOOLS) * (_SIDE + _GAP) - _GAP + 2 * _PAD
        self.box = Box(left, top + max(0.0, (bottom - top - high) / 2), _SIDE + 2 * _PAD, high)

    def knobs(self) -> Sequence[Knob]:
        box, found = self.box, []
        for place, tool in enumerate(TOOLS):
            area = Box(box.left + _PAD, box.top + _PAD + place * (_SIDE + _GAP), _SIDE, _SIDE)
            sign = partial(tool_sign, tool)
            found.append(
                Knob(
                    f"tool.{tool}",
                    area,
                    partial(self._take, place),
                    sign=sign,
                    lit=self.play.builder.tool == tool,
                    mark=str((place + 1) % 10),
                    tip=self.line(f"tool.{tool}"),
                )
            )
        return found

    def draw(self, canvas: Canvas, hover: Hover) -> None:
        drop_shadow(canvas, self.box, CORNER, 6, 120, 3)
        knobs = self.knobs()
        key = self.play.builder.tool, led_to(knobs, hover), self.typeface
        self._picture.draw(canvas, self.box, key, partial(self._paint, knobs, hover))

    def _paint(self, knobs: Sequence[Knob], hover: Hover, canvas: Canvas) -> None:
        draw_sheet(canvas, self.box, CORNER)
        for knob in knobs:
            draw_knob(canvas, self.typeface, knob, hover)
