"""Matches of Caravan Rails between computers, played through the rules alone."""

from __future__ import annotations

from typing import Any

from game.cabinets.rails.cabinet import BOTS
from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.match.state import State
from game.cabinets.rails.rules import RailsRules
from game.core.bots import BotSetup, Request
from game.core.rules import NATURE, Move

RULES = RailsRules()


def duel(names: tuple[str, ...], number: int, stop: int = 1 << 30, **options: Any) -> State:
    """A match on the map of that number, played to its end or that tick. Whatever a computer plays has to be right."""
    chosen = Options(**{"seconds": 0, **options})
    state = RULES.start(len(names), chosen)
    RULES.step(state, [Move(NATURE, number)])
    seats = range(len(names))
    bots = [
        BOTS[names[seat]](BotSetup("rails", seat, len(names), chosen, RULES.brief(state, seat), seat)) for seat in seats
    ]
    step = 0
    while (ask := RULES.ask(state)) is not None and state.tick < stop:
        step += 1
        if ask.seats == (NATURE,):
            RULES.step(state, [Move(NATURE, 0)])
            continue
        moves = []
        for seat in ask.seats:
            action = bots[seat].decide(Request(step, RULES.view(state, seat), None, (), 1_000 * step + seat))
            reason = RULES.check(state, seat, action)
            assert reason is None, (names[seat], state.tick, reason, action)
            moves.append(Move(seat, action))
        RULES.step(state, moves)
    return state
