"""Drawing of the table besides its cards: nobles with their rings, the bank, the tray, and a card's menu."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

import pygame

from game.cabinets.gems.cards import GEMS, GOLD, NOBLE_OF, NOBLE_POINTS
from game.cabinets.gems.stage import art
from game.cabinets.gems.stage.choice import BUY, GROUND, RESERVE, Trading, gold_key
from game.cabinets.gems.stage.market import CardKey
from game.cabinets.gems.stage.places import CONFIRM, Table, bank_key, noble_key
from game.cabinets.gems.stage.stones.cut import Setting, draw_stone, stone
from game.cabinets.gems.stage.stones.piles import draw_low_tray, draw_pile, draw_tray
from game.cabinets.gems.state import Action, View
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import INK, LANTERN, MUTED, PAPER, Colour
from game.engine.light import drop_shadow
from game.engine.ornament import GLASS, badge, card
from game.engine.sprites import faded, sprite
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.engine.vector import arc, circle, path, svg
from game.kit import marks
from game.kit.buttons import draw_plates
from game.kit.choosing import Chooser
from game.kit.drawing.sheet import draw_sheet
from game.kit.layout import Layout


@sprite(kept=128)
def _ring(size_px: int, shares: tuple[int, int], colours: tuple[Colour, Colour]) -> pygame.Surface:
    """Return rings of progress towards a noble, in twelfths: outer for the shown seat, inner for the leader."""
    body = circle(50, 50, 47, INK, fill_opacity=0.72)
    for radius, share, colour in zip((39, 26), shares, colours, strict=True):
        body += circle(50, 50, radius, "none", PAPER, 9, stroke_opacity=0.18)
        if share >= 12:
            body += circle(50, 50, radius, "none", colour, 9)
        elif share:
            body += path(arc(50, 50, radius, 0, share / 12), "none", colour, 9)
    return svg(body, size_px, size_px, box=(0, 0, 100, 100), oversample=4)


def progress(noble: int, bonuses: Sequence[int]) -> int:
    """Return how much of a noble's demand these bonuses meet, in twelfths."""
    wants = NOBLE_OF[noble]
    return 12 * sum(min(want, have) for want, have in zip(wants, bonuses, strict=True)) // sum(wants)


def draw_nobles(canvas: Canvas, given: Surroundings, view: View, seat: int, layout: Layout[CardKey]) -> None:
    """Draw the nobles with what they ask for; those that visited a seat are faded and bear its badge."""
    readable = canvas.scale >= 0.6
    figure = 0.7 + 0.18 * (given.typeface.text_size - 100) / 50  # the stones have no room to grow
    for noble, host in view.nobles:
        spot = layout.spots[noble_key(noble)]
        wide = spot.size[0]
        drawn = art.noble_face(noble, canvas.px(wide))
        canvas.put_middle(faded(drawn, 0.4) if host >= 0 else drawn, spot.x, spot.y)
        if host >= 0:
            look = given.looks[host]
            canvas.put_middle(badge(look.shape, look.colour, canvas.px(wide * 0.4)), spot.x, spot.y)
            continue
        wants = [(colour, count) for colour, count in enumerate(NOBLE_OF[noble]) if count]
        for row, (colour, count) in enumerate(wants):
            y = spot.y + wide * (0.29 * row - 0.145 * (len(wants) - 1))
            text = str(count) if readable else ""
            draw_stone(canvas, given.typeface, colour, text, spot.x - wide * 0.3, y, wide * 0.28, figure=figure)
        if readable:
            others = [other for other in range(len(view.seats)) if other != seat]
            leader = max(others, key=lambda other: progress(noble, view.seats[other].bonuses))
            shares = tuple(progress(noble, view.seats[each].bonuses) for each in (seat, leader))
            colours = tuple(given.looks[each].colour for each in (seat, leader))
            ring = _ring(canvas.px(wide * 0.34), (shares[0], shares[1]), (colours[0], colours[1]))
            canvas.put_middle(ring, spot.x + wide * 0.27, spot.y + wide * 0.27)
            marks.chip(
                canvas, given.typeface, str(NOBLE_POINTS), spot.x + wide * 0.34, spot.y - wide * 0.32, size=wide * 0.26
            )


def _dim(colour: int, size_px: int) -> pygame.Surface:
    return faded(stone(colour, size_px), 0.3)


