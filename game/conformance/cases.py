"""What a game is played with on trial: its numbers of seats, and every value of its options."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, get_type_hints

import msgspec

from game.core.cabinet import Cabinet
from game.core.errors import SpokenError
from game.core.options import Option, describe, joined, read

MANY = 7
"""Numbers of seats from which not each is played."""
CROWD = 12
"""Seats from which a game is one for crowds."""
FEW = 16
"""Whole numbers that an option may be for each of them to be played; else its ends are, and its default."""
FEW_NAMES = 4
"""So many names of a list are chosen alone, the others together."""


def seat_counts(cabinet: Cabinet) -> tuple[int, ...]:
    """Return every number of seats of a game; of many the smallest, the next, the usual and the largest."""
    counts = cabinet.info.seats
    if len(counts) < MANY:
        return counts
    return tuple(sorted({*counts[:2], cabinet.info.usual_seats, counts[-1]}))


def with_defaults(cabinet: Cabinet, values: dict[str, Any]) -> Cabinet:
    """Return the same game with other defaults of these options."""
    options = cabinet.info.options
    types = get_type_hints(options, include_extras=True)
    fields: Any = [(name, types[name], value) for name, value in values.items()]
    changed = msgspec.defstruct("Changed", fields, bases=(options,), frozen=True)
    info = msgspec.structs.replace(cabinet.info, options=changed)
    rules = type("Changed", (type(cabinet.rules),), {"info": info})()
    return replace(cabinet, rules=rules)


def option_values(option: Option) -> tuple[Any, ...]:
    """Return the values of an option that matches are played with, its default first."""
    match option.kind:
        case "bool":
            values: Sequence[Any] = (False, True)
        case "int":
            assert option.low is not None and option.high is not None
            low, high = option.low, option.high
            values = range(low, high + 1) if high - low < FEW else (low, high)
        case "text":
            values = option.examples
        case "names":
            names = [str(name) for name in option.choices]
            values = (*names[:FEW_NAMES], joined(names[FEW_NAMES:]), joined(names))
        case _:
            values = option.choices
    return (option.default, *(value for value in values if value != option.default))


def option_cases(cabinet: Cabinet) -> Iterator[tuple[Cabinet, int]]:
    """Yield a game with options of which each value occurs at least once, and its usual number of seats.

    Several options change at once, so there are as many cases as the richest option has values. One that is refused by
    itself (all of several names) is left out; those that may not go together are played alone.
    """
    values = {option.name: option_values(option) for option in describe(cabinet.info.options)}
    most = max(map(len, values.values()), default=1)
    seats = cabinet.info.usual_seats if cabinet.info.usual_seats < CROWD else cabinet.info.seats[0]
    for index in range(1, most):
        chosen = {name: allowed[index % len(allowed)] for name, allowed in values.items()}
        changed = {name: value for name, value in chosen.items() if value != values[name][0]}
        alone = [{name: value} for name, value in changed.items() if _allowed(cabinet, {name: value})]
        together = {name: value for each in alone for name, value in each.items()}
        for each in [together] if together and _allowed(cabinet, together) else alone:
            yield with_defaults(cabinet, each), seats


def _allowed(cabinet: Cabinet, chosen: dict[str, Any]) -> bool:
    """Return whether these values may be chosen, and a match may begin with them: lists are looked into first then."""
    try:
        cabinet.rules.start(cabinet.info.usual_seats, read(cabinet.info.options, chosen))
    except SpokenError:
        return False
    except Exception:  # what breaks the rules is found when it is played
        return True
    return True
