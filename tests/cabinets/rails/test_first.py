"""Who builds first in a round of Caravan Rails is said on the bar, and changes from round to round."""

from __future__ import annotations

import msgspec
import pytest

from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.rules import RailsRules
from game.cabinets.rails.stage.stage import RailsStage
from game.conformance import bench
from game.core.rules import SPECTATOR
from tests.cabinets.rails.matches import begun, coal_land


@pytest.mark.parametrize(("seats", "time", "shown"), [(3, "rounds", 2), (3, "running", -1), (1, "rounds", -1)])
def test_who_builds_first_is_shown_where_seats_build_in_the_same_windows(seats: int, time: str, shown: int) -> None:
    state = begun(coal_land(), seats=seats, time=time)
    given = bench.surroundings(seats, Options(time=time))
    given.brief = {"land": msgspec.to_builtins(state.land)}
    stage = RailsStage(given)
    state.windows = (2 - state.number) % seats
    stage.reset(RailsRules().view(state, SPECTATOR))
    assert stage.desk.top.builds_first == shown
    state.windows = -state.number % seats
    stage.reset(RailsRules().view(state, SPECTATOR))
    assert stage.desk.top.builds_first == min(0, shown)
