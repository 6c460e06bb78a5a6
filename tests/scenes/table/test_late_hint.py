"""A hint that is thought of for so long that the match has moved on."""

from __future__ import annotations

from typing import Any

import pytest

from game.cabinets.rails.cabinet import RAILS
from game.cabinets.rails.contract.actions import Plan, Platforms
from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.stage.stage import RailsStage
from game.core.bots import Request
from game.engine.input import CommandName
from game.engine.scene import Context
from game.scenes.feeds import adviser
from game.scenes.feeds.local import start_local
from game.scenes.feeds.plan import MatchPlan, SeatPlan
from game.scenes.table.scene import TableScene
from tests.scenes.scene_driver import driving

GROUPS = (Platforms(30, 30, "EW", 4, 1),)


class Slow:
    """A bot that answers when it is told to."""

    answer: Any = None

    def begin(self, request: Request[Any, Any]) -> None:
        pass

    def poll(self, now: float) -> Any:
        return self.answer

    def cancel(self) -> None:
        raise AssertionError("the hint is dropped")

    def close(self) -> None:
        pass


def table_of(context: Context) -> TableScene:
    plan = MatchPlan(RAILS.id, (SeatPlan("Mia"),), Options(size=64), 1)
    return TableScene(context, start_local(plan, context.settings))


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_plan_comes_late_and_the_bulb_tells_that_it_is_thought_of(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOUK_PLAIN", "1")
    bot = Slow()
    monkeypatch.setattr(adviser, "bot_controller", lambda *_args, **_more: bot)
    with driving(table_of, language=language) as driver:
        table = driver.top
        assert isinstance(table, TableScene) and isinstance(table.stage, RailsStage)
        stage, bulb = table.stage, table.toolbar.hint
        driver.until(lambda: table.board.choosing)
        assert bulb is not None and bulb.icon == "lightbulb"
        driver.command(CommandName.HINT)
        tick = table.feed.view.tick
        driver.until(lambda: table.feed.view.tick > tick + 8)
        assert bulb.icon == "hourglass" and stage.map.suggested == ()
        bot.answer = Plan(1, GROUPS)
        driver.until(lambda: stage.map.suggested == GROUPS)
        driver.step(2)
        assert bulb.icon == "lightbulb" and len(driver.app.toasts.texts) == 1
        driver.until(lambda: table.feed.view.tick > tick + 16)
        assert len(driver.app.toasts.texts) == 1, "it can be read although time passes"
