"""Two people at one screen play Gem Merchants and Volcano Isle to the end, each with secrets behind the curtain."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from game.cabinets.gems.state import Options as GemsOptions
from game.cabinets.listed import CABINETS
from game.cabinets.volcano.state import Options as VolcanoOptions
from game.core.rules import SPECTATOR
from game.engine.input import (
    Command,
    CommandName,
    CommandReleased,
    InputEvent,
    PointerMoved,
    PointerPressed,
    PointerReleased,
)
from game.engine.scene import Context
from game.kit.stage import PictureStage
from game.scenes.feeds.local import LocalFeed
from game.scenes.feeds.plan import MatchPlan, SeatPlan
from game.scenes.table.scene import TableScene
from tests.scenes.scene_driver import Driver, driving

Shown = Callable[[Any], list[bool]]
PRESSES = 1500
"""After so many a match should long be over."""


def cards_of(view: Any) -> list[bool]:
    """Of which seats the screen shows a card that was reserved blind."""
    return [any(kept.card and kept.blind for kept in seat.reserved) for seat in view.seats]


def tiles_of(view: Any) -> list[bool]:
    """Of which seats the screen shows the next tile."""
    return [seat.held >= 0 for seat in view.seats]


def table_of(options: Any) -> Callable[[Context], TableScene]:
    """Two people at once; the options name the game."""

    def make(context: Context) -> TableScene:
        context.settings.motion.pace = "instant"
        people = (SeatPlan("Mina", "human"), SeatPlan("Jun", "human"))
        game = "gems" if isinstance(options, GemsOptions) else "volcano"
        return TableScene(context, LocalFeed(CABINETS[game], MatchPlan(game, people, options, 5)))

    return make


def send(driver: Driver, *events: InputEvent, frames: int = 3) -> None:
    """Give inputs and let frames pass after each that nobody sees."""
    for event in events:
        driver.context.stack.handle(event)
        for _ in range(frames):
            driver.app.step([], draw=False)


def look(driver: Driver, table: TableScene, shown: Shown) -> int | None:
    """Hold the curtain up for whom it is for; whose secret was seen."""
    curtain = table.conductor.curtain
    assert curtain is not None and table.stage.surroundings.viewer == SPECTATOR
    assert not any(shown(table.stage.view)), "nobody looks yet"
    send(driver, Command(CommandName.CONFIRM), frames=30)
    seen = shown(table.stage.view)
    assert not seen[1 - curtain.seat], "the other's is not for these eyes"
    send(driver, CommandReleased(CommandName.CONFIRM))
    return curtain.seat if seen[curtain.seat] else None


def press_any(driver: Driver, table: TableScene, chance: Random) -> None:
    """Press a spot that may be chosen, mostly a deck where one is; now and then take a choice back."""
    assert isinstance(table.stage, PictureStage)
    choice = table.stage.choice
    assert choice is not None
    if not choice.targets or chance.random() < 0.05:
        return send(driver, PointerPressed(2, 2, 3))
    decks = [key for key in choice.targets if isinstance(key, tuple) and key[0] == "deck"]
    x, y = choice.layout.middle(chance.choice(decks if decks and chance.random() < 0.7 else choice.targets))
    scale = table.board.box.height / table.stage.height
    x, y = table.board.box.left + x * scale, table.board.box.top + y * scale
    return send(driver, PointerMoved(x, y), PointerPressed(x, y), PointerReleased(x, y))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "shown"),
    [(GemsOptions(target=4), cards_of), (VolcanoOptions(tiles=8, ahead=True), tiles_of)],
    ids=("gems", "volcano"),
)
def test_a_whole_match_behind_the_curtain(options: Any, shown: Shown) -> None:
    looked, chance = {0: 0, 1: 0}, Random(2)
    with driving(table_of(options)) as driver:
        table = driver.top
        assert isinstance(table, TableScene)
        for _ in range(PRESSES):
            if table.feed.over:
                break
            if table.conductor.curtain is not None and not table.conductor.lifted:
                seat = look(driver, table, shown)
                if seat is not None:
                    looked[seat] += 1
            elif table.board.choosing:
                press_any(driver, table, chance)
            else:
                send(driver, PointerMoved(2, 2))
        assert table.feed.over and min(looked.values()) >= 2, looked
