"""Computer players of Gem Merchants: they know what their seat knows, and play alike at both speeds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from random import Random
from typing import Any

import pytest

from game.cabinets.gems import board as b
from game.cabinets.gems.bots import BOTS
from game.cabinets.gems.cabinet import GEMS
from game.cabinets.gems.cards import CARD_OF
from game.cabinets.gems.expert import board_of
from game.cabinets.gems.rules import Gems
from game.cabinets.gems.state import Draw, Options, Take
from game.cabinets.gems.value import FEATURES, features
from game.conformance.walks import walk
from game.core.bots import Bot, BotSetup, Request
from game.core.compiled import array
from game.core.rules import NATURE, SPECTATOR, Move
from tests import ROOT

RULES = Gems()


def bot(name: str, seat: int, seats: int) -> Bot[Any, Any]:
    return BOTS[name](BotSetup("gems", seat, seats, Options(), None, 0))


def hidden(state: Any, seats: int, seat: int) -> bool:
    """Whether somebody else holds a blind card."""
    slots = (b.at_seat(other) + b.BLIND for other in range(seats) if other != seat)
    return any(state.cells[at] or state.cells[at + 1] or state.cells[at + 2] for at in slots)


@pytest.mark.parametrize(("name", "most"), [("greedy", 10), ("expert", 1)])
def test_a_bot_decides_alike_where_what_it_may_not_know_is_dealt_anew(name: str, most: int) -> None:
    asked, chance = 0, Random(5)
    for state, ask, _ in walk(GEMS, 3, Random(8)):
        (seat,) = ask.seats
        if seat == NATURE or state.phase != "act" or not hidden(state, 3, seat):
            continue
        other = RULES.redeal(state, seat, chance)
        if RULES.dump(other) == RULES.dump(state):
            continue
        first, second = (
            bot(name, seat, 3).decide(Request(0, RULES.view(each, seat), RULES.legal(each, seat), (), 9))
            for each in (state, other)
        )
        assert first == second and first in RULES.legal(state, seat)
        asked += 1
        if asked == most:
            return
    pytest.fail("nobody reserved a blind card")


def test_what_the_expert_reads_from_a_view_is_the_table_but_for_what_is_hidden() -> None:
    compared = 0
    for state, ask, moves in walk(GEMS, 4, Random(2)):
        if state.phase not in ("act", "return"):
            continue
        (seat,) = ask.seats
        board = board_of(RULES.view(state, seat), Random(1))
        assert board[: b.DECK] == state.cells[: b.DECK]
        assert sorted(board[b.DECK : b.NOBLE])[-1] <= 90 and board[b.NOBLE : b.LAST] == state.cells[b.NOBLE : b.LAST]
        own = slice(b.at_seat(seat), b.at_seat(seat) + b.STRIDE)
        assert board[own] == state.cells[own]
        compared += isinstance(moves[0].action, Draw)
    assert compared


PLAYED = """
import json
from game.cabinets.gems.cabinet import GEMS
from game.cabinets.gems.cards import CARD_OF
from game.core.match.match import Match
from tests.cabinets.gems.test_bots import bot, RULES
from game.cabinets.gems.state import Options
from game.core.bots import Request
match = Match(RULES, 2, Options(), 4)
bots = [bot("expert", seat, 2) for seat in range(2)]
said = []
match.tick(0.0)
while match.number < 60 and not match.over:
    seat = match.waiting_for[0]
    action = bots[seat].decide(Request(match.number, match.view(seat), match.legal(seat), (), match.number))
    said.append(repr(action))
    match.offer(seat, action)
    match.tick(0.0)
print(json.dumps(said))
"""


@pytest.mark.slow
def test_the_expert_plays_alike_compiled_and_plain() -> None:
    pytest.importorskip("numba")
    said = []
    for plain in ("1", ""):
        given = {**os.environ, "SOUK_PLAIN": plain}
        done = subprocess.run([sys.executable, "-c", PLAYED], cwd=ROOT, env=given, capture_output=True, check=True)
        said.append(json.loads(done.stdout))
    assert said[0] == said[1] and len(said[0]) > 10


@pytest.mark.parametrize(("seats", "options"), [(2, Options()), (4, Options(returns="any", fewer="free"))])
def test_the_analyst_reads_actions_out_of_what_a_spectator_sees(seats: int, options: Options) -> None:
    assert GEMS.analyst is not None
    chance, rules, analyst = Random(4), RULES, GEMS.analyst()
    state, read = rules.start(seats, options), Counter[str]()
    while (ask := rules.ask(state)) is not None and state.cells[b.TURNS] < 90:
        seat, before = ask.seats[0], rules.view(state, SPECTATOR)
        action = chance.randrange(ask.outcomes) if seat == NATURE else chance.choice(rules.legal(state, seat))
        rules.step(state, (Move(seat, action),))
        if seat != NATURE:
            played = analyst.played(before, rules.view(state, SPECTATOR))
            unread = isinstance(action, Draw) or (isinstance(action, Take) and played is None)
            assert played == (None if unread else action), "what cannot be read is not guessed"
            read[type(action).__name__] += played is not None
    assert all(read[name] for name in ("Take", "Buy", "Return", "Reserve"))


def test_a_card_is_farther_away_when_the_bank_cannot_give_what_it_lacks() -> None:
    board = b.new_board(2, 15)
    board[b.MARKET] = next(number for number, of in CARD_OF.items() if of.cost == (0, 3, 0, 0, 0))
    found = array([0] * len(FEATURES))

    def closeness() -> int:
        features(array(board), 0, found)
        return int(found[FEATURES.index("closeness")])

    there = closeness()
    board[b.BANK + 1] = 0
    gone = closeness()
    board[b.at_seat(0) + 1] = 3
    assert gone < there < closeness(), "and what one has is not asked for"
