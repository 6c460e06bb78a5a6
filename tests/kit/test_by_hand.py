"""Stones that are moved by hand in the board of a table: dragged, put down again, refused, captured."""

from __future__ import annotations

from typing import NamedTuple

import pygame
import pytest

from game.conformance import bench
from game.core.rules import Event
from game.core.space import Squares
from game.engine.canvas import Box, Canvas
from game.engine.input import AWAY, Command, CommandName, PointerMoved, PointerPressed, PointerReleased
from game.engine.ornament import coin
from game.engine.widgets import Style
from game.kit import marks
from game.kit.board import BoardStage
from game.kit.layout import Layout, squares
from game.kit.pieces import Piece, Pieces, Plan
from game.scenes.table.widgets.board import BoardWidget


@pytest.fixture(autouse=True, scope="module")
def display() -> None:
    pygame.init()
    pygame.display.set_mode((1, 1))


class Step(NamedTuple):
    start: int
    end: int


class Stones(NamedTuple):
    own: tuple[int, ...]
    other: tuple[int, ...]


GRID = Squares(5, 5)
GRID_LAYOUT = squares(GRID, Box(62, 62, 500, 500))


class StepStage(BoardStage[Stones, Step, int]):
    """Stones that go one square, and take what lies there."""

    def layout_of(self, view: Stones) -> Layout[int]:
        return GRID_LAYOUT

    def pieces(self, view: Stones) -> Pieces[int]:
        return {**dict.fromkeys(view.own, Piece("stone", 0)), **dict.fromkeys(view.other, Piece("stone", 1))}

    def path_of(self, action: Step) -> tuple[int, ...]:
        return action

    def unlisted(self, path: tuple[int, ...]) -> Step | None:
        return Step(*path) if len(path) == 2 else None

    def why_not(self, path: tuple[int, ...]) -> str | None:
        return "nullgame.refuse.number" if len(path) == 1 else None

    def tell(self, plan: Plan[int], event: Event) -> None:
        plan.gone = dict.fromkeys(plan.gone, self.anchor(0))

    def draw_ground(self, canvas: Canvas) -> None:
        for spot in GRID_LAYOUT.spots.values():
            marks.frame(canvas, spot, "#7A6A50", 0.1, 0.98)

    def sprite_of(self, piece: Piece, size_px: int) -> pygame.Surface:
        return coin(5 if piece.seat else 1, size_px)


def steps(view: Stones) -> list[Step]:
    """Every step of the first seat."""
    return [Step(start, end) for start in view.own for end in GRID.beside(start) if end not in view.own]


def fresh_stage() -> StepStage:
    """A stage with two seats."""
    return StepStage(bench.surroundings(2, None))


BEGIN = Stones((12, 20), (7, 3))
BOARD = Box(328, 72, 624, 624)


class Hand:
    """Somebody at the board of a table."""

    def __init__(self) -> None:
        self.stage: StepStage = fresh_stage()
        self.stage.reset(BEGIN)
        self.stage.choose(0, steps(BEGIN))
        self.played: list[Step] = []
        style = Style(self.stage.surroundings.typeface, self.stage.surroundings.texts)
        self.board = BoardWidget(style, BOARD, self.stage, self.take)
        self.board.choosing = True

    def take(self) -> None:
        self.played += [decision.action for decision in self.stage.outbox]
        self.stage.outbox.clear()

    def at(self, square: int) -> tuple[float, float]:
        x, y = GRID_LAYOUT.middle(square)
        return BOARD.left + x, BOARD.top + y

    def press(self, square: int, button: int = 1) -> None:
        self.board.handle(PointerPressed(*self.at(square), button))

    def release(self, square: int) -> None:
        self.board.handle(PointerReleased(*self.at(square)))

    def move(self, square: int) -> None:
        self.board.handle(PointerMoved(*self.at(square)))

    @property
    def chosen(self) -> tuple[int, ...]:
        return self.stage.choice.chosen if self.stage.choice else ()


