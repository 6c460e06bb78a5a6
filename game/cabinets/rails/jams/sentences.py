"""Sentences about vehicles that stand, as keys and values of the texts `rails_jams`.

They are made from what a view tells, so that windows and bots say the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Protocol, TypeAlias

from game.cabinets.rails.contract.views import Why

Sentence: TypeAlias = tuple[str, dict[str, Any]]
"""A text key and its values."""


class Standing(Protocol):
    """The fields of a standing vehicle that its sentence needs."""

    @property
    def id(self) -> int: ...
    @property
    def tile(self) -> int: ...
    @property
    def why(self) -> Why: ...
    @property
    def blocked(self) -> int: ...
    @property
    def blocker(self) -> int: ...


_NEEDS_PLACE: Final = (Why.TRAIN, Why.TRACK_ENDS, Why.SIGNAL_FACES, Why.TOO_SHORT)
"""Reasons whose sentences name the place that closes the way."""


def sentence(vehicle: Standing, size: int) -> Sentence:
    """Return why one vehicle stands, on a map of `size` tiles a side; a shorter sentence where no place is known.

    There is no sentence for NOTHING.
    """
    why = Why.TRAIN if vehicle.why == Why.RING else vehicle.why
    unknown = vehicle.tile < 0 or (why in _NEEDS_PLACE and vehicle.blocked < 0)
    if unknown or (why == Why.TRAIN and vehicle.blocker < 0):
        return f"rails_jams.why_somewhere.{why.name.lower()}", {"train": vehicle.id}
    values = {"train": vehicle.id, "x": vehicle.tile % size, "y": vehicle.tile // size}
    if vehicle.blocker >= 0:
        values["other"] = vehicle.blocker
    if vehicle.blocked >= 0:
        values |= {"to_x": vehicle.blocked % size, "to_y": vehicle.blocked // size}
    return f"rails_jams.why.{why.name.lower()}", values


def chain(vehicles: Mapping[int, Standing], first: int, size: int) -> list[Sentence]:
    """Return sentences on whom a vehicle waits for, whom that one waits for, and so on, up to a ring or an end."""
    told: list[Sentence] = []
    way: list[int] = []
    train = first
    while train in vehicles and train not in way:
        way.append(train)
        if vehicles[train].why != Why.NOTHING:
            told.append(sentence(vehicles[train], size))
        train = vehicles[train].blocker
    if train in way:
        told.append(ring(way[way.index(train) :]))
    return told


def ring(trains: Iterable[int]) -> Sentence:
    """Return the sentence about a ring, in which each vehicle waits for the next and the last for the first."""
    row = list(trains)
    if len(row) == 2:
        return "rails_jams.ring_of_two", {"train": row[0], "other": row[1]}
    return "rails_jams.ring", {"count": len(row), "chain": " → ".join(map(str, (*row, row[0])))}
