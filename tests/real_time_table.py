"""Tables of games in real time, for tests: who presses first by which device, and a table once people may act."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from game.engine.input import Command, CommandName, CommandReleased, Device, InputEvent, KeyPressed, KeyReleased
from game.engine.scene import Context, Scene
from game.engine.stage import Stage
from game.scenes import arcade
from game.scenes.table.scene import TableScene
from tests.scene_driver import Driver, plan

StageT = TypeVar("StageT", bound=Stage[Any, Any])

ONE, TWO = Device("pad", 0), Device("pad", 1)
PRESSED: tuple[InputEvent, ...] = (
    KeyPressed("d"),
    KeyPressed("right"),
    Command(CommandName.RIGHT, ONE),
    Command(CommandName.RIGHT, TWO),
)
"""To the right, by each of four people at one screen."""
LET_GO: tuple[InputEvent, ...] = (
    KeyReleased("d"),
    KeyReleased("right"),
    CommandReleased(CommandName.RIGHT, ONE),
    CommandReleased(CommandName.RIGHT, TWO),
)


class TableOf:
    """Makes the table of a match between `seats`, with these options."""

    def __init__(self, game: str, *seats: str, **options: object) -> None:
        made = plan(game, *seats)
        self.plan = replace(made, options=type(made.options)(**options))

    def __call__(self, context: Context) -> Scene:
        return arcade.table(context, self.plan)


def running(driver: Driver, kind: type[StageT]) -> tuple[TableScene, StageT]:
    """The table on top and its stage, once there is something to run on and people may run."""
    table = driver.top
    assert isinstance(table, TableScene) and isinstance(table.stage, kind)
    driver.until(lambda: table.feed.people != () and bool(table.feed.entries))
    return table, table.stage
