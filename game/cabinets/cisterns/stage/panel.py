"""What a seat has: its hearts, and its bag."""

from __future__ import annotations

from collections.abc import Sequence

from game.cabinets.cisterns.rules.state import MOST_HEARTS
from game.cabinets.cisterns.rules.views import HeroSeen, View
from game.cabinets.cisterns.stage.figures import heart
from game.core.rules import Seat
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import PAPER
from game.engine.stage import Surroundings
from game.engine.text import Typeface, Weight
from game.kit.levels.things import thing

_HEART = 19.0
_KEY = 20.0
_THREE_ROWS = 80.0
"""From this height on keys have a row of their own; below it they share that of the hearts."""
_SIGN, _APART = 20.0, 10.0
_LETTERS = "ABCDEFGH"


def draw_panel(canvas: Canvas, given: Surroundings, view: View, seat: Seat, box: Box) -> None:
    """Hearts above, then worth, potions and bombs, and the keys; who is down or fallen says so."""
    hero = view.heroes[seat]
    keys = [number for number in range(len(_LETTERS)) if hero.keys >> number & 1]
    high = box.height / (3 if box.height >= _THREE_ROWS and keys else 2)
    room = box.width if box.height >= _THREE_ROWS or not keys else box.width * 0.64
    size = min(_HEART, room / MOST_HEARTS, high)
    for place in range(MOST_HEARTS):
        drawn = heart(place < hero.hearts, canvas.px(size))
        canvas.put_middle(drawn, box.left + (place + 0.5) * size, box.top + high / 2)
    if box.height >= _THREE_ROWS:
        _draw_keys(canvas, given.typeface, keys, Box(box.left, box.bottom - high, box.width, high))
    else:
        _draw_keys(canvas, given.typeface, keys, Box(box.left + room + 4, box.top, box.width - room - 4, high))
    below = Box(box.left, box.top + high, box.width, high)
    if not hero.hearts or hero.down:
        line = given.texts.line("cisterns.seat.down" if hero.hearts else "cisterns.seat.fallen")
        x, y, wide = below.left, below.centery, below.width
        given.typeface.line(canvas, line, x, y, theme.BODY, Weight.SEMIBOLD, theme.TEXT_FAINT, max_width=wide)
        return
    known = given.options.mode == "coop" or seat == given.viewer or view.over
    _draw_bag(canvas, given, hero, below, known=known)


def _draw_bag(canvas: Canvas, given: Surroundings, hero: HeroSeen, box: Box, *, known: bool) -> None:
    """Worth, and at the right what else is in a bag that is known; all of it smaller where there is little room."""
    typeface = given.typeface
    signs = [("treasure", str(hero.worth), _SIGN + 4, theme.HEADING)]
    if known:
        signs += [
            (kind, str(many), _SIGN, theme.BODY) for kind, many in (("potion", hero.potions), ("bomb", hero.bombs))
        ]
    wide = [typeface.grown(size) + 4 + typeface.measure(text, high, Weight.BOLD) for _, text, size, high in signs]
    share = min(1.0, box.width / (sum(wide) + _APART * (len(signs) - 1)))
    x = box.left
    for place, ((kind, text, size, high), width) in enumerate(zip(signs, wide, strict=True)):
        if place == 1:
            x = box.right - share * (sum(wide[1:]) + _APART * (len(signs) - 2))
        drawn = typeface.grown(size) * share
        canvas.put_middle(thing(kind, canvas.px(drawn)), x + drawn / 2, box.centery)
        typeface.line(canvas, text, x + drawn + 4 * share, box.centery, high * share, Weight.BOLD)
        x += share * (width + _APART)


def _draw_keys(canvas: Canvas, typeface: Typeface, keys: Sequence[int], box: Box) -> None:
    """Keys with their letters, as many as there is room for."""
    step = min(_KEY + 4, box.width / max(1, len(keys)))
    size = min(_KEY, step, box.height)
    for place, number in enumerate(keys):
        x = box.left + (place + 0.5) * step
        canvas.put_middle(thing("key", canvas.px(size), number), x, box.centery)
        letters = size * 0.5 * 100 / typeface.text_size
        at = x, box.centery + size * 0.3
        typeface.line(canvas, _LETTERS[number], *at, letters, Weight.BOLD, PAPER, "middle", outline=2)
