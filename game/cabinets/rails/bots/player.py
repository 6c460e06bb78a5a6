"""What all bots of Caravan Rails share: when they plan, what they know, and the lines that they have searched."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import Final

from game.cabinets.rails.bots.lines import Line, Make, Trade, tiles_of
from game.cabinets.rails.bots.routes import FAR_SIGHT, Ground, Route, cheapest_route, ground_of, lies_free, placements
from game.cabinets.rails.building.site import Site
from game.cabinets.rails.contract.actions import MOST_ADVANCE, MOST_PIECES, Action, Advance, Group, Plan
from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.contract.views import View
from game.cabinets.rails.match.state import State
from game.cabinets.rails.running.beginning import land_for
from game.cabinets.rails.running.dump import copied
from game.cabinets.rails.running.fleet import let_look
from game.cabinets.rails.running.twin import match_of
from game.cabinets.rails.running.viewing import look_of
from game.core.bots import Bot, BotSetup, Request


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


ROUND: Final = 400
"""Number of ticks from one plan to the next in matches without rounds."""
SLICES: Final = 100


class Sight:
    """What a bot knows when it plans."""

    def __init__(self, state: State, seat: int, seed: int, atlas: Atlas) -> None:
        self._atlas = atlas
        self.state = state
        """A match in the position of the view; plans may be tried on its site, but it is not run."""
        self.view = look_of(state)
        self.land = state.land
        self.seat = seat
        self.seed = seed
        self.company = state.company_of(seat)
        let_look(state)

    def match(self) -> State:
        """Return a match in the same position that may be run and built on."""
        return copied(self.state)

    def rivals_before(self) -> list[Sight]:
        """Return what each rival knows that builds before this bot in the present round, in their order."""
        seats = self.state.seats
        turns = ((self.view.first + turn) % seats for turn in range((self.seat - self.view.first) % seats))
        rivals = [seat for seat in turns if self.state.companies > 1]
        return [Sight(self.state, seat, self.seed, self._atlas) for seat in rivals]

    @property
    def ticks_left(self) -> int:
        """Number of ticks until the match ends."""
        state = self.state
        if state.task or state.alone or state.running:
            return state.last_tick - state.tick
        return state.options.rounds * state.options.ticks - state.tick

    @property
    def cash(self) -> int:
        """Coins of the bot's company; practically unlimited if everything is free."""
        return 1 << 40 if self.site.free else self.site.cash[self.company]

    @property
    def site(self) -> Site:
        """The site on which plans are tried out."""
        return self.state.site

    @cached_property
    def atlas(self) -> Atlas:
        """The lines that could be built on the ground as it is now."""
        self._atlas.see(self.site)
        return self._atlas

    @cached_property
    def served(self) -> set[tuple[int, int]]:
        """Pairs of places that vehicles of the bot's company connect."""
        reached = self.state.reached
        lists = {one.list for one in self.view.vehicles if one.company == self.company}
        found: set[tuple[int, int]] = set()
        for one in self.view.orders:
            if one.id in lists:
                stations = [reached.get(call.station, ()) for call in one.calls]
                found |= {(a, b) for first in stations for last in stations for a in first for b in last if a != b}
        return found


class Planner(Bot[View, Action]):
    """A bot that plans once a round, and lets time pass in between."""

    def __init__(self, setup: BotSetup) -> None:
        super().__init__(setup)
        self._atlas = Atlas()

    def decide(self, request: Request) -> Action:
        view: View = request.view
        seat = self.setup.seat
        alone = self.setup.seats == 1
        options: Options = self.setup.options
        running = options.time == "running" and not alone
        serial = max(view.tick, view.serials[seat]) + 1
        due = view.serials[seat] <= view.tick
        due = due and (view.tick % ROUND == 0 if alone else view.round % SLICES == 0 if running else True)
        groups = tuple(self.plan(self._sight(view, request.seed))) if due else ()
        if groups and sum(1 for _ in groups) <= MOST_PIECES:
            return Plan(serial, groups)
        return Advance(min(MOST_ADVANCE, ROUND - view.tick % ROUND)) if alone else Plan(view.serials[seat])

    @abstractmethod
    def plan(self, sight: Sight) -> Sequence[Group]:
        """Return the groups to build now; an empty result passes."""

    def _sight(self, view: View, seed: int) -> Sight:
        state = match_of(view, land_for(self.setup.options, view.number))
        return Sight(state, self.setup.seat, seed, self._atlas)
