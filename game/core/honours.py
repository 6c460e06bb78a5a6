"""What a game counts in a match besides scores, to name who did most of it in an evening."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from game.core.rules import Event, Result


@dataclass(frozen=True)
class Honour:
    """A count kept for each seat: of public events of one kind, or a detail of the result.

    The seat with the highest count of an evening gets the title in the text `<game>.honour.<name>`.
    """

    name: str
    event: str = ""
    """The kind of event that is counted; empty where the count is the detail `name` of the result."""
    seat: str = "seat"
    """The entry of the event's data that holds the seat."""
    amount: str = ""
    """The entry of the event's data that holds the amount, or a list whose length is the amount;
    empty to count each event as 1."""
    most: bool = False
    """Whether the largest amount in one event counts instead of the sum."""


def figures(honours: Sequence[Honour], events: Iterable[Event], result: Result) -> dict[str, tuple[int, ...]]:
    """Return the count of each honour, by name and seat; honours that are 0 for every seat are left out."""
    known = [event for event in events if event.audience is None]
    found = {honour.name: _figure(honour, known, result) for honour in honours}
    return {name: values for name, values in found.items() if any(value > 0 for value in values)}


def _figure(honour: Honour, events: Sequence[Event], result: Result) -> tuple[int, ...]:
    if not honour.event:
        values = (line.details.get(honour.name, 0) for line in result.seats)
        return tuple(value if isinstance(value, int) else 0 for value in values)
    totals = [0] * len(result.seats)
    for event in events:
        if event.kind == honour.event:
            seat, said = event.data[honour.seat], event.data[honour.amount] if honour.amount else 1
            amount = len(said) if isinstance(said, list | tuple) else said
            totals[seat] = max(totals[seat], amount) if honour.most else totals[seat] + amount
    return tuple(totals)
