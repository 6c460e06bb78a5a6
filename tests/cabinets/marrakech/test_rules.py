"""Laws of Marrakech: what a match may and may not do, over whole random matches and in set positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.cabinets.marrakech import board as b
from game.cabinets.marrakech.coins import Purse, deal, exact, transfer
from game.cabinets.marrakech.rules import (
    Heading,
    Lay,
    Marrakech,
    Options,
    Phase,
    State,
    Turn,
    View,
    colours_of,
    open_places,
)
from game.core.rules import NATURE, OMNISCIENT, Event, Move
from tests.cabinets.marrakech.test_board import at, painted

RULES = Marrakech()
OPTIONS = [Options(region, cover) for region in ("colour", "owner") for cover in ("colour", "rug")]

seats_ = st.sampled_from([2, 3, 4])
options_ = st.sampled_from(OPTIONS)


def walk(seats: int, options: Options, seed: int) -> Iterator[tuple[State, View, Move, list[Event]]]:
    """Each step of a random match: the state before it (and its view), the move, its events; last the end."""
    random = Random(seed)
    state = RULES.start(seats, options)
    while ask := RULES.ask(state):
        (seat,) = ask.seats
        action: Any = random.randrange(ask.outcomes) if seat == NATURE else random.choice(RULES.legal(state, seat))
        before = RULES.load(RULES.dump(state))
        move = Move(seat, action)
        events = RULES.step(state, [move])
        yield before, RULES.view(state, OMNISCIENT), move, events


def ended(seats: int, options: Options, seed: int) -> State:
    """A random match played to its end."""
    for before, _, move, _ in walk(seats, options, seed):
        last = before, move
    RULES.step(last[0], [last[1]])
    return last[0]


def positioned(picture: str, seats: int, assam: int, *, mover: int = 0, options: Options | None = None) -> State:
    """A state in the mover's TURN phase, the seats in turn in their order, Assam facing north."""
    chosen = options or Options()
    state = RULES.start(seats, chosen)
    RULES.step(state, [Move(NATURE, 0)])
    RULES.step(state, [Move(NATURE, 0)])
    shown = painted(picture, seats)
    state.board[b.COLOUR : b.SQUARE] = shown[b.COLOUR : b.SQUARE]
    state.board[b.SQUARE], state.board[b.MOVER] = assam, mover
    return state


def purse_of(state: State, seat: int, fives: int, ones: int) -> None:
    """Give a seat these coins (whatever the others hold)."""
    state.purses[seat] = Purse(fives, ones)
    state.board[b.MONEY + seat] = state.purses[seat].dirhams


def roll(state: State, face: int, way: str = "ahead") -> list[Event]:
    """Turn and roll."""
    RULES.step(state, [Move(state.board[b.MOVER], Turn(way))])  # type: ignore[arg-type]
    return RULES.step(state, [Move(NATURE, b.FACES.index(face))])


BARE = ". " * 49


@given(seats_, options_, st.integers(0, 2**32))
@settings(max_examples=40)
def test_money_is_conserved_and_coins_are_never_created(seats: int, options: Options, seed: int) -> None:
    for _, view, _, _ in walk(seats, options, seed):
        assert sum(seat.fives for seat in view.seats) == 5 * seats
        assert sum(seat.ones for seat in view.seats) == 5 * seats
        assert all(seat.fives >= 0 and seat.ones >= 0 for seat in view.seats)


@given(seats_, options_, st.integers(0, 2**32))
@settings(max_examples=40)
def test_purses_hold_the_money_of_the_board(seats: int, options: Options, seed: int) -> None:
    for before, _, _, _ in walk(seats, options, seed):
        assert [purse.dirhams for purse in before.purses] == before.board[b.MONEY : b.MONEY + seats]


