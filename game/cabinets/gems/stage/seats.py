"""What a seat has: its board at the foot of the table, and in small its panel."""

from __future__ import annotations

from functools import partial

import pygame

from game.cabinets.gems.cards import COLOURS, GEMS
from game.cabinets.gems.stage import art, cards
from game.cabinets.gems.stage.market import CardKey
from game.cabinets.gems.stage.places import BOARD, SHELF, column, held_key, own_key
from game.cabinets.gems.state import SeatView, View
from game.core.rules import Seat
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN, MUTED, OUTLINE, PAPER, SAND, WHITE, darken
from game.engine.ornament import badge
from game.engine.sprites import sprite
from game.engine.stage import READABLE_FROM, Look, Surroundings
from game.engine.text import Weight
from game.engine.vector import icon, rect, svg
from game.kit import marks
from game.kit.drawing.panel import draw_sheet
from game.kit.layout import Layout
from game.kit.tokens import STONES, Setting, draw_pile, draw_stone, stone


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


def draw_panel(canvas: Canvas, given: Surroundings, own: SeatView, box: Box) -> None:
    """Points and reserved cards, and by colour cards above tokens."""
    typeface = given.typeface
    wide = box.width / GEMS
    low = min(26.0, box.height * 0.3)
    size = min(wide * 0.86, 26.0, low)
    head = box.top + (box.height - 2 * low) / 2 - 2
    letters = min(theme.HEADING, box.height * 0.3)
    typeface.line(canvas, str(own.points), box.left, head, letters, Weight.BOLD, LANTERN)
    left = box.left + typeface.measure(str(own.points), letters, Weight.BOLD) + 4
    canvas.put_middle(icon("star", canvas.px(14), LANTERN), left + 7, head)
    _draw_held(canvas, own, box.right, head, min(20.0, size))
    for colour in range(GEMS):
        x = box.left + (colour + 0.5) * wide
        if colour < COLOURS:
            lit = own.bonuses[colour] > 0
            canvas.put_middle(_chip(colour, canvas.px(size * 0.8), canvas.px(size), lit), x, box.bottom - 1.5 * low)
            if lit:
                figure = str(own.bonuses[colour])
                typeface.line(
                    canvas, figure, x, box.bottom - 1.5 * low, size * 0.62 * 100 / typeface.text_size, Weight.BOLD,
                    PAPER, "middle", outline=2, edge=OUTLINE,
                )  # fmt: skip
        count = own.tokens[colour]
        setting: Setting = "full" if count else "hollow"
        draw_stone(canvas, typeface, colour, str(count) if count else "", x, box.bottom - low / 2, size, setting)


def _draw_held(canvas: Canvas, own: SeatView, right: float, y: float, wide: float) -> None:
    """What is reserved: an open card as everybody knows it, a hidden one from behind."""
    for place, held in enumerate(reversed(own.reserved)):
        x = right - wide / 2 - place * (wide + 3)
        known = held.card and not held.blind
        canvas.put_middle(
            (cards.card(held.card, canvas.px(wide)) if known else art.back(held.level, canvas.px(wide))), x, y
        )
