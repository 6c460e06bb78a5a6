"""What every group of a plan needs: the site, the company, its money, and the stations that the plan founds."""

from __future__ import annotations

from game.cabinets.rails.building.site import Site, Station
from game.cabinets.rails.contract.views import MOST_STATIONS
from game.cabinets.rails.track.works import Refused
from game.cabinets.rails.world.land import distance
from game.cabinets.rails.world.worldgen import NAMES

MOST_PARTS = 6
"""The greatest distance from a new part to the nearest part of its station, in tiles."""
MOST_WALKED = 8192
"""Number of pieces of track that one plan may follow to build signals along lines; beyond that it is refused."""


class Workshop:
    """One plan while it is carried out on a site."""

    def __init__(self, site: Site, company: int) -> None:
        self.site = site
        self.company = company
        self.founded: list[int] = []
        """Ids of the stations that this plan has founded, in order."""
        self.turned: list[int] = []
        """Trains that this plan turns round; they are turned when the plan is played."""
        self.joined: list[tuple[int, tuple[int, ...]]] = []
        """Stations that become one: the first of them, and the others."""
        self.walked = 0
        """Number of pieces of track followed so far to build signals, which bounds the cost of checking a plan."""
        self.lasting = True
        """Whether the plan can be taken back later; one that turns or sells trains, or takes another back, cannot."""

    def walk(self, pieces: int, x: int, y: int) -> None:
        """Count pieces of a line that the plan follows. Raise Refused if they become too many."""
        self.walked += pieces
        if self.walked > MOST_WALKED:
            raise Refused("too_much", x, y)

    def pay(self, price: int, x: int, y: int) -> None:
        """Spend coins. Raise Refused if there are too few."""
        site, company = self.site, self.company
        if price <= 0 or site.free:
            return
        if site.cash[company] < price:
            raise Refused("no_money", x, y)
        site.put(site.cash, company, site.cash[company] - price)
        site.put(site.spent, company, site.spent[company] + price)

    def earn_back(self, coins: int) -> None:
        """Receive the coins for something that is returned."""
        site, company = self.site, self.company
        if not site.free:
            site.put(site.cash, company, site.cash[company] + coins)

    def tile(self, x: int, y: int) -> int:
        """Return the number of a tile. Raise Refused outside the map."""
        return self.site.works.tile(x, y)

    def station_for(self, asked: int, tiles: list[int]) -> int:
        """Return the station that parts on these tiles belong to: the one asked for, one that they touch, or a new one.

        Raise Refused if it is another company's or too far away, or if the tiles touch several stations.
        """
        site = self.site
        x, y = site.point(tiles[0])
        if asked < 0:
            number = -asked - 1
            if number < len(self.founded):
                return self._near(self.founded[number], tiles)
            if number > len(self.founded):
                raise Refused("unknown_station", x, y)
            return self._found(tiles[0])
        if asked > 0:
            return self._near(asked, tiles)
        touched = self._touched(tiles)
        if len(touched) > 1:
            raise Refused("which_station", x, y)
        return touched[0] if touched else self._found(tiles[0])

    def _near(self, station: int, tiles: list[int]) -> int:
        site = self.site
        x, y = site.point(tiles[0])
        known = site.stations.get(station)
        if known is None:
            raise Refused("unknown_station", x, y)
        if known.company != self.company:
            raise Refused("property", x, y)
        parts = [tile for tile, of in site.parts().items() if of == station] or [known.tile]
        if min(apart(site.land.size, tile, part) for tile in tiles for part in parts) > MOST_PARTS:
            raise Refused("station_far", x, y)
        return station

    def _touched(self, tiles: list[int]) -> list[int]:
        """Return the company's stations that have a part on one of `tiles` or next to one."""
        site = self.site
        size = site.land.size
        around = {
            (y + down) * size + x + across
            for x, y in map(site.point, tiles)
            for across, down in ((0, 0), (0, -1), (1, 0), (0, 1), (-1, 0))
            if 0 <= x + across < size and 0 <= y + down < size
        }
        found = set()
        for tile in around:
            stop, dock = site.stops.get(tile), site.docks.get(tile)
            part = site.works.stations.get(tile, stop.station if stop else dock[0] if dock else 0)
            if part and site.stations[part].company == self.company:
                found.add(part)
        return sorted(found)

    def _found(self, tile: int) -> int:
        site = self.site
        if len(site.stations) >= MOST_STATIONS:
            raise Refused("too_many_stations", *site.point(tile))
        station = next(number for number in range(1, MOST_STATIONS + 2) if number not in site.stations)
        site.put(site.stations, station, Station(self.company, self._name(tile), tile))
        self.founded.append(station)
        return station

    def _name(self, tile: int) -> int:
        """Return the index of the nearest town's name if it is free, else of the first free name after it."""
        site = self.site
        taken = {station.name for station in site.stations.values()}
        towns = sorted(site.land.towns, key=lambda town: (distance(site.land.size, tile, town.tile), town.tile))
        first = towns[0].name if towns else 0
        near = [town.name for town in towns[:1] if town.name not in taken]
        free = (name % NAMES for name in range(first, first + NAMES) if name % NAMES not in taken)
        return near[0] if near else next(free, first)


def apart(size: int, first: int, second: int) -> int:
    """Return the distance of two tiles along the longer axis."""
    return max(abs(first % size - second % size), abs(first // size - second // size))
