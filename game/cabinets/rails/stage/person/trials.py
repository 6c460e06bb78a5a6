"""Try plans on a view by the rules' own code, so that price and refusals are known before anything is built."""

from __future__ import annotations

from collections.abc import Sequence

from game.cabinets.rails.building.plans import overfull, try_groups
from game.cabinets.rails.building.prices import USUAL, Prices
from game.cabinets.rails.building.site import Site
from game.cabinets.rails.contract.actions import Group
from game.cabinets.rails.seen.site import renew, site_of
from game.cabinets.rails.stage.hand.builder import Refused, Trial
from game.cabinets.rails.stage.person.play import Play
from game.cabinets.rails.stage.sight.sight import Sight
from game.core.rules import Seat


class Trials:
    """Tries groups of a plan; the site built from a view is cached while the view's track stays the same."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._kept: tuple[Sight, Site] | None = None

    def _prices(self) -> Prices:
        brief = self._play.surroundings.brief
        told = brief.get("prices", {}) if isinstance(brief, dict) else {}
        return USUAL._replace(**{name: told[name] for name in Prices._fields if name in told})

    def __call__(self, sight: Sight, seat: Seat, groups: Sequence[Group]) -> Trial:
        """Return what groups of a seat would cost, and why some of them would be refused."""
        kept = self._kept
        if kept is None or kept[0].works is not sight.works or kept[0].land is not sight.land:
            self._kept = sight, site_of(sight.view, sight.land, self._play.free, self._prices())
        elif kept[0] is not sight:
            renew(kept[1], sight.view)
            self._kept = sight, kept[1]
        assert self._kept is not None
        found = try_groups(self._kept[1], seat, 0 if self._play.shared else seat, groups)
        refused = [Refused(one.group, one.reason, one.x, one.y) for one in found.refused]
        over = overfull(groups)
        if over is not None:
            refused.append(Refused(over, "too_much", -1, -1))
        return Trial(sum(found.prices), tuple(refused), found.built, found.founded)
