"""The column of building tools at the left edge."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.cabinets.rails.stage.cards.knobs import KeptCard, Knob
from game.cabinets.rails.stage.cards.signs import tool_sign
from game.cabinets.rails.stage.hand.gestures import TOOLS
from game.cabinets.rails.stage.person.play import Play
from game.engine.canvas import Box
from game.engine.widgets.parts.tree import Column, Of

_SIDE, _GAP, _PAD = 46.0, 5.0, 6.0


class Toolbox(KeptCard):
    """A card with a knob for each building tool, marked with its key."""

    def __init__(self, play: Play, take: Callable[[int], None]) -> None:
        """Take the person's play and `take`, which takes up a tool by its index and drops a drag under way."""
        super().__init__(play.surroundings)
        self.play = play
        self._take = take

    def fit(self, left: float, top: float, bottom: float) -> None:
        """Place the card at the left, in the middle between `top` and `bottom`."""
        high = len(TOOLS) * (_SIDE + _GAP) - _GAP + 2 * _PAD
        box = Box(left, top + max(0.0, (bottom - top - high) / 2), _SIDE + 2 * _PAD, high)
        if self.stays(self.play.may_build, self.play.builder.tool, box):
            return
        if self.play.may_build:
            tools = [Of(self._knob(place, tool), high=_SIDE) for place, tool in enumerate(TOOLS)]
            self.stand(box, Column(*tools, gap=_GAP), pad=_PAD)
        else:
            self.hide()

    def _knob(self, place: int, tool: str) -> Knob:
        press, sign, lit = partial(self._take, place), partial(tool_sign, tool), self.play.builder.tool == tool
        tip, mark = self.line(f"tool.{tool}"), str((place + 1) % 10)
        return Knob(self.style, f"tool.{tool}", press, sign=sign, lit=lit, mark=mark, tip=tip)
