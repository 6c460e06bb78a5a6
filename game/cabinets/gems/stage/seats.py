"""What a seat has: its board at the foot of the table, and in small its panel."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import pygame

from game.cabinets.gems.cards import COLOURS, GEMS
from game.cabinets.gems.stage import art, cards
from game.cabinets.gems.stage.market import CardKey
from game.cabinets.gems.stage.places import BOARD, SHELF, column, held_key, own_key
from game.cabinets.gems.stage.stones.cut import STONES, Setting, draw_stone, stone
from game.cabinets.gems.stage.stones.piles import draw_pile
from game.cabinets.gems.state import Held, SeatView, View
from game.core.rules import Seat
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN, MUTED, OUTLINE, PAPER, SAND, WHITE, darken
from game.engine.ornament import badge
from game.engine.sprites import sprite
from game.engine.stage import READABLE_FROM, Look, Surroundings
from game.engine.text import Typeface, Weight
from game.engine.vector import rect, svg
from game.kit import marks
from game.kit.drawing.sheet import draw_sheet
from game.kit.layout import Layout
from game.kit.panel.forms import Panel, Row
from game.kit.panel.items import Beside, Chip, Item, Note, Sign

_TOKEN, _CARD = 26.0, 20.0
"""Widths of a token and of a reserved card on a panel."""


@sprite(kept=32)
def _chip(colour: int, width_px: int, height_px: int, lit: bool) -> pygame.Surface:
    """A small card of a colour, for a count of bonuses."""
    tone = STONES[colour] if lit else darken(STONES[colour], 0.6)
    body = rect(4, 4, 92, 122, 12, tone, OUTLINE, 8) + rect(14, 14, 72, 102, 6, "none", WHITE, 3, stroke_opacity=0.35)
    return svg(body, width_px, height_px, box=(0, 0, 100, 130), oversample=4)


def draw_board(canvas: Canvas, given: Surroundings, seat: Seat, view: View, layout: Layout[CardKey]) -> None:
    """The board at the foot: points, and by colour cards, tokens, and what both pay for together."""
    typeface, look, own = given.typeface, given.looks[seat], view.seats[seat]
    for box in (BOARD, SHELF):
        draw_sheet(canvas, box)
    readable = canvas.scale >= READABLE_FROM
    if readable:
        _draw_head(canvas, given, look, own)
    if readable and view.last_round:
        text = given.texts.line("gems.stage.last_round")
        marks.pill(canvas, typeface, text, SHELF.right, SHELF.top + 17, marks.COST, within=SHELF.inflate(-12, 0))
    for colour in range(GEMS):
        box = column(colour)
        if colour < COLOURS:
            _draw_bonuses(canvas, given, colour, own.bonuses[colour], box)
        spot = layout.spots[own_key(colour)]
        count = own.tokens[colour]
        draw_pile(canvas, typeface, partial(stone, colour), count, spot.x, spot.y - 8, 42, most=3)
        if readable and colour < COLOURS and own.bonuses[colour] and count:
            text = f"= {own.bonuses[colour] + count}"
            typeface.line(canvas, text, spot.x, box.bottom - 16, theme.CAPTION, Weight.BOLD, SAND, "middle")
    for slot in range(3):
        if slot >= len(own.reserved):
            marks.frame(canvas, layout.spots[held_key(slot)], MUTED, 0.03, 0.94)


def _draw_head(canvas: Canvas, given: Surroundings, look: Look, own: SeatView) -> None:
    typeface, y = given.typeface, BOARD.top + 17
    canvas.put_middle(badge(look.shape, look.colour, canvas.px(16)), BOARD.left + 18, y)
    points = given.texts.line("gems.stage.points", points=own.points, cards=len(own.bought))
    room = BOARD.width - 48 - typeface.measure(points, theme.BODY, Weight.BOLD)
    typeface.line(canvas, look.name, BOARD.left + 32, y, theme.BODY, Weight.SEMIBOLD, PAPER, max_width=max(20.0, room))
    typeface.line(canvas, points, BOARD.right - 10, y, theme.BODY, Weight.BOLD, LANTERN, "right")
    title = given.texts.line("gems.stage.shelf", count=len(own.reserved))
    typeface.line(canvas, title, SHELF.left + 12, y, theme.BODY, Weight.SEMIBOLD, SAND, max_width=SHELF.width - 20)


def _draw_bonuses(canvas: Canvas, given: Surroundings, colour: int, count: int, box: Box) -> None:
    """A fan of small cards with their number."""
    wide, high = 40.0, 52.0
    drawn = max(1, min(count, 4))
    sheet = _chip(colour, canvas.px(wide), canvas.px(high), count > 0)
    y = box.top + 28
    for layer in reversed(range(drawn)):
        canvas.put_middle(sheet, box.centerx, y + layer * 4)
    if count:
        given.typeface.line(
            canvas, str(count), box.centerx, y, 20, Weight.BOLD, PAPER, "middle", outline=3, edge=OUTLINE
        )
    else:
        draw_stone(canvas, given.typeface, colour, "", box.centerx, y, 20, "hollow")


def panel_of(own: SeatView) -> Panel:
    """Points and reserved cards, and by colour cards above tokens."""
    star = Sign("star", 14, tone=LANTERN, grows=True)
    points = Beside((Note(str(own.points), theme.HEADING, Weight.BOLD, LANTERN), star))
    held = [Beside([_held(card) for card in own.reserved], 3.0)] if own.reserved else []
    bonuses = [_bonus(colour, count) for colour, count in enumerate(own.bonuses)]
    tokens = [_Token(colour, count) for colour, count in enumerate(own.tokens)]
    return [
        [
            Row([points], held),
            Row(bonuses, columns=GEMS, centred=True),
            Row(tokens, columns=GEMS, centred=True),
        ]
    ]


def _held(held: Held) -> Item:
    """A reserved card: an open one as everybody knows it, a hidden one from behind."""
    if held.card and not held.blind:
        return Sign(partial(cards.card, held.card), _CARD, _CARD * 1.4)
    return Sign(partial(art.back, held.level), _CARD, _CARD * 1.4)


def _bonus(colour: int, count: int) -> Item:
    drawn = Sign(lambda wide: _chip(colour, wide, round(wide / 0.8), count > 0), _TOKEN * 0.8, _TOKEN)
    return Chip(drawn, str(count) if count else "", letters=0.62 / 0.8)


@dataclass(frozen=True, slots=True)
class _Token(Item):
    """A stone with how many there are of it; hollow if there are none."""

    colour: int
    count: int

    def size(self, typeface: Typeface) -> tuple[float, float]:
        return _TOKEN, _TOKEN

    def draw(self, canvas: Canvas, typeface: Typeface, box: Box) -> None:
        size = _TOKEN * self.share(typeface, box)
        setting: Setting = "full" if self.count else "hollow"
        text = str(self.count) if self.count else ""
        draw_stone(canvas, typeface, self.colour, text, box.left + size / 2, box.centery, size, setting)
