"""Tablut: counts of moves, captures and ends under every preset, and the laws of the board."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random
from typing import Any

import msgspec
import pytest

from game.cabinets.tablut.rules import board as b
from game.cabinets.tablut.rules import notation
from game.cabinets.tablut.rules.law import PRESETS, Law, Preset, law_of
from game.cabinets.tablut.rules.rules import Tablut
from game.cabinets.tablut.rules.state import Action, Move, Options, State, Turn, listed, times_here
from game.core import rules as core
from game.core.compiled import array, compiled
from game.core.options import OptionError
from game.core.rules import NATURE, SPECTATOR, Event
from game.core.settling import Accept, GiveUp
from game.core.space import Squares

RULES = Tablut()
ALL = tuple(PRESETS)


def begun(position: str = "", **options: object) -> State:
    """A match in which seat 0 attacks."""
    return RULES.start(2, msgspec.convert({"position": position, "sides": "seat", **options}, Options))


def moved(state: State, *moves: str) -> list[Event]:
    """Play moves; the events of the last one."""
    events: list[Event] = []
    for written in notation.read(" ".join(moves)):
        action = move(*written)
        (seat,) = RULES.ask(state).seats  # type: ignore[union-attr]
        assert RULES.check(state, seat, action) is None, (written, RULES.check(state, seat, action))
        events = RULES.step(state, [core.Move(seat, action)])
    return events


def move(origin: int, target: int) -> Move:
    return Move(origin % 9, origin // 9, target % 9, target // 9)


def refused(state: State, text: str) -> str | None:
    """Why the seat that is asked may not play this move."""
    (written,) = notation.read(text)
    return RULES.check(state, RULES.ask(state).seats[0], move(*written))  # type: ignore[union-attr]


def kinds(events: Sequence[Event]) -> list[str]:
    return [event.kind for event in events]


def taken(events: Sequence[Event]) -> dict[str, str]:
    """What was taken where, and by what."""
    return {event.data["at"]: event.data["by"] for event in events if event.kind == "taken"}


@compiled
def counted(board: b.Board, depth: int, found: Any, start: int) -> int:
    """How many sequences of so many moves there are; `found` has room for MOST_MOVES a move of depth."""
    end = b.moves(board, found, start)
    if depth == 1:
        return int(end - start)
    total = 0
    for place in range(start, end):
        origin, target = found[place] // 128, found[place] % 128
        count = b.play(board, origin, target)
        if board.info[b.END] == 0:
            total += counted(board, depth - 1, found, end)
        b.unplay(board, origin, target, count)
    return total


@pytest.mark.parametrize("cross", ["all", "king"])
def test_counts_of_moves_are_those_of_the_start(cross: str) -> None:
    board = b.new_board(b.START, b.ATTACKER, msgspec.structs.replace(Law(), throne_cross=cross))
    found = array([0] * (4 * b.MOST_MOVES))
    assert [counted(board, depth, found, 0) for depth in (1, 2)] == [72, 3944]


@pytest.mark.slow
def test_three_moves_from_the_start() -> None:
    found = array([0] * (4 * b.MOST_MOVES))
    assert counted(b.new_board(b.START, b.ATTACKER, Law()), 3, found, 0) == 285_728


@pytest.mark.parametrize(
    ("position", "text", "options", "expected"),
    [
        ("/9/9/9/2t1t4/9/9/K8/9/3T5/ d", "d9-d4", {}, {}),
        ("/9/9/9/3Tt4/9/9/K8/9/5T3/ d", "f9-f4", {}, {"e4": "man"}),
        ("/9/9/9/3tT4/9/9/K8/9/2t6/ a", "c9-f9", {}, {}),
        ("/9/9/9/4Tt3/9/9/K8/9/3t5/ a", "d9-d4", {}, {"e4": "man"}),
        ("/9/9/9/4tT3/9/9/K8/9/3T5/ d", "d9-d4", {}, {"e4": "man"}),
        ("/1T7/9/9/9/9/9/K8/9/2t6/ a", "c9-c1", {}, {"b1": "corner"}),
        ("/1T7/9/9/9/9/9/3K5/9/2t6/ a", "c9-c1", {"corners": "none", "escape": "edge"}, {}),
        ("/9/9/4t4/4T4/9/9/K8/9/9/ a", "e3-d3", {}, {}),
        ("/9/9/t8/4T4/9/9/K8/9/9/ a", "a3-e3", {}, {"e4": "throne"}),
        ("/9/9/t8/4T4/9/9/K8/9/9/ a", "a3-e3", {"throne_hostile": "none"}, {}),
        ("/9/9/t8/4T4/4K4/9/9/9/9/ a", "a3-e3", {}, {}),
        ("/9/9/t8/4T4/4K4/9/9/9/9/ a", "a3-e3", {"throne_held": "always"}, {"e4": "throne"}),
        ("/9/9/t8/4T4/4K4/9/9/9/9/ a", "a3-e3", {"throne_held": "walled"}, {}),
        ("/9/9/t8/4T4/3tKt3/4t4/9/9/9/ a", "a3-e3", {"throne_held": "walled"}, {"e4": "throne"}),
        ("/9/9/9/3tK4/9/9/2T6/9/9/ d", "c7-c4", {}, {}),
        ("/9/9/9/3tK4/9/9/2T6/9/9/ d", "c7-c4", {"king_armed": "anvil"}, {"d4": "king"}),
        ("/9/9/9/2Tt5/9/9/4K4/9/9/ d", "e7-e4", {"king_armed": "anvil"}, {}),
        ("/9/9/9/2Tt5/9/9/4K4/9/9/ d", "e7-e4", {"king_armed": "full"}, {"d4": "man"}),
        ("/9/9/9/1tTT5/9/9/K8/9/4t4/ a", "e9-e4", {}, {}),
        ("/9/9/9/1tTT5/9/9/K8/9/4t4/ a", "e9-e4", {"rows": "yes"}, {"c4": "man", "d4": "man"}),
        ("/9/3t5/3T5/1tT1Tt3/9/9/K8/9/3t5/ a", "d9-d4", {}, {"d3": "man", "e4": "man", "c4": "man"}),
        ("/2t6/2T6/9/tT1Tt4/9/9/K8/9/2t6/ a", "c9-c4", {"rows": "yes"}, {"b4": "man", "d4": "man"}),
    ],
)
def test_what_a_move_takes(position: str, text: str, options: dict[str, object], expected: dict[str, str]) -> None:
    events = moved(begun(position, **options), text)
    assert taken(events) == expected


@pytest.mark.parametrize(
    ("position", "text", "options", "is_taken"),
    [
        ("/9/9/4t4/3tKt3/9/9/9/9/4t4/ a", "e9-e5", {"throne_stand": "anyone", "throne_hostile": "none"}, True),
        ("/9/9/t8/3tKt3/9/9/9/9/9/ a", "a3-e3", {}, True),
        ("/9/9/t8/3tKt3/9/9/9/9/9/ a", "a3-e3", {"throne_hostile": "none"}, False),
        ("/9/9/9/9/9/t8/K8/t8/1t7/ a", "b9-b7", {}, True),
        ("/9/9/9/9/9/t8/K8/t8/1t7/ a", "b9-b7", {"rim_hostile": "no"}, False),
        ("/1K7/2t6/9/9/9/9/9/9/1t7/ a", "b9-b2", {}, False),
        ("/1Kt6/9/9/9/9/9/9/9/1t7/ a", "b9-b2", {}, True),
        ("/9/9/9/9/9/9/2tK5/9/4t4/ a", "e9-e7", {"preset": "linnaeus"}, True),
        ("/9/9/9/9/9/3t5/3K5/9/4t4/ a", "e9-e7", {"preset": "linnaeus"}, False),
        ("/9/9/4t4/3tK4/9/9/9/9/5t3/ a", "f9-f4", {"preset": "linnaeus"}, True),
        ("/9/9/9/3tK4/9/9/9/9/5t3/ a", "f9-f4", {"preset": "linnaeus"}, False),
        ("/9/9/9/4t4/3tKt3/9/9/9/4t4/ a", "e9-e6", {"preset": "linnaeus"}, True),
        ("/9/9/9/9/3tKt3/9/9/9/4t4/ a", "e9-e6", {"preset": "linnaeus"}, False),
        ("/9/2K6/t8/9/9/9/9/9/9/ a", "a3-c3", {"preset": "unibo"}, False),
        ("/9/4K4/t8/9/9/9/9/9/9/ a", "a3-e3", {"preset": "classic"}, False),
        ("/9/5K3/t8/9/9/9/9/9/9/ a", "a3-f3", {"preset": "unibo"}, True),
    ],
)
def test_when_the_king_is_taken(position: str, text: str, options: dict[str, object], is_taken: bool) -> None:
    state = begun(position, **options)
    events = moved(state, text)
    assert ("king_taken" in kinds(events)) is is_taken
    assert (b.KING in state.squares) is not is_taken
    if is_taken:
        assert RULES.result(state).seats[0].rank == 1


def test_the_king_walks_between_attackers_and_is_safe() -> None:
    state = begun("/9/9/9/9/9/9/2t1t4/9/3K5/ d", preset="linnaeus", escape="corner")
    assert "king_taken" not in kinds(moved(state, "d9-d7"))


def test_the_king_escapes_before_anything_is_taken() -> None:
    state = begun("/9/9/9/9/9/9/9/9/4K4/ d")
    assert kinds(moved(state, "e9-a9")) == ["moved", "escaped", "over"]
    assert RULES.result(state).reason == "tablut.end.escaped"


def test_ways_out_are_called() -> None:
    one = moved(begun("/9/9/3K5/9/9/9/9/t8/8t/".replace("8t", "7t1") + " d"), "d3-a3")
    assert [event.kind for event in one if event.kind in ("raichi", "tuichu")] == ["raichi"]
    two = moved(begun("/9/9/3K5/9/9/9/9/7t1/9/ d"), "d3-a3")
    assert [event.data["number"] for event in two if event.kind == "tuichu"] == [2]


def test_how_far_the_king_is_closed_in_is_told() -> None:
    events = moved(begun("/9/9/2t6/3K5/9/9/9/9/9/ a"), "c3-d3")
    assert [event.data for event in events if event.kind == "king_surrounded"] == [{"number": 1, "needs": 4}]


@pytest.mark.parametrize(
    ("text", "options", "why"),
    [
        ("d5-d4", {}, "not_yours"),
        ("a1-a2", {}, "not_yours"),
        ("d1-e2", {}, "no_line"),
        ("d1-d1", {}, "nowhere"),
        ("d1-g1", {}, "in_the_way"),
        ("d1-a1", {}, "corner"),
        ("d1-d5", {}, "in_the_way"),
    ],
)
def test_what_is_refused_at_the_start(text: str, options: dict[str, object], why: str) -> None:
    assert refused(begun(**options), text) == f"tablut.refuse.{why}"


def test_throne_and_camps_are_closed() -> None:
    empty_throne = "/9/9/9/9/t8/9/2K6/9/9/ a"
    assert refused(begun(empty_throne), "a5-e5") == "tablut.refuse.throne"
    assert refused(begun(empty_throne), "a5-f5") is None
    assert refused(begun(empty_throne, throne_cross="king"), "a5-f5") == "tablut.refuse.throne"
    assert refused(begun(empty_throne, throne_stand="anyone"), "a5-e5") is None
    camps = begun("/9/4t4/9/9/2t6/9/1K7/9/9/ a", preset="unibo")
    assert refused(camps, "e2-e1") is None
    assert refused(camps, "c5-b5") == "tablut.refuse.camp"
    far = begun("/9/4t4/9/9/9/9/1K7/9/9/ a", preset="unibo", throne_cross="all")
    assert refused(far, "e2-e8") == "tablut.refuse.far_camp"
    king = begun("/9/9/9/9/2K6/9/9/9/8t/ d", preset="unibo")
    assert refused(king, "c5-b5") == "tablut.refuse.camp"


def test_camps_take_men_and_the_middle_of_a_camp_takes_no_attacker() -> None:
    state = begun("/9/5T3/t8/9/9/9/1K7/9/9/ a", preset="unibo")
    assert taken(moved(state, "a3-f3")) == {"f2": "camp"}
    own = begun("/9/4t4/8T/9/9/9/1K7/9/9/ d", preset="unibo")
    assert taken(moved(own, "i3-e3")) == {}
    own = begun("/9/5t3/8T/9/9/9/1K7/9/9/ d", preset="unibo")
    assert taken(moved(own, "i3-f3")) == {"f2": "camp"}


def test_a_shield_wall_is_taken_whole_and_the_king_in_it_stays() -> None:
    wall = "/9/9/9/7tT/7tT/7tK/8t/9/7t1/ a"
    position = wall.replace("/9/9/9/", "/9/9/6t2/")
    state = begun(position, preset="modern")
    events = moved(state, "g3-i3")
    assert taken(events) == {"i4": "wall", "i5": "wall"}
    assert state.squares[notation.square_named("i6")] == b.KING
    without = begun(position)
    assert taken(moved(without, "g3-i3")) == {}


def test_the_encircled_have_lost() -> None:
    ring = "/9/9/2ttttt2/2t3t2/2t1K1t2/2t3t2/2ttt1t2/9/5t3/ a"
    state = begun(ring, preset="modern")
    assert kinds(moved(state, "f9-f7"))[-2:] == ["shut_in", "over"]
    assert RULES.result(state).seats[0].rank == 1
    assert "shut_in" not in kinds(moved(begun(ring), "f9-f7"))


@pytest.mark.parametrize(("repeat", "ranks"), [("draw", (1, 1)), ("mover", (1, 2)), ("defender", (1, 2))])
def test_the_third_time_of_a_position(repeat: str, ranks: tuple[int, int]) -> None:
    state = begun(repeat=repeat)
    there = ("d1-c1", "e4-d4", "c1-d1", "d4-e4")
    events = moved(state, *there, *there)
    assert kinds(events)[-2:] == ["repeated", "over"]
    assert tuple(seat.rank for seat in RULES.result(state).seats) == ranks


def test_the_first_repetition_of_the_contest_forgets_the_start() -> None:
    state = begun(repeat="first")
    there = ("d1-c1", "e4-d4", "c1-d1", "d4-e4")
    moved(state, *there)
    assert not state.end
    moved(state, there[0])
    assert state.end == "tablut.end.repeat_first"


def test_quiet_moves_end_in_a_draw_and_captures_begin_again() -> None:
    state = begun(quiet=6)
    moved(state, "d1-c1", "e4-d4", "c1-b1", "d4-c4", "b1-b2", "c4-c3")
    assert state.end == "tablut.end.quiet"


def test_who_has_no_move_has_lost() -> None:
    state = begun("/9/9/9/9/9/9/9/3K3T1/7Tt/ d", corners="anyone")
    events = moved(state, "h8-i8")
    assert kinds(events) == ["moved", "stuck", "over"]
    assert state.end == "tablut.end.stuck"
    assert RULES.result(state).seats[1].rank == 1


def test_draws_are_offered_and_taken() -> None:
    state = begun()
    RULES.step(state, [core.Move(0, Move(3, 0, 2, 0, draw=True))])
    assert RULES.check(state, 1, Accept()) is None
    other = RULES.load(RULES.dump(state))
    assert kinds(moved(other, "e4-d4")) == ["draw_declined", "moved"]
    assert RULES.check(other, 0, Accept()) == "settling.nothing_offered"
    RULES.step(state, [core.Move(1, Accept())])
    assert [seat.rank for seat in RULES.result(state).seats] == [1, 1]


def test_rounds_exchange_the_sides_and_a_tie_goes_to_the_quicker_win() -> None:
    state = begun("/9/9/9/9/9/9/9/t7t/4K4/ d", rounds=2)
    events = moved(state, "e9-a9")
    assert kinds(events)[-1] == "round"
    assert state.attacker == 1
    moved(state, "e9-e8", "a8-b8", "e8-e9", "b8-a8", "e9-i9")
    result = RULES.result(state)
    assert [seat.score for seat in result.seats] == [2, 2]
    assert [seat.rank for seat in result.seats] == [2, 1]


def test_giving_up_ends_the_round_only() -> None:
    state = begun(rounds=2)
    assert kinds(RULES.step(state, [core.Move(0, GiveUp())])) == ["gave_up", "round"]
    RULES.step(state, [core.Move(1, GiveUp())])
    assert [seat.rank for seat in RULES.result(state).seats] == [1, 1]


@pytest.mark.parametrize(
    ("position", "key"),
    [
        ("/9/9/9/9/9/9/9/9/9/", "kings"),
        ("/K8/9/9/9/9/9/9/9/7t1/", "escaped"),
        ("/t8/9/9/9/4K4/9/9/9/9/", "barred"),
        ("/9/9/9/9/9/t8/Kt7/t8/9/ a", "taken"),
        ("/9/9/9/9/4K4/9/9/9/9/ a", "stuck"),
    ],
)
def test_positions_that_no_match_can_begin_from(position: str, key: str) -> None:
    with pytest.raises(OptionError) as refusal:
        Options(position=position)
    assert refusal.value.key == f"tablut.position.{key}"


@pytest.mark.parametrize(
    ("text", "key"),
    [("/9/9/", "rows"), ("/9/9/9/9/9/9/9/9/8/", "length"), ("/9/9/9/x8/9/9/9/9/9/", "sign")],
)
def test_texts_that_are_no_position(text: str, key: str) -> None:
    with pytest.raises(notation.NotationError) as refusal:
        notation.read_position(text)
    assert refusal.value.key == f"tablut.notation.{key}"


def walk(preset: Preset, seed: int, moves: int) -> tuple[State, list[tuple[State, Action, list[Event]]]]:
    """A random match: its last state, and each state before a move with that move and its events."""
    state, chance, steps = begun(preset=preset), Random(seed), []
    while RULES.ask(state) is not None and len(steps) < moves:
        (seat,) = RULES.ask(state).seats  # type: ignore[union-attr]
        action = chance.choice(RULES.legal(state, seat))
        before = RULES.load(RULES.dump(state))
        steps.append((before, action, RULES.step(state, [core.Move(seat, action)])))
    return state, steps


@pytest.mark.parametrize("preset", ALL)
def test_all_symmetries_carry_moves_captures_and_ends_over(preset: Preset) -> None:
    law = PRESETS[preset]
    for before, action, _ in walk(preset, 5, 40)[1][::4]:
        assert isinstance(action, Move)
        moves = set(listed(b.new_board(before.squares, before.side, law)))
        told = after(before.squares, before.side, law, action.origin, action.target)
        for symmetry in range(1, 8):
            there, image = Squares(9, 9).images(symmetry), [0] * 81
            for square, piece in enumerate(before.squares):
                image[there[square]] = piece
            board = b.new_board(image, before.side, law)
            assert set(listed(board)) == {(there[o], there[t]) for o, t in moves}
            squares, end = after(image, before.side, law, there[action.origin], there[action.target])
            assert [squares[there[square]] for square in range(81)] == told[0]
            assert end == told[1]


def after(squares: Sequence[int], side: int, law: Law, origin: int, target: int) -> tuple[list[int], int]:
    board = b.new_board(squares, side, law)
    b.play(board, b.INDEXES[origin], b.INDEXES[target])
    return b.squares_of(board), int(board.info[b.END])


@pytest.mark.parametrize("preset", ALL)
def test_laws_of_random_matches(preset: Preset) -> None:
    law = PRESETS[preset]
    for seed in range(3):
        state, steps = walk(preset, seed, 120)
        for before, action, events in steps:
            assert isinstance(action, Move)
            men = [before.squares.count(piece) for piece in (b.ATTACKER, b.DEFENDER)]
            gone = [notation.square_named(at) for at in taken(events)]
            assert before.squares.count(b.KING) == 1
            assert all(before.squares[at] == 3 - before.side for at in gone)
            if law.shieldwall == "no":
                assert all(abs(at % 9 - action.to_x) + abs(at // 9 - action.to_y) == 1 for at in gone)
            if law.corners == "king":
                assert not {before.squares[corner] for corner in b.CORNERS} - {b.EMPTY}
            if law.throne_stand != "anyone":
                assert before.squares[40] in (b.EMPTY, b.KING)
            if law.camps == "yes":
                assert {before.squares[camp] for camp in b.CAMPS} <= {b.EMPTY, b.ATTACKER}
            assert men[0] <= 16 and men[1] <= 8
        if steps:
            assert len(steps[-1][0].moves) < len(state.moves) or state.end
            view = RULES.view(state, SPECTATOR)
            told = sum(len(taken(events)) for _, _, events in steps)
            assert sum(view.lost) == told == 24 - sum(map(state.squares.count, (b.ATTACKER, b.DEFENDER)))


def test_no_attacker_comes_back_into_a_camp() -> None:
    for seed in range(4):
        for before, action, _ in walk("unibo", seed, 120)[1]:
            assert isinstance(action, Move)
            if before.squares[action.origin] == b.ATTACKER and action.target in b.CAMPS:
                assert action.origin in b.CAMPS


@pytest.mark.parametrize("preset", ALL)
def test_a_move_taken_back_leaves_every_array_as_it_was(preset: Preset) -> None:
    worths = [place % 37 - 11 for place in range(4 * b.PLACES)]
    for before, _, _ in walk(preset, 9, 60)[1][::10]:
        board = b.new_board(before.squares, before.side, PRESETS[preset], worths)
        known = [list(part) for part in (board.cells, board.info)]
        for origin, target in listed(board):
            start, end = b.INDEXES[origin], b.INDEXES[target]
            count = b.play(board, start, end)
            again = b.new_board(b.squares_of(board), 3 - before.side, PRESETS[preset], worths)
            assert board.info[b.HASH] == again.info[b.HASH]
            assert board.info[b.WORTH] == again.info[b.WORTH]
            b.unplay(board, start, end, count)
            assert [list(part) for part in (board.cells, board.info)] == known


def test_a_position_is_counted_as_often_as_it_was_there() -> None:
    for seed in range(6):
        chance, squares, moves, seen = Random(seed), list(b.START), [], [list(b.START)]
        for _ in range(40):
            board = b.new_board(squares, 1 + len(moves) % 2, Law())
            origin, target = chance.choice(
                [pair for pair in listed(board) if pair[0] in (3, 4, 5, 22, 31)] or listed(board)
            )
            count = b.play(board, b.INDEXES[origin], b.INDEXES[target])
            gone = b.last_taken(board, count)
            squares = b.squares_of(board)
            if board.info[b.END]:
                break
            moves.append(Turn(origin, target, gone))
            seen = [squares] if gone else [*seen, squares]
            assert times_here(squares, moves, start=True) == seen[::-1][::2].count(squares)


def test_positions_and_moves_come_back_from_their_texts() -> None:
    for before, action, _ in walk("seed", 2, 60)[1]:
        assert isinstance(action, Move)
        text = notation.write_position(before.squares, before.side)
        assert notation.read_position(text) == (before.squares, before.side)
        (again,) = notation.read(notation.write(action.origin, action.target, (3, 4), king=True, end="+"))
        assert again == (action.origin, action.target)


def test_every_combination_of_what_the_squares_mean_is_playable() -> None:
    chance = Random(4)
    choices = {
        "escape": ("corner", "edge"),
        "king_taken": ("four", "three_two"),
        "corners": ("king", "anyone", "none"),
        "throne_stand": ("king", "nobody", "anyone"),
        "throne_cross": ("king", "all", "nobody"),
    }
    for values_chosen in product(*choices.values()):
        options = msgspec.convert(dict(zip(choices, values_chosen, strict=True)) | {"sides": "seat"}, Options)
        state = RULES.start(2, options)
        for _ in range(6):
            ask = RULES.ask(state)
            if ask is None:
                break
            RULES.step(state, [core.Move(ask.seats[0], chance.choice(RULES.legal(state, ask.seats[0])))])
        assert law_of(options).escape == "edge" or law_of(options).corners != "none"


def test_the_sides_are_drawn_unless_seats_have_them() -> None:
    state = RULES.start(2, Options())
    assert RULES.ask(state) == core.Ask((NATURE,), outcomes=2)
    RULES.step(state, [core.Move(NATURE, 1)])
    assert RULES.ask(state) == core.Ask((1,))
