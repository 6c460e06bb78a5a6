"""The puzzles of Volcano Isle: the last tile is in hand, and one place for it wins."""

from __future__ import annotations

import pytest

from game.cabinets.volcano.puzzles.book import VolcanoPuzzles
from game.cabinets.volcano.puzzles.forced import LastTurn
from game.cabinets.volcano.puzzles.position import options_of, read_position, write_position
from game.cabinets.volcano.rules import Volcano
from game.cabinets.volcano.state import Place
from game.core.match.match import Match
from game.core.puzzles.book import Puzzle
from tests.core.puzzles.puzzle_books import begun, solved

BOOK = VolcanoPuzzles()
ALL = BOOK.puzzles()


def test_positions_are_read_as_they_were_written_and_leave_nothing_to_chance() -> None:
    assert len({puzzle.position for puzzle in ALL}) == len(ALL) >= 15
    for puzzle in ALL:
        state = read_position(puzzle.position, options_of(puzzle.position))
        assert write_position(state, state.hand) == puzzle.position
        assert state.stack == 0
        assert min(state.stock) >= 0 and min(state.left) >= 0
        match = begun(Volcano(), BOOK, puzzle)
        assert match.view(0) == match.view(1)


def test_every_puzzle_is_won_by_its_tile_and_one_building() -> None:
    for puzzle in ALL:
        _, moves = solved(Volcano(), BOOK, puzzle)
        assert moves == puzzle.level == 2


def won_after(puzzle: Puzzle, place: Place) -> bool:
    """Whether any building after that place wins, by the rules of the match."""
    before = begun(Volcano(), BOOK, puzzle)
    (seat,) = before.waiting_for
    before.offer(seat, place)
    before.tick(0.0)
    if before.over:
        return before.result().seats[seat].rank < before.result().seats[1 - seat].rank
    for build in before.legal(seat) or ():
        match = begun(Volcano(), BOOK, puzzle)
        for action in (place, build):
            assert match.offer(seat, action) is None
            match.tick(0.0)
        if _wins(match, seat):
            return True
    return False


def _wins(match: Match, seat: int) -> bool:
    ranks = [line.rank for line in match.result().seats]
    return match.over and ranks[seat] < ranks[1 - seat]


def test_the_rules_agree_that_one_place_wins() -> None:
    puzzle = min(ALL, key=lambda puzzle: puzzle.nodes)
    match = begun(Volcano(), BOOK, puzzle)
    (seat,) = match.waiting_for
    found = [place for place, _ in LastTurn(match.view(seat)).places()]
    assert found == [BOOK.best(puzzle, match.view(seat))]
    others = [action for action in match.legal(seat) or () if isinstance(action, Place) and action not in found]
    assert won_after(puzzle, found[0])
    assert not any(won_after(puzzle, place) for place in others[:: max(1, len(others) // 6)])


@pytest.mark.slow
def test_one_place_wins_in_every_puzzle() -> None:
    for puzzle in ALL:
        view = begun(Volcano(), BOOK, puzzle).view(0)
        assert [place for place, _ in LastTurn(view).places()] == [BOOK.best(puzzle, view)]


def test_a_place_that_lets_the_win_slip_is_seen() -> None:
    for puzzle in ALL[::6]:
        match = begun(Volcano(), BOOK, puzzle)
        (seat,) = match.waiting_for
        wrong = next(action for action in match.legal(seat) or () if action != BOOK.best(puzzle, match.view(seat)))
        assert match.offer(seat, wrong) is None
        match.tick(0.0)
        assert match.over or not BOOK.holds(puzzle, match.view(seat), 1)