def test_a_stone_is_dragged_and_hangs_at_the_pointer() -> None:
    hand = Hand()
    before = bench.pixels(hand.stage)
    hand.press(12)
    hand.move(13)
    assert hand.stage.choice is not None and hand.stage.choice.dragging
    assert bench.pixels(hand.stage) != before
    hand.release(13)
    assert hand.played == [Step(12, 13)]


def test_a_drag_that_leaves_the_board_goes_on_when_it_comes_back() -> None:
    hand = Hand()
    hand.press(12)
    hand.board.handle(PointerMoved(AWAY, AWAY))
    hand.move(13)
    hand.release(13)
    assert hand.played == [Step(12, 13)]


def test_a_drag_that_ends_nowhere_leaves_the_stone_chosen() -> None:
    hand = Hand()
    hand.press(12)
    hand.move(13)
    hand.board.handle(PointerReleased(5, 5))
    assert (hand.played, hand.chosen) == ([], (12,))
    hand.press(11)
    assert hand.played == [Step(12, 11)]


def test_what_is_dropped_where_it_may_not_lie_is_for_the_match_to_refuse() -> None:
    hand = Hand()
    hand.press(12)
    hand.move(24)
    hand.release(24)
    assert (hand.played, hand.chosen) == ([Step(12, 24)], (12,))


def test_a_drag_while_the_match_goes_on_does_nothing() -> None:
    hand = Hand()
    hand.press(12)
    hand.move(13)
    hand.stage.choose(None, None)
    hand.stage.show(Stones((12, 15), (7, 3)), [])
    hand.release(13)
    assert hand.played == []
    hand.stage.hurry()
    hand.stage.choose(0, steps(Stones((12, 15), (7, 3))))
    hand.release(13)
    assert (hand.played, hand.chosen) == ([], ())


def test_back_and_the_right_button_put_a_stone_down_before_they_open_the_menu() -> None:
    hand = Hand()
    assert not hand.board.handle(Command(CommandName.BACK)), "nothing is chosen: the table's menu"
    for take_back in (lambda: hand.board.handle(Command(CommandName.BACK)), lambda: hand.press(0, 3)):
        hand.press(12)
        hand.release(12)
        assert hand.chosen == (12,)
        take_back()
        assert hand.chosen == ()


def test_next_goes_through_few_targets_and_then_away() -> None:
    hand = Hand()
    taken = [hand.board.handle(Command(CommandName.NEXT)) for _ in range(3)]
    assert taken == [True, True, False]
    assert [hand.board.handle(Command(CommandName.PREVIOUS)) for _ in range(2)] == [True, False]


def test_an_empty_square_says_why_not_by_pointer_and_by_keys() -> None:
    hand = Hand()
    hand.move(0)
    assert hand.stage.reason == "nullgame.refuse.number"
    hand.press(0)
    assert hand.stage.reason == "nullgame.refuse.number" and hand.played == []


def test_asked_again_after_a_refusal_the_stone_is_still_chosen() -> None:
    """On the LAN a refusal is asked as a new question."""
    hand = Hand()
    hand.press(12)
    hand.release(12)
    hand.stage.choose(None, None)
    hand.stage.choose(0, steps(BEGIN))
    hand.stage.refuse("nullgame.refuse.number")
    hand.stage.update(0.1)
    assert hand.chosen == (12,)
    assert hand.stage.reason == "nullgame.refuse.number"


def test_a_captive_flies_to_the_panel_over_everything() -> None:
    hand = Hand()
    stage, after = hand.stage, Stones((7, 20), (3,))
    stage.choose(None, None)
    stage.show(after, [Event("moved", {})])
    over = set()
    while stage.busy:
        stage.update(1 / 60)
        over |= {pose.piece.seat for pose in stage._moving() if pose.over}
    assert over == {1}
    fresh: StepStage = fresh_stage()
    fresh.reset(after)
    assert bench.pixels(stage) == bench.pixels(fresh)
