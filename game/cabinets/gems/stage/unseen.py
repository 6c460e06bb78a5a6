"""Lists over the market: the numbers of unseen cards by level, and the cards that a seat has bought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from game.cabinets.gems.cards import CARD_OF, COLOURS, LEVELS
from game.cabinets.gems.stage import art, cards
from game.cabinets.gems.stage.market import RATIO
from game.cabinets.gems.stage.stones.cut import stone
from game.cabinets.gems.state import View
from game.core.rules import Seat
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN, MUTED, PAPER, SAND
from game.engine.light import drop_shadow
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.kit.drawing.sheet import draw_sheet

_HEAD: Final = 66.0
_SIDE: Final = 64.0
_CARD: Final = 70.0
"""Width of a bought card in its list, in logical pixels."""


def unseen(view: View) -> Mapping[tuple[int, int], Counter[int]]:
    """Return for each level and bonus how many cards of each worth in points the viewer has not seen."""
    seen = {*view.market, *(held.card for own in view.seats for held in own.reserved)}
    seen.update(card for own in view.seats for card in own.bought)
    found = {(level, colour): Counter[int]() for level in range(1, LEVELS + 1) for colour in range(COLOURS)}
    for number, of in CARD_OF.items():
        if number not in seen:
            found[of.level, of.bonus][of.points] += 1
    return found


def news(view: View) -> Sequence[int]:
    """Return the indices of market places whose cards came within the last round of turns."""
    since = max(1, view.turns - len(view.seats) + 1)
    return [place for place, laid in enumerate(view.laid) if view.market[place] and laid >= since]


def draw_list(canvas: Canvas, given: Surroundings, view: View, market: Box, whose: Seat | None) -> None:
    """Draw the cards that a seat has bought, or for None the numbers of unseen cards."""
    if whose is None:
        draw_unseen(canvas, given, view, market)
    else:
        draw_bought(canvas, given, view, whose, market)


def _draw_sheet(canvas: Canvas, given: Surroundings, title: str, market: Box) -> None:
    box = market.inflate(14, 12)  # decks extend slightly beyond the market
    drop_shadow(canvas, box, theme.CORNER, 16, 170, 6)
    for _ in range(2):
        draw_sheet(canvas, box)
    left, top, room = market.left + 14, market.top + 20, market.width - 28
    given.typeface.line(canvas, title, left, top, theme.BODY, Weight.SEMIBOLD, PAPER, max_width=room)


def draw_bought(canvas: Canvas, given: Surroundings, view: View, seat: Seat, market: Box) -> None:
    """Draw the cards of a seat by colour, in the order of buying, with the points and gem of each visible."""
    bought = view.seats[seat].bought
    _draw_sheet(canvas, given, given.texts.line("gems.stage.bought", seat=seat, cards=len(bought)), market)
    wide = (market.width - 20) / COLOURS
    top, room = market.top + 40, market.height - 52 - _CARD * RATIO
    for colour in range(COLOURS):
        own = [card for card in bought if CARD_OF[card].bonus == colour]
        x, step = market.left + 10 + wide * (colour + 0.5), min(28.0, room / max(1, len(own) - 1))
        if not own:
            canvas.put_middle(stone(colour, canvas.px(26), "hollow"), x, top + _CARD * RATIO / 2)
        for place, card in enumerate(own):
            canvas.put_middle(cards.card(card, canvas.px(_CARD)), x, top + _CARD * RATIO / 2 + place * step)


def draw_unseen(canvas: Canvas, given: Surroundings, view: View, market: Box) -> None:
    """Draw how many cards of each colour and worth are undealt or hidden in other seats' hands."""
    counts = unseen(view)
    _draw_sheet(canvas, given, given.texts.line("gems.stage.unseen.title"), market)
    wide, high = (market.width - _SIDE - 10) / COLOURS, (market.height - _HEAD - 8) / LEVELS
    for colour in range(COLOURS):
        x = market.left + _SIDE + wide * (colour + 0.5)
        canvas.put_middle(stone(colour, canvas.px(26)), x, market.top + 50)
    for row, level in enumerate((3, 2, 1)):
        top = market.top + _HEAD + row * high
        canvas.put_middle(art.back(level, canvas.px(46)), market.left + 36, top + high / 2)
        for colour in range(COLOURS):
            box = Box(market.left + _SIDE + wide * colour, top, wide, high)
            _draw_cell(canvas, given, counts[level, colour], box)


def _draw_cell(canvas: Canvas, given: Surroundings, count: Counter[int], box: Box) -> None:
    """Draw the number of unseen cards of a level and colour; below it, how many of them score how many points."""
    typeface, whole = given.typeface, sum(count.values())
    tone = LANTERN if whole else MUTED
    typeface.line(canvas, str(whole), box.centerx, box.top + 20, theme.LABEL, Weight.BOLD, tone, "middle")
    size = 12.0 * 100 / typeface.text_size
    for row, (points, number) in enumerate(sorted(count.items())):
        text = given.texts.line("gems.stage.unseen.worth", points=points, cards=number)
        typeface.line(canvas, text, box.centerx, box.top + 42 + row * 16, size, Weight.REGULAR, SAND, "middle")
