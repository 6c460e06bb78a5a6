"""Drawing of what a seat has: its board on the table, and its small panel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from game.cabinets.gems import board as b
from game.cabinets.gems.cards import COLOURS, GEMS
from game.cabinets.gems.stage import art, cards
from game.cabinets.gems.stage.market import CardKey
from game.cabinets.gems.stage.places import Table, held_key, own_key
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
from game.engine.text.fitting import fitted
from game.engine.vector import rect, svg
from game.kit import marks
from game.kit.drawing.sheet import draw_sheet
from game.kit.layout import Layout
from game.kit.panel.forms import Panel, Row
from game.kit.panel.items import Beside, Chip, Item, Note, Sign, Stack

_TOKEN, _CARD = 26.0, 20.0
"""Widths of a token and of a reserved card on a panel, in logical pixels."""


@sprite(kept=32)
def _chip(colour: int, width_px: int, height_px: int, lit: bool) -> pygame.Surface:
    """Return a small card of a colour, the sign for its bonuses."""
    tone = STONES[colour] if lit else darken(STONES[colour], 0.6)
    body = rect(4, 4, 92, 122, 12, tone, OUTLINE, 8) + rect(14, 14, 72, 102, 6, "none", WHITE, 3, stroke_opacity=0.35)
    return svg(body, width_px, height_px, box=(0, 0, 100, 130), oversample=4)


def draw_board(
    canvas: Canvas, given: Surroundings, seat: Seat, view: View, layout: Layout[CardKey], table: Table
) -> None:
    """Draw the shown seat's board: points, and by colour bonuses, tokens and their total buying power."""
    typeface, look, own = given.typeface, given.looks[seat], view.seats[seat]
    for box in (table.board, table.shelf):
        draw_sheet(canvas, box)
    readable = canvas.scale >= READABLE_FROM
    if readable:
        _draw_head(canvas, given, look, own, table)
    if readable and view.last_round:
        text = given.texts.line("gems.stage.last_round")
        shelf = table.shelf
        marks.pill(canvas, typeface, text, shelf.right, shelf.top + 17, marks.COST, within=shelf.inflate(-12, 0))
    for colour in range(GEMS):
        box = table.column(colour)
        if colour < COLOURS:
            _draw_bonuses(canvas, given, colour, own.bonuses[colour], box, 22.0 if table.upright else 40.0)
        spot = layout.spots[own_key(colour)]
        count = own.tokens[colour]
        size, most, up = (32.0, 1, 4.0) if table.upright else (min(42, box.width - 6), 3, 8.0)
        draw_pile(canvas, typeface, partial(stone, colour), count, spot.x, spot.y - up, size, most=most)
        if readable and not table.upright and colour < COLOURS and own.bonuses[colour] and count:
            text = f"= {own.bonuses[colour] + count}"
            typeface.line(canvas, text, spot.x, box.bottom - 16, theme.CAPTION, Weight.BOLD, SAND, "middle")
    for slot in range(3):
        if slot >= len(own.reserved):
            marks.frame(canvas, layout.spots[held_key(slot)], MUTED, 0.03, 0.94)


def _draw_head(canvas: Canvas, given: Surroundings, look: Look, own: SeatView, table: Table) -> None:
    typeface, board, shelf, down = given.typeface, table.board, table.shelf, 14 if table.upright else 17
    y = board.top + down
    canvas.put_middle(badge(look.shape, look.colour, canvas.px(16)), board.left + 18, y)
    points = given.texts.line("gems.stage.points", points=own.points, cards=len(own.bought))
    room = board.width - 48 - typeface.measure(points, theme.BODY, Weight.BOLD)
    name = fitted(typeface, look.name, room, theme.BODY) if room > 40 else ""
    typeface.line(canvas, name, board.left + 32, y, theme.BODY, Weight.SEMIBOLD, PAPER)
    typeface.line(canvas, points, board.right - 10, y, theme.BODY, Weight.BOLD, LANTERN, "right")
    title = given.texts.line("gems.stage.shelf", count=len(own.reserved))
    room, size = shelf.width - 20, float(theme.BODY)
    if table.upright:
        size = min(size, size * room / typeface.measure(title, size, Weight.SEMIBOLD))
    y = shelf.top + down
    typeface.line(canvas, title, shelf.left + 12, y, size, Weight.SEMIBOLD, SAND, max_width=room + 1)


def _draw_bonuses(canvas: Canvas, given: Surroundings, colour: int, count: int, box: Box, most: float) -> None:
    """Draw a colour's bonuses as a fan of small cards with their number."""
    wide = min(most, box.width - 6)
    high = wide * 1.3
    drawn = max(1, min(count, 4))
    sheet = _chip(colour, canvas.px(wide), canvas.px(high), count > 0)
    y = box.top + high / 2 + 2
    for layer in reversed(range(drawn)):
        canvas.put_middle(sheet, box.centerx, y + layer * 4)
    if count:
        given.typeface.line(
            canvas, str(count), box.centerx, y, 20, Weight.BOLD, PAPER, "middle", outline=3, edge=OUTLINE
        )
    else:
        draw_stone(canvas, given.typeface, colour, "", box.centerx, y, wide / 2, "hollow")


