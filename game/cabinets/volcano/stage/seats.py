"""What seats have: stocks in their panels; beside the board the tiles that are left, and who is ahead by what."""

from __future__ import annotations

from typing import Final

from game.cabinets.volcano.stage import faces
from game.cabinets.volcano.state import STOCK, View
from game.core.rules import Seat
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN
from game.engine.ornament import badge
from game.engine.sprites import faded
from game.engine.stage import Surroundings
from game.engine.text import Weight

_BY_RANK: Final = (1, 2, 0)
"""The kinds of buildings as they decide who is ahead: temples, towers, huts."""


def _stock(view: View, seat: Seat) -> tuple[int, int, int]:
    own = view.seats[seat]
    return own.huts, own.temples, own.towers


def draw_stocks(canvas: Canvas, given: Surroundings, view: View, seat: Seat, box: Box) -> None:
    """What a seat has left; a kind that is built out is ticked off, for two of them win."""
    typeface, wide = given.typeface, box.width / 3
    letters = theme.LABEL if typeface.measure("20", theme.LABEL, Weight.BOLD) < wide * 0.5 else theme.BODY
    size = min(typeface.grown(28), wide - typeface.measure("20", letters, Weight.BOLD) - 8, box.height)
    out = view.seats[seat].out
    for kind, count in enumerate(_stock(view, seat)):
        x = box.left + kind * wide
        _draw_sign(canvas, given, kind, seat, size, (x + size / 2, box.centery), 0.35 if out else 1.0)
        text = str(count) if count else "✓"
        tone = theme.TEXT_FAINT if out else theme.TEXT if count else theme.GOOD
        typeface.line(canvas, text, x + size + 3, box.centery, letters, Weight.BOLD, tone)


def _draw_sign(
    canvas: Canvas, given: Surroundings, kind: int, seat: Seat, size: float, at: tuple[float, float], opacity: float
) -> None:
    look = given.looks[seat]
    drawn = faces.sign(kind, seat, look.colour, look.pattern, canvas.px(size))
    canvas.put_middle(faded(drawn, opacity) if opacity < 1 else drawn, *at)


def draw_side(canvas: Canvas, given: Surroundings, view: View, box: Box) -> None:
    """The tiles left above, the standing below."""
    row = min(given.typeface.leading(theme.LABEL) + 4, box.height * 0.4 / len(view.seats))
    low = row * len(view.seats)
    _draw_tiles(canvas, given, view, Box(box.left, box.top, box.width, box.height - low - 10))
    for place, seat in enumerate(standing(view)):
        _draw_rank(canvas, given, view, seat, Box(box.left, box.bottom - low + place * row, box.width, row))


def _draw_tiles(canvas: Canvas, given: Surroundings, view: View, box: Box) -> None:
    wide, high = box.width / 5, box.height / 5
    size = min(wide * 0.62, high * 0.95)
    for kind, count in enumerate(view.left):
        x, y = box.left + (kind % 5 + 0.5) * wide, box.top + (kind // 5 + 0.5) * high
        drawn = faces.tile(kind, canvas.px(size))
        canvas.put_middle(drawn if count else faded(drawn, 0.25), x - wide * 0.14, y)
        tone = theme.TEXT if count else theme.TEXT_FAINT
        given.typeface.line(canvas, str(count), x + wide * 0.34, y, theme.CAPTION, Weight.BOLD, tone, "middle")


def built(view: View, seat: Seat) -> list[int]:
    """What a seat has built: temples, towers, huts."""
    return [STOCK[kind] - _stock(view, seat)[kind] for kind in _BY_RANK]


def standing(view: View) -> list[Seat]:
    """The seats as they would rank if the stack were empty."""
    order = range(len(view.seats))
    return sorted(order, key=lambda seat: (view.seats[seat].out, [-count for count in built(view, seat)]))


def _draw_rank(canvas: Canvas, given: Surroundings, view: View, seat: Seat, box: Box) -> None:
    """What a seat has built; lit is the kind by which it is ahead of the next one."""
    look, out, order = given.looks[seat], view.seats[seat].out, standing(view)
    own, place = built(view, seat), order.index(seat)
    below = built(view, order[place + 1]) if place + 1 < len(order) else own
    ahead = next((kind for kind in range(3) if own[kind] != below[kind]), -1)
    canvas.put_middle(badge(look.shape, look.colour, canvas.px(16)), box.left + 10, box.centery)
    wide, size = (box.width - 24) / 3, min(22.0, box.height)
    for number, kind in enumerate(_BY_RANK):
        x = box.left + 24 + number * wide
        _draw_sign(canvas, given, kind, seat, size, (x + size / 2, box.centery), 0.35 if out else 1.0)
        tone = theme.TEXT_FAINT if out else LANTERN if number == ahead else theme.TEXT
        text = str(own[number])
        given.typeface.line(canvas, text, x + size + 4, box.centery, theme.CAPTION, Weight.BOLD, tone)
