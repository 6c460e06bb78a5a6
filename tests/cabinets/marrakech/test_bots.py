"""Computer players of Marrakech: legal, deterministic, the same compiled and plain, and stronger one than the next."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.cabinets.marrakech import board as b
from game.cabinets.marrakech import value
from game.cabinets.marrakech.bots import BOTS, BUDGETS, Budget
from game.cabinets.marrakech.position import board_of, greedy_heading, greedy_place
from game.cabinets.marrakech.rollout import rolled_heading, stay
from game.cabinets.marrakech.rules import Lay, Marrakech, Options, Turn, View
from game.core.bots import BotSetup, Request
from game.core.chance import derive
from game.core.compiled import array, plain
from game.core.match.match import Match
from tests import ROOT
from tests.cabinets.marrakech.test_board import at, painted
from tests.cabinets.marrakech.test_rules import BARE, OPTIONS, RULES, positioned, walk
from tests.in_turns import some


def play(names: Sequence[str], seed: int, options: Options | None = None) -> Match:
    """A whole match between bots; fails where an action is refused."""
    chosen = options or Options()
    match = Match(Marrakech(), len(names), chosen, seed)
    bots = [
        BOTS[name](BotSetup("marrakech", seat, len(names), chosen, None, derive(seed, "bot", seat)))
        for seat, name in enumerate(names)
    ]
    while not match.over:
        match.tick(0.0)
        for seat in match.waiting_for:
            number = match.number
            request = Request(number, match.view(seat), match.legal(seat), (), derive(seed, "request", number))
            assert match.offer(seat, bots[seat].decide(request)) is None
    return match


def wins(name: str, others: Sequence[str], matches: int) -> float:
    """The share of the victories that `name` takes, its seat going round."""
    won = 0.0
    for seed in range(matches):
        seats = [*others]
        seats.insert(seed % (len(others) + 1), name)
        ranks = [line.rank for line in play(seats, seed).result().seats]
        if ranks[seats.index(name)] == 1:
            won += 1 / ranks.count(1)
    return won / matches


@pytest.fixture
def shallow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Experts that play little on: plain Python plays a match with them in a tenth of a second."""
    for seats in (2, 3, 4):
        monkeypatch.setitem(BUDGETS, seats, Budget(games=108, turns=2, wide=3))


@pytest.mark.usefixtures("shallow")
@pytest.mark.parametrize("options", some(2, OPTIONS), ids=lambda options: f"{options.region}-{options.cover}")
@pytest.mark.parametrize("seats", some(3, [2, 3, 4]))
def test_every_bot_plays_legally_and_twice_the_same(seats: int, options: Options) -> None:
    names = ["expert", "greedy", "random", "greedy"][:seats]
    assert play(names, 5, options).hash() == play(names, 5, options).hash()


def test_greedy_beats_random() -> None:
    assert wins("greedy", ["random"], 60) >= 0.9


@pytest.mark.slow
@pytest.mark.usefixtures("shallow")
def test_expert_beats_greedy() -> None:
    assert wins("expert", ["greedy"], 24) >= 0.7


@pytest.mark.slow
@pytest.mark.usefixtures("shallow")
def test_expert_beats_three_greedy() -> None:
    assert wins("expert", ["greedy"] * 3, 40) >= 0.35


FINGERPRINT = """
from game.cabinets.marrakech.bots import BUDGETS, ExpertBot, Budget
from game.core.bots import BotSetup, Request
from game.cabinets.marrakech.rules import Options
from tests.cabinets.marrakech.test_bots import play
from tests.cabinets.marrakech.test_rules import RULES, walk
from game.core.rules import NATURE

print(play(["greedy", "greedy", "random"], 11).hash())
for seats in (2, 3, 4):
    BUDGETS[seats] = Budget(games=216, turns=6, wide=3)
    options = Options()
    bots = [ExpertBot(BotSetup("marrakech", seat, seats, options, None, 0)) for seat in range(seats)]
    for number, (before, _, move, _) in enumerate(walk(seats, options, 11)):
        if move.seat != NATURE and number % 16 < 3:
            view, legal = RULES.view(before, move.seat), RULES.legal(before, move.seat)
            print(bots[move.seat].decide(Request(number, view, legal, (), 0)))
"""


@pytest.mark.slow
def test_plain_python_and_numba_decide_alike() -> None:
    pytest.importorskip("numba")
    printed = []
    for is_plain in ("", "1"):
        environment = {**os.environ, "SOUK_PLAIN": is_plain}
        command = [sys.executable, "-c", FINGERPRINT]
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", check=True, timeout=240
        )
        printed.append(done.stdout.splitlines())
    assert printed[0] == printed[1]
    assert len(printed[0]) > 30


