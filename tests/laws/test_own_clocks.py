"""A time limit is offered for a match unless the game has a clock of its own, beside which it would mean nothing."""

from __future__ import annotations

import pytest

from game.cabinets.listed import CABINETS
from game.core.match.match import Match
from game.core.rules import NATURE


@pytest.mark.parametrize("game", CABINETS)
def test_a_game_says_whether_it_limits_choices_itself(game: str) -> None:
    info = CABINETS[game].info
    match = Match(CABINETS[game].rules, info.usual_seats, info.options(), 3)
    while match.ask is not None and NATURE in match.ask.seats:
        match.tick(0.0)
    assert match.ask is not None
    limits = match.ask.limit is not None
    assert info.own_clock or not limits
    assert limits or "seconds" in info.options.__struct_fields__ or not info.own_clock
