"""Two people at one screen play Volcano Isle with tiles drawn ahead: each looks at the next one behind the curtain."""

from __future__ import annotations

import pytest

from game.cabinets.volcano.cabinet import VOLCANO
from game.cabinets.volcano.stage.stage import VolcanoStage
from game.cabinets.volcano.state import Options
from game.core.rules import SPECTATOR
from game.engine.input import (
    Command,
    CommandName,
    CommandReleased,
    PointerMoved,
    PointerPressed,
    PointerReleased,
)
from game.engine.scene import Context
from game.scenes.feeds.local import LocalFeed
from game.scenes.feeds.plan import MatchPlan, SeatPlan
from game.scenes.table.scene import TableScene
from tests.scene_driver import Driver, driving


def table(context: Context) -> TableScene:
    context.settings.motion.pace = "instant"
    people = (SeatPlan("Mina", "human"), SeatPlan("Jun", "human"))
    return TableScene(context, LocalFeed(VOLCANO, MatchPlan("volcano", people, Options(ahead=True, builds="one"), 5)))


def at(driver: Driver) -> tuple[TableScene, VolcanoStage]:
    scene = driver.top
    assert isinstance(scene, TableScene) and isinstance(scene.stage, VolcanoStage)
    return scene, scene.stage


def held(driver: Driver) -> list[int]:
    """The next tiles of the seats, as the screen shows them."""
    view = at(driver)[1].view
    assert view is not None
    return [seat.held for seat in view.seats]


def click_anything(driver: Driver) -> None:
    scene, stage = at(driver)
    assert stage.choice is not None
    target = next(key for key in stage.choice.targets if isinstance(key, tuple))
    (x, y), scale = stage.choice.layout.middle(target), scene.board.box.height / stage.height
    x, y = scene.board.box.left + x * scale, scene.board.box.top + y * scale
    driver.send(PointerMoved(x, y), PointerPressed(x, y), PointerReleased(x, y))
    driver.step(10)


@pytest.mark.slow
def test_each_looks_at_the_next_tile_alone() -> None:
    looked = [0, 0]
    with driving(table) as driver:
        for _ in range(12):
            driver.step(30)
            scene, stage = at(driver)
            curtain = scene.conductor.curtain
            assert held(driver) == [-1, -1] and stage.surroundings.viewer == SPECTATOR
            if curtain is None:
                assert scene.board.choosing
                click_anything(driver)
                continue
            driver.send(Command(CommandName.CONFIRM))
            driver.step(30)
            assert held(driver)[1 - curtain.seat] == -1
            looked[curtain.seat] += held(driver)[curtain.seat] >= 0
            driver.send(CommandReleased(CommandName.CONFIRM))
    assert min(looked) >= 2
