"""Panels of the seats with stocks and settlements, and beside the board tiles left, a chart and the standing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Final

from game.cabinets.volcano.island import Settlement, island_of
from game.cabinets.volcano.stage import faces
from game.cabinets.volcano.state import STOCK, View, built_by
from game.core.rules import Seat
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN
from game.engine.ornament import badge
from game.engine.sprites import faded
from game.engine.stage import Look, Surroundings
from game.engine.text import Weight
from game.kit.drawing.lines import Line, draw_lines
from game.kit.panel.forms import Form, Panel, Row
from game.kit.panel.items import Beside, Chip, Item, Note, Sign

_BY_RANK: Final = (1, 2, 0)
"""Kinds of buildings in the order in which they decide the rank: temples, towers, huts."""
_ROWS: Final = 4
"""Greatest number of rows of settlements in a seat's panel."""
_HEXAGON, _TILE = 23.0, 40.0
_OUT: Final = 0.35
"""Opacity of the signs of a seat that is out."""
_CHART: Final = 80.0
"""Least height of the chart, in logical pixels."""


def _draw_sign(
    canvas: Canvas, given: Surroundings, kind: int, seat: Seat, size: float, at: tuple[float, float], opacity: float
) -> None:
    drawn = faces.sign(given.looks[seat], kind, seat, canvas.px(size))
    canvas.put_middle(faded(drawn, opacity) if opacity < 1 else drawn, *at)


def panel_of(given: Surroundings, view: View, seat: Seat) -> Panel:
    """Return the panel of a seat: its stock, its settlements as far as there is room, and its next tile if known."""
    look, out, held = given.looks[seat], view.seats[seat].out, view.seats[seat].held
    found = sorted(island_of(view).settlements(seat), key=lambda each: -len(each.cells))
    settled = [_settled(look, seat, each, out=out) for each in found]
    tile = [Sign(partial(faces.tile, held), _TILE)] if held >= 0 else []
    stocks = [_stocks(look, view, seat, size) for size in (theme.LABEL, theme.BODY)]
    forms: list[Form] = []
    for columns in (3, 2):
        rows = _rows(settled, tile, columns)
        forms += [[stock, *rows[:many]] for many in range(min(len(rows), _ROWS), 0, -1) for stock in stocks]
    return forms or [stocks[:1]]


def _rows(settled: Sequence[Item], tile: Sequence[Item], columns: int) -> Sequence[Row]:
    """Return rows of settlements with so many columns, one fewer in the row beside the tile."""
    rows = [Row(settled[: columns - 1], tile, columns - 1)] if tile else []
    first = (columns - 1) * len(rows)
    return rows + [Row(settled[at : at + columns], columns=columns) for at in range(first, len(settled), columns)]


def _stocks(look: Look, view: View, seat: Seat, letters: float) -> Row:
    """Return a row with the number of buildings left of each kind, ticked if none are left: two ticks win."""
    out = view.seats[seat].out
    items = []
    for kind, count in enumerate(view.stock[3 * seat : 3 * seat + 3]):
        tone = theme.TEXT_FAINT if out else theme.TEXT if count else theme.GOOD
        sign = Sign(partial(faces.sign, look, kind, seat), 1.3 * letters, opacity=_OUT if out else 1.0, grows=True)
        items.append(Beside((sign, Note(str(count) if count else "✓", letters, Weight.BOLD, tone, "20")), 3.0))
    return Row(items, columns=len(items))


def _settled(look: Look, seat: Seat, settlement: Settlement, *, out: bool) -> Item:
    """Return a chip with the size of a settlement in hexagons, and signs of the buildings it lacks."""
    hexagon = Sign("hexagon", _HEXAGON, tone=theme.TEXT_FAINT, grows=True)
    tone = theme.TEXT_FAINT if out else theme.TEXT
    size = Chip(hexagon, str(len(settlement.cells)), tone, letters=0.56, outlined=False)
    lacks = [kind for kind, count in ((1, settlement.temples), (2, settlement.towers)) if not count]
    if not lacks:
        return size
    opacity = _OUT if out else 0.7
    signs = [
        Sign(partial(faces.sign, look, kind, seat), 0.78 * _HEXAGON, opacity=opacity, grows=True) for kind in lacks
    ]
    return Beside((size, Beside(signs, -6.0)), 0.0)


