"""Cards as they lie on the table: cost, points, and what is missing for whoever looks at them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

import pygame

from game.cabinets.gems.cards import CARD_OF, COLOURS
from game.cabinets.gems.stage import art
from game.engine.canvas import Canvas
from game.engine.colour import LANTERN, OUTLINE, PAPER
from game.engine.light import shine
from game.engine.sprites import sprite
from game.engine.text import Typeface, Weight
from game.kit import marks
from game.kit.layout import Spot
from game.kit.tokens import Setting, draw_stone

_COST: Final = 25.0
"""Height of one colour of a cost, on a card 100 wide."""
_STONE: Final = 24.0
_NEAR: Final = 2
"""Tokens short from which a card is marked as near."""


class Purse(NamedTuple):
    """What somebody could pay with."""

    tokens: Sequence[int]
    """Six colours."""
    bonuses: Sequence[int]


class Part(NamedTuple):
    """One colour of a cost, as it stands for somebody."""

    colour: int
    figure: int
    setting: Setting


def parts(card: int, purse: Purse | None) -> list[Part]:
    """A card's cost by colour: paid in tokens, with gold, or missing."""
    cost = CARD_OF[card].cost
    if purse is None:
        return [Part(colour, count, "full") for colour, count in enumerate(cost) if count]
    payable = missing(card, purse) == 0
    found = []
    for colour in range(COLOURS):
        if cost[colour]:
            need = max(0, cost[colour] - purse.bonuses[colour])
            short = max(0, need - purse.tokens[colour])
            setting: Setting = "full" if not short else "gilt" if payable else "hollow"
            found.append(Part(colour, short if setting == "hollow" else need, setting))
    return found


def missing(card: int, purse: Purse) -> int:
    """Tokens that somebody lacks for a card, gold counted."""
    short = (
        max(0, cost - bonus - tokens)
        for cost, bonus, tokens in zip(CARD_OF[card].cost, purse.bonuses, purse.tokens, strict=False)
    )
    return max(0, sum(short) - purse.tokens[COLOURS])


@cache
def _figures() -> Typeface:
    """Figures on a card are as large at every text size: they have to fit on it."""
    return Typeface(100)


def _draw_parts(canvas: Canvas, found: Sequence[Part], left: float, foot: float, unit: float) -> None:
    for row, part in enumerate(reversed(found)):
        x, y = left + 18 * unit, foot - (17 + _COST * row) * unit
        text = str(part.figure) if part.figure else ""
        draw_stone(canvas, _figures(), part.colour, text, x, y, _STONE * unit * (1.0 if text else 0.62), part.setting)


@sprite(kept=128)
def card(number: int, size_px: int) -> pygame.Surface:
    """A card with its points and its whole cost."""
    made = art.face(number, size_px).copy()
    canvas = Canvas(made, size_px / 100)
    points = CARD_OF[number].points
    if points:
        _figures().line(canvas, str(points), 22, 18, 27, Weight.BOLD, PAPER, "middle", outline=3, edge=OUTLINE)
    _draw_parts(canvas, parts(number, None), 0, 140, 1.0)
    return made


@sprite(kept=64)
def _strip(size_px: int, rows: int, number: int) -> pygame.Surface:
    """The part of a card's face that lies behind its cost, to draw another one over it."""
    whole = art.face(number, size_px)
    wide, high = round(size_px * 0.33), round(size_px * (0.04 + 0.25 * rows))
    return whole.subsurface((round(size_px * 0.03), whole.get_height() - high - round(size_px * 0.03), wide, high))


def draw_standing(canvas: Canvas, spot: Spot, number: int, purse: Purse, *, lit: bool) -> None:
    """What a card that lies there costs somebody, and how far they are from it; `lit` glows if they can buy it."""
    wide, high = spot.size
    left, foot, unit = spot.x - wide / 2, spot.y + high / 2, wide / 100
    size_px = canvas.px(wide)
    found = parts(number, purse)
    strip = _strip(size_px, len(found), number)
    corner = canvas.pixel(spot.x, spot.y)
    x = corner[0] - size_px // 2 + round(size_px * 0.03)
    y = corner[1] - round(size_px * 1.4) // 2 + round(size_px * 1.4) - round(size_px * 0.03) - strip.get_height()
    canvas.surface.blit(strip, (x, y))
    _draw_parts(canvas, found, left, foot, unit)
    lack = missing(number, purse)
    if lack:
        tone = marks.COST if lack <= _NEAR else marks.COST_UNLIT
        size = 14 if lack <= _NEAR else 12
        marks.pill(canvas, _figures(), f"−{lack}", spot.x + wide * 0.29, foot - 12, tone, size=size)
    elif lit:
        marks.frame(canvas, spot, LANTERN, 0.0, 1.0)


def draw_glow(canvas: Canvas, spot: Spot) -> None:
    """Light below a card that can be bought."""
    shine(canvas, spot.x, spot.y, max(spot.size) * 0.72, LANTERN, 0.45, 1.5)
