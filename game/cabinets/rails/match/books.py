"""The books of a company: what each line delivered and earned, and where time was lost."""

from __future__ import annotations

from typing import NamedTuple

from game.cabinets.rails.contract.views import Cargo
from game.cabinets.rails.match.look import Look, Sale, StationView
from game.cabinets.rails.world.land import distance


class Loss(NamedTuple):
    """A place where vehicles waited for a way, and the ticks that all of them waited."""

    tile: int
    ticks: int
    near: StationView | None
    """The company's station nearest to the tile; None if it has none."""


class Books(NamedTuple):
    """The figures about one company that the page after a match shows."""

    lines: tuple[Sale, ...]
    """The company's lines, by income, highest first."""
    cargoes: tuple[tuple[Cargo, int, int], ...]
    """Each cargo with its units and its income in coins, highest income first."""
    income: int
    units: int
    per_thousand: int | None
    """Units per 1,000 coins spent; None if nothing was spent."""
    losses: tuple[Loss, ...]
    """Places where vehicles waited, the longest waiting first."""

    @property
    def best(self) -> Sale | None:
        """The line that earned most; None for none."""
        return self.lines[0] if self.lines else None


def books_of(view: Look, company: int) -> Books:
    """Return the books of a company."""
    lines = tuple(sale for sale in view.sales if sale.company == company)
    sums = [
        (cargo, sum(sale.units for sale in lines if sale.cargo == cargo), coins)
        for cargo in Cargo
        if (coins := sum(sale.coins for sale in lines if sale.cargo == cargo))
    ]
    spent = view.spent[company]
    return Books(
        lines,
        tuple(sorted(sums, key=lambda row: -row[2])),
        view.delivered[company],
        view.units[company],
        1000 * view.units[company] // spent if spent > 0 else None,
        tuple(
            Loss(one.tile, one.ticks, nearest_station(view, company, one.tile))
            for one in view.lost
            if one.company == company
        ),
    )


def nearest_station(view: Look, company: int, tile: int, within: int = 1 << 20) -> StationView | None:
    """Return the company's station nearest to a tile, at most `within` tiles away; None if there is none."""
    own = [(distance(view.size, one.tile, tile), one.id, one) for one in view.stations if one.company == company]
    return min((row for row in own if row[0] <= within), default=(0, 0, None))[2]
