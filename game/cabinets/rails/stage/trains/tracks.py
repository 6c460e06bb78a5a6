"""The built track as pieces that trains pass one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from game.cabinets.rails.codec.works import Built
from game.cabinets.rails.stage.trains.course import Piece
from game.cabinets.rails.track.pieces import KINDS, ONWARD, STEPS, STRAIGHT, bend, edges

SPANS = len(KINDS)
"""Piece kinds from this number on belong to bridges and tunnels."""


_AFTER: Final = {(leg, bend(leg, after)): after for leg in range(2 * SPANS) for after in ONWARD[leg]}
"""The leg that follows for each pair of a leg and a turn."""


class Way(NamedTuple):
    """The track that a train holds: pieces from its tail to the end of its reservation."""

    pieces: tuple[Piece, ...]
    head: int
    """Index of the piece that the train's head is on."""

    @property
    def ahead(self) -> tuple[Piece, ...]:
        """The reserved pieces beyond the one the head is on."""
        return self.pieces[self.head + 1 :]


class Tracks:
    """The track of a map, as pieces."""

    def __init__(self, works: Mapping[int, Built], size: int) -> None:
        self.works = works
        self.size = size
        self.reached: dict[int, frozenset[int]] = {}
        """Cache: for each station asked about, the stations that its trains can reach."""
        self._after: dict[tuple[Piece, int], Piece | None] = {}
        """Cache of `after`, since views ask for the same pieces repeatedly."""

    def piece(self, tile: int, leg: int) -> Piece:
        """Return the piece of a leg; for a bridge or tunnel (given either end) the piece as seen from its entrance."""
        kind = leg >> 1
        if kind < SPANS:
            return Piece(tile % self.size, tile // self.size, leg)
        leg = 2 * (kind - SPANS) + (leg & 1)
        leave = edges(leg >> 1, leg & 1)[1]
        built = self.works.get(tile)
        edge, length, _tunnel = built.span if built else (-1, 1, 0)
        x, y = tile % self.size, tile // self.size
        if edge >= 0 and edge != leave:
            x, y = x + STEPS[edge][0] * (length - 1), y + STEPS[edge][1] * (length - 1)
        return Piece(x, y, leg, max(1, length))

    def after(self, piece: Piece, turn: int) -> Piece | None:
        """Return the piece after one if the train turns left (-1), goes straight (0) or right (1); None if none."""
        key = piece, turn
        if key not in self._after:
            self._after[key] = self._find_after(piece, turn)
        return self._after[key]

    def _find_after(self, piece: Piece, turn: int) -> Piece | None:
        x, y, _enter = piece.beyond
        if not (0 <= x < self.size and 0 <= y < self.size):
            return None
        built = self.works.get(y * self.size + x)
        if built is None:
            return None
        leg = _AFTER.get((piece.leg, turn), -1)
        if leg < 0:
            return None
        if built.pieces >> (leg >> 1) & 1:
            return Piece(x, y, leg)
        on_span = leg >> 1 < STRAIGHT and built.span[0] == edges(leg >> 1, leg & 1)[1]
        return Piece(x, y, leg, built.span[1]) if on_span else None

    def along(self, piece: Piece, turns: Iterable[int]) -> list[Piece]:
        """Return the pieces after one, with a turn (-1, 0 or 1) at the end of each; shorter where track ends."""
        found: list[Piece] = []
        for turn in turns:
            after = self.after(found[-1] if found else piece, turn)
            if after is None:
                break
            found.append(after)
        return found


@lru_cache(maxsize=1 << 14)
def turned(piece: Piece) -> Piece:
    """Return the piece as it is passed in the other direction."""
    leave = edges(piece.leg >> 1, piece.leg & 1)[1]
    across, down = STEPS[leave]
    more = piece.tiles - 1
    return Piece(piece.x + across * more, piece.y + down * more, piece.leg ^ 1, piece.tiles)
