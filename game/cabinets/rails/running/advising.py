"""What is offered to a viewer: ways out of jams as plans that can be played, and the adviser's findings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.cabinets.rails.building.plans import play, try_groups
from game.cabinets.rails.building.site import Site
from game.cabinets.rails.contract.actions import Group, Plan, Sell
from game.cabinets.rails.jams.adviser import Finding, findings
from game.cabinets.rails.jams.jams import find
from game.cabinets.rails.jams.reasons import Sentence
from game.cabinets.rails.jams.ways_out import ways_out
from game.cabinets.rails.match.state import State
from game.cabinets.rails.track.pieces import HALF_TILE
from game.cabinets.rails.world.land import WATER


class Offer(NamedTuple):
    """A way out of a jam that can be built and paid for."""

    kind: str
    x: int
    y: int
    groups: tuple[Group, ...]
    """The groups of the plan that carries out the way out."""
    price: int
    sentence: Sentence


def offers(state: State, seat: int) -> list[Offer]:
    """Return the ways out of a match's jams that this seat can play now. `state` may be made from a view."""
    company = state.company_of(seat)
    railway = state.railway
    found = []
    ids = {row: row + 1 for row in range(len(railway.trains.state))}
    for way in ways_out(railway, find(railway), lambda x, y: is_open(state.site, x, y)):
        groups = (*way.laid, *([Sell(tuple(row + 1 for row in way.trains))] if way.trains else []))
        trial = try_groups(state.site, seat, company, groups)
        if not trial.refused:
            found.append(Offer(way.kind, way.x, way.y, groups, sum(trial.prices), way.sentence(ids)))
    return found


def advice(state: State, seat: int, groups: Sequence[Group] = ()) -> list[Finding]:
    """Return the adviser's findings in a match, as it is or after a seat has built `groups`; groups that do not fit are
    skipped.

    The groups are built in `state` itself, so pass a copy.
    """
    if groups:
        play(state.site, seat, state.company_of(seat), Plan(state.serials[seat] + 1, tuple(groups)))
        state.railway.rebuild()
    return findings(state.railway.slots, longest_train(state.site, state.company_of(seat)), state.railway)


def longest_train(site: Site, company: int) -> int:
    """Return the length of a company's longest train, in units; 0 if it has no train."""
    vehicles = [one for one in site.vehicles.values() if one.company == company and one.model.is_train]
    return max((HALF_TILE * (1 + one.goods + one.coaches) for one in vehicles), default=0)


def is_open(site: Site, x: int, y: int) -> bool:
    """Return whether a tile is empty, and is ground on which track can be laid."""
    size = site.land.size
    if not (0 <= x < size and 0 <= y < size):
        return False
    tile = y * size + x
    free = tile not in site.works.companies and tile not in site.roads and tile not in site.docks
    return free and site.land.terrain[tile] < WATER
