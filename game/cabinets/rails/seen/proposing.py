"""Orders that are proposed for a new vehicle: from the stop that was clicked to the nearest that takes what is here."""

from __future__ import annotations

from game.cabinets.rails.building.site import FREE_WORLD, Site
from game.cabinets.rails.cargo.catchment import made_by, reached_by_all, standing_on, takes
from game.cabinets.rails.contract.actions import Call
from game.cabinets.rails.contract.views import Cargo, View
from game.cabinets.rails.track.distances import distances
from game.cabinets.rails.track.network import FAR, Slots
from game.cabinets.rails.track.pieces import TILE


def default_orders(view: View, site: Site, station: int) -> tuple[Call, ...]:
    """The orders of a train that begins at a station of `site` (`site_of(view, …)`); () where nothing fits.

    Where nothing is made here but taken, from the nearest station where that is made. Costs a search over the network.
    """
    reached = reached_by_all(site, standing_on(site.land))
    if station not in reached:
        return ()
    company = site.stations[station].company
    far = _distances_from(site, station)
    others = sorted(
        (far[other], other)
        for other, one in site.stations.items()
        if other in far and other != station and one.company in (company, FREE_WORLD)
    )
    made = _made(site, reached[station])
    for _, other in others:
        if made & _taken(view, site, reached[other]):
            return Call(station, "full"), Call(other, "unload") if made - {Cargo.PASSENGERS} else Call(other, "go")
    taken = _taken(view, site, reached[station])
    for _, other in others:
        if taken & _made(site, reached[other]):
            return Call(other, "full"), Call(station, "unload")
    return ()


def _made(site: Site, reached: tuple[int, ...]) -> set[Cargo]:
    return {kind for kind in (made_by(site.land, producer) for producer in reached) if kind is not None}


def _taken(view: View, site: Site, reached: tuple[int, ...]) -> set[Cargo]:
    towns = len(site.land.industries)
    return {
        kind
        for taker in reached
        for kind in Cargo
        if takes(site.land, taker, kind, view.towns[taker - towns].inhabitants if taker >= towns else 0)
    }


def _distances_from(site: Site, station: int) -> dict[int, int]:
    """How far each other station is by track from a station's platforms, for those that track leads to."""
    site.works.touched.update(site.works.masks)
    slots = Slots(site.works)
    slots.update()
    ends = [leg for leg in range(2 * len(slots.named)) if slots.network.ends[leg] == station]
    found = {}
    for other in set(site.works.stations.values()) - {station}:
        row = distances(slots, other, TILE)
        far = min((row[leg] for leg in ends), default=FAR)
        if far < FAR:
            found[other] = int(far)
    return found
