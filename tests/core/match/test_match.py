"""Match: windows, deadlines, sealed moves, chance and undo."""

from __future__ import annotations

import tracemalloc
from typing import Any

import msgspec
import pytest

from game.cabinets.nullgame.rules import Nullgame, Options, Take
from game.core.chance import draw
from game.core.match.match import IllegalMoveError, Match
from game.core.rules import NATURE, OMNISCIENT, SPECTATOR, Move
from tests.games.relay import Colour, Relay
from tests.games.relay import Options as RelayOptions
from tests.games.sealed import Bid, Sealed
from tests.games.sealed import Options as SealedOptions


def nullgame(seats: int = 2, **more: Any) -> Match:
    match = Match(Nullgame(), seats, Options(smallest=5), seed=1, **more)
    match.tick(0.0)
    return match


class Heavy(Relay):
    """A state as large as that of a railway."""

    def dump(self, state: Any) -> bytes:
        return super().dump(state).ljust(100_000, b"\xc0")

    def load(self, data: bytes) -> Any:
        return super().load(data.rstrip(b"\xc0"))


def relay(turns: int) -> Match:
    return Match(Relay(), 2, RelayOptions(turns=turns), seed=1)


def advance(match: Match, shift: int = 0) -> None:
    """The seat that is asked colours a square of its own."""
    (seat,) = match.waiting_for
    assert match.offer(seat, Colour((match.number + shift) * 7 % 900)) is None
    match.tick(0.0)


def sealed(slices: bool = False) -> Match:
    match = Match(Sealed(), 2, SealedOptions(slices=slices), seed=1)
    match.tick(0.0)
    return match


def test_a_wrong_number_of_seats_is_said() -> None:
    with pytest.raises(ValueError, match="nullgame is played by 1, 2, 3, 4, not by 9"):
        Match(Nullgame(), 9, Options(), seed=1)


def test_chance_follows_from_the_seed_and_can_be_forced() -> None:
    assert nullgame().view(SPECTATOR).heap == 5 + draw(1, 0, 10)
    assert nullgame(chance={0: 9}).view(SPECTATOR).heap == 14


def test_only_the_mover_may_move() -> None:
    match = nullgame()
    assert match.offer(1, Take(1)) == "match.refuse.not_asked"
    assert match.offer(0, Take(4)) == "nullgame.refuse.number"
    assert match.offer(0, {"stones": 2.0}) == "match.refuse.malformed"
    assert match.offer(0, {"stones": 2}) is None
    assert [step.moves for step in match.tick(0.0)] == [(Move(0, Take(2)),)]


def test_sealed_moves_close_together_in_order_of_seats_and_cannot_be_changed() -> None:
    match = sealed()
    assert match.offer(1, Bid(3)) is None
    assert match.tick(1.0) == []
    assert match.waiting_for == match.may_offer == (0,)
    assert match.offer(1, Bid(4)) == "match.refuse.not_asked"
    assert match.view(0).bids == ((), ()), "a sealed bid was seen"
    match.offer(0, Bid(1))
    (step,) = match.tick(2.0)
    assert step.moves == (Move(0, Bid(1)), Move(1, Bid(3)))


def test_who_is_late_gets_the_fallback() -> None:
    match = sealed()
    match.offer(1, Bid(3))
    assert match.deadline == 10.0
    assert match.tick(9.9) == []
    (step,) = match.tick(10.0)
    assert step.moves == (Move(0, Bid(0), forced=True), Move(1, Bid(3)))


def test_a_slice_takes_the_last_move_and_waits_for_its_end() -> None:
    match = sealed(slices=True)
    match.tick(0.0)
    match.offer(0, Bid(1))
    assert match.waiting_for == (1,) and match.may_offer == (0, 1)
    match.offer(0, Bid(2))
    match.offer(1, Bid(5))
    assert match.tick(9.0) == []
    (step,) = match.tick(10.0)
    assert [move.action.amount for move in step.moves] == [2, 5]


