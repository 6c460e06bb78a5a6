"""How much a gesture builds, as people count it."""

from __future__ import annotations

from contextlib import suppress

from game.cabinets.rails.contract.actions import Group, Orders, Platforms, Rail, Road, Span
from game.cabinets.rails.track.pieces import read_run


def pieces_of(group: Group) -> int:
    """Pieces of track or tiles; 1 for anything else."""
    match group:
        case Rail(run=run) | Road(run=run):
            with suppress(ValueError):
                return len(read_run(run))
        case Platforms(length=length, count=count):
            return length * count
        case Span(length=length):
            return length
        case Orders(vehicles=vehicles):
            return len(vehicles)
    return 1