@pytest.mark.parametrize("seed", [7, 1])
def test_an_expert_walks_around_a_large_region_of_another(seed: int) -> None:
    """Ahead and to the right much is to be paid at once, to the left nothing."""
    picture = """
        . . . B . . .
        . . . B . . .
        . . . B B B B
        . . . . B B B
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """
    board = array(positioned(picture, 2, at(3, 3)).board)
    assert rolled_heading(board, 108, 4, seed) == b.WEST


@pytest.mark.parametrize(
    ("totals", "apart", "staying"),
    [
        ([300, 500, 450], [4000, 4000, 4000], [1, 2]),
        ([300, 500, 450], [10_500, 0, 600], [0, 1]),
        ([300, 500, 450], [4000, 4000, 30], [1]),
        ([300, 500, 450], [40000, 40000, 40000], [0, 1, 2]),
        ([500, 500, 500], [0, 900, 0], [0, 2]),
    ],
)
def test_what_is_clearly_worse_goes(totals: list[int], apart: list[int], staying: list[int]) -> None:
    """Of 100 games; a difference of 200 goes by squares below 10,400, one of 50 by squares below 650."""
    left = array([0, 1, 2])
    count = stay(left, 3, array(totals), array(apart), 100)
    assert plain(left)[:count] == staying


def test_a_greedy_player_walks_where_it_is_cheapest() -> None:
    # Ahead: a region of three where a 2 or a 3 falls. To the left: one square where a 1 falls. To the right: nothing.
    picture = """
        . . . B . . .
        . . . B . . .
        . . . B . . .
        . . B . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """
    state = positioned(picture, 2, at(3, 3))
    board = array(state.board)
    assert [b.payment(board, 0, heading) for heading in (b.WEST, b.NORTH, b.EAST)] == [1, 3 + 6 + 6, 0]
    assert {greedy_heading(board, chance) for chance in range(9)} == {b.EAST}


def test_a_greedy_player_covers_the_others() -> None:
    picture = """
        . . . . . . .
        . . . . . . .
        . . C B . . .
        . . A . A . .
        . . . A . . .
        . . . . . . .
        . . . . . . .
    """
    board = array(positioned(picture, 3, at(3, 3)).board)
    covering = b.PLACES.index((at(2, 2), at(3, 2)))
    assert {greedy_place(board, chance) for chance in range(9)} == {covering}


def test_greedy_chooses_among_equals_by_chance() -> None:
    board = array(positioned(BARE, 2, at(3, 3)).board)
    assert {greedy_heading(board, chance) for chance in range(9)} == {b.WEST, b.NORTH, b.EAST}
    assert {greedy_place(board, chance) for chance in range(12)} == set(b.BESIDE[at(3, 3)])


def comparable(board: list[int]) -> list[int]:
    """A board without the order in which seats were out, which a view does not tell."""
    return [*board[: b.OUT], *(int(out > 0) for out in board[b.OUT : b.NEXT]), *board[b.NEXT :]]


@given(st.sampled_from([2, 3, 4]), st.sampled_from(OPTIONS), st.integers(0, 2**32))
@settings(max_examples=20)
def test_a_bot_rebuilds_the_board_from_its_view(seats: int, options: Options, seed: int) -> None:
    for before, _, move, _ in walk(seats, options, seed):
        if isinstance(move.action, Turn | Lay):
            view: View = RULES.view(before, move.seat)
            assert comparable(plain(board_of(view, options))) == comparable(before.board)


@given(st.sampled_from([2, 3, 4]), st.integers(0, 2**32))
@settings(max_examples=20)
def test_the_chances_of_all_seats_are_one(seats: int, seed: int) -> None:
    for before, _, move, _ in walk(seats, Options(), seed):
        if isinstance(move.action, Turn):
            board = array(before.board)
            total = sum(value.chance(board, seat) for seat in range(seats))
            assert abs(total - value.CERTAIN) <= seats


@pytest.mark.parametrize(
    ("squares", "money", "shares"),
    [([5, 4], [30, 30], [1, 0]), ([5, 4], [29, 30], [0, 1]), ([4, 4], [30, 30], [0.5, 0.5])],
)
def test_a_match_that_is_over_is_worth_its_result(squares: list[int], money: list[int], shares: list[float]) -> None:
    board = painted(" ".join("A" * squares[0] + "B" * squares[1] + "." * (49 - sum(squares))), 2)
    board[b.MONEY : b.MONEY + 2] = money
    board[b.MOVER] = b.NOBODY
    assert [value.chance(array(board), seat) / value.CERTAIN for seat in range(2)] == shares


def test_more_money_is_a_better_chance() -> None:
    state = positioned(BARE, 2, at(3, 3))
    before = value.chance(array(state.board), 0)
    state.board[b.MONEY] += 9
    assert value.chance(array(state.board), 0) > before
