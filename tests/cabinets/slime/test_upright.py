"""Slime in a window taller than wide: slimes that a finger hits, and a whole match by fingers."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pygame
import pytest

from game.cabinets.slime.field import HEIGHT, SQUARES, TEAM
from game.cabinets.slime.rules import Heading
from game.cabinets.slime.stage.layout import CELL, TURNED, VECTORS, beyond, middle
from game.cabinets.slime.stage.stage import SlimeStage
from game.core.bot.loading import HUMAN
from game.engine.input import CommandName, Resized
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
        orders, middle = table.stage.orders, table.stage.plan.middle
        assert orders is not None
        (x, y), (next_x, next_y) = middle(0), middle(1)
        aside = next_x - x, next_y - y
        for number in range(TEAM):
            square = orders.slimes[number].square
            ahead = HEIGHT if orders.seat == 0 else -HEIGHT
            off = (-0.7 if number in (0, TEAM - 1) else -0.45) * (-1 if number == TEAM - 1 else 1)
            x, y = middle(square)
            beside = x + off * aside[0], y + off * aside[1]
            drag(driver, beside, middle(square + ahead), middle(square + 3 * ahead))
            assert orders.chosen == number
            assert orders.slimes[number].route[-1] == square + 3 * ahead
        assert len(table.feed.entries) == 0, "what was drawn can still be changed"


@pytest.mark.parametrize(("high", "turned"), ((690, False), (892, True)))
def test_a_high_table_turns_the_field_a_quarter(high: int, turned: bool) -> None:
    with driving(lambda c: arcade.table(c, plan("slime", HUMAN, HUMAN)), size=(412, high)) as driver:
        table = driver.top
        assert isinstance(table, TableScene) and isinstance(table.stage, SlimeStage)
        stage = table.stage
        assert stage.plan.turned == turned and (stage.width < stage.height) == turned
        driver.until(lambda: table.board.choosing)
        driver.command(CommandName.UP)
        assert stage.orders is not None
        assert stage.orders.slimes[0].heading == (Heading.RIGHT if turned else Heading.UP)
        assert stage.picture is not None and stage.picture.figures[1].heading == stage.plan.seen(Heading.RIGHT)


def test_orders_are_kept_when_a_table_is_turned() -> None:
    with driving(lambda c: arcade.table(c, plan("slime", HUMAN, HUMAN)), size=(412, 690)) as driver:
        table = driver.top
        assert isinstance(table, TableScene) and isinstance(table.stage, SlimeStage)
        driver.until(lambda: table.board.choosing)
        driver.command(CommandName.UP)
        driver.app.take(Resized(412, 892))
        driver.step(2)
        stage = table.stage
        assert stage.plan.turned and stage.orders is not None
        kept = stage.orders.slimes[0].heading
        driver.command(CommandName.UP)
        assert (kept, stage.orders.slimes[0].heading) == (Heading.UP, Heading.RIGHT)


def test_a_turned_field_has_each_square_once_and_neighbours_side_by_side() -> None:
    for heading in Heading:
        dx, dy = VECTORS[TURNED.seen(heading)]
        for square in range(SQUARES):
            beside = beyond(square, heading)
            if beside is not None:
                x, y = TURNED.middle(square)
                assert TURNED.middle(beside) == (x + dx * CELL, y + dy * CELL)
    assert sorted(TURNED.reading) == list(range(SQUARES))
    assert all(TURNED.layout.at(*TURNED.middle(square)) == square for square in range(SQUARES))


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
