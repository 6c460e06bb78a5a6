"""Cards of a market: their paper, backs and decks, and rows of open cards with a deck for each row."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Final

import pygame

from game.engine.canvas import Box, Canvas
from game.engine.colour import OUTLINE, PAPER, Colour, darken, lighten, mix
from game.engine.light import shadow
from game.engine.sprites import sprite
from game.engine.text import Typeface
from game.engine.vector import linear, path, rect, star, svg
from game.kit import marks
from game.kit.layout import Layout, Spot, boxed
from game.kit.pieces import Piece, Pieces, Plan

RATIO: Final = 1.4
"""Height of a card as a multiple of its width."""
CARD, BACK = "card", "back"
"""Kinds of pieces: an open card, whose name says which, and a card's back."""
Back = Callable[[int], pygame.Surface]
"""A function that returns the back of a card of a width in pixels."""
CardKey = tuple[str, int, Any]
"""A spot's key: ("hand", seat, name or number), ("market", row, column) or ("deck", row, 0)."""
_LAYERS: Final = 4
"""Greatest number of cards drawn below the top card of a deck."""


@sprite(kept=32)
def card_front(width_px: int, tone: Colour = PAPER) -> pygame.Surface:
    """Return an empty card; a copy of it is drawn upon."""
    height_px = round(width_px * RATIO)
    fill = linear("face", [(0, lighten(tone, 0.5)), (1, mix(tone, "#C9A878", 0.25))])
    body = rect(1, 1, 98, 138, 8, "url(#face)", OUTLINE, 2) + rect(5, 5, 90, 130, 5, "none", darken(tone, 0.25), 1)
    return svg(body, width_px, height_px, defs=fill, box=(0, 0, 100, 140), oversample=3)


@sprite(kept=16)
def card_back(width_px: int, colour: Colour) -> pygame.Surface:
    """Return the back of a card: a field of stars in its colour."""
    height_px = round(width_px * RATIO)
    light = lighten(colour, 0.4)
    body = rect(1, 1, 98, 138, 8, PAPER, OUTLINE, 2) + rect(7, 7, 86, 126, 5, "url(#field)")
    for row in range(4):
        for column in range(3):
            x, y = 22 + 28 * column, 25 + 30 * row
            body += path(star(x, y, 11), light, fill_opacity=0.35) + path(star(x, y, 5), light, fill_opacity=0.7)
    defs = linear("field", [(0, colour), (1, darken(colour, 0.4))])
    return svg(body, width_px, height_px, defs=defs, box=(0, 0, 100, 140), oversample=3)


def draw_deck(
    canvas: Canvas, typeface: Typeface, spot: Spot, count: int, colour: Colour, back: Back | None = None
) -> None:
    """Draw a deck face down with its number of cards; if empty, a frame. `back` draws a game's own card back."""
    wide, high = spot.size
    if not count:
        marks.frame(canvas, spot, darken(PAPER, 0.4), 0.04, 0.96)
        return
    width = canvas.px(wide)
    soft = shadow(width, canvas.px(high), canvas.px(wide * 0.08), max(1, canvas.px(4)), 140)
    canvas.put_middle(soft, spot.x + 2, spot.y + 4)
    layers = min(_LAYERS, count - 1)
    for layer in range(layers + 1):
        drawn = back(width) if back else card_back(width, colour)
        canvas.put_middle(drawn, spot.x - layer * 1.2, spot.y - layer * 1.6)
    marks.pill(canvas, typeface, str(count), spot.x, spot.y + high / 2 - 12)


class Market:
    """Rows of open cards, each with its deck at the left; None is an empty place."""

    def __init__(self, rows: Sequence[Sequence[Any | None]], decks: Sequence[int]) -> None:
        self.rows = rows
        self.decks = decks

    def layout(self, box: Box, gap: float = 10.0) -> Layout[CardKey]:
        """Return the market's layout, as large as fits, in the middle of a box."""
        columns = 1 + max(len(row) for row in self.rows)
        high = (box.height - gap * (len(self.rows) - 1)) / len(self.rows)
        wide = min((box.width - gap * (columns - 1)) / columns, high / RATIO)
        high = wide * RATIO
        left = box.centerx - (columns * wide + (columns - 1) * gap) / 2
        top = box.centery - (len(self.rows) * high + (len(self.rows) - 1) * gap) / 2
        spots: dict[CardKey, Spot] = {}
        for row, cards in enumerate(self.rows):
            y = top + row * (high + gap)
            spots["deck", row, 0] = boxed(Box(left, y, wide, high))
            for column in range(len(cards)):
                spots["market", row, column] = boxed(Box(left + (column + 1) * (wide + gap), y, wide, high))
        return Layout(spots)

    def pieces(self) -> Pieces[CardKey]:
        """Return the open cards as pieces by their spots."""
        return {
            ("market", row, column): Piece(CARD, name=name)
            for row, cards in enumerate(self.rows)
            for column, name in enumerate(cards)
            if name is not None
        }


def deal(
    plan: Plan[CardKey], layout: Layout[CardKey], keys: Collection[CardKey], deck: CardKey, back: Piece | None = None
) -> None:
    """Let cards that appear at these spots come from a deck, face down, and turn over on their way.

    `back` is the piece shown face down, for a game whose decks have their own backs.
    """
    for key in keys:
        if key in plan.came:
            plan.came[key] = layout.middle(deck)
            if plan.new[key].kind != BACK:
                plan.faces[key] = back or Piece(BACK, plan.new[key].seat)