def test_events_reach_only_their_audience() -> None:
    match = sealed()
    first = match.steps[0]
    assert [len(first.events_for(viewer)) for viewer in (0, 1, SPECTATOR, OMNISCIENT)] == [1, 0, 0, 1]


def test_undo_goes_back_to_the_last_own_decision() -> None:
    match = nullgame()
    start = match.hash()
    for seat, stones in ((0, 1), (1, 2)):
        match.offer(seat, Take(stones))
        match.tick(0.0)
    assert match.undo(0)
    assert match.hash() == start
    assert match.waiting_for == (0,)
    assert match.number == 1


def test_undo_stops_at_new_information() -> None:
    assert not nullgame().undo(0)
    match = sealed()
    match.offer(0, Bid(1))
    match.offer(1, Bid(1))
    match.tick(0.0)
    assert match.undo(1)
    assert not match.undo(1), "the deal was undone"


def test_a_game_whose_views_tell_more_than_its_events_has_no_undo() -> None:
    class Revealing(Nullgame):
        info = msgspec.structs.replace(Nullgame.info, undo=False)

    match = Match(Revealing(), 2, Options(smallest=5), seed=1)
    match.tick(0.0)
    match.offer(0, Take(1))
    match.tick(0.0)
    assert not match.can_undo(0) and not match.undo(0)


@pytest.mark.parametrize("back", [1, 7, 64, 299])
def test_undo_goes_back_through_a_long_match_step_by_step(back: int) -> None:
    match = relay(600)
    hashes = []
    for _ in range(300):
        hashes.append(match.hash())
        advance(match)
    for number in range(299, 299 - back, -1):
        assert match.undo(number % 2)
        assert (match.number, match.hash()) == (number, hashes[number])
    for number in range(match.number, 300):
        assert match.hash() == hashes[number]
        advance(match)
    assert match.undo(1) and match.hash() == hashes[299]


def test_other_moves_after_an_undo_are_what_undo_goes_back_to() -> None:
    match = relay(600)
    for _ in range(100):
        advance(match)
    for _ in range(50):
        match.undo((match.number - 1) % 2)
    hashes = []
    for _ in range(60):
        hashes.append(match.hash())
        advance(match, shift=7)
    for number in range(109, 49, -1):
        assert match.undo(number % 2) and match.hash() == hashes[number - 50]


@pytest.mark.parametrize("undo", [True, False])
def test_a_long_match_with_a_large_state_stays_small(undo: bool) -> None:
    match = Match(Heavy(), 2, RelayOptions(turns=2000), seed=1, undo=undo)
    tracemalloc.start()
    try:
        for _ in range(2000):
            advance(match)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert match.over and match.number == 2000
    assert most < (8_000_000 if undo else 3_000_000), f"{most} bytes for 2,000 steps of a state of 100,000"
    assert match.can_undo(1) == undo


def test_forcing_is_logged() -> None:
    match = nullgame()
    match.force(0)
    match.force(1)
    (step,) = match.tick(0.0)
    assert step.moves == (Move(0, Take(1), forced=True),)


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        ((Move(1, Take(1)),), "is not a move of"),
        ((Move(0, Take(9)),), "nullgame.refuse.number"),
        ((Move(NATURE, 1),), "is not a move of"),
    ],
)
def test_a_logged_move_that_does_not_fit_is_refused(moves: tuple[Move, ...], why: str) -> None:
    with pytest.raises(IllegalMoveError, match=why):
        nullgame().play(moves)


@pytest.mark.parametrize("outcome", [10, -1, True, 1.0, "1"])
def test_a_logged_draw_out_of_range_is_refused(outcome: Any) -> None:
    with pytest.raises(IllegalMoveError, match="draws"):
        Match(Nullgame(), 2, Options(), seed=1).play((Move(NATURE, outcome),))


def test_no_result_before_the_end() -> None:
    with pytest.raises(ValueError, match="still going on"):
        nullgame().result()