def panel_of(own: SeatView) -> Panel:
    """Return a seat's panel: points and reserved cards, and by colour bonuses above tokens."""
    star = Sign("star", 14, tone=LANTERN, grows=True)
    number = Note(str(own.points), theme.HEADING, Weight.BOLD, LANTERN)
    points, few = Beside((number, star)), own.reserved[: b.MOST_RESERVED]
    held = [Beside([_held(card) for card in few], 3.0)] if few else []
    fan = [Beside([_held(card) for card in few], -0.55 * _CARD)] if few else []
    bonuses = [_bonus(colour, count) for colour, count in enumerate(own.bonuses)]
    tokens = [_Token(colour, count) for colour, count in enumerate(own.tokens)]
    return [
        [
            Row([points], held),
            Row(bonuses, columns=GEMS, centred=True),
            Row(tokens, columns=GEMS, centred=True),
        ],
        [Row([Stack([number, *fan]), _Holdings((bonuses, tokens))], gap=8.0)],
        [
            Row([points], fan),
            Row([_Holdings((bonuses[:3], bonuses[3:], tokens[:3], tokens[3:]), _TOKEN * 1.25)]),
        ],
    ]


def low_panel_of(own: SeatView) -> Panel:
    """Return the panel of another seat on an upright table: points, reserved cards, how many cards and tokens."""
    star = Sign("star", 14, tone=LANTERN, grows=True)
    large, small = (Note(str(own.points), size, Weight.BOLD, LANTERN) for size in (theme.HEADING, theme.BODY))
    cards = _counted(Sign(lambda wide: _chip(1, wide, round(wide * 1.3), True), 14, 18), sum(own.bonuses))
    tokens = _counted(Sign(partial(stone, 1), 17), sum(own.tokens))
    reserved = [_counted(Sign(partial(art.back, 1), 13, 18), len(own.reserved))] if own.reserved else []
    points = Beside((large, star)), Beside((small, star)), small
    forms = [[Row([each], [*reserved, cards, tokens], gap=5.0)] for each in points]
    return [*forms, [Row([small], [cards, tokens], gap=5.0)]]


def _counted(sign: Sign, count: int) -> Item:
    return Beside((sign, Note(str(count), theme.CAPTION, Weight.BOLD)), 3.0)


def _held(held: Held) -> Item:
    """Return the sign of a reserved card: open if everybody knows it, face down if it was reserved blind."""
    if held.card and not held.blind:
        return Sign(partial(cards.card, held.card), _CARD, _CARD * 1.4)
    return Sign(partial(art.back, held.level), _CARD, _CARD * 1.4)


def _bonus(colour: int, count: int) -> Item:
    drawn = Sign(lambda wide: _chip(colour, wide, round(wide / 0.8), count > 0), _TOKEN * 0.8, _TOKEN)
    return Chip(drawn, str(count) if count else "", letters=0.62 / 0.8)


@dataclass(frozen=True, slots=True)
class _Token(Item):
    """A stone with a number of tokens on it; hollow if there are none."""

    colour: int
    count: int

    def size(self, typeface: Typeface) -> tuple[float, float]:
        return _TOKEN, _TOKEN

    def draw(self, canvas: Canvas, typeface: Typeface, box: Box) -> None:
        size = min(box.width, box.height)
        setting: Setting = "full" if self.count else "hollow"
        text = str(self.count) if self.count else ""
        figure = _figure(typeface)
        draw_stone(canvas, typeface, self.colour, text, box.left + size / 2, box.centery, size, setting, figure)


@dataclass(frozen=True, slots=True)
class _Holdings(Item):
    """Rows of cards and of tokens by colour, each drawn as large as there is room for."""

    rows: Sequence[Sequence[Item]]
    side: float = _TOKEN

    def size(self, typeface: Typeface) -> tuple[float, float]:
        return self.side * max(map(len, self.rows)), (self.side + 2) * len(self.rows)

    def draw(self, canvas: Canvas, typeface: Typeface, box: Box) -> None:
        side = self.side * self.share(typeface, box)
        step = (side + 2 * side / self.side) if self.side else side
        top = box.centery - step * len(self.rows) / 2
        for number, row in enumerate(self.rows):
            for place, item in enumerate(row):
                item.draw(canvas, typeface, Box(box.left + place * side, top + number * step, side - 1, side))


def _figure(typeface: Typeface) -> float:
    """Return the size of a number as a share of its stone, larger at large text sizes, as stones do not grow."""
    return 0.62 + 0.18 * (typeface.text_size - 100) / 50
