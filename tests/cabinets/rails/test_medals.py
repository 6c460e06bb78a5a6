"""Yards: the goal in sight, medals, and one's own best curve as a ghost."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.scenes.tasks import TaskTable, YardsScene
from game.cabinets.rails.stage.person.bests import Best, best_of, note
from game.cabinets.rails.stage.person.medals import earned
from game.cabinets.rails.stage.stage import RailsStage
from game.cabinets.rails.yards.tasks import built_in
from game.scenes.feeds.local import start_local
from game.scenes.setup.alone import plan_alone
from tests.scenes.scene_driver import driving


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setenv("SOUK_PLAIN", "1")


def test_the_best_is_kept_with_its_curve_and_each_measure_by_itself() -> None:
    assert best_of("first_coal") == Best()
    note("first_coal", 500, 10_000, ((0, 0), (100, 500)))
    note("first_coal", 300, 2_000, ((0, 0), (100, 300)))
    assert best_of("first_coal") == Best(500, 150, ((0, 0), (100, 500)))
    note("first_coal", 501, 0, ())
    assert best_of("first_coal") == Best(501, 150, ())


def test_a_file_that_is_none_counts_as_nothing(tmp_path: Path) -> None:
    note("hub", 1, 1, ())
    (file,) = tmp_path.rglob("hub.json")
    file.write_bytes(b'{"units": -5}')
    assert best_of("hub") == Best()


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_yard_shows_its_goal_and_ends_with_a_medal(language: str) -> None:
    name = "first_coal"
    goal = built_in()[name].goal
    assert goal is not None and earned(goal.silver, goal.marks).medal == "silver" and earned(0, goal.marks).medal == ""
    note(name, goal.units, 1000, ((0, 0), (2400, goal.units)))

    def table(context: object) -> TaskTable:
        plan = plan_alone(context, "rails", Options(yard=name), 1)  # type: ignore[arg-type]
        return TaskTable(context, start_local(plan, context.settings))  # type: ignore[arg-type,attr-defined]

    with driving(table, language=language) as driver:
        table_ = driver.top
        assert isinstance(table_, TaskTable) and isinstance(table_.stage, RailsStage)
        driver.until(lambda: table_.feed.view.number >= 0)
        driver.step(5)
        card = table_.stage.desk.goal
        assert card.visible and card.task is not None and card.curve
        assert driver.context.typeface.overflows == []
        card.units = goal.gold
        table_.stage.desk.keep_result()
        card.units = 0
        table_.stage.desk.keep_result()
        scene = YardsScene(driver.context)
        row = next(row for row in scene.rows() if row.name == name)
        assert row.medal == "gold" and f"{goal.gold:,}" in row.line
