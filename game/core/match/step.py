"""A step in the log of a match, and the journal that keeps steps."""

from __future__ import annotations

from typing import Protocol

import msgspec

from game.core.rules import Event, Move, Viewer


class Step(msgspec.Struct, frozen=True):
    """One closed window: the moves that were played in it, and their events."""

    number: int
    moves: tuple[Move, ...]
    events: tuple[Event, ...]
    hash: str | None = None
    """The hash of the state after the step, in every `HASH_EVERY`th step and in the last; else None."""
    private: bool = False
    """Whether other players must not know who was asked (`Ask.private`)."""
    flows: bool = False
    """Whether the step was a slice of time, announced before it is on the disk."""

    def events_for(self, viewer: Viewer) -> tuple[Event, ...]:
        """Return the events that `viewer` may know of."""
        return tuple(event for event in self.events if event.seen_by(viewer))

    def moves_for(self, viewer: Viewer) -> tuple[Move, ...]:
        """Return the moves that `viewer` may know were made."""
        return tuple(move for move in self.moves if not self.private or move.seat == viewer or viewer < 0)


class Journal(Protocol):
    """Keeps steps before anyone is told of them."""

    def append(self, step: Step) -> None: ...

    def rewind(self, number: int) -> None:
        """Drop every step from `number` on, because they were undone."""
