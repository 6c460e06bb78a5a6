"""Pictures for the page of rules: gems in the tray, a card bought with gold, what a noble asks for."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from game.cabinets.gems import board as b
from game.cabinets.gems.cards import CARD_OF, GOLD
from game.cabinets.gems.rules import Gems
from game.cabinets.gems.stage.places import USUAL, bank_key, market_key, noble_key, places
from game.cabinets.gems.state import Options, State
from game.core.rules import NATURE, Move
from game.engine.stage import Surroundings
from game.engine.widgets.parts.richtext import Picture
from game.kit.moments import StageType, asking, clicks, moments

_RULES: Final = Gems()
_SEED: Final = 4
_SPAN: Final = 250.0
_CARD: Final = 1
"""Index of the market place whose card is bought in the picture."""


def _table() -> State:
    """Return a state of two seats at its first decision; the first seat lacks one gem for a card and has two gold."""
    chance, state = Random(_SEED), _RULES.start(2, Options())
    while (ask := _RULES.ask(state)) and ask.seats == (NATURE,):
        _RULES.step(state, (Move(NATURE, 0 if state.phase == "first" else chance.randrange(ask.outcomes)),))
    at, cost = b.at_seat(0), CARD_OF[state.cells[b.MARKET + _CARD]].cost
    dearest = cost.index(max(cost))
    for colour, count in (*enumerate(cost), (GOLD, 2)):
        state.cells[at + colour] = count - (colour == dearest)
        state.cells[b.BANK + colour] -= count - (colour == dearest)
    return state


def rules_pictures(stage_type: StageType, surroundings: Surroundings) -> Mapping[str, Picture]:
    """Return the pictures for `![turn]`: taking three gems, buying a card, waiting nobles."""
    state = _table()
    view, legal = _RULES.view(state, 0), _RULES.legal(state, 0)
    card = market_key(_CARD)
    layout = places(tuple(noble for noble, _ in view.nobles))
    x, y = layout.middle(card)
    taking = clicks(layout, [bank_key(0), bank_key(2), bank_key(3)])
    noble = layout.middle(noble_key(view.nobles[0][0]))
    shown = [
        (1, asking(view, 0, legal, taking), (USUAL.bank.centerx - 20, USUAL.bank.bottom - 20)),
        (2, asking(view, 0, legal, clicks(layout, [card])), (x + 88, y - 8)),
        (3, asking(view, 0, legal), (noble[0] + 60, USUAL.nobles.bottom)),
    ]
    return {"turn": moments(stage_type, surroundings, shown, _SPAN)}
