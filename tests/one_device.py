"""Whole matches on a board in the window, by the mouse alone, by keys alone, by a pad alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from game.core.bots import Bot, BotSetup, Request
from game.core.cabinet import Cabinet
from game.engine.input import FIRST_PAD, KEYBOARD, CommandName, Device
from game.scenes.feeds.local import LocalFeed
from game.scenes.table.scene import TableScene
from tests.scene_driver import Driver, driving, plan

Play = Callable[[Driver, TableScene, Any], None]
"""Chooses an action at the table."""


def by_mouse(driver: Driver, table: TableScene, action: Any) -> None:
    stage, board = table.stage, table.board
    scale = board.box.width / stage.width
    for key in stage.path_of(action):  # type: ignore[attr-defined]
        x, y = stage.choice.layout.middle(key)  # type: ignore[attr-defined]
        driver.click(board.box.left + x * scale, board.box.top + y * scale)


def by_commands(device: Device) -> Play:
    """Arrows to each spot of the action, as far as they lead there, and CONFIRM."""

    def play(driver: Driver, table: TableScene, action: Any) -> None:
        choice = table.stage.choice  # type: ignore[attr-defined]
        for key in table.stage.path_of(action):  # type: ignore[attr-defined]
            seen = set()
            while choice.focus is None or (choice.focus != key and choice.focus not in seen):
                here = choice.focus
                seen.add(here)
                if here is None:
                    driver.command(CommandName.UP, device)
                    continue
                (x, y), (wx, wy) = choice.layout.middle(here), choice.layout.middle(key)
                if abs(wx - x) >= abs(wy - y):
                    driver.command(CommandName.RIGHT if wx > x else CommandName.LEFT, device)
                else:
                    driver.command(CommandName.DOWN if wy > y else CommandName.UP, device)
            driver.command(CommandName.CONFIRM, device)

    return play


PLAYS: Mapping[str, Play] = {"mouse": by_mouse, "keys": by_commands(KEYBOARD), "pad": by_commands(FIRST_PAD)}


def whole_match(cabinet: Cabinet, options: Any, kind: type[Bot[Any, Any]], play: Play) -> Any:
    """The last view of a match of two people who want what such a bot wants."""
    match = replace(plan(cabinet.id, "human", "human"), options=options)
    with driving(lambda context: TableScene(context, LocalFeed(cabinet, match))) as driver:
        table = driver.top
        assert isinstance(table, TableScene)
        driver.context.settings.motion.pace = "instant"
        driver.context.stack.apply_settings()
        while not table.feed.over:
            driver.until(lambda: table.board.choosing)
            choice, before = table.feed.choice, len(table.feed.entries)
            assert choice is not None
            bot = kind(BotSetup(cabinet.id, choice.seat, 2, options, None, 0))
            play(driver, table, bot.decide(Request(0, table.feed.view, choice.legal, (), before)))
            driver.until(lambda before=before: len(table.feed.entries) > before)  # type: ignore[misc]
        return table.feed.view
