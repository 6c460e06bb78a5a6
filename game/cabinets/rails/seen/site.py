"""A site made from a view, for stages and bots, which have no match: they try their plans on it."""

from __future__ import annotations

from game.cabinets.rails.building.prices import USUAL, Prices
from game.cabinets.rails.building.site import Site, Standing, Station, Vehicle
from game.cabinets.rails.codec.works import decode
from game.cabinets.rails.contract.actions import ORDERS, Call
from game.cabinets.rails.contract.views import VehicleState, VehicleView, View
from game.cabinets.rails.contract.why import Why
from game.cabinets.rails.seen.ways import owners
from game.cabinets.rails.world.land import Land


def site_of(view: View, land: Land, free: bool = False, prices: Prices = USUAL) -> Site:
    """Return a site with everything in a view that plans may change.

    If `free`, nothing costs anything. `prices` are those of the yard (`task_named(options.yard).prices`). The site does
    not know which plans can be taken back: see `view.takeable`.
    """
    site = Site(land, free, len(view.cash), prices)
    site.found_wells()
    fill(site, view)
    site.works.touched.clear()
    return site


def fill(site: Site, view: View) -> None:
    """Put everything that a view shows into an empty site."""
    site.take_over(view.works)
    renew(site, view)


def renew(site: Site, view: View) -> None:
    """Replace money, vehicles, orders and stations of a site by those of a view on which the same things are built."""
    for table in (site.lists, site.vehicles):
        table.clear()
    site.cash.update(enumerate(view.cash))
    site.spent.update(enumerate(view.spent))
    site.stations.update({one.id: Station(one.company, one.name, one.tile) for one in view.stations})
    for gone in site.stations.keys() - {one.id for one in view.stations} - set(site.wells.values()):
        del site.stations[gone]
    site.lists.update(
        {one.id: tuple(Call(call.station, ORDERS[call.order]) for call in one.calls) for one in view.orders}
    )
    for one in view.vehicles:
        halted = one.why == Why.HALTED
        site.vehicles[one.id] = Vehicle(one.company, one.model, one.goods, one.coaches, one.list, halted)
    site.owned = _Owned(view)
    standing = {one.id: _standing(site, one) for one in view.vehicles}
    site.standing = lambda vehicle: standing[vehicle]


class _Owned:
    """A function from a tile to the vehicle that owns each kind of piece on it; all are computed on the first call."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._rows: dict[int, dict[int, int]] | None = None

    def __call__(self, tile: int) -> dict[int, int]:
        if self._rows is None:
            self._rows = owners(self._view, decode(self._view.works))
        return self._rows.get(tile, {})


def _standing(site: Site, vehicle: VehicleView) -> Standing:
    stands = vehicle.state in (VehicleState.STOP, VehicleState.WAITING)
    at_stop = vehicle.state == VehicleState.STOP or (stands and vehicle.tile in site.works.stations)
    return Standing(stands, at_stop, vehicle.state == VehicleState.YARD, vehicle.served == 0)
