"""What a seat has: its hearts, and its bag."""

from __future__ import annotations

from functools import partial

from game.cabinets.cisterns.rules.state import MOST_HEARTS
from game.cabinets.cisterns.rules.views import View
from game.cabinets.cisterns.stage.figures import heart
from game.core.rules import Seat
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.kit.drawing.panel import Figure, in_signs
from game.kit.levels.things import thing

_HEART = 19.0
_KEY = 20.0


def draw_panel(canvas: Canvas, given: Surroundings, view: View, seat: Seat, box: Box) -> None:
    """Hearts above, below them worth, potions, bombs and keys; who is down or fallen says so."""
    hero, typeface = view.heroes[seat], given.typeface
    high = box.height / 2
    size = min(_HEART, box.width / MOST_HEARTS, high)
    for place in range(MOST_HEARTS):
        drawn = heart(place < hero.hearts, canvas.px(size))
        canvas.put_middle(drawn, box.left + (place + 0.5) * size, box.top + high / 2)
    below = Box(box.left, box.top + high, box.width, high)
    if not hero.hearts or hero.down:
        key = "cisterns.seat.down" if hero.hearts else "cisterns.seat.fallen"
        typeface.line(
            canvas, given.texts.line(key), below.left, below.centery, theme.BODY, Weight.SEMIBOLD, theme.TEXT_FAINT,
            max_width=below.width,
        )  # fmt: skip
        return
    line = given.texts.line
    figures = [
        Figure(str(hero.worth), line("cisterns.result.worth"), partial(thing, "treasure")),
        Figure(str(hero.potions), line("cisterns.seat.potions"), partial(thing, "potion")),
        Figure(str(hero.bombs), line("cisterns.seat.bombs"), partial(thing, "bomb")),
    ]
    end = in_signs(canvas, typeface, figures, below)
    keys = [number for number in range(8) if hero.keys >> number & 1]
    for place, number in enumerate(keys):
        x = end + 12 + place * _KEY * 0.8
        if x + _KEY <= below.right:
            canvas.put(thing("key", canvas.px(_KEY), number), x, below.centery - _KEY / 2)
