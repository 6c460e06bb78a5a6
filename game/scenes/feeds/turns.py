"""The steps of a match grouped into turns, for logs, timelines and charts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import overload

from game.core.rules import Seat
from game.scenes.feeds.feed import LogEntry


@dataclass(frozen=True)
class LogTurn:
    """The steps that belong together in a log: one seat's turn, with moves of chance in it."""

    seat: Seat | None
    """The seat that moves; None before anybody has moved, or when several moved at once."""
    begin: int
    """Index of the turn's first step; the turn ends before the next turn's first."""
    entries: tuple[LogEntry, ...]

    @property
    def opening(self) -> bool:
        """Whether the turn consists of moves of chance before anybody moved."""
        return not self.entries[0].movers


class Past(Sequence[LogEntry]):
    """View of the first entries of a log, without a copy."""

    def __init__(self, entries: Sequence[LogEntry], count: int) -> None:
        self._entries = entries
        self._count = min(count, len(entries))

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> LogEntry: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[LogEntry]: ...

    def __getitem__(self, index: int | slice) -> LogEntry | Sequence[LogEntry]:
        numbers = range(self._count)[index]
        if isinstance(numbers, int):
            return self._entries[numbers]
        return [self._entries[number] for number in numbers]


class GrowingTurns:
    """The turns of a log that grows step by step, and shrinks on an undo."""

    def __init__(self) -> None:
        self.turns: list[LogTurn] = []
        self._entries: list[LogEntry] = []

    def follow(self, entries: Sequence[LogEntry]) -> int:
        """Update to the turns of `entries`. Returns how many turns at the start are unchanged. The cost depends only on
        what has changed.
        """
        known = self._entries
        kept = min(len(known), len(entries))
        while kept and known[kept - 1] is not entries[kept - 1]:
            kept -= 1
        if kept == len(known) == len(entries):
            return len(self.turns)
        del known[kept:]
        untouched = self._cut(kept)
        for number in range(kept, len(entries)):
            known.append(entries[number])
            _add(self.turns, entries[number])
        return untouched

    def _cut(self, count: int) -> int:
        """Keep the turns of the first `count` steps. Returns how many turns are certainly unchanged."""
        turns = self.turns
        while turns and turns[-1].begin >= count:
            turns.pop()
        if turns:
            last = turns[-1]
            turns[-1] = LogTurn(last.seat, last.begin, last.entries[: count - last.begin])
        return max(0, len(turns) - 1)


def turns_of(entries: Iterable[LogEntry]) -> list[LogTurn]:
    """Group a match's steps into turns: a turn begins with another mover, or with the game's next turn.

    Moves of single seats within a turn in which all moved at once belong to that turn.
    """
    turns: list[LogTurn] = []
    for entry in entries:
        _add(turns, entry)
    return turns


def numbered(turns: Sequence[LogTurn]) -> list[int]:
    """Return each turn's number as people count: from 1; an opening is 0."""
    first = 0 if turns and turns[0].opening else 1
    return list(range(first, first + len(turns)))


def _add(turns: list[LogTurn], entry: LogEntry) -> None:
    if turns and not _begins_turn(entry, turns[-1].entries[0]):
        last = turns[-1]
        turns[-1] = LogTurn(last.seat, last.begin, (*last.entries, entry))
    else:
        seat = entry.movers[0] if len(entry.movers) == 1 else None
        turns.append(LogTurn(seat, entry.number, (entry,)))


def _begins_turn(entry: LogEntry, first: LogEntry) -> bool:
    """Whether `entry` begins a new turn after the one that began with `first`."""
    if not entry.movers:
        return False
    together = len(first.movers) > 1 and entry.turn == first.turn
    return not together and (entry.turn, entry.movers) != (first.turn, first.movers)
