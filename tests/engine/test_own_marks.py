"""Frames and arrows that a person draws on a board by the right button."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from game.cabinets.listed import CABINETS
from game.cabinets.stages import STAGES
from game.conformance import bench
from game.engine.input import PointerMoved, PointerPressed, PointerReleased
from game.kit.board import BoardStage
from tests.deciding import given

GAMES = ("omok", "tablut", "gems", "nullgame")


@pytest.fixture(params=GAMES)
def stage(request: pytest.FixtureRequest) -> Iterator[BoardStage[Any, Any, Any]]:
    rules = CABINETS[request.param].rules
    *_, last = islice(bench.match(rules, 2, 3), 6)
    stage = STAGES[request.param](bench.surroundings(2, rules.info.options()))
    assert isinstance(stage, BoardStage)
    stage.reset(last.view)
    yield stage


def spots(stage: BoardStage[Any, Any, Any]) -> list[Any]:
    """Three spots on which nothing lies, else any."""
    assert stage.shown is not None
    keys = list(stage.layout(stage.shown).spots)
    free = [key for key in keys if key not in (stage.picture or ())]
    return (free if len(free) > 2 else keys)[:3]


def drag(stage: BoardStage[Any, Any, Any], start: Any, end: Any) -> None:
    layout = stage.layout(stage.shown)
    (x, y), (to_x, to_y) = layout.middle(start), layout.middle(end)
    events = (PointerPressed(x, y, 3), PointerMoved(to_x, to_y), PointerReleased(to_x, to_y, 3))
    assert [given(stage, event) for event in events] == [None] * 3


def test_a_press_frames_a_spot_and_a_drag_draws_an_arrow(stage: BoardStage[Any, Any, Any]) -> None:
    before = bench.pixels(stage)
    first, second, third = spots(stage)
    drag(stage, first, first)
    framed = bench.pixels(stage)
    drag(stage, second, third)
    assert stage.own_marks.drawn == {(first, first): None, (second, third): None}
    assert len({before, framed, bench.pixels(stage)}) == 3
    drag(stage, first, first)
    drag(stage, second, third)
    assert bench.pixels(stage) == before


def test_the_left_button_and_the_next_position_take_them_away(stage: BoardStage[Any, Any, Any]) -> None:
    before = bench.pixels(stage)
    first, second, _ = spots(stage)
    drag(stage, first, second)
    stage.reset(stage.view)
    assert not stage.own_marks.drawn
    assert bench.pixels(stage) == before
    drag(stage, first, second)
    stage.handle(PointerPressed(-50, -50))
    assert not stage.own_marks.drawn


def test_what_is_begun_and_let_go_outside_is_nothing(stage: BoardStage[Any, Any, Any]) -> None:
    first, *_ = spots(stage)
    x, y = stage.layout(stage.shown).middle(first)
    for event in (PointerPressed(x, y, 3), PointerMoved(-90, -90), PointerReleased(-90, -90, 3)):
        stage.handle(event)
    assert not stage.own_marks.drawn
