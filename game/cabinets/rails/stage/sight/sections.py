"""The section that a signal guards: the track that one reservation can take beyond it, and where that may end."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from game.cabinets.rails.codec.works import ONE_WAY
from game.cabinets.rails.stage.ground.geometry import ends
from game.cabinets.rails.stage.sight.sight import Sight
from game.cabinets.rails.stage.trains.course import Piece
from game.engine.tween import Point

SIGNAL_LEGS = 16
"""Factor of a signal's number, which is tile · SIGNAL_LEGS + leg; greater than the number of legs."""


class Section(NamedTuple):
    """The track beyond a signal that its trains can reserve."""

    pieces: tuple[Piece, ...]
    """All pieces that a train may reserve from the signal up to the next safe places, nearest first."""
    signals: tuple[Piece, ...]
    """Those of `pieces` that end at a signal facing the train."""
    platforms: tuple[Piece, ...]
    """Those of `pieces` at the end of a platform: a train may stop there if it calls at that station."""


def stands(sight: Sight, signal: int) -> bool:
    """Return whether there is a signal with this number."""
    tile, leg = divmod(signal, SIGNAL_LEGS)
    built = sight.works.get(tile)
    return built is not None and leg in dict(built.signals)


def signal_near(sight: Sight, point: Point) -> int:
    """Return the number of the signal nearest to a point (in tiles) on the point's tile; -1 for none."""
    x, y = math.floor(point[0]), math.floor(point[1])
    tile = y * sight.size + x
    built = sight.works.get(tile) if 0 <= x < sight.size and 0 <= y < sight.size else None
    legs = [leg for leg, _kind in built.signals] if built else []
    if not legs:
        return -1
    return SIGNAL_LEGS * tile + min(legs, key=lambda leg: math.dist((x + ends(leg)[1][0], y + ends(leg)[1][1]), point))


def section_of(sight: Sight, signal: int) -> Section:
    """Return the section that a signal guards; an empty one if the signal no longer exists."""
    tile, leg = divmod(signal, SIGNAL_LEGS)
    if not stands(sight, signal):
        return Section((), (), ())
    todo = [sight.tracks.piece(tile, leg)]
    found: dict[Piece, None] = {}
    signals, platforms = [], []
    while todo:
        piece = todo.pop(0)
        for after in onward(sight, piece):
            if after in found:
                continue
            found[after] = None
            if _ends_platform(sight, after):
                platforms.append(after)
            if _faces(sight, after):
                signals.append(after)
            else:
                todo.append(after)
    return Section(tuple(found), tuple(signals), tuple(platforms))


def onward(sight: Sight, piece: Piece) -> Iterator[Piece]:
    """Yield the pieces on which a train may go on from the end of one: its company's, past no one-way signal."""
    company = sight.works[piece.y * sight.size + piece.x].company
    for turn in (-1, 0, 1):
        after = sight.tracks.after(piece, turn)
        if after is None or _closed(sight, after):
            continue
        if sight.works[after.y * sight.size + after.x].company == company:
            yield after


def _standing(sight: Sight, piece: Piece) -> dict[int, int]:
    built = sight.works.get(piece.y * sight.size + piece.x)
    return dict(built.signals) if built and piece.tiles == 1 else {}


def _faces(sight: Sight, piece: Piece) -> bool:
    return piece.leg in _standing(sight, piece)


def _closed(sight: Sight, piece: Piece) -> bool:
    """Return whether passing this piece would pass a one-way signal from behind."""
    return _standing(sight, piece).get(piece.leg ^ 1) == ONE_WAY


def _ends_platform(sight: Sight, piece: Piece) -> bool:
    """Return whether this piece is the last tile of a platform in its direction."""
    built = sight.works.get(piece.y * sight.size + piece.x)
    if built is None or not built.platform:
        return False
    x, y, _enter = piece.beyond
    inside = 0 <= x < sight.size and 0 <= y < sight.size
    beyond = sight.works.get(y * sight.size + x) if inside else None
    return beyond is None or not beyond.platform or beyond.station != built.station or beyond.pieces != built.pieces
