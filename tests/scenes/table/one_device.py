"""Whole matches on a board in the window, by the mouse alone, by keys alone, by a pad alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from game.core.bots import Bot, BotSetup, Request
from game.core.cabinet import Cabinet
from game.engine.input import FIRST_PAD, KEYBOARD, CommandName, Device
from game.kit.choosing import Chooser
from game.scenes.feeds.local import LocalFeed
from game.scenes.table.scene import TableScene
from tests.scenes.scene_driver import Driver, driving, plan

ARROWS = (CommandName.UP, CommandName.DOWN, CommandName.LEFT, CommandName.RIGHT)

Play = Callable[[Driver, TableScene, Any], None]
"""Chooses an action at the table."""


def by_mouse(driver: Driver, table: TableScene, action: Any) -> None:
    stage, board = table.stage, table.board
    scale = board.box.width / stage.width
    for key in stage.path_of(action):  # type: ignore[attr-defined]
        x, y = stage.choice.layout.middle(key)  # type: ignore[attr-defined]
        driver.click(board.box.left + x * scale, board.box.top + y * scale)


def arrows(choice: Chooser[Any, Any], key: Any) -> Sequence[CommandName]:
    """The fewest arrows from where keys are to a spot; fails if none lead there."""
    ways: dict[Any, tuple[CommandName, ...]] = {choice.focus: ()}
    for here in (reached := [choice.focus]):
        if here == key:
            return ways[here]
        for arrow in ARROWS:
            spot = choice.layout.towards(here, arrow, choice.stops)
            if spot in choice.stops and spot not in ways:
                ways[spot] = (*ways[here], arrow)
                reached.append(spot)
    raise AssertionError(f"no arrows lead from {choice.focus} to {key}")


def by_commands(device: Device) -> Play:
    """The fewest arrows that lead to each spot of the action, and CONFIRM."""

    def play(driver: Driver, table: TableScene, action: Any) -> None:
        choice = table.stage.choice  # type: ignore[attr-defined]
        for key in table.stage.path_of(action):  # type: ignore[attr-defined]
            if choice.focus is None:
                driver.command(CommandName.UP, device)
            for arrow in arrows(choice, key):
                driver.command(arrow, device)
            assert choice.focus == key
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
