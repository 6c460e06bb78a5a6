"""The state of a match of Caravan Rails."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from game.cabinets.rails.building.prices import USUAL
from game.cabinets.rails.building.site import Played, Site
from game.cabinets.rails.contract.actions import Action
from game.cabinets.rails.contract.options import TICKS_A_MINUTE, Options
from game.cabinets.rails.contract.views import MOST_STATIONS, Trouble
from game.cabinets.rails.jams.reasons import Reasons
from game.cabinets.rails.match.cargo import Packet, standing_on
from game.cabinets.rails.track.exchange import KINDS, new_stations
from game.cabinets.rails.track.railway import Railway
from game.cabinets.rails.track.works import Works
from game.cabinets.rails.world.land import Land
from game.cabinets.rails.yards.tasks import Task, task_named

_NO_RAILWAY: Final = Railway(Works(0), 0)
"""The empty railway of matches that have no land yet."""
Troubles: TypeAlias = dict[int, list[tuple[Trouble, int]]]
"""Type of the troubles of orders: for each list, the trouble of each call and the cargo concerned, -1 for none."""


class Trade(NamedTuple):
    """One kind of cargo that a company carries from one place to another."""

    company: int
    cargo: int
    origin: int
    taker: int
    """Origin and taker are numbers of places: industries first, then towns."""


class Sold(NamedTuple):
    """The units delivered in a trade, and the coins paid for them."""

    units: int = 0
    coins: int = 0

    def more(self, units: int, paid: int) -> Sold:
        """Return the sum with a further delivery."""
        return Sold(self.units + units, self.coins + paid)


@dataclass
class Place:
    """What an industry or town has made and taken."""

    made: int = 0
    """Units made in the last period."""
    carried: int = 0
    taken: list[int] = field(default_factory=lambda: [0] * KINDS)
    """Units delivered to the place, by kind of cargo."""
    stock: int = 0
    """Oil of a refinery that is not fuel yet."""
    inhabitants: int = 0
    seen: list[int] = field(default_factory=lambda: [0] * KINDS)
    """For a town, the values of `taken` when it was last decided whether the town grows."""


@dataclass
class Cargoes:
    """All cargo in a match, and sums of what was delivered and lost, by kind."""

    waiting: dict[int, list[Packet]] = field(default_factory=dict)
    """Packets that wait at stations, by KINDS · station + kind."""
    aboard: dict[int, list[Packet]] = field(default_factory=dict)
    """Packets in vehicles, by KINDS · row + kind."""
    aside: dict[int, list[Packet]] = field(default_factory=dict)
    """Packets left for others by a vehicle that is still unloading, by KINDS · row + kind."""
    called: set[int] = field(default_factory=set)
    """Shelves (KINDS · station + kind) where a vehicle has ever called for that cargo."""
    left: set[int] = field(default_factory=set)
    """Shelves (KINDS · station + kind) where a vehicle has ever left cargo for others."""
    picked_up: dict[int, int] = field(default_factory=dict)
    """The tick at which cargo was last loaded, by KINDS · station + kind."""
    produced: list[int] = field(default_factory=lambda: [0] * KINDS)
    """Units that stations took from producers, by kind."""
    spoiled: list[int] = field(default_factory=lambda: [0] * KINDS)
    wrecked: list[int] = field(default_factory=lambda: [0] * KINDS)
    delivered: list[int] = field(default_factory=lambda: [0] * KINDS)


class State:
    """The state of a match. `found` gives it its land."""

    def __init__(self, options: Options, seats: int, task: Task | None = None) -> None:
        """`task` is the one that the options name, if its file may not be at hand."""
        self.options = options
        self.seats = seats
        self.task = (task or task_named(options.yard)) if options.yard else None
        """The set task that replaces map and money; None if the match has no task."""
        self.companies = 1 if options.company == "shared" or self.task else seats
        self.number = -1
        self.due = 0
        """Ticks that still have to run before a seat is asked."""
        self.windows = 0
        """Number of rounds or slices that are over."""
        self.serials = [0] * seats
        self.delivered = [0] * self.companies
        self.units = [0] * self.companies
        self.parts = [0] * self.companies
        """What each company has earned beyond whole coins, in 255,000ths of a coin."""
        self.earned: dict[int, int] = {}
        """Coins credited to each vehicle so far, by id."""
        self.born: dict[int, int] = {}
        """The tick at which each vehicle was set down; vehicles not in it wait in the dealer's yard."""
        self.starving: dict[int, int] = {}
        """Number of ticks that each vehicle has waited in vain for cargo, counted once per period."""
        self.records: dict[str, int] = {}
        self.played: list[Played] = []
        """The plans that may still be taken back, latest last."""
        self.cargoes = Cargoes()
        self.places: list[Place] = []
        """What places have made and taken: industries first, then towns."""
        self.sales: dict[Trade, Sold] = {}
        """All deliveries of the match so far, summed by trade."""
        self.lost: dict[tuple[int, int], int] = {}
        """Ticks that vehicles waited for their way, by company and the tile where they stood."""
        self.jam_ticks = [0] * self.companies
        """For each company the number of ticks in which any of its trains was in a jam."""
        self.ran = b""
        """Where heads went in the last step, encoded as in `track/coded.py`."""
        self.moves: tuple[tuple[int, Action], ...] = ()
        """What each seat did in the last step; empty if only ticks passed."""
        self.land = Land(0, b"", (), ())
        self.site = Site(self.land, options.free, self.companies)
        self.railway = _NO_RAILWAY
        self.reasons = Reasons(self.railway.slots)
        self.reached: dict[int, tuple[int, ...]] = {}
        """The producers and takers in each station's catchment."""
        self.takers: dict[tuple[int, int], int] = {}
        """Cache: by shelf (KINDS · station + kind) and origin, who takes the cargo that comes to the shelf from there.

        It is filled on demand, and emptied when acceptance changes.
        """
        self.ground: dict[int, int] = {}
        self.parts_of_stops: dict[int, int] = {}
        """The index of each stop and dock in `railway.feeders`, by tile."""
        self.fields_of: object = None
        """The input from which the fields of `railway.feeders` were computed."""
        self.encoded: bytes | None = None
        """All that is built, as bytes; None if something was built since they were made."""
        self.troubles: tuple[int, Troubles] | None = None
        """How many places had cargo left for others when troubles were last computed, and those troubles; None if
        outdated."""

    def found(self, number: int, land: Land) -> None:
        """Give the match its land, with nothing built on it yet."""
        self.number, self.land = number, land
        self.fields_of = None
        self.reached, self.takers = {}, {}
        task = self.task
        free, prices = (task.free, task.prices) if task else (self.options.free, USUAL)
        self.site = Site(land, free, self.companies, prices)
        for company in range(self.companies):
            self.site.cash[company] = task.budget if task else self.options.cash
        self.site.found_wells()
        self.railway = Railway(self.site.works)
        self.reasons = Reasons(self.railway.slots)
        self.railway.classic = (task.collisions if task else self.options.collisions) == "classic"
        self.railway.stations = new_stations(MOST_STATIONS + 1)
        self.ground = standing_on(land)
        self.places = [Place() for _ in land.industries]
        self.places += [Place(inhabitants=town.inhabitants) for town in land.towns]

    @property
    def works(self) -> bytes:
        """All that is built, encoded as in `track/coded.py`."""
        if self.encoded is None:
            self.encoded = self.site.built()
        return self.encoded

    @property
    def tick(self) -> int:
        """Number of ticks that have passed."""
        return self.railway.tick

    @property
    def first(self) -> int:
        """The seat whose plans are tried first in the present window."""
        return (self.windows + self.number) % self.seats if self.number >= 0 else 0

    @property
    def alone(self) -> bool:
        """Whether only one seat plays, which then decides itself how time passes."""
        return self.seats == 1

    @property
    def story(self) -> bool:
        """Whether milestones bring coins and served towns grow fast."""
        return self.alone and (self.task.story if self.task else self.options.story)

    @property
    def running(self) -> bool:
        """Whether time passes by itself, in slices."""
        return self.seats > 1 and self.options.time == "running"

    @property
    def last_tick(self) -> int:
        """The tick at which the match ends; a match in rounds ends with its last round instead."""
        return self.task.last_tick if self.task else self.options.minutes * TICKS_A_MINUTE

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        if self.number < 0 or self.due > 0:
            return False
        if self.alone or self.running:
            return self.tick >= self.last_tick
        return self.windows >= self.options.rounds

    def company_of(self, seat: int) -> int:
        """Return the company that a seat builds for."""
        return seat if self.companies > 1 else 0
