"""Tablut's computers: they take what can be taken, stop what must be stopped, and leave the board as it was."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.cabinets.tablut.players.bots import ExpertBot, board_of, ends_of
from game.cabinets.tablut.players.search import SURE, best_moves, new_notes
from game.cabinets.tablut.players.values import weights_of, worths_of
from game.cabinets.tablut.rules import board as b
from game.cabinets.tablut.rules import notation
from game.cabinets.tablut.rules.law import PRESETS, Preset
from game.cabinets.tablut.rules.rules import Tablut
from game.cabinets.tablut.rules.state import Move, Options, View
from game.core import rules as core
from game.core.bots import BotSetup, Request
from game.core.compiled import array, plain
from game.core.rules import SPECTATOR
from tests.bench.bench_balance import series
from tests.cabinets.tablut.test_rules import begun, moved, walk

RULES = Tablut()


def seen(position: str, preset: str = "seed") -> View:
    return RULES.view(begun(position, preset=preset), SPECTATOR)


def best(view: View, nodes: int) -> tuple[str, int]:
    """The best move as text, and what it is worth for the one to move."""
    codes = b.codes_of(board_of(view))
    found, _ = best_moves(board_of(view), weights_of(view.law, view.side), codes, ends_of(view, codes), nodes)
    origin, target = (b.square_of(place) for place in (found[0].code >> 7, found[0].code & 127))
    return notation.write(origin, target), found[0].worth


@pytest.mark.parametrize(
    ("position", "preset", "expected"),
    [
        ("/9/9/3K5/9/9/9/9/7t1/9/ d", "seed", ""),
        ("/9/4t4/9/3K5/9/9/9/3t5/9/ d", "linnaeus", ""),
        ("/9/9/t8/3tKt3/9/9/9/9/9/ a", "seed", "a3-e3"),
        ("/9/9/9/9/9/9/2tK5/9/4t4/ a", "linnaeus", "e9-e7"),
    ],
)
def test_a_win_that_is_there_is_found(position: str, preset: str, expected: str) -> None:
    move, worth = best(seen(position, preset), 3000)
    assert worth > SURE
    assert not expected or move == expected


def test_the_only_way_to_stop_the_king_is_found() -> None:
    assert best(seen("/3Kt4/9/9/9/9/9/9/9/1t7/ a"), 2000)[0] == "b9-b1"


@pytest.mark.parametrize("preset", tuple(PRESETS))
def test_a_search_leaves_the_board_as_it_was_and_is_the_same_again(preset: Preset) -> None:
    state = walk(preset, 3, 14)[0]
    if RULES.ask(state) is None:
        return
    view = RULES.view(state, SPECTATOR)
    board, codes = board_of(view), b.codes_of(board_of(view))
    before = [list(part) for part in (board.cells, board.info[: b.WAYS])]
    first = best_moves(board, weights_of(view.law, view.side), codes, {}, 1500)
    assert [list(part) for part in (board.cells, board.info[: b.WAYS])] == before
    assert best_moves(board, weights_of(view.law, view.side), codes, {}, 1500) == first


def test_mates_are_the_same_as_by_trying_everything() -> None:
    """In positions near the end the search proves a win in two own moves exactly where full trying finds one."""
    wins = 0
    for seed in range(60):
        chance = Random(seed)
        squares = [0] * 81
        for piece, count in ((b.KING, 1), (b.ATTACKER, 5), (b.DEFENDER, 2)):
            for _ in range(count):
                squares[chance.choice([square for square in range(10, 70) if not squares[square] and square != 40])] = (
                    piece
                )
        law = PRESETS["linnaeus"]
        board = b.new_board(squares, b.DEFENDER, law, worths_of(law))
        if b.king_taken(board, 0) or board.zones[board.info[b.KING_AT]] & b.IS_ESCAPE:
            continue
        tried = wins_in(board, 1)
        view = msgspec.structs.replace(seen("/9/9/9/9/4K4/9/9/9/t8/ d", "linnaeus"), squares=tuple(squares))
        found, _ = best_moves(
            board, weights_of(law, b.DEFENDER), b.codes_of(board_of(view)), {}, 4000, notes=new_notes(4000)
        )
        assert (found[0].worth > SURE) >= tried
        wins += tried
    assert wins > 3


def wins_in(board: b.Board, moves: int) -> bool:
    """Whether the one to move wins in so many own moves, whatever the other does."""
    found = array([0] * b.MOST_MOVES)
    for code in plain(found[: b.moves(board, found, 0)]):
        count = int(b.play(board, code >> 7, code & 127))
        won = bool(board.info[b.END])
        if not won and moves > 0:
            answers = array([0] * b.MOST_MOVES)
            won = True
            for answer in plain(answers[: b.moves(board, answers, 0)]):
                more = int(b.play(board, answer >> 7, answer & 127))
                won = won and not board.info[b.END] and wins_in(board, moves - 1)
                b.unplay(board, answer >> 7, answer & 127, more)
                if not won:
                    break
        b.unplay(board, code >> 7, code & 127, count)
        if won:
            return True
    return False


def test_the_expert_does_not_repeat_into_a_loss() -> None:
    state = begun(repeat="defender")
    there = ("d1-c1", "e4-d4", "c1-d1", "d4-e4")
    moved(state, *there, *there[:3])
    view = RULES.view(state, SPECTATOR)
    losing = [code for code, worth in ends_of(view, b.codes_of(board_of(view))).items() if worth < -SURE]
    assert losing
    bot = ExpertBot(BotSetup("tablut", 1, 2, Options(), None, 1))
    bot.nodes = 300
    action = bot.decide(Request(8, view, None, (), 5))
    assert isinstance(action, Move)
    RULES.step(state, [core.Move(1, action)])
    assert not state.end


@pytest.mark.slow
def test_a_regular_stands_between_greedy_and_expert() -> None:
    for stronger, weaker in (("regular", "greedy"), ("expert", "regular")):
        matches = series(CABINETS["tablut"], (stronger, weaker), 12, 1)
        won = sum(share for each in matches for share, who in zip(each.shares, each.lineup, strict=True) if who == 0)
        assert won > 7, stronger
