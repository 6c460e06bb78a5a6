"""The looks of seats at a table: from their players and the colours that a person chose."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.colour import SEAT_COLOURS
from game.engine.patterns import PATTERNS
from game.engine.stage import Look, Tint
from game.ground.settings import Settings
from game.ground.settings.friends import friends_of, signs_of
from game.scenes.feeds.feed import SeatInfo


def people_in(seats: Sequence[SeatInfo]) -> list[str | None]:
    """Return the name of the person in each seat, None for a computer's seat."""
    return [seat.name if seat.bot is None else None for seat in seats]


def tints_for(settings: Settings, people: Sequence[str | None] = ()) -> tuple[Tint, ...]:
    """Return the look of every colour by its number: the person's choices first, then the remaining defaults.

    A friend among the `people` in the seats has the look of their own sign.
    """
    colours = [*settings.seat_colours, *list(SEAT_COLOURS.values())[len(settings.seat_colours) :]]
    tints = [Tint(colour, pattern) for colour, pattern in zip(colours, PATTERNS, strict=True)]
    return tuple(tints[sign] for sign in signs_of(people, friends_of(settings)))


def looks_for(seats: Sequence[SeatInfo], settings: Settings) -> tuple[Look, ...]:
    """Return the look of every seat: a friend's own, or that of its number, with pattern and shape; from the ninth on
    they repeat.
    """
    tints = tints_for(settings, people_in(seats))
    return tuple(
        Look(seat.name, tint.colour, tint.pattern, PATTERNS[tint.pattern].shape, seat.person, seat.banner)
        for seat, tint in ((seat, tints[number % len(tints)]) for number, seat in enumerate(seats))
    )
