"""The network of a railway as pieces that trains pass one after the other."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from game.cabinets.rails.stage.trains.course import Piece
from game.cabinets.rails.track.network import Slots
from game.cabinets.rails.track.pieces import STEPS, STRAIGHT, TILE, Place, bend, edges


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
    """The pieces of a network; make another one when anything is built, as it keeps what it was asked for."""

    def __init__(self, slots: Slots) -> None:
        self._slots = slots
        self._on: dict[int, Piece] = {}
        self._after: dict[tuple[Piece, int], Piece | None] = {}
        self.reached: dict[int, frozenset[int]] = {}
        """For each station asked about, the stations that its trains can reach."""

    def on(self, leg: int) -> Piece:
        """Return the piece of a leg."""
        found = self._on.get(leg)
        if found is None:
            place, length = self._slots.place(leg), int(self._slots.network.length[leg >> 1])
            tiles = length // TILE if place.kind < STRAIGHT else 1
            found = self._on[leg] = Piece(place.x, place.y, 2 * place.kind + place.direction, tiles)
        return found

    def after(self, piece: Piece, turn: int) -> Piece | None:
        """Return the piece after one if the train turns left (-1), goes straight (0) or right (1); None if none."""
        key = piece, turn
        if key not in self._after:
            leg = self._slots.leg(Place(piece.x, piece.y, *edges(piece.leg >> 1, piece.leg & 1)))
            found = map(self.on, self._slots.following(leg) if leg >= 0 else ())
            self._after[key] = next((one for one in found if bend(piece.leg, one.leg) == turn), None)
        return self._after[key]


@lru_cache(maxsize=1 << 14)
def turned(piece: Piece) -> Piece:
    """Return the piece as it is passed in the other direction."""
    leave = edges(piece.leg >> 1, piece.leg & 1)[1]
    across, down = STEPS[leave]
    more = piece.tiles - 1
    return Piece(piece.x + across * more, piece.y + down * more, piece.leg ^ 1, piece.tiles)
