"""The section that a signal guards: the track that one reservation can take beyond it, and where that may end."""

from __future__ import annotations

import math
from typing import NamedTuple

from game.cabinets.rails.stage.ground.geometry import ends
from game.cabinets.rails.stage.sight.course import Piece
from game.cabinets.rails.stage.sight.sight import Sight
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
    slots = sight.state.railway.slots
    network, on = slots.network, sight.tracks.on
    todo, found = [2 * slots.slot_at(tile, leg >> 1) + (leg & 1)], dict[int, None]()
    while todo:
        for after in slots.onward(todo.pop(0)):
            if after not in found:
                found[after] = None
                if not network.signal[after]:
                    todo.append(after)
    signals = tuple(on(leg) for leg in found if network.signal[leg])
    return Section(tuple(map(on, found)), signals, tuple(on(leg) for leg in found if network.ends[leg] >= 0))
