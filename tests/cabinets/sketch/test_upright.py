"""Odd Brush in a window taller than wide: everything apart on 404 units, and a stroke drawn and sent by a finger."""

from __future__ import annotations

import os
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pytest

from game.cabinets.sketch.freehand.points import HEIGHT, WIDTH
from game.cabinets.sketch.stage.hand import Hand
from game.cabinets.sketch.stage.places import Places
from game.cabinets.sketch.stage.stage import SketchStage
from game.engine.canvas import Box
from game.scenes import arcade
from game.scenes.table.scene import TableScene
from tests.scenes.scene_driver import driving, plan
from tests.scenes.table.finger import finger


@pytest.mark.parametrize("seats", range(5, 11))
@pytest.mark.parametrize("high", (506.0, 576.0, 608.0, 720.0))
def test_nothing_overlaps_and_the_paper_is_as_wide_as_rows_of_seats_allow(seats: int, high: float) -> None:
    places = Places(404, high, seats)
    assert places.paper.width == 404 or (high < 576 and places.row(0).height == pytest.approx(16)), (
        "rows give way first"
    )
    assert places.paper.height == pytest.approx(places.paper.width * HEIGHT / WIDTH)
    boxes = [*(places.row(seat) for seat in range(seats)), places.banner, places.note, places.paper, places.buttons]
    if places.talk.height:
        boxes.append(places.talk)
    for number, box in enumerate(boxes):
        assert Box(0, 0, 404, high).contains(box)
        for other in boxes[number + 1 :]:
            assert not box.colliderect(other), (box, other)
    assert min(places.note.height, places.moment(0, 8).height, places.line.height, places.field(0).height) >= 44
    for number in range(6):
        assert places.paper.contains(places.offer(number)) and places.offer(number).height >= 44


def test_a_stroke_by_a_finger_stands_and_is_sent_by_the_button_below_the_paper(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    match = plan("sketch", "human", *["random"] * 4)
    with driving(lambda context: arcade.table(context, match), size=(412, 690)) as driver:
        table = driver.top
        assert isinstance(table, TableScene) and isinstance(table.stage, SketchStage)
        stage = table.stage

        def mine() -> bool:
            table.conductor.hurry()
            return table.board.choosing and isinstance(stage.task, Hand) and not stage.busy

        driver.until(mine)
        paper, strokes = stage.places.paper, len(table.feed.view.strokes)
        finger(driver, pygame.MOUSEBUTTONDOWN, 60, paper.top + 60)
        for step in range(12):
            finger(driver, pygame.MOUSEMOTION, 60 + 20 * step, paper.top + 60 + 8 * step)
        finger(driver, pygame.MOUSEBUTTONUP, 280, paper.top + 148)
        hand = stage.task
        assert isinstance(hand, Hand) and hand.pen.stands
        send = next(button for button in hand.buttons() if button.name == "send")
        assert send.box.height >= 44 and Box(0, paper.bottom, 404, stage.height).contains(send.box)
        finger(driver, pygame.MOUSEBUTTONDOWN, *send.box.center)
        finger(driver, pygame.MOUSEBUTTONUP, *send.box.center)
        driver.until(lambda: len(table.feed.view.strokes) > strokes)
