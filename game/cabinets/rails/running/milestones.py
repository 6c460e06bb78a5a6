"""Milestones of a match: what has been reached, what comes next, and in a story the coins that each brings once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from game.cabinets.rails.contract.views import Cargo
from game.cabinets.rails.match.state import State
from game.core.rules import Event

UNITS: Final[Mapping[str, int]] = {"thousand": 1_000, "ten_thousand": 10_000, "hundred_thousand": 100_000}
"""Numbers of units delivered that are milestones, by name."""
LARGE_TOWN: Final = 5_000
LINES: Final = 4
"""Number of pairs of places between which something was delivered that is a milestone."""
REWARDS: Final[Mapping[str, int]] = {
    "first": 2_000,
    "thousand": 3_000,
    "second_cargo": 5_000,
    "four_lines": 8_000,
    "chain": 12_000,
    "ten_thousand": 10_000,
    "large_town": 20_000,
    "hundred_thousand": 30_000,
}
"""Coins for each milestone in a story, in the order in which they are usually reached."""
_CHAIN: Final = {Cargo.OIL, Cargo.FUEL}
"""The kinds of cargo of the chain: oil goes to a refinery, and its fuel to a town."""


class Standing(NamedTuple):
    """The progress of a match: units, kinds and pairs of places of each company, inhabitants of each town."""

    units: tuple[int, ...]
    cargoes: tuple[frozenset[int], ...]
    lines: tuple[int, ...]
    inhabitants: tuple[int, ...]


class Milestone(NamedTuple):
    """How far the first company is on the way to a milestone."""

    name: str
    """A key of `REWARDS`."""
    now: int
    whole: int

    @property
    def reached(self) -> bool:
        """Whether it is reached."""
        return self.now >= self.whole


def standing(state: State) -> Standing:
    """Return the present progress of a match."""
    companies = range(len(state.units))
    sales = [[sale for sale in state.sales if sale.company == one] for one in companies]
    cargoes = tuple(frozenset(sale.cargo for sale in own) for own in sales)
    lines = tuple(len({frozenset((sale.origin, sale.taker)) for sale in own}) for own in sales)
    towns = state.places[len(state.land.industries) :]
    return Standing(tuple(state.units), cargoes, lines, tuple(town.inhabitants for town in towns))


def milestones_of(now: Standing) -> list[Milestone]:
    """Return all milestones of a match alone, in the order of `REWARDS`."""
    units, cargoes = now.units[0], now.cargoes[0]
    ways = {"first": (min(units, 1), 1), "second_cargo": (len(cargoes), 2), "chain": (len(cargoes & _CHAIN), 2)}
    ways |= {name: (units, mark) for name, mark in UNITS.items()}
    ways["four_lines"] = now.lines[0], LINES
    ways["large_town"] = max(now.inhabitants, default=0), LARGE_TOWN
    return [Milestone(name, *ways[name]) for name in REWARDS]


def milestones(state: State, before: Standing) -> list[Event]:
    """Return the events of milestones reached since `before`; in a story, pay their rewards."""
    now = standing(state)
    events = []
    for company, (then, units) in enumerate(zip(before.units, now.units, strict=True)):
        events += [Event("record", {"seat": company, "units": mark}) for mark in UNITS.values() if then < mark <= units]
        known, cargoes = before.cargoes[company], now.cargoes[company]
        if len(known) < 2 <= len(cargoes):
            events.append(Event("second_cargo", {"seat": company}))
        if cargoes >= _CHAIN and not known >= _CHAIN:
            events.append(Event("chain", {"seat": company}))
    for town, then, people in zip(state.land.towns, before.inhabitants, now.inhabitants, strict=True):
        if then < LARGE_TOWN <= people:
            events.append(Event("large_town", {"town": town.name, "inhabitants": people, "tile": town.tile}))
    return events + (_rewards(state, before, now) if state.story else [])


def _rewards(state: State, before: Standing, now: Standing) -> list[Event]:
    """Pay the reward of each milestone reached since `before`, and return the events that tell of it."""
    events = []
    for then, one in zip(milestones_of(before), milestones_of(now), strict=True):
        if one.reached and not then.reached:
            coins = REWARDS[one.name]
            state.site.cash[0] += coins
            events.append(Event("rewarded", {"seat": 0, "milestone": one.name, "coins": coins}))
    return events
