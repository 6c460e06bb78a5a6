"""What happens during ticks: a journal of events, and the motion of trains. Reading either empties it."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from game.core.compiled import filled, inner, plain

DELIVERED, LEFT_HERE, LEFT_ASIDE, LOADED, CALLED, ARRIVED, DEPARTED, CRASHED, CLEARED = range(9)
"""What a row of the journal is about. The row's place is a station, or KINDS · station + kind for cargo.

In a row of CRASHED, the place is the leg that the train would have entered, and units is the other train. A row of
CALLED is written when a stop has lasted its four ticks, and has the order in place of units.
"""

ROW: Final = 5
"""Number of values in a row of the journal: tick, what, train, place, units."""
LEFT, STRAIGHT_ON, RIGHT, TURNED = range(4)
"""Which way a head went: `LEFT + 1 + turn` at the end of a piece; TURNED if its train turned round."""


class Told(NamedTuple):
    """Flat arrays whose first number is the count of numbers that follow. Rows that do not fit are dropped."""

    journal: Any
    ran: Any
    """One number for each piece entered and each train turned round: ((tick · 256) + train) · 4 + choice."""


def new_told(rows: int) -> Told:
    """Return arrays with room for `rows` rows each; with 0, nothing is recorded."""
    return Told(filled(1 + ROW * rows), filled(1 + rows))


@inner
def tell(told: Told, tick: int, what: int, train: int, place: int, units: int) -> None:
    """Write a row of the journal."""
    journal = told.journal
    at = journal[0] + 1
    if at + ROW > len(journal):
        return
    journal[at] = tick
    journal[at + 1] = what
    journal[at + 2] = train
    journal[at + 3] = place
    journal[at + 4] = units
    journal[0] += ROW


@inner
def tell_choice(told: Told, tick: int, train: int, choice: int) -> None:
    """Record which way a head went."""
    ran = told.ran
    at = ran[0] + 1
    if at < len(ran):
        ran[at] = (tick * 256 + train) * 4 + choice
        ran[0] = at


def read_journal(told: Told) -> list[tuple[int, ...]]:
    """Return the rows of the journal, and empty it."""
    count = int(told.journal[0])
    numbers = plain(told.journal[1 : 1 + count])
    told.journal[0] = 0
    return [tuple(numbers[at : at + ROW]) for at in range(0, count, ROW)]
