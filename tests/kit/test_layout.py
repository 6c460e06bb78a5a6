"""Layouts: where spots are, which one lies under a point, where an arrow leads."""

from __future__ import annotations

import pytest

from game.core.space import Squares
from game.engine.canvas import Box
from game.engine.input import CommandName
from game.kit.layout import Layout, Together, crossings, slots, squares

BOX = Box(10, 20, 400, 300)
LAYOUTS: dict[str, Layout[object]] = {
    "squares": squares(Squares(8, 8), BOX),
    "crossings": crossings(Squares(15, 15), BOX),
    "slots": slots("abcdefg", 3, BOX, 8),
}  # type: ignore[dict-item]


@pytest.mark.parametrize("name", LAYOUTS)
def test_the_middle_of_a_spot_is_its_own(name: str) -> None:
    layout = LAYOUTS[name]
    assert [layout.at(*layout.middle(key)) for key in layout.keys] == list(layout.keys)
    assert layout.at(-500, -500) is None


def test_the_corners_of_a_square_are_its_own() -> None:
    layout = squares(Squares(4, 4), Box(0, 0, 400, 400))
    assert [layout.at(x, y) for x, y in ((1, 1), (99, 99), (101, 1), (399, 399), (401, 5))] == [0, 0, 1, 15, None]


def test_between_crossings_there_is_nothing() -> None:
    layout = crossings(Squares(3, 3), Box(0, 0, 200, 200))
    assert layout.middle(8) == (200, 200)
    assert layout.at(50, 50) is None
    assert layout.at(46, 0) == 0


def test_arrows_lead_to_the_nearest_ahead() -> None:
    layout = squares(Squares(8, 8), BOX)
    among = {1, 8, 9, 18, 63}
    assert layout.towards(9, CommandName.RIGHT, among) == 18
    assert layout.towards(9, CommandName.UP, among) == 1
    assert layout.towards(9, CommandName.LEFT, among) == 8
    assert layout.towards(8, CommandName.LEFT, among) is None
    assert layout.towards(None, CommandName.DOWN, among) == 63


def test_layouts_lie_on_each_other() -> None:
    board: Layout[object] = squares(Squares(4, 4), Box(0, 0, 400, 400)).renamed(lambda square: ("board", square))
    hand: Layout[object] = slots("xy", 2, Box(0, 300, 200, 100)).renamed(lambda card: card)
    both = Together(board, hand)
    assert both.at(50, 350) == "x"
    assert both.at(350, 350) == ("board", 15)
    assert len(both.keys) == 18
