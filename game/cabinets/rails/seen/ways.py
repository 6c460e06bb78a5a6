"""Which track trains stand on, own and have passed, read from a view: for stages to draw and plans not to touch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from game.cabinets.rails.codec.works import Built
from game.cabinets.rails.contract.views import VehicleView, View
from game.cabinets.rails.track.pieces import ONWARD, STEPS, bend, edges
from game.cabinets.rails.track.record import Entry, Owned, decode_ahead, decode_ran
from game.cabinets.rails.track.told import LEFT
from game.cabinets.rails.track.works import SPAN


class Leg(NamedTuple):
    """A piece of track passed in one direction.

    `leg` is 2 · kind + direction. A span has the kind SPAN + axis and the tile of the head at which it is entered.
    """

    tile: int
    leg: int


class Way(NamedTuple):
    """The pieces that a train owns, from its tail to the end of its reservation."""

    legs: tuple[Leg, ...]
    head: int
    """Index in `legs` of the piece under the train's head."""


def trains_of(view: View) -> list[VehicleView]:
    """Return the trains on the map, in order of their ids."""
    return [one for one in view.vehicles if one.model.is_train and one.tile >= 0]


def ways(view: View, works: Mapping[int, Built]) -> dict[int, Way]:
    """Return the way of each train, by id; `works` must be `codec.works.decode(view.works)`."""
    pairs = zip(trains_of(view), decode_ahead(view.ahead), strict=True)
    return {train.id: _way(view.size, works, train, owned) for train, owned in pairs}


def entered(view: View) -> dict[int, list[Entry]]:
    """Return, by id of the train, which way its head went at the end of each piece in the last step, with the ticks.

    The last step lasted from the tick of the previous view to that of this one.
    """
    return decode_ran(view.ran)


def _way(size: int, works: Mapping[int, Built], train: VehicleView, owned: Owned) -> Way:
    kind = train.leg >> 1
    built = works.get(train.tile)
    if built is not None and built.span[0] >= 0:
        kind = SPAN + built.span[0] % 2
    head = Leg(train.tile, 2 * kind + (train.leg & 1))
    back = _followed(size, works, turned(size, works, head), owned.behind)
    behind = [turned(size, works, leg) for leg in reversed(back[1:])]
    return Way((*behind, *_followed(size, works, head, owned.ahead)), len(behind))


def _followed(size: int, works: Mapping[int, Built], start: Leg, choices: tuple[int, ...]) -> list[Leg]:
    legs = [start]
    for choice in choices:
        legs.append(onward(size, works, legs[-1], choice))
    return legs


def onward(size: int, works: Mapping[int, Built], leg: Leg, choice: int) -> Leg:
    """Return the leg to which a choice (0 left, 1 straight on, 2 right) leads from the end of another. Raise ValueError
    if no piece can lie there.
    """
    kind = leg.leg >> 1
    passed = 2 * (kind % SPAN) + (leg.leg & 1)
    across, down = STEPS[edges(passed >> 1, passed & 1)[1]]
    far = works[leg.tile].span[1] if kind >= SPAN else 1
    tile = leg.tile + (down * size + across) * far
    for after in ONWARD[passed]:
        if bend(passed, after) == choice - LEFT - 1:
            built = works.get(tile)
            on_span = built is not None and built.span[0] >= 0
            return Leg(tile, after + 2 * SPAN * on_span)
    raise ValueError(f"no piece lies {choice} of the leg {passed} beyond tile {leg.tile}")


def turned(size: int, works: Mapping[int, Built], leg: Leg) -> Leg:
    """Return the leg over the same piece in the other direction."""
    if leg.leg >> 1 < SPAN:
        return Leg(leg.tile, leg.leg ^ 1)
    across, down = STEPS[edges((leg.leg >> 1) - SPAN, leg.leg & 1)[1]]
    return Leg(leg.tile + (down * size + across) * (works[leg.tile].span[1] - 1), leg.leg ^ 1)


def owners(view: View, works: Mapping[int, Built]) -> dict[int, dict[int, int]]:
    """Return for each tile the vehicle that owns each kind of piece; a span counts at both heads."""
    found: dict[int, dict[int, int]] = {}
    for vehicle, way in ways(view, works).items():
        for leg in way.legs:
            found.setdefault(leg.tile, {})[leg.leg >> 1] = vehicle
            if leg.leg >> 1 >= SPAN:
                found.setdefault(turned(view.size, works, leg).tile, {})[leg.leg >> 1] = vehicle
    return found
