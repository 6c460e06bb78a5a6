"""What is logged of a match."""

from __future__ import annotations

from typing import Protocol

import msgspec

from game.core.rules import Event, Move, Viewer


class Step(msgspec.Struct, frozen=True):
    """One closed window: the moves that were played in it and what came of them."""

    number: int
    moves: tuple[Move, ...]
    events: tuple[Event, ...]
    hash: str | None = None
    """The hash of the state after it, on every `match.HASH_EVERY`th step and on the last."""
    private: bool = False
    """Whether other players are not told who was asked (`Ask.private`)."""
    flows: bool = False
    """Whether it was a slice of time: it is told at once, before it is on the disk."""

    def events_for(self, viewer: Viewer) -> tuple[Event, ...]:
        """The events that `viewer` may know of."""
        return tuple(event for event in self.events if event.seen_by(viewer))

    def moves_for(self, viewer: Viewer) -> tuple[Move, ...]:
        """The moves of which `viewer` may know that they were made."""
        return tuple(move for move in self.moves if not self.private or move.seat == viewer or viewer < 0)


class Journal(Protocol):
    """Where steps are kept, before anyone is told of them."""

    def append(self, step: Step) -> None: ...

    def rewind(self, number: int) -> None:
        """Forget every step from `number` on: they were undone."""
