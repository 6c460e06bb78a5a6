"""How seats look at a table: from who sits there and the colours a person chose."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.colour import SEAT_COLOURS
from game.engine.patterns import PATTERNS
from game.engine.stage import Look, Tint
from game.scenes.feeds.feed import SeatInfo
from game.settings import Settings


def tints_for(settings: Settings) -> tuple[Tint, ...]:
    """The look of every colour by its number: the person's own first, then the rest of the seats'."""
    colours = [*settings.seat_colours, *list(SEAT_COLOURS.values())[len(settings.seat_colours) :]]
    return tuple(Tint(colour, pattern) for colour, pattern in zip(colours, PATTERNS, strict=True))


def looks_for(seats: Sequence[SeatInfo], settings: Settings) -> tuple[Look, ...]:
    """The look of every seat: the colour of its number, with its pattern and shape; past the eighth, again."""
    tints = tints_for(settings)
    return tuple(
        Look(seat.name, tint.colour, tint.pattern, PATTERNS[tint.pattern].shape, seat.person, seat.banner)
        for seat, tint in ((seat, tints[number % len(tints)]) for number, seat in enumerate(seats))
    )
