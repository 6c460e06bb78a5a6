"""The gestures that lay track, as messages of the game's protocol."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from game.cabinets.rails.track.pieces import (
    EDGES,
    HEADINGS,
    ONWARD,
    STEPS,
    Place,
    conflict,
    edges,
    places,
    read_run,
    turns,
)
from game.cabinets.rails.track.works import (
    BRIDGE,
    LEAST_PLATFORM,
    MOST_PLATFORM,
    ONE_WAY,
    TUNNEL,
    TWO_WAY,
    Refused,
    Works,
    kinds,
)

Edge: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[NESW]$")]
"""An edge of a tile: N, E, S or W."""


class Rail(msgspec.Struct, frozen=True, tag="rail", tag_field="do", rename={"edge": "from"}):
    """A run of track: it enters its first tile by an edge, and leaves each tile by the next exit."""

    x: int
    y: int
    edge: Edge
    run: Annotated[str, msgspec.Meta(max_length=1024)]
    """Exit edges, each with a count, such as `E48 S E7`; at most 256 exits."""


class Signal(msgspec.Struct, frozen=True, tag="signal", tag_field="do", rename={"enter": "from", "leave": "to"}):
    """A signal for trains that pass a piece from one edge to the other; it stands at the exit edge."""

    x: int
    y: int
    enter: Edge
    leave: Edge
    kind: int = ONE_WAY
    """1: one-way, never passed from behind. 2: two-way, for its own direction only. 0: remove the signal."""


class Signals(msgspec.Struct, frozen=True, tag="signals", tag_field="do", rename={"enter": "from", "leave": "to"}):
    """One-way signals every `gap` tiles along a line, from a piece up to the next junction or platform."""

    x: int
    y: int
    enter: Edge
    leave: Edge
    gap: Annotated[int, msgspec.Meta(ge=2, le=20)]


class Platforms(msgspec.Struct, frozen=True, tag="platforms", tag_field="do"):
    """Platforms side by side; further ones lie to the south or to the east of the first."""

    x: int
    y: int
    axis: Annotated[int, msgspec.Meta(ge=0, le=1)]
    """0 for platforms from north to south, 1 from west to east."""
    length: int
    count: int
    station: int
    """Number of the station to which the platforms belong; an unused number founds a station."""


class Span(msgspec.Struct, frozen=True, tag="span", tag_field="do"):
    """A bridge (form 0) or tunnel (form 1) from a head tile on, in the direction away from an edge."""

    x: int
    y: int
    edge: Edge
    length: int
    form: Annotated[int, msgspec.Meta(ge=BRIDGE, le=TUNNEL)] = BRIDGE


MOST_LINE = 1024
"""Most pieces along which one gesture puts up signals."""
Laid: TypeAlias = Rail | Signal | Signals | Platforms | Span
"""The kinds of gesture that `lay` accepts."""


def place_of(x: int, y: int, enter: str, leave: str) -> Place:
    """Return a leg by the letters of its edges. Raise Refused if they are the same."""
    if enter == leave or enter not in EDGES or leave not in EDGES:
        raise Refused("no_track", x, y)
    return Place(x, y, EDGES.index(enter), EDGES.index(leave))


def run_of(rail: Rail) -> list[Place]:
    """Return the legs of a run. Raise Refused if it is malformed, or bends by more than 45° at once."""
    try:
        run = list(places(rail.x, rail.y, EDGES.index(rail.edge), read_run(rail.run)))
    except ValueError as error:
        raise Refused("no_run", rail.x, rail.y) from error
    headings = [HEADINGS[place.kind][place.direction] for place in run]
    for place, before, after in zip(run[1:], headings, headings[1:], strict=False):
        if abs(turns(before, after)) > 1:
            raise Refused("bend", place.x, place.y)
    return run


def lay(works: Works, laid: Laid, company: int = 0) -> None:
    """Lay what a gesture says. Raise Refused if something is in the way; what was laid before stays, so roll back."""
    match laid:
        case Rail():
            for place in run_of(laid):
                works.lay_piece(place, company)
        case Signal(kind=kind):
            if kind not in (0, ONE_WAY, TWO_WAY):
                raise Refused("no_signal", laid.x, laid.y)
            works.set_signal(place_of(laid.x, laid.y, laid.enter, laid.leave), kind, company)
        case Signals():
            for place in line_from(works, place_of(laid.x, laid.y, laid.enter, laid.leave))[:: max(1, laid.gap)]:
                works.set_signal(place, ONE_WAY, company)
        case Platforms():
            _lay_platforms(works, laid, company)
        case Span():
            works.lay_span(laid.x, laid.y, EDGES.index(laid.edge), laid.length, laid.form, company)


def _lay_platforms(works: Works, laid: Platforms, company: int) -> None:
    if not (LEAST_PLATFORM <= laid.length <= MOST_PLATFORM and 1 <= laid.count <= 24):
        raise Refused("platform_length", laid.x, laid.y)
    for row in range(laid.count):
        x, y = (laid.x + row, laid.y) if laid.axis == 0 else (laid.x, laid.y + row)
        works.lay_platform(x, y, laid.axis, laid.length, laid.station, company)


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
