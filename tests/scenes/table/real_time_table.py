"""Tables of games in real time, for tests: who presses first by which device, and a table once people may act."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, TypeVar

from game.engine.input import Command, CommandName, CommandReleased, Device, InputEvent, KeyPressed, KeyReleased
from game.engine.scene import Context, Scene
from game.engine.stage import Stage
from game.scenes import arcade
from game.scenes.table.scene import TableScene
from tests.scenes.scene_driver import Driver, plan

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

KEYS = {1: "a", 2: "d", 4: "w", 8: "s", 16: "space", 32: "r"}
"""Of the first half of the keyboard, by the bit of the button (`kit.held.Buttons`)."""
PAD = {
    1: CommandName.LEFT,
    2: CommandName.RIGHT,
    4: CommandName.UP,
    8: CommandName.DOWN,
    16: CommandName.CONFIRM,
    32: CommandName.HINT,
}
Press = Callable[[int, bool], InputEvent]
"""A button that goes down, or is let go."""


def by_keys(button: int, down: bool) -> InputEvent:
    return KeyPressed(KEYS[button]) if down else KeyReleased(KEYS[button])


OTHER_KEYS = {1: "left", 2: "right", 4: "up", 8: "down", 16: "right shift", 32: "backspace"}


def by_other_keys(button: int, down: bool) -> InputEvent:
    return KeyPressed(OTHER_KEYS[button]) if down else KeyReleased(OTHER_KEYS[button])


def by_other_pad(button: int, down: bool) -> InputEvent:
    return Command(PAD[button], TWO) if down else CommandReleased(PAD[button], TWO)


def by_pad(button: int, down: bool) -> InputEvent:
    return Command(PAD[button], ONE) if down else CommandReleased(PAD[button], ONE)


class Hands:
    """What somebody holds down."""

    def __init__(self, driver: Driver, press: Press = by_keys) -> None:
        self._driver, self._press = driver, press
        self._held = 0

    def hold(self, buttons: int) -> None:
        """Hold these buttons from now on, and no others."""
        for button in KEYS:
            if (buttons ^ self._held) & button:
                self._driver.top.handle(self._press(button, bool(buttons & button)))
        self._held = buttons


def run_way(driver: Driver, way: Iterable[tuple[int, int]], *presses: Press) -> None:
    """Press what a way says, pairs of ticks and buttons, on all these devices; let everything go at its end."""
    all_hands = [Hands(driver, press) for press in presses or (by_keys,)]
    for ticks, buttons in (*way, (1, 0)):
        for hands in all_hands:
            hands.hold(buttons)
        for _ in range(ticks):
            driver.app.step([], draw=False)


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
