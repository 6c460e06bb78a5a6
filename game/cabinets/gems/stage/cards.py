"""Cards as they lie on the table: cost, points, and how many tokens the viewer's seat lacks."""

from __future__ import annotations

import math
from functools import cache
from typing import Final, NamedTuple

import pygame

from game.cabinets.gems.cards import CARD_OF
from game.cabinets.gems.stage import art
from game.cabinets.gems.stage.market import CardKey
from game.cabinets.gems.stage.stones.cut import Setting, draw_stone
from game.cabinets.gems.state import SeatView, View
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN, OUTLINE, PAPER
from game.engine.light import shadow, shine
from game.engine.sprites import sprite
from game.engine.text import Typeface, Weight
from game.engine.tween import Point
from game.kit import marks
from game.kit.layout import Spot


class Sizes(NamedTuple):
    """Sizes of what is drawn on a card, for a card 100 wide."""

    row: float
    """Height of one row of the cost."""
    stone: float
    points: float
    lack: tuple[float, float]
    """Size of the number of missing tokens, for a card far from being bought and for a near one."""


_USUAL: Final = Sizes(25.0, 24.0, 27.0, (17.0, 19.0))
_LARGE: Final = Sizes(27.0, 28.0, 32.0, (23.0, 26.0))
"""Sizes for the largest text; between the usual and the largest text they grow with it."""
_FIGURE: Final = 0.72
"""Size of a number on a stone, as a share of the stone."""
_NEAR: Final = 2
"""Number of missing tokens up to which a card is marked as near."""

_GROWS_AFTER: Final = 0.45
"""Seconds of pointing at a card after which it is enlarged."""
_GROWN: Final = 1.8
"""Factor by which a card is enlarged, for text of the usual size."""


class Part(NamedTuple):
    """One colour of a card's cost: its number, and how the stone behind it is drawn."""

    colour: int
    figure: int
    setting: Setting


def parts(card: int, own: SeatView) -> list[Part]:
    """Return a card's cost by colour for a seat: paid in tokens, with gold, or missing."""
    short: Setting = "hollow" if own.missing(card) else "gilt"
    costs = zip(CARD_OF[card].cost, own.needs(card), own.lacks(card), strict=True)
    return [
        Part(colour, lack if lack and short == "hollow" else need, short if lack else "full")
        for colour, (cost, need, lack) in enumerate(costs)
        if cost
    ]


@cache
def _figures() -> Typeface:
    """Return a typeface that ignores the text size, since numbers must fit on a card."""
    return Typeface(100)


def _sizes(text_size: int) -> Sizes:
    share = (text_size - 100) / 50
    row, stone, points = (a + (b - a) * share for a, b in zip(_USUAL[:3], _LARGE[:3], strict=True))
    far, near = (a + (b - a) * share for a, b in zip(_USUAL.lack, _LARGE.lack, strict=True))
    return Sizes(row, stone, points, (far, near))


def card(number: int, size_px: int, text_size: int = 100) -> pygame.Surface:
    """Return a card with its points and its whole cost."""
    whole = (Part(colour, count, "full") for colour, count in enumerate(CARD_OF[number].cost) if count)
    return _standing(number, size_px, tuple(whole), 0, text_size)


@sprite(kept=192)
def _standing(number: int, size_px: int, found: tuple[Part, ...], lack: int, text_size: int) -> pygame.Surface:
    """Return a card with its points, its cost, and at a corner the number of missing tokens."""
    made = art.face(number, size_px).copy()
    canvas = Canvas(made, size_px / 100)
    points, sizes = CARD_OF[number].points, _sizes(text_size)
    if points:
        _figures().line(
            canvas, str(points), 22, 18, sizes.points, Weight.BOLD, PAPER, "middle", outline=3, edge=OUTLINE
        )
    for row, part in enumerate(reversed(found)):
        text = str(part.figure or "")
        size = sizes.stone * (1.0 if text else 0.62)
        y = 123 - sizes.row * row
        draw_stone(canvas, _figures(), part.colour, text, 18, y, size, part.setting, _FIGURE)
    if lack:
        near = lack <= _NEAR
        tone, size = marks.COST if near else marks.COST_UNLIT, sizes.lack[near]
        marks.pill(canvas, _figures(), f"−{lack}", 78, 124, tone, size=size, within=Box(4, 0, 93, 140))
    return made


def draw_standing(canvas: Canvas, spot: Spot, number: int, own: SeatView, text_size: int, *, lit: bool) -> None:
    """Draw a card with its cost for a seat and how many tokens it lacks; if `lit`, frame it when it can be bought."""
    lack = own.missing(number)
    made = _standing(number, canvas.px(spot.size[0]), tuple(parts(number, own)), lack, text_size)
    canvas.put_middle(made, spot.x, spot.y)
    if lit and not lack:
        marks.frame(canvas, spot, LANTERN, 0.0, 1.0)


class LookedAt:
    """Tracks the card that is pointed at, which is enlarged after a moment.

    A card that came to where the pointer rests is not looked at before the pointer moves.
    """

    def __init__(self) -> None:
        self._key: CardKey | None = None
        self._seconds = 0.0
        self._view: View | None = None
        self._rested_at: Point | None = None

    def update(self, key: CardKey | None, seconds: float, view: View | None, pointer: Point | None) -> None:
        """Let some seconds pass while this card, or none, is pointed at: by a pointer there, or by keys (None)."""
        if view is not self._view:
            self._view, self._rested_at = view, pointer if self._view is not None else None
        if pointer is not None and pointer == self._rested_at:
            key = None
        self._seconds = self._seconds + seconds if key == self._key else 0.0
        self._key = key

    @property
    def grown(self) -> CardKey | None:
        """The card that is enlarged now, or None."""
        return self._key if self._seconds >= _GROWS_AFTER else None


def draw_grown(canvas: Canvas, spot: Spot, number: int, own: SeatView, text_size: int, bounds: Box) -> None:
    """Draw an enlarged card over its place and within `bounds`, so that its numbers are readable from afar."""
    share = _GROWN * math.sqrt(text_size / 100)
    wide, high = spot.size[0] * share, spot.size[1] * share
    x = min(max(spot.x, bounds.left + wide / 2), bounds.right - wide / 2)
    y = min(max(spot.y, bounds.top + high / 2), bounds.bottom - high / 2)
    made = _standing(number, canvas.px(wide), tuple(parts(number, own)), own.missing(number), text_size)
    canvas.put_middle(shadow(*made.get_size(), canvas.px(10), canvas.px(16), 190), x, y + 5)
    canvas.put_middle(made, x, y)


def draw_glow(canvas: Canvas, spot: Spot) -> None:
    """Draw light behind a card that can be bought."""
    shine(canvas, spot.x, spot.y, max(spot.size) * 0.72, LANTERN, 0.45, 1.5)