@given(seats_, options_, st.integers(0, 2**32))
@settings(max_examples=40)
def test_no_rug_lies_under_assam_or_covers_what_it_may_not(seats: int, options: Options, seed: int) -> None:
    for before, view, move, _ in walk(seats, options, seed):
        if not isinstance(move.action, Lay):
            continue
        first, second = move.action.squares
        assert view.square not in (first, second)
        assert any(abs(s // 7 - view.square // 7) + abs(s % 7 - view.square % 7) == 1 for s in (first, second))
        under = b.COLOUR if options.cover == "colour" else b.RUG
        assert before.board[under + first] == b.BARE or before.board[under + first] != before.board[under + second]


@given(seats_, options_, st.integers(0, 2**32))
@settings(max_examples=40)
def test_what_is_in_sight_is_what_was_laid_last(seats: int, options: Options, seed: int) -> None:
    for _, view, _, _ in walk(seats, options, seed):
        tops = [-1] * b.SQUARES
        for index, rug in enumerate(view.rugs):
            for square in rug.squares:
                tops[square] = index
        assert view.tops == tuple(tops)
        assert view.colours == tuple(-1 if top < 0 else view.rugs[top].colour for top in tops)
        for seat in view.seats:
            assert seat.squares == sum(view.colours.count(colour) for colour in seat.colours)


@given(seats_, options_, st.integers(0, 2**32))
@settings(max_examples=40)
def test_scores_are_squares_in_sight_and_dirhams(seats: int, options: Options, seed: int) -> None:
    state = ended(seats, options, seed)
    view, result = RULES.view(state, OMNISCIENT), RULES.result(state)
    assert view.phase is Phase.OVER and view.mover == -1
    for owned, line in zip(view.seats, result.seats, strict=True):
        assert line.score == owned.squares + owned.ones + 5 * owned.fives
        assert line.details == {
            "squares": owned.squares, "dirhams": owned.dirhams, "ones": owned.ones, "fives": owned.fives,
            "rugs_left": sum(owned.left), "out": owned.out,
        }  # fmt: skip
    assert RULES.scores(state) == tuple(line.score for line in result.seats)


@given(seats_, options_, st.integers(0, 2**32))
@settings(max_examples=40)
def test_every_turn_uses_up_a_rug_of_the_right_colour(seats: int, options: Options, seed: int) -> None:
    turns = 0
    for before, view, move, events in walk(seats, options, seed):
        for event in events:
            if event.kind in ("laid", "wasted"):
                seat = event.data["seat"]
                left = before.board[b.LEFT + seat]
                colours = colours_of(seat, seats)
                assert event.data["colour"] == colours[0 if len(colours) == 1 or left > 12 else 1]
                assert sum(view.seats[seat].left) == left - 1
        assert all(rug.colour in range(4) for rug in view.rugs)
        assert turns <= view.turn <= view.turns
        turns = view.turn
        assert move.seat in (NATURE, *range(seats))


@given(seats_, options_, st.integers(0, 2**32), st.tuples(st.integers(-99, 99), st.integers(-99, 99)))
@settings(max_examples=40)
def test_check_takes_exactly_the_legal_places(seats: int, options: Options, seed: int, wild: tuple[int, int]) -> None:
    for before, _, _, _ in walk(seats, options, seed):
        mover = before.board[b.MOVER]
        legal = set(RULES.legal(before, mover))
        for squares in (wild, (2**70, -(2**70)), *b.PLACES[::5]):
            assert (RULES.check(before, mover, Lay(squares)) is None) == (Lay(squares) in legal)
        for seat in range(-3, 9):
            if seat != mover:
                assert RULES.check(before, seat, Turn("left")) == "marrakech.refuse.not_your_turn"
                assert not RULES.legal(before, seat)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_order_and_every_heading_can_be_drawn(seats: int) -> None:
    orders = set()
    state = RULES.start(seats, Options())
    ask = RULES.ask(state)
    assert ask is not None
    for outcome in range(ask.outcomes):
        state = RULES.start(seats, Options())
        RULES.step(state, [Move(NATURE, outcome)])
        orders.add(tuple(state.order))
    assert len(orders) == ask.outcomes == {2: 2, 3: 6, 4: 24}[seats]
    for outcome, heading in enumerate(Heading):
        state = RULES.start(seats, Options())
        RULES.step(state, [Move(NATURE, 0)])
        RULES.step(state, [Move(NATURE, outcome)])
        assert RULES.view(state, 0).heading is heading
        assert RULES.view(state, 0).mover == state.order[0]


@pytest.mark.parametrize(
    ("way", "heading"), [("left", Heading.WEST), ("ahead", Heading.NORTH), ("right", Heading.EAST)]
)
def test_assam_turns_left_ahead_or_right(way: Any, heading: Heading) -> None:
    state = positioned(BARE, 2, at(3, 3))
    (event,) = RULES.step(state, [Move(0, Turn(way))])
    assert event.data == {"seat": 0, "way": way, "heading": heading.value}
    assert RULES.view(state, 0).heading is heading


def test_a_corner_loop_is_a_step_of_the_path() -> None:
    events = roll(positioned(BARE, 2, at(6, 1)), 3)
    assert events[1].data["path"] == [[at(6, 0), "north"], [at(6, 0), "west"], [at(5, 0), "west"]]


ROW = "B B B B B B B " + ". " * 42


def test_a_payment_hands_over_fives_first() -> None:
    state = positioned(ROW, 3, at(3, 1))
    _, _, paid = roll(state, 1)
    assert paid.data == {
        "payer": 0, "payee": 1, "amount": 7, "due": 7, "fives": 1, "ones": 2, "region": list(range(7)),
    }  # fmt: skip
    assert state.purses == [Purse(4, 3), Purse(6, 7), Purse(5, 5)]


def test_coins_that_do_not_come_out_even_are_pooled_and_dealt_anew() -> None:
    state = positioned(ROW, 3, at(3, 1))
    purse_of(state, 0, 6, 0)
    purse_of(state, 1, 5, 5)
    purse_of(state, 2, 4, 10)
    _, _, paid, pooled = roll(state, 1)
    assert (paid.data["amount"], paid.data["fives"], paid.data["ones"]) == (7, 0, 0)
    assert pooled.data == {"coins": [[4, 3], [7, 2], [4, 10]]}
    assert RULES.scores(state)[0] == 23


@pytest.mark.parametrize(("coins", "why"), [((1, 1), "fewer"), ((0, 0), "none")])
def test_who_cannot_pay_gives_all_and_is_out(coins: tuple[int, int], why: str) -> None:
    state = positioned(ROW, 3, at(3, 1))
    purse_of(state, 0, *coins)
    _, _, paid, out = roll(state, 1)
    had = coins[0] * 5 + coins[1]
    assert (paid.data["amount"], paid.data["due"], paid.data["fives"], paid.data["ones"]) == (had, 7, *coins), why
    assert out == Event("eliminated", {"seat": 0})
    view = RULES.view(state, 0)
    assert view.seats[0].out and view.seats[0].dirhams == 0
    assert (view.phase, view.mover) == (Phase.TURN, 1)


def test_paying_down_to_nothing_keeps_a_player_in() -> None:
    state = positioned(ROW, 3, at(3, 1))
    purse_of(state, 0, 1, 2)
    roll(state, 1)
    view = RULES.view(state, 0)
    assert view.seats[0].dirhams == 0 and not view.seats[0].out
    assert (view.phase, view.mover) == (Phase.LAY, 0)


@pytest.mark.parametrize(
    ("picture", "out", "why"), [(BARE, -1, "bare"), (ROW.replace("B", "A"), -1, "own"), (ROW, 1, "out")]
)
def test_some_squares_are_free(picture: str, out: int, why: str) -> None:
    state = positioned(picture, 3, at(3, 1))
    if out >= 0:
        state.board[b.OUT + out] = state.board[b.OUTS] = 1
    assert roll(state, 1)[2] == Event("free", {"seat": 0, "why": why})


def test_three_players_go_on_as_two_and_the_last_one_left_wins() -> None:
    state = positioned(ROW, 3, at(3, 1))
    purse_of(state, 0, 0, 0)
    roll(state, 1)
    purse_of(state, 2, 0, 1)
    state.board[b.SQUARE], state.board[b.HEADING], state.board[b.MOVER] = at(3, 1), b.NORTH, 2
    events = roll(state, 1)
    assert [event.kind for event in events[-2:]] == ["eliminated", "over"]
    result = RULES.result(state)
    assert result.reason == "marrakech.end.alone"
    assert [line.rank for line in result.seats] == [3, 1, 2]  # last out ranks first among those out


def test_a_rug_that_finds_no_place_is_used_up() -> None:
    state = positioned("A " * 49, 4, at(3, 3))
    events = roll(state, 1)
    assert events[-1] == Event("wasted", {"seat": 0, "colour": 0})
    view = RULES.view(state, 0)
    assert (view.seats[0].left, view.phase, view.mover, view.rugs) == ((11,), Phase.TURN, 1, ())


def test_the_rug_option_allows_two_squares_of_one_colour() -> None:
    state = positioned("A " * 49, 4, at(3, 3), options=Options(cover="rug"))
    state.board[b.RUG + at(3, 1)] = state.board[b.RUG + at(3, 0)] = 5
    events = roll(state, 1)
    assert events[-1].kind == "free"
    assert RULES.check(state, 0, Lay((at(3, 0), at(3, 1)))) == "marrakech.refuse.same_rug"
    assert RULES.check(state, 0, Lay((at(3, 1), at(4, 1)))) is None
    assert len(open_places(state.board)) == 11


SPOTS = """
    . . . . . . .
    . . . . . . .
    . . . A A . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
"""


@pytest.mark.parametrize(
    ("squares", "why"),
    [
        ((at(3, 2), at(4, 2)), "same_colour"),
        ((at(3, 3), at(3, 4)), "under_assam"),
        ((at(0, 0), at(1, 0)), "not_beside"),
        ((at(2, 2), at(2, 1)), "not_ascending"),
        ((at(2, 2), at(3, 3)), "not_adjacent"),
        ((at(6, 2), at(0, 3)), "not_adjacent"),
        ((at(2, 3), at(2, 3)), "not_adjacent"),
        ((-1, 0), "off_board"),
        ((48, 49), "off_board"),
        ((at(3, 1), at(3, 2)), None),
        ((at(2, 2), at(2, 3)), None),
    ],
)
def test_a_forbidden_place_says_why(squares: tuple[int, int], why: str | None) -> None:
    state = positioned(SPOTS, 2, at(3, 4))
    assert RULES.check(state, 0, Lay(squares)) == "marrakech.refuse.turn_first"
    roll(state, 1)
    assert RULES.check(state, 0, Turn("left")) == "marrakech.refuse.lay_first"
    assert RULES.check(state, 0, Lay(squares)) == (f"marrakech.refuse.{why}" if why else None)


@pytest.mark.parametrize(
    ("squares", "money", "ranks"),
    [
        ([5, 4, 3], [30, 30, 30], [1, 2, 3]),
        ([5, 4, 3], [30, 31, 32], [3, 2, 1]),  # equal scores: more dirhams
        ([4, 4, 3], [30, 30, 30], [1, 1, 3]),  # still tied: shared
        ([3, 4, 4], [30, 30, 30], [3, 1, 1]),
    ],
)
def test_ranks(squares: list[int], money: list[int], ranks: list[int]) -> None:
    picture = " ".join("A" * squares[0] + "B" * squares[1] + "C" * squares[2] + "." * (49 - sum(squares)))
    state = positioned(picture, 3, at(3, 6))
    state.board[b.MONEY : b.MONEY + 3] = money
    state.phase = Phase.OVER
    assert [line.rank for line in RULES.result(state).seats] == ranks


def test_who_is_out_ranks_below_whatever_the_score() -> None:
    state = positioned("A " * 45 + ". " * 4, 4, at(6, 6))
    state.board[b.OUT : b.OUT + 4] = [2, 0, 1, 0]
    state.board[b.MONEY : b.MONEY + 4] = [0, 1, 0, 119]
    state.phase = Phase.OVER
    assert [line.rank for line in RULES.result(state).seats] == [3, 2, 4, 1]


def test_the_sketch_shows_board_and_seats() -> None:
    sketch = RULES.sketch(RULES.view(positioned(ROW, 2, at(3, 3)), 0)).splitlines()
    assert sketch[0] == "B B B B B B B" and sketch[3] == ". . . ^ . . ." and len(sketch) == 9


@given(st.integers(2, 4).flatmap(lambda n: st.lists(st.integers(0, 30), min_size=n - 1, max_size=n - 1)))
def test_every_division_of_the_money_can_be_dealt(shares: list[int]) -> None:
    seats = len(shares) + 1
    sums = [*shares, 30 * seats - sum(shares)]
    for order in (sums, sums[::-1]):
        dealt = deal([Purse(5, 5)] * seats, order)
        assert [purse.dirhams for purse in dealt] == order
        assert sum(purse.fives for purse in dealt) == sum(purse.ones for purse in dealt) == 5 * seats


@given(st.integers(0, 20), st.integers(0, 20), st.integers(0, 150))
def test_exact_coins_are_found_whenever_there_are_some(fives: int, ones: int, dirhams: int) -> None:
    possible = any(0 <= dirhams - 5 * some <= ones for some in range(fives + 1))
    found = exact(Purse(fives, ones), dirhams)
    assert (found is not None) == possible
    if found:
        assert found.dirhams == dirhams and found.fives == min(fives, dirhams // 5)


def test_a_transfer_touches_only_payer_and_payee_when_it_comes_out_even() -> None:
    after, handed = transfer([Purse(1, 4), Purse(0, 0), Purse(5, 5)], 0, 1, 8)
    assert after == [Purse(0, 1), Purse(1, 3), Purse(5, 5)] and handed == Purse(1, 3)


@pytest.mark.parametrize(("seats", "rugs"), [(2, 8), (2, 5), (3, 6), (4, 5), (2, 1), (2, 12)])
def test_a_match_of_few_rugs_lays_just_those(seats: int, rugs: int) -> None:
    laid: Counter[int] = Counter()
    turns = 0
    for state, view, _, events in walk(seats, Options(rugs=rugs), 5):
        assert view.turns == seats * rugs
        assert all(len(own.left) == 2 for own in view.seats) == (seats == 2)
        laid.update(event.data["colour"] for event in events if event.kind in ("laid", "wasted"))
        turns = RULES.turns(state)
    assert turns <= seats * rugs
    assert sum(laid.values()) <= seats * rugs
    if seats == 2 and rugs > 1:
        assert all(laid[colour] <= (rugs + 1) // 2 for colour in range(4)) and len(laid) == 4
