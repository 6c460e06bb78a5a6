"""What all bots of Caravan Rails share: when they plan, and what they know."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import Final

from game.cabinets.rails.bots.atlas import Atlas
from game.cabinets.rails.building.prices import USUAL
from game.cabinets.rails.building.site import Site
from game.cabinets.rails.cargo.catchment import reached_by_all, standing_on
from game.cabinets.rails.contract.actions import MOST_PIECES, Action, Advance, Group, Plan
from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.contract.views import View
from game.cabinets.rails.seen.site import site_of
from game.cabinets.rails.world.land import Land
from game.cabinets.rails.world.worldgen import land_of
from game.cabinets.rails.yards.tasks import task_named
from game.core.bots import Bot, BotSetup, Request

ROUND: Final = 400
"""Number of ticks from one plan to the next in matches without rounds."""
TICKS_A_MINUTE: Final = 480
SLICES: Final = 100
MOST_ADVANCE: Final = 32


class Sight:
    """What a bot knows when it plans."""

    def __init__(self, view: View, seat: int, options: Options, land: Land, seed: int, atlas: Atlas) -> None:
        self.view = view
        self._atlas = atlas
        self.options = options
        self.land = land
        self.seat = seat
        self.seed = seed
        self.task = task_named(options.yard)
        self.company = seat if len(view.cash) > 1 else 0

    def rivals_before(self) -> list[Sight]:
        """Return what each rival knows that builds before this bot in the present round, in their order."""
        seats = len(self.view.serials)
        turns = ((self.view.first + turn) % seats for turn in range((self.seat - self.view.first) % seats))
        rivals = [seat for seat in turns if len(self.view.cash) > 1]
        return [Sight(self.view, seat, self.options, self.land, self.seed, self._atlas) for seat in rivals]

    @property
    def ticks_left(self) -> int:
        """Number of ticks until the match ends."""
        if self.task is not None:
            return self.task.last_tick - self.view.tick
        alone = len(self.view.serials) == 1
        if alone or self.options.time == "running":
            return self.options.minutes * TICKS_A_MINUTE - self.view.tick
        return self.options.rounds * self.options.ticks - self.view.tick

    @property
    def cash(self) -> int:
        """Coins of the bot's company; practically unlimited if everything is free."""
        return 1 << 40 if self.is_free else self.view.cash[self.company]

    @property
    def is_free(self) -> bool:
        """Whether building and buying cost nothing."""
        return self.options.free if self.task is None else self.task.free

    @cached_property
    def site(self) -> Site:
        """The site on which plans are tried out."""
        return site_of(self.view, self.land, self.is_free, self.task.prices if self.task else USUAL)

    @cached_property
    def atlas(self) -> Atlas:
        """The lines that could be built on the ground as it is now."""
        self._atlas.see(self.site)
        return self._atlas

    @cached_property
    def served(self) -> set[tuple[int, int]]:
        """Pairs of places that vehicles of the bot's company connect."""
        reached = reached_by_all(self.site, standing_on(self.land))
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
        task = task_named(self.setup.options.yard)
        land: Land = land_of(view.number, view.size) if task is None else task.land
        return Sight(view, self.setup.seat, self.setup.options, land, seed, self._atlas)
