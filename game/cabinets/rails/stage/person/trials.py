"""Try plans on a view by the rules' own code, so that price and refusals are known before anything is built."""

from __future__ import annotations

from collections.abc import Sequence

from game.cabinets.rails.building.plans import overfull, try_groups
from game.cabinets.rails.contract.actions import Group
from game.cabinets.rails.running.fleet import let_look
from game.cabinets.rails.stage.hand.builder import Refused, Trial
from game.cabinets.rails.stage.person.play import Play
from game.cabinets.rails.stage.sight.sight import Sight
from game.core.rules import Seat


class Trials:
    """Tries groups of a plan on the twin of the match, which is unchanged afterwards."""

    def __init__(self, play: Play) -> None:
        self._play = play

    def __call__(self, sight: Sight, seat: Seat, groups: Sequence[Group]) -> Trial:
        """Return what groups of a seat would cost, and why some of them would be refused."""
        let_look(sight.state)
        found = try_groups(sight.state.site, seat, 0 if self._play.shared else seat, groups)
        refused = [Refused(one.group, one.reason, one.x, one.y) for one in found.refused]
        over = overfull(groups)
        if over is not None:
            refused.append(Refused(over, "too_much", -1, -1))
        return Trial(sum(found.prices), tuple(refused), found.built)
