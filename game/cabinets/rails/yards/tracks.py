"""Converts between the groups of a plan and the gestures that `track.laying` lays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from game.cabinets.rails.contract import actions
from game.cabinets.rails.contract.actions import Group
from game.cabinets.rails.track import laying
from game.cabinets.rails.track.laying import Laid
from game.cabinets.rails.track.works import BRIDGE, ONE_WAY, TUNNEL, TWO_WAY

_SIGNALS = {ONE_WAY: "one_way", TWO_WAY: "two_way"}
_SPANS = {BRIDGE: "bridge", TUNNEL: "tunnel"}
_AXES = ("NS", "EW")


def groups_of(pieces: Iterable[Laid]) -> Iterator[Group]:
    """Yield gestures as groups of a plan; the first platforms of a station found it."""
    stations: list[int] = []
    for piece in pieces:
        match piece:
            case laying.Rail():
                yield actions.Rail(piece.x, piece.y, piece.edge, piece.run)  # type: ignore[arg-type]
            case laying.Signal(kind=0):
                yield actions.Clear(piece.x, piece.y, "signal")
            case laying.Signal():
                kind = _SIGNALS[piece.kind]
                yield actions.Signal(piece.x, piece.y, piece.enter, piece.leave, kind)  # type: ignore[arg-type]
            case laying.Signals():
                yield actions.Signals(piece.x, piece.y, piece.enter, piece.leave, piece.gap)  # type: ignore[arg-type]
            case laying.Platforms():
                known = piece.station in stations
                stations += [] if known else [piece.station]
                station = -1 - stations.index(piece.station) if known else 0
                axis = _AXES[piece.axis]
                yield actions.Platforms(piece.x, piece.y, axis, piece.length, piece.count, station)  # type: ignore[arg-type]
            case laying.Span():
                yield actions.Span(piece.x, piece.y, piece.edge, piece.length, _SPANS[piece.form])  # type: ignore[arg-type]


def laid_of(groups: Iterable[Group]) -> Iterator[Laid]:
    """Yield the track in groups of a plan as gestures to lay. Other groups are skipped.

    Stations are numbered from 0, in the order in which the plan founds them.
    """
    founded = 0
    for group in groups:
        match group:
            case actions.Rail():
                yield laying.Rail(group.x, group.y, group.entry, group.run)
            case actions.Signal():
                kind = ONE_WAY if group.kind == "one_way" else TWO_WAY
                yield laying.Signal(group.x, group.y, group.entry, group.exit, kind)
            case actions.Signals():
                yield laying.Signals(group.x, group.y, group.entry, group.exit, group.gap)
            case actions.Platforms():
                founded += group.station == 0
                station = -group.station - 1 if group.station < 0 else founded - 1
                yield laying.Platforms(group.x, group.y, _AXES.index(group.axis), group.length, group.count, station)
            case actions.Span():
                form = BRIDGE if group.kind == "bridge" else TUNNEL
                yield laying.Span(group.x, group.y, group.edge, group.length, form)
            case actions.Stop(station=0) | actions.Dock(station=0):
                founded += 1
