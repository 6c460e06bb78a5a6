"""Names of seats, as replays and reports have them."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.bot.reading import is_own, own_name
from game.core.recording.replay import SeatRecord
from game.ground.texts import told_apart


def seat_names(seats: Sequence[str]) -> tuple[str, ...]:
    """Return a display name for every seat, numbered where several are alike.

    >>> seat_names(["expert", "bots/mine.py:Mine", "random", "random"])
    ('expert', 'Mine', 'random 1', 'random 2')
    """
    return told_apart([own_name(seat) if is_own(seat) else seat for seat in seats])


def records_of(seats: Sequence[str]) -> list[SeatRecord]:
    """Return the seats as a replay keeps them."""
    return [SeatRecord(name, seat) for name, seat in zip(seat_names(seats), seats, strict=True)]
