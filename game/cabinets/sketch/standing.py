"""Who comes before whom at the end of a match of Odd Brush, and what is counted for that."""

from __future__ import annotations

from collections.abc import Iterable

from game.cabinets.sketch.state import State
from game.core.ranking import ranked
from game.core.rules import Result, Seat, SeatResult


def count_votes(state: State, artists: Iterable[Seat]) -> None:
    """Count the votes of the round that is revealed, where they rank equal points."""
    if state.options.tiebreak == "none":
        return
    zeros = [0] * len(state.points)
    state.found, state.suspected = state.found or zeros, state.suspected or [*zeros]
    for seat in artists:
        state.found[seat] += bool(state.votes) and state.votes[seat] == state.odd
        state.suspected[seat] += state.counts[seat]


def result_of(state: State) -> Result:
    """Return the result of a match as it stands."""
    told = {"odd": state.fooled, "escaped": state.escaped}
    order: list[tuple[int, ...]] = [(points,) for points in state.points]
    if state.options.tiebreak == "votes":
        zeros = [0] * len(state.points)
        told |= {"found": state.found or zeros, "suspected": state.suspected or zeros}
        votes = zip(state.points, told["found"], told["suspected"], strict=True)
        order = [(points, found, -suspected) for points, found, suspected in votes]
    seats = tuple(
        SeatResult(rank, score, {name: counts[seat] for name, counts in told.items()})
        for seat, (rank, score) in enumerate(zip(ranked(order), state.points, strict=True))
    )
    end = "goal" if max(state.points) >= state.options.goal else "rounds"
    return Result(seats, f"sketch.end.{end}")
