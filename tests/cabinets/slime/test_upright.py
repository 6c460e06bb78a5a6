"""Slime in a window taller than wide: slimes that a finger hits, and a whole match by fingers."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pygame
import pytest

from game.cabinets.slime.field import HEIGHT, TEAM
from game.cabinets.slime.stage.layout import CELL, middle
from game.cabinets.slime.stage.stage import SlimeStage
from game.core.bot.loading import HUMAN
from game.scenes import arcade
from game.scenes.table.results import ResultsScene
from game.scenes.table.scene import TableScene
from tests.scenes.scene_driver import Driver, driving, plan
from tests.scenes.table.finger import finger


def drag(driver: Driver, *places: tuple[float, float]) -> None:
    """Draw a finger from the first place over the others."""
    finger(driver, pygame.MOUSEBUTTONDOWN, *places[0])
    for place in places[1:]:
        finger(driver, pygame.MOUSEMOTION, *place)
    finger(driver, pygame.MOUSEBUTTONUP, *places[-1])


@pytest.mark.parametrize("high", (690, 892))
def test_a_finger_beside_a_slime_takes_hold_of_it_and_draws_its_way(high: int) -> None:
    with driving(lambda c: arcade.table(c, plan("slime", HUMAN, HUMAN)), size=(412, high)) as driver:
        table = driver.top
        assert isinstance(table, TableScene) and isinstance(table.stage, SlimeStage)
        driver.until(lambda: table.board.choosing)
        orders = table.stage.orders
        assert orders is not None
        for number in range(TEAM):
            x, y = middle(orders.slimes[number].square)
            off = CELL * (1.3 if number in (0, TEAM - 1) else 0.45)
            beside = y - off if number == TEAM - 1 else y + off
            ahead = 1 if orders.seat == 0 else -1
            drag(driver, (x, beside), (x + ahead * CELL, y), (x + ahead * 3 * CELL, y))
            assert orders.chosen == number
            assert orders.slimes[number].route[-1] == orders.slimes[number].square + ahead * 3 * HEIGHT
        assert len(table.feed.entries) == 0, "what was drawn can still be changed"


@pytest.mark.slow
def test_a_whole_match_by_fingers_at_the_lowest_phone() -> None:
    match = plan("slime", HUMAN, "random")
    match = replace(match, options=msgspec.structs.replace(match.options, turns=30))
    wasted = 0
    with driving(lambda c: arcade.table(c, match), size=(412, 690)) as driver:
        table = driver.top
        assert isinstance(table, TableScene) and isinstance(table.stage, SlimeStage)
        for turn in range(30):
            driver.until(lambda: table.board.choosing or table.feed.over)
            stage = table.stage
            orders = stage.orders
            assert orders is not None
            driver.step(20)
            slime = orders.slimes[turn % TEAM]
            x, y = middle(slime.square)
            drag(driver, (x, y), (x + CELL, y), (x + 2 * CELL, y + (CELL if turn % 2 else -CELL)))
            played = len(table.feed.entries)
            for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                finger(driver, kind, *stage.send_button.box.center)
            driver.step(3)
            wasted += len(table.feed.entries) == played and table.board.choosing
        driver.until(lambda: isinstance(driver.top, ResultsScene))
    assert wasted == 0
