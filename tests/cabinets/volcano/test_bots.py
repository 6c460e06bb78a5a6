"""Computer players of Volcano Isle: they stay in where they can, and know what their seat knows."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from game.cabinets.volcano.bots import BOTS
from game.cabinets.volcano.island import builds_after
from game.cabinets.volcano.rules import Volcano
from game.cabinets.volcano.state import Action, Done, Options, Place, State
from game.core.bots import BotSetup, Request
from game.core.rules import NATURE, Move

RULES = Volcano()


def decided(state: State, seed: int = 9) -> Action:
    """What the expert does."""
    seat = state.mover
    expert = BOTS["expert"](BotSetup("volcano", seat, state.seats, state.options, None, 0))
    action: Action = expert.decide(Request(0, RULES.view(state, seat), RULES.legal(state, seat), (), seed))
    return action


def walked(options: Options, seats: int, seed: int) -> Iterator[State]:
    """A random match, before each decision."""
    chance, state = Random(seed), RULES.start(seats, options)
    while (ask := RULES.ask(state)) is not None:
        seat = ask.seats[0]
        if seat != NATURE:
            yield state
        action: Any = chance.randrange(ask.outcomes) if seat == NATURE else chance.choice(RULES.legal(state, seat))
        RULES.step(state, [Move(seat, action)])


@pytest.mark.parametrize("builds", ["many", "one"])
def test_the_expert_lays_no_tile_that_puts_it_out_where_another_does_not(builds: Any) -> None:
    for state in walked(Options(builds=builds), 2, 3):
        if state.phase != "tile" or state.turn < 8:
            continue
        state = RULES.load(RULES.dump(state))
        state.stock[3 * state.mover] = 0
        places = [place for place in RULES.legal(state, state.mover) if isinstance(place, Place)]
        safe = [place for place in places if builds_after(state, place)]
        if 0 < len(safe) < len(places):
            assert decided(state) in safe
            return
    pytest.fail("no tile was dangerous")


def test_the_expert_does_not_look_at_tiles_that_others_hold() -> None:
    state = next(s for s in walked(Options(ahead=True, builds="one"), 3, 6) if s.phase == "tile" and s.turn == 7)
    other = RULES.redeal(state, state.mover, Random(2))
    assert RULES.dump(other) != RULES.dump(state) and decided(other) == decided(state)


def test_the_expert_lays_the_last_tile_of_all() -> None:
    """With four seats nothing is left in the box then: no tile can be drawn for a reply."""
    state = next(s for s in walked(Options(builds="one"), 4, 5) if s.phase == "tile" and s.turn == 48)
    assert not any(state.left)
    place = decided(state)
    RULES.step(state, [Move(state.mover, place)])
    assert state.phase == "build" and decided(state) in RULES.legal(state, state.mover)


@pytest.mark.slow
def test_the_expert_does_only_what_is_legal_after_a_first_build_and_stops_in_time() -> None:
    for state in walked(Options(builds="many"), 2, 11):
        if state.turn >= 8 and state.phase == "build" and state.built:
            action = decided(state)
            assert action in RULES.legal(state, state.mover)
            if action == Done():
                return
    pytest.fail("it never stopped")