def draw_side(canvas: Canvas, given: Surroundings, view: View, scores: Mapping[int, Sequence[int]], box: Box) -> None:
    """Draw the tiles left at the top, the chart of the match below, and the standing at the foot."""
    row = min(given.typeface.leading(theme.LABEL) + 4, box.height * 0.4 / len(view.seats))
    low = box.bottom - row * len(view.seats)
    for place, seat in enumerate(standing(view)):
        _draw_rank(canvas, given, view, seat, Box(box.left, low + place * row, box.width, row))
    tiles = Box(box.left, box.top, box.width, min(box.width * 0.62, low - box.top - 10))
    chart = Box(box.left, tiles.bottom + 8, box.width, low - tiles.bottom - 16)
    if chart.height >= _CHART:
        _draw_course(canvas, given, view, scores, chart)
    else:
        tiles.height = low - box.top - 10
    _draw_tiles(canvas, given, view, tiles)


def _draw_course(
    canvas: Canvas, given: Surroundings, view: View, scores: Mapping[int, Sequence[int]], box: Box
) -> None:
    """Draw a chart of each seat's huts by turn, marked where it built a temple or tower."""
    known = [(turn, scores[turn]) for turn in sorted(scores) if turn <= view.turn]
    lines = []
    for seat, look in enumerate(given.looks):
        marks = {}
        for (_, before), (turn, after) in pairwise(known):
            risen = [_parts(after[seat])[kind] > _parts(before[seat])[kind] for kind in (1, 2)]
            if any(risen):
                marks[turn] = partial(faces.sign, look, 1 if risen[0] else 2, seat)
        lines.append(Line(look.colour, tuple((turn, _parts(each[seat])[0]) for turn, each in known), marks))
    title = given.texts.line("volcano.stage.course")
    draw_lines(canvas, given.typeface, lines, view.turns, STOCK[0], title, box)


def _parts(score: int) -> tuple[int, int, int]:
    """Return the huts, temples and towers that a score is made of."""
    return score % 100, score // 1000, score // 100 % 10


def _draw_tiles(canvas: Canvas, given: Surroundings, view: View, box: Box) -> None:
    wide, high = box.width / 5, box.height / 5
    size = min(wide * 0.62, high * 0.95)
    for kind, count in enumerate(view.left):
        x, y = box.left + (kind % 5 + 0.5) * wide, box.top + (kind // 5 + 0.5) * high
        drawn = faces.tile(kind, canvas.px(size))
        canvas.put_middle(drawn if count else faded(drawn, 0.25), x - wide * 0.14, y)
        tone = theme.TEXT if count else theme.TEXT_FAINT
        given.typeface.line(canvas, str(count), x + wide * 0.34, y, theme.CAPTION, Weight.BOLD, tone, "middle")


def ranking(view: View, seat: Seat) -> list[int]:
    """Return how many temples, towers and huts a seat has built, in that order."""
    return [built_by(view, seat)[kind] for kind in _BY_RANK]


def standing(view: View) -> list[Seat]:
    """Return the seats in the order of their ranks if the match ended now."""
    order = range(len(view.seats))
    return sorted(order, key=lambda seat: (view.seats[seat].out, [-count for count in ranking(view, seat)]))


def _draw_rank(canvas: Canvas, given: Surroundings, view: View, seat: Seat, box: Box) -> None:
    """Draw a row of the standing: what a seat has built; the kind by which it leads the next seat is lit."""
    look, out, order = given.looks[seat], view.seats[seat].out, standing(view)
    own, place = ranking(view, seat), order.index(seat)
    below = ranking(view, order[place + 1]) if place + 1 < len(order) else own
    ahead = next((kind for kind in range(3) if own[kind] != below[kind]), -1)
    canvas.put_middle(badge(look.shape, look.colour, canvas.px(16)), box.left + 10, box.centery)
    wide, size = (box.width - 24) / 3, min(22.0, box.height)
    for number, kind in enumerate(_BY_RANK):
        x = box.left + 24 + number * wide
        _draw_sign(canvas, given, kind, seat, size, (x + size / 2, box.centery), 0.35 if out else 1.0)
        tone = theme.TEXT_FAINT if out else LANTERN if number == ahead else theme.TEXT
        text = str(own[number])
        given.typeface.line(canvas, text, x + size + 4, box.centery, theme.CAPTION, Weight.BOLD, tone)
