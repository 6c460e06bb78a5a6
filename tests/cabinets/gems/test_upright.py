"""Gem Merchants on an upright table: everything apart on 404 units, and a turn by fingers without a second question."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import msgspec
import pygame
import pytest

from game.cabinets.gems.cards import GEMS
from game.cabinets.gems.stage.market import CardKey
from game.cabinets.gems.stage.places import CONFIRM, LEAST_WATCHED, Upright, bank_key, noble_key, places, upright_table
from game.cabinets.gems.stage.seats import low_panel_of
from game.cabinets.gems.stage.stage import GemsStage
from game.cabinets.gems.state import Deed, Held, SeatView
from game.engine.canvas import Box, Canvas
from game.engine.text import Typeface
from game.kit.panel.forms import draw_panel
from game.scenes import arcade
from game.scenes.table.scene import TableScene
from tests.scenes.scene_driver import Driver, driving, plan
from tests.scenes.table.finger import touch

NOBLES = (0, 1, 2, 3, 4)


@pytest.mark.parametrize("high", (440.0, 512.0, 562.0, 638.0, 680.0))
def test_parts_and_spots_lie_apart_within_the_table(high: float) -> None:
    table = upright_table(Upright(404, high))
    parts = [table.nobles, table.market, table.bank, table.tray, table.board, table.shelf]
    for number, box in enumerate(parts):
        assert table.whole.contains(box)
        assert not any(box.colliderect(other) for other in parts[number + 1 :])
    spots = [*places(NOBLES, Upright(404, high)).spots.items()]
    for number, (key, spot) in enumerate(spots):
        assert table.whole.contains(spot.box.inflate(-1, -1)), key
        for other, more in spots[number + 1 :]:
            assert not spot.box.inflate(-1, -1).colliderect(more.box.inflate(-1, -1)), (key, other)
    assert min(places(NOBLES, Upright(404, high)).size(CONFIRM)) >= 44


@pytest.mark.usefixtures("plain_home")
def test_several_people_at_one_low_screen_have_a_board_and_who_only_watches_has_none() -> None:
    for player in ("human", "random"):
        match = plan("gems", *[player] * 4)
        with driving(lambda context, match=match: arcade.table(context, match), size=(412, 690)) as driver:
            table = driver.top
            assert isinstance(table, TableScene) and isinstance(table.stage, GemsStage)
            assert table.stage.height <= LEAST_WATCHED and table.stage.table.boarded == (player == "human")


def test_reserved_cards_of_others_are_counted_on_the_narrowest_panel() -> None:
    own = SeatView((0,) * GEMS, (1, 0, 0, 0, 0), 0, (), (), (0,) * 6, Deed())

    def drawn(reserved: int) -> bytes:
        canvas = Canvas(pygame.Surface((128, 30)), 1.0)
        panel = low_panel_of(msgspec.structs.replace(own, reserved=(Held(0, 1, True),) * reserved))
        draw_panel(canvas, Typeface(), panel, Box(12, 2, 108, 26))
        return pygame.image.tobytes(canvas.surface, "RGB")

    assert len({drawn(reserved) for reserved in range(4)}) == 4


@pytest.fixture
def at_phone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Driver, TableScene, GemsStage]]:
    """An upright table at which a person plays with two computers."""
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    match = plan("gems", "human", "random", "random")
    with driving(lambda context: arcade.table(context, match), size=(412, 690)) as driver:
        table = driver.top
        assert isinstance(table, TableScene) and isinstance(table.stage, GemsStage)
        stage = table.stage
        driver.until(lambda: table.board.choosing and not stage.busy)
        yield driver, table, stage


def tap(driver: Driver, stage: GemsStage, key: CardKey) -> None:
    assert stage.view is not None
    spots = stage.choice.layout if stage.choice else stage.layout(stage.view)
    touch(driver, *spots.middle(key))
    driver.step(2)


def test_three_gems_are_taken_by_four_taps(at_phone: tuple[Driver, TableScene, GemsStage]) -> None:
    driver, table, stage = at_phone
    assert (stage.width, stage.height) == (404, table.layout.board.height) and table.layout.own == 0
    assert table.frame is not None and [panel.seat for panel in table.frame.panels] == [1, 2]
    for key in (bank_key(0), bank_key(1), bank_key(2), CONFIRM):
        tap(driver, stage, key)
    assert not table.confirming.visible
    assert table.feed.view.seats[0].tokens[:3] == (1, 1, 1)


def test_a_noble_that_a_finger_rests_on_is_shown_large_until_the_next_press(
    at_phone: tuple[Driver, TableScene, GemsStage],
) -> None:
    driver, table, stage = at_phone
    driver.step(30)

    def market() -> bytes:
        driver.step()
        box = driver.context.canvas.pixels(table.board.outside(stage.table.market))
        return pygame.image.tobytes(driver.app.screen.surface.subsurface(box).copy(), "RGB")

    noble = stage.layout(table.feed.view).middle(noble_key(table.feed.view.nobles[0][0]))
    before = market()
    assert stage.tell_at(*noble) and market() != before
    assert not stage.tell_at(*stage.layout(table.feed.view).middle(bank_key(0)))
    assert market() == before
