"""A view as searches see it."""

from __future__ import annotations

from game.cabinets.omok import board as b
from game.cabinets.omok.field import Field, new_field, put
from game.cabinets.omok.state import EXACT, FORBIDDEN, PASS, View


def field_of(view: View) -> Field:
    """The board of a view with everything that follows from it."""
    field = new_field(view.size, EXACT[view.rule], FORBIDDEN[view.rule])
    for number, point in enumerate(view.moves):
        if point != PASS:
            put(field, b.index_of(point, view.size), 1 + number % 2)
    return field