def draw_bank(
    canvas: Canvas,
    given: Surroundings,
    bank: Sequence[int],
    dim: Collection[int],
    layout: Layout[CardKey],
    size: float,
) -> None:
    """Draw the six piles of the bank, `size` wide; `dim` are colours that cannot be taken with the chosen gems."""
    for colour in range(GEMS):
        spot = layout.spots[bank_key(colour)]
        if bank[colour]:
            drawn = partial(_dim if colour in dim else stone, colour)
            draw_pile(canvas, given.typeface, drawn, bank[colour], spot.x, spot.y + 8, size, most=4)
            if bank[colour] == 1 and canvas.scale >= 0.6:
                marks.pill(canvas, given.typeface, "1", spot.x + size * 0.42, spot.y + 8 + size * 0.35)
        else:
            canvas.put_middle(faded(stone(colour, canvas.px(size), "hollow"), 0.4), spot.x, spot.y + 8)


def draw_choice(
    canvas: Canvas, given: Surroundings, view: View, choice: Chooser[CardKey, Action], places: Table
) -> None:
    """Draw the tray of gems to take or return; when returning, light the seat's tokens and say what must go."""
    back, typeface, tray = view.phase == "return", given.typeface, places.tray
    count = view.surplus if back else 3
    title = given.texts.line(f"gems.stage.tray.{'return' if back else 'take'}", count=count)
    asked = [gem for gem in range(GEMS) if view.taken[gem]] if back and given.options.returns == "taken" else []
    if asked and typeface.measure(f"{title}≥ 1", theme.CAPTION, Weight.BOLD) + 20 * len(asked) + 26 > tray.width:
        title = ""  # the required colours already say it
    stones = [partial(stone, key[2]) for key in choice.chosen if key[0] in ("bank", "own")]
    lit, focused = choice.pending is not None, choice.focus == CONFIRM
    if places.upright:
        draw_low_tray(canvas, tray, stones, count, lit=lit, focused=focused)
    else:
        draw_tray(canvas, typeface, tray, title, stones, count, lit=lit, focused=focused)
    for key in choice.targets:
        if key[0] == "own" and key != choice.focus:
            marks.frame(canvas, choice.layout.spots[key], glow=0.06)
    if asked and not places.upright:
        x, y = tray.right - 14 - 20 * len(asked), tray.top + 8 + typeface.leading(theme.CAPTION) / 2
        typeface.line(canvas, "≥ 1", x + 6, y, theme.CAPTION, Weight.BOLD, LANTERN, "right")
        for place, colour in enumerate(asked):
            canvas.put_middle(stone(colour, canvas.px(18)), x + 20 * (place + 1), y)


def draw_eyes(canvas: Canvas, given: Surroundings, seat: int, tray: Box) -> None:
    """Write in place of the tray for which seat the cards' costs are shown."""
    area, look, typeface = canvas.pixels(tray), given.looks[seat], given.typeface
    canvas.put(card(area.width, area.height, canvas.px(theme.CORNER), GLASS), tray.left, tray.top)
    text = given.texts.line("gems.stage.eyes", seat=seat)
    y = tray.top + 12 + typeface.leading(theme.CAPTION) / 2
    canvas.put_middle(badge(look.shape, look.colour, canvas.px(20)), tray.left + 22, y)
    inside = Box(tray.left + 40, tray.top + 12, tray.width - 50, tray.height - 20)
    typeface.paragraph(canvas, text, inside, theme.CAPTION, Weight.SEMIBOLD, PAPER)


def draw_menu(canvas: Canvas, given: Surroundings, choice: Trading) -> None:
    """Draw a card's open menu: buy, with the payment and its gold below, or reserve."""
    offer, spots = choice.open, choice.layout.spots
    if offer is None:
        return
    ground = spots[GROUND].box
    drop_shadow(canvas, ground, 10, 10, 160, 4)
    draw_sheet(canvas, ground, 10)
    texts = {BUY: "gems.stage.buy", RESERVE: "gems.stage.reserve"}
    plates = {key: given.texts.line(text) for key, text in texts.items() if key in spots}
    lit = choice.focus if choice.focus in choice.entries else choice.entries[0]
    draw_plates(canvas, given.typeface, choice.layout, plates, lit)
    for colour, tokens, gold in choice.payment:
        spot = spots[gold_key(colour)]
        setting: Setting = "full" if tokens else "hollow"
        draw_stone(canvas, given.typeface, colour, str(tokens or ""), spot.x - 4, spot.y, 26, setting)
        if gold:
            draw_stone(canvas, given.typeface, GOLD, str(gold), spot.x + 9, spot.y + 6, 17)
        if gold_key(colour) in choice.entries:
            marks.frame(canvas, spot, LANTERN if choice.focus == gold_key(colour) else MUTED, 0.0, 1.0)
