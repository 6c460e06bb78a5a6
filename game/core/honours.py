"""What a game counts in a match besides scores, so that an evening can name who did most of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from game.core.rules import Event, Result


@dataclass(frozen=True)
class Honour:
    """A figure for each seat: of the events of a kind that everybody may know, or one of the result's details.

    Who has the highest of an evening is named by the text `<game>.honour.<name>`.
    """

    name: str
    event: str = ""
    """The kind of event; empty where the detail `name` of the result is the figure."""
    seat: str = "seat"
    """The entry of the event's data that names the seat."""
    amount: str = ""
    """The entry that says how much; empty to count events. A list counts by its length."""
    most: bool = False
    """Whether the largest single amount counts instead of the sum."""


def figures(honours: Sequence[Honour], events: Iterable[Event], result: Result) -> dict[str, tuple[int, ...]]:
    """The figure of each honour for each seat; honours that are 0 for everybody are left out."""
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
