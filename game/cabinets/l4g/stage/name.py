"""What a player is called where its number stands beside it."""

from __future__ import annotations

from functools import partial

from game.engine.canvas import Canvas
from game.engine.colour import Colour
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.engine.text.wrapping import shortened


def plain_name(name: str, number: int) -> str:
    """A name without the number of its player at its end, by which those of a kind are told apart.

    >>> plain_name("Scout 37", 37), plain_name("Room 9", 37)
    ('Scout', 'Room 9')
    """
    return name.removesuffix(f" {number}")


def draw_name(
    canvas: Canvas,
    surroundings: Surroundings,
    number: int,
    x: float,
    y: float,
    room: float,
    size: float,
    colour: Colour,
    weight: Weight = Weight.REGULAR,
) -> None:
    """The name of a player from `x` on, shortened to the room there is."""
    typeface = surroundings.typeface
    name = plain_name(surroundings.looks[number].name, number)
    measure = partial(typeface.measure, size=size, weight=weight)
    told = name if measure(name) <= room else shortened(name, room, measure)
    typeface.line(canvas, told, x, y, size, weight, colour)
