"""Remember the routes that a bot has searched, so that it need not search them every round.

Ground only fills up during a match, so a route whose ground is still free is still the cheapest, and where none was
found, one is hardly found later. If anything is removed, the atlas starts anew.
"""

from __future__ import annotations

from game.cabinets.rails.bots.lines import Line, Make
from game.cabinets.rails.bots.routes import FAR_SIGHT, Ground, Route, cheapest_route, ground_of, lies_free, placements
from game.cabinets.rails.bots.trades import Trade, tiles_of
from game.cabinets.rails.building.site import Site


class Atlas:
    """The routes that one bot knows on the map of its match."""

    def __init__(self) -> None:
        self._ground: Ground | None = None
        self._routes: dict[tuple[int, int, int], Route] = {}
        self._in_vain: dict[tuple[int, int, int], int] = {}
        """For each route that was not found, how often it has been asked for."""

    def see(self, site: Site) -> None:
        """Take in what is built now; call this once before asking for lines."""
        ground = ground_of(site)
        if self._ground is not None and any(map(_gained, self._ground, ground)):
            self._routes.clear()
            self._in_vain.clear()
        self._ground = ground

    def line(self, site: Site, trade: Trade, make: Make, far_sight: float = FAR_SIGHT) -> Line | None:
        """Return a line for a trade on the cheapest route; None if there is no room for one."""
        assert self._ground is not None, "nothing was seen yet"
        key = trade.maker, trade.taker, make.tiles
        route = self._routes.get(key)
        if route is None or not lies_free(route, self._ground, site.land.size):
            route = self._look(site, trade, make, far_sight) if self._is_worth_a_look(key) else None
            if route is not None:
                self._routes[key] = route
                del self._in_vain[key]
        return Line(trade, route, make) if route else None

    def _look(self, site: Site, trade: Trade, make: Make, far_sight: float) -> Route | None:
        assert self._ground is not None, "nothing was seen yet"
        ends = (tiles_of(site.land, place) for place in (trade.maker, trade.taker))
        firsts, lasts = (placements(site, self._ground, tiles, make.tiles) for tiles in ends)
        return cheapest_route(site, self._ground, firsts, lasts, far_sight)

    def _is_worth_a_look(self, key: tuple[int, int, int]) -> bool:
        """Return whether to search again: a failed search is repeated at the second, fourth, eighth … request."""
        asked = self._in_vain[key] = self._in_vain.get(key, 0) + 1
        return asked & (asked - 1) == 0


def _gained(before: bytearray, now: bytearray) -> bool:
    """Return whether any tile is free now that was not free before."""
    return bool(int.from_bytes(now) & ~int.from_bytes(before))
