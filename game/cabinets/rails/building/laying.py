"""Lays the track of a plan's groups on works alone, without land, money and companies' stations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from game.cabinets.rails.contract.actions import (
    Clear,
    Dock,
    Group,
    Platforms,
    Rail,
    Signal,
    Signals,
    Span,
    Stop,
)
from game.cabinets.rails.track.pieces import (
    EDGES,
    HEADINGS,
    ONWARD,
    STEPS,
    Place,
    conflict,
    edges,
    opposite,
    places,
    read_run,
    turns,
)
from game.cabinets.rails.track.signals import SignalModel, signal_named
from game.cabinets.rails.track.works import (
    BRIDGE,
    LEAST_PLATFORM,
    MOST_PLATFORM,
    MOST_PLATFORMS,
    TUNNEL,
    Refused,
    Works,
    kinds,
)

MOST_LINE: Final = 1024
"""Most pieces along which one group puts up signals."""


def place_of(x: int, y: int, enter: str, leave: str) -> Place:
    """Return a leg by the letters of its edges. Raise Refused if they are the same."""
    if enter == leave or enter not in EDGES or leave not in EDGES:
        raise Refused("no_track", x, y)
    return Place(x, y, EDGES.index(enter), EDGES.index(leave))


def run_of(rail: Rail) -> list[Place]:
    """Return the legs of a run. Raise Refused if it is malformed, or bends by more than 45° at once."""
    try:
        run = list(places(rail.x, rail.y, EDGES.index(rail.entry), read_run(rail.run)))
    except ValueError as error:
        raise Refused("no_run", rail.x, rail.y) from error
    headings = [HEADINGS[place.kind][place.direction] for place in run]
    for place, before, after in zip(run[1:], headings, headings[1:], strict=False):
        if abs(turns(before, after)) > 1:
            raise Refused("bend", place.x, place.y)
    return run


def lay(works: Works, groups: Iterable[Group], company: int = 0) -> None:
    """Lay the track of groups; others are skipped. Raise Refused if something is in the way, with all before laid.

    Stations are numbered from 0, in the order in which the groups found them.
    """
    founded = 0
    for group in groups:
        match group:
            case Rail():
                for place in run_of(group):
                    works.lay_piece(place, company)
            case Signal(kind=kind):
                works.set_signal(_leg_of(group), signal_named(kind), company)
            case Signals(gap=gap):
                for place in line_from(works, _leg_of(group))[:: max(1, gap)]:
                    works.set_signal(place, SignalModel.ONE_WAY, company)
            case Platforms(station=station):
                founded += station == 0
                _lay_platforms(works, group, founded - 1 if station == 0 else -station - 1, company)
            case Span(kind=kind):
                edge, form = way_of(group)
                works.lay_span(group.x, group.y, edge, group.length, form, company)
            case Stop(station=0) | Dock(station=0):
                founded += 1
            case Clear(x=x, y=y, what="signal"):
                for _, piece, direction in [key for key in works.signals if key[0] == works.tile(x, y)]:
                    works.set_signal(Place(x, y, *edges(piece, direction)), 0, company)


def _leg_of(group: Signal | Signals) -> Place:
    return place_of(group.x, group.y, group.entry, group.exit)


def way_of(span: Span) -> tuple[int, int]:
    """Return the edge from which a span leads away over its first head, and its form."""
    return opposite(EDGES.index(span.edge)), TUNNEL if span.kind == "tunnel" else BRIDGE


def _lay_platforms(works: Works, laid: Platforms, station: int, company: int) -> None:
    if not (LEAST_PLATFORM <= laid.length <= MOST_PLATFORM and 1 <= laid.count <= MOST_PLATFORMS):
        raise Refused("platform_length", laid.x, laid.y)
    axis = int(laid.axis == "EW")
    for row in range(laid.count):
        x, y = (laid.x, laid.y + row) if axis else (laid.x + row, laid.y)
        works.lay_platform(x, y, axis, laid.length, station, company)


def line_from(works: Works, start: Place, most: int = MOST_LINE) -> list[Place]:
    """Return at most `most` legs from `start` up to the next junction, platform or span, on which signals can stand.

    Each corner of a diagonal counts as a tile. Raise Refused if there is no track at `start`.
    """
    if not works.has(start):
        raise Refused("no_track", start.x, start.y)
    line: dict[Place, None] = {}
    place: Place | None = start
    while place is not None and place not in line and len(line) < most:
        if works.tile(place.x, place.y) in works.stations or not _alone(works, place):
            break
        line[place] = None
        place = _only_after(works, place)
    return list(line)


def _alone(works: Works, place: Place) -> bool:
    """Return whether no other piece on the same tile touches a piece."""
    mask = works.masks[works.tile(place.x, place.y)]
    return not any(conflict(place.kind, other) for other in kinds(mask) if other != place.kind)


def _only_after(works: Works, place: Place) -> Place | None:
    """Return the leg that follows a leg, if there is exactly one; else None."""
    x, y = place.x + STEPS[place.leave][0], place.y + STEPS[place.leave][1]
    after = (Place(x, y, *edges(leg >> 1, leg & 1)) for leg in ONWARD[2 * place.kind + place.direction])
    found = [leg for leg in after if works.has(leg)]
    return found[0] if len(found) == 1 else None
