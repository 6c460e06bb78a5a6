"""The column of building tools at the left edge, and their icons: what each tool draws, seen from above."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import pygame

from game.cabinets.rails.stage.cards.knobs import KeptCard, Knob
from game.cabinets.rails.stage.hand.gestures import TOOLS
from game.cabinets.rails.stage.person.play import Play
from game.engine.canvas import Box
from game.engine.colour import Colour
from game.engine.sprites import sprite
from game.engine.vector import circle, path, points, rect, svg
from game.engine.widgets.parts.tree import Column, Of

_BRASS: Final = "#F0BE62"
_DARK: Final = "#3A2418"
_SIDE, _GAP, _PAD = 46.0, 5.0, 6.0


def _track(data: str) -> str:
    """Return SVG code of a piece of track along an SVG path."""
    return path(data, "none", _DARK, 26) + path(data, "none", _BRASS, 16) + path(data, "none", _DARK, 8)


def _rail(ink: Colour) -> str:
    return _track("M8 78L40 78Q52 78 60 68L92 22")


def _line(ink: Colour) -> str:
    body = path("M18 76Q30 20 54 50T82 24", "none", ink, 7, stroke_dasharray="11 8")
    return body + circle(18, 78, 11, ink, _DARK, 4) + circle(82, 22, 11, ink, _DARK, 4)


def _double(ink: Colour) -> str:
    return _track("M8 34L92 34") + _track("M8 68L92 68")


def _signals(ink: Colour) -> str:
    body = path("M50 94L50 40", "none", _BRASS, 8)
    body += rect(32, 6, 36, 52, 12, _DARK, _BRASS, 5) + circle(50, 21, 8, "#FF5A4D") + circle(50, 43, 8, "#7FE8B0")
    return body


def _platforms(ink: Colour) -> str:
    return (
        rect(8, 18, 84, 20, 3, "#D8BE94", _DARK, 4)
        + _track("M6 52L94 52")
        + rect(8, 68, 84, 20, 3, "#D8BE94", _DARK, 4)
    )


def _span(ink: Colour) -> str:
    body = path("M6 70Q50 8 94 70", "none", _BRASS, 9) + path("M4 60L96 60", "none", ink, 9)
    return (
        body
        + path("M28 60L28 42M50 60L50 36M72 60L72 42", "none", _BRASS, 6)
        + path("M0 86Q16 78 32 86T64 86T98 86", "none", "#57C7D9", 7)
    )


def _road(ink: Colour) -> str:
    return path("M30 94L42 6L58 6L70 94Z", "#C7AB7A", _DARK, 4) + path(
        "M50 88L50 12", "none", "#FFF1C4", 6, stroke_dasharray="14 11"
    )


def _dock(ink: Colour) -> str:
    body = circle(50, 20, 10, "none", ink, 8) + path("M50 30L50 88M30 46L70 46", "none", ink, 9)
    return body + path("M16 58Q20 88 50 90Q80 88 84 58", "none", ink, 9)


def _blueprint(ink: Colour) -> str:
    body = rect(8, 12, 84, 76, 7, "#2D5E9E", "#A9D4FF", 5)
    return body + path("M20 60L40 60L56 38L82 38M20 72L82 72", "none", "#DDEEFF", 6)


def _clear(ink: Colour) -> str:
    return (
        path(points([(30, 80), (8, 58), (52, 14), (84, 46), (50, 80)]), ink, _DARK, 5)
        + path("M32 36L64 66", "none", _DARK, 6)
        + path("M20 90L92 90", "none", ink, 7)
    )


_DRAWN: Final = {
    "rail": _rail,
    "line": _line,
    "double": _double,
    "signals": _signals,
    "platforms": _platforms,
    "span": _span,
    "road": _road,
    "dock": _dock,
    "blueprint": _blueprint,
    "clear": _clear,
}


@sprite(kept=64)
def tool_sign(tool: str, size_px: int, ink: Colour) -> pygame.Surface:
    """Return the icon of a building tool, `size_px` pixels wide and high."""
    return svg(_DRAWN[tool](ink), size_px, size_px, box=(0, 0, 100, 100), oversample=3)


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
        if self.stays(self.play.plays, self.play.builder.tool, box):
            return
        if self.play.plays:
            tools = [Of(self._knob(place, tool), high=_SIDE) for place, tool in enumerate(TOOLS)]
            self.stand(box, Column(*tools, gap=_GAP), pad=_PAD)
        else:
            self.hide()

    def _knob(self, place: int, tool: str) -> Knob:
        press, sign, lit = partial(self._take, place), partial(tool_sign, tool), self.play.builder.tool == tool
        tip, mark = self.line(f"tool.{tool}"), str((place + 1) % 10)
        return Knob(self.style, f"tool.{tool}", press, sign=sign, lit=lit, mark=mark, tip=tip)
