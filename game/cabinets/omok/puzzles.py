"""Omok's puzzles: wins by fours, as build/omok_puzzles.py made them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from game.cabinets.omok import board as b
from game.cabinets.omok import notation, search
from game.cabinets.omok.bots import placed
from game.cabinets.omok.field import Field, allowed, five_points, put
from game.cabinets.omok.position import field_of
from game.cabinets.omok.state import Action, Options, View
from game.core.puzzles import FollowedBook, Puzzle

SIZE = 15
NODES = 3000
"""Of a win by fours that is looked for where the solver left the known one."""
_ANSWER_NODES = 300


class OmokPuzzles(FollowedBook[Action, View]):
    """Every stone of the solver must make a four, until five; the other answers where it must."""

    file = Path(__file__).with_name("data") / "puzzles.txt"

    def line(self, puzzle: Puzzle, win: str) -> Sequence[int]:
        """A pass stands where the other has no answer."""
        return notation.read(f"{puzzle.position} {win}", SIZE)

    def played(self, view: View) -> Sequence[int]:
        return view.moves

    def options(self, puzzle: Puzzle) -> Options:
        renju = puzzle.kind.startswith("renju")
        return Options(rule="renju" if renju else "free", colours="seat", passing="off", position=puzzle.position)

    def best(self, puzzle: Puzzle, view: View) -> Action | None:
        known = self.known(puzzle, view)
        if known not in (None, notation.PASS):
            return placed(known, view.size)
        index = _win(field_of(view), 1 + len(view.moves) % 2)
        return placed(b.point_of(index, view.size), view.size) if index else None

    def holds(self, puzzle: Puzzle, view: View, left: int) -> bool:
        if self.known(puzzle, view) not in (None, notation.PASS):
            return True
        field = field_of(view)
        other = 1 + len(view.moves) % 2
        points = search.new_room(field, 0).found
        if five_points(field, other, points, 0):
            return False
        ways = five_points(field, 3 - other, points, 0)
        if ways == 0 or ways == 2 or not allowed(field, points[0], other):
            return ways > 0
        put(field, int(points[0]), other)
        return bool(_win(field, 3 - other))

    def answer(self, puzzle: Puzzle, view: View) -> Action:
        field = field_of(view)
        mover = 1 + len(view.moves) % 2
        room = search.new_room(field, 8)
        index = 0
        for colour in (mover, 3 - mover):
            if not index and five_points(field, colour, room.found, 0) and allowed(field, room.found[0], mover):
                index = int(room.found[0])
        index = index or search.choose(field, mover, room, _ANSWER_NODES, _ANSWER_NODES)
        barred = {foul.point for foul in view.forbidden} | {*view.moves}
        point = b.point_of(index, view.size) if index else min({*range(view.size**2)} - barred)
        return placed(point, view.size)


def _win(field: Field, colour: int) -> int:
    return search.first_four(field, colour, search.new_room(field, 0), NODES)
