"""Omok: forbidden points against a slow reading of the definitions, openings, ends, positions, notation."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from game.cabinets.omok import board as b
from game.cabinets.omok import notation
from game.cabinets.omok.openings import PROTOCOLS, name_of
from game.cabinets.omok.rules import Omok
from game.cabinets.omok.state import (
    PASS,
    Action,
    Choose,
    Count,
    Options,
    Pass,
    Pick,
    Place,
    State,
    Swap,
    asked,
    fouls_of,
)
from game.core.compiled import array
from game.core.options import OptionError
from game.core.rules import NATURE, SPECTATOR, Event, Move
from game.core.settling import Accept, GiveUp
from game.core.space import turned
from tests.cabinets.omok import slow as slow

RULES = Omok()


def board_of(size: int, seed: int) -> tuple[int, list[int]]:
    """A random board, often crowded in one place, sometimes nearly full."""
    chance = Random(seed)
    points = list(range(size * size))
    if chance.random() < 0.6:
        x, y = chance.randrange(2, size - 2), chance.randrange(2, size - 2)
        points = [point for point in points if abs(point % size - x) < 5 and abs(point // size - y) < 5]
    chance.shuffle(points)
    stones, share = [0] * (size * size), chance.choice((0.5, 0.65, 0.8))
    for point in points[: chance.randrange(4, len(points) + 1)]:
        stones[point] = 1 if chance.random() < share else 2
    return size, stones


def compared(rule: str, seeds: range) -> int:
    """Hold forbidden points to the definitions on boards of these seeds; how many there were."""
    found = 0
    for seed in seeds:
        size, stones = board_of((15, 11, 19)[seed % 3], seed)
        sides = [
            frozenset((point % size, point // size) for point, stone in enumerate(stones) if stone == colour)
            for colour in (b.BLACK, b.WHITE)
        ]
        board, marks = b.new_board(size, rule, stones), array([0] * len(stones))
        for colour, kinds in zip((b.BLACK, b.WHITE), b.FORBIDDEN[rule], strict=True):
            own, theirs = sides if colour == b.BLACK else sides[::-1]
            b.fouls(board, colour, marks)
            for point in (point for point, stone in enumerate(stones) if not stone and kinds):
                expected = slow.foul(size, own, theirs, (point % size, point // size), kinds)
                assert marks[point] == expected, (rule, seed, point)
                found += bool(expected)
    return found


@pytest.mark.parametrize("rule", ["renju", "korean", "general"])
def test_forbidden_points_are_those_of_the_definitions(rule: str) -> None:
    assert compared(rule, range(12)) > 0


@pytest.mark.slow
@pytest.mark.parametrize("rule", ["renju", "korean", "general"])
def test_forbidden_points_on_many_boards(rule: str) -> None:
    assert compared(rule, range(100, 125)) > 8


def test_forbidden_points_are_the_same_in_all_orientations() -> None:
    for seed in range(12):
        size, stones = board_of(15, 100 + seed)
        marks = {}
        for symmetry in range(8):
            image = [0] * len(stones)
            for point, stone in enumerate(stones):
                x, y = turned((point % size - 7, point // size - 7), symmetry)
                image[(y + 7) * size + x + 7] = stone
            fouls = fouls_of(image, Options(), b.BLACK)
            marks[symmetry] = sorted(foul.kinds for foul in fouls)
        assert all(kinds == marks[0] for kinds in marks.values())


def test_white_has_no_forbidden_points_in_renju() -> None:
    assert fouls_of(board_of(15, 3)[1], Options(), b.WHITE) == []


@pytest.mark.parametrize(
    ("position", "point", "what"),
    [
        ("h8 a1 i8 a3 g9 a5 g10 a7", "g8", "threes"),
        ("h8 a1 i8 a3 j8 a5 g9 a7 g10 a9 g11 b1", "g8", "fours"),
        ("h8 a1 i8 a3 j8 a5 f8 a7 e8 a9", "g8", "overline"),
        ("e8 a1 f8 a3 g8 a5 i8 a7 j8 a9 k8 b3", "h8", "overline"),
        ("d8 a1 e8 a3 f8 a5 j8 a7 k8 a9 l8 b3", "h8", "fours"),
    ],
)
def test_what_is_refused(position: str, point: str, what: str) -> None:
    state = RULES.start(2, Options(position=position, colours="seat"))
    (place,) = notation.read(point, 15)
    assert RULES.check(state, 0, Place(place % 15, place // 15)) == f"omok.refuse.{what}"


def test_a_five_comes_before_what_is_forbidden() -> None:
    state = RULES.start(2, Options(position="h8 a1 i8 a3 j8 a5 k8 a7 g9 a9 g10 b1", colours="seat"))
    assert [event.kind for event in play(state, Place(6, 7))][-2:] == ["five", "over"]
    assert RULES.result(state).seats[0].rank == 1


def test_a_foul_loses_where_it_may_be_played() -> None:
    """It is never listed: whoever plays any listed action does not lose by it."""
    state = RULES.start(2, Options(position="h8 a1 i8 a3 g9 a5 g10 a7", colours="seat", foul="lose"))
    assert Place(6, 7) not in RULES.legal(state, 0) and RULES.check(state, 0, Place(6, 7)) is None
    assert RULES.view(state, 0).forbidden == ()
    assert [event.kind for event in play(state, Place(6, 7))] == ["placed", "foul", "over"]
    assert RULES.result(state).seats[1].rank == 1


@pytest.mark.parametrize(
    ("rule", "moves", "wins"),
    [
        ("free", "e8 a1 f8 a3 g8 a5 i8 a7 h8", True),
        ("standard", "e8 a1 f8 a3 g8 a5 i8 a7 h8", True),
        ("free", "e8 a1 f8 a3 g8 a5 i8 a7 j8 a9 h8", True),
        ("standard", "e8 a1 f8 a3 g8 a5 i8 a7 j8 a9 h8", False),
    ],
)
def test_what_wins(rule: str, moves: str, wins: bool) -> None:
    state = RULES.start(2, Options(rule=rule, colours="seat"))  # type: ignore[arg-type]
    for point in notation.read(moves, 15):
        play(state, Place(point % 15, point // 15))
    assert bool(state.end) == wins


def test_passing_and_draws() -> None:
    state = RULES.start(2, Options(position="h8 a1 i9 a3 j7 a5", colours="seat"))
    assert RULES.check(state, 0, Accept()) == "settling.nothing_offered"
    play(state, Place(0, 0, draw=True))
    assert RULES.view(state, SPECTATOR).draw_offered_by == 0
    assert [event.kind for event in play(state, Pass())] == ["draw_declined", "passed"]
    assert RULES.check(state, 0, Accept()) == "settling.nothing_offered"
    assert [event.kind for event in play(state, Pass(draw=True))] == ["passed", "over"]
    assert state.end == "omok.end.passes"
    other = RULES.start(2, Options(rule="free", position="h8 a1 i9 a3 j7 a5", colours="seat"))
    assert RULES.check(other, 0, Pass()) == "omok.refuse.no_passing"
    play(other, Place(0, 0, draw=True))
    play(other, Accept())
    assert {line.rank for line in RULES.result(other).seats} == {1}


def test_giving_up_is_not_listed_and_taken_at_once() -> None:
    state = RULES.start(2, Options(colours="seat"))
    assert GiveUp() not in RULES.legal(state, 0)
    play(state, GiveUp())
    assert [line.rank for line in RULES.result(state).seats] == [2, 1]


def play(state: State, action: Action) -> list[Event]:
    seat = asked(state)[0]
    assert RULES.check(state, seat, action) is None
    return RULES.step(state, [Move(seat, action)])


def answered(opening: str, seed: int) -> tuple[State, list[str], list[int]]:
    """A match whose opening was answered at random: its state, the asks, who answered each."""
    chance, state = Random(seed), RULES.start(2, Options(opening=opening, rule="free"))  # type: ignore[arg-type]
    asks, seats = [], []
    while (ask := RULES.ask(state)) is not None and (state.todo or state.first < 0):
        if ask.seats == (NATURE,):
            RULES.step(state, [Move(NATURE, chance.randrange(ask.outcomes))])
            continue
        seat, what, _ = asked(state)
        asks.append(what)
        seats.append(seat ^ state.first)
        play(state, chance.choice(list(RULES.legal(state, seat))))
    return state, asks, seats


@pytest.mark.parametrize("opening", PROTOCOLS)
def test_every_opening_ends_in_the_normal_game(opening: str) -> None:
    for seed in range(6):
        state, asks, _ = answered(opening, seed)
        placed = asks.count("stone") + asks.count("pick") + 3 * (opening == "drawn")
        assert len(state.moves) == placed
        assert state.end or asked(state)[1] == "stone"
        assert not state.fifths


def test_who_answers_what() -> None:
    _, asks, seats = answered("yamaguchi", 1)
    assert asks[:6] == ["stone", "stone", "stone", "count", "swap", "stone"]
    assert seats[:5] == [0, 0, 0, 0, 1]
    assert asks[6:].count("fifths") == len(asks[6:]) - 1
    assert asks[-1] == "pick"
    assert answered("rif", 2)[1] == ["stone"] * 3 + ["swap", "stone", "fifths", "fifths", "pick"]
    assert answered("tarannikov", 2)[1] == ["stone", "swap"] * 5


@pytest.mark.parametrize("opening", ["rif", "swap2", "taraguchi"])
def test_a_swap_changes_who_holds_black_and_nothing_else(opening: str) -> None:
    state = answered_until_swap(opening)
    seat, what, _ = asked(state)
    black, moves = state.black, list(state.moves)
    play(state, Swap(True) if what == "swap" else Choose("black" if state.black != seat else "white"))
    assert state.black == 1 - black
    assert state.moves == moves


def answered_until_swap(opening: str) -> State:
    state = RULES.start(2, Options(opening=opening, colours="seat"))  # type: ignore[arg-type]
    while asked(state)[1] not in ("swap", "choose"):
        play(state, RULES.legal(state, asked(state)[0])[0])
    return state


def test_fifths_that_symmetry_makes_equal_are_refused() -> None:
    state = RULES.start(2, Options(opening="yamaguchi", colours="seat"))
    for action in (Place(7, 7), Place(7, 6), Place(7, 8), Count(2), Swap(False), Place(7, 5), Place(8, 7)):
        play(state, action)
    assert RULES.check(state, 0, Place(6, 7)) == "omok.refuse.symmetric"
    assert Place(6, 7) not in RULES.legal(state, 0)
    play(state, Place(9, 7))
    assert [event.kind for event in play(state, Pick(1))] == ["picked", "placed"]
    assert state.stones[7 * 15 + 9] == b.BLACK
    assert state.stones[7 * 15 + 8] == b.EMPTY


def test_26_openings_have_names_and_each_point_one() -> None:
    for second, letter in (((0, -1), "D"), ((1, -1), "I")):
        others = [point for point in product(range(-2, 3), repeat=2) if point not in ((0, 0), second)]
        names = {name_of(second, point) for point in others}
        assert names == {f"{letter}{number}" for number in range(1, 14)}


@settings(max_examples=50)
@given(some.lists(some.integers(-1, 224), max_size=30))
def test_moves_to_text_to_moves(moves: list[int]) -> None:
    assert notation.read(notation.write(moves, 15), 15) == tuple(moves)
    assert notation.read(notation.write(moves, 15).replace(" ", ""), 15) == tuple(moves)


@pytest.mark.parametrize(
    ("position", "key"),
    [
        ("h8 i9 h8", "omok.position.taken"),
        ("h8 x9", "omok.notation.outside"),
        ("h8 ?", "omok.notation.word"),
        ("e8 a1 f8 a3 g8 a5 h8 a7 i8", "omok.position.won"),
    ],
)
def test_positions_that_no_match_begins_from(position: str, key: str) -> None:
    with pytest.raises((OptionError, notation.NotationError)) as raised:
        Options(position=position)
    assert raised.value.key == key


def test_a_position_says_whose_turn_it_is() -> None:
    state = RULES.start(2, Options(position="h8 -- i9", colours="seat"))
    assert state.moves == [7 * 15 + 7, PASS, 6 * 15 + 8]
    assert asked(state) == (1, "stone", "any")
