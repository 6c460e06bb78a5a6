"""A league in the window, by pointer and by keys."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.cabinets.listed import CABINETS
from game.core.league.league import table_of
from game.engine.input import CommandName
from game.engine.widgets import Button, ListView
from game.ground.leagues import is_league, write_league
from game.scenes.evaluation.league import LeagueScene
from game.scenes.feeds.plan import MatchPlan
from tests.commands.command_line import souk_here
from tests.engine.widgets.page_driver import click, the, widgets
from tests.scenes.scene_driver import Driver, driving
from tests.showroom.league import made_up

LEAGUE = made_up("marrakech")


class Opened:
    """The scene, and what was opened from it."""

    def __init__(self) -> None:
        self.plans: list[MatchPlan] = []

    def make(self, context: object) -> LeagueScene:
        self.scene = LeagueScene(context, LEAGUE, self.plans.append)  # type: ignore[arg-type]
        return self.scene


def watch(driver: Driver) -> None:
    click(driver, the(driver, Button, lambda button: button.label == "Watch this match"))


def test_the_best_is_chosen_first_and_its_latest_match_can_be_watched() -> None:
    opened = Opened()
    with driving(opened.make) as driver:
        assert opened.scene.chosen == table_of(LEAGUE).standings[0].bot
        watch(driver)
    (plan,) = opened.plans
    bout = next(bout for bout in reversed(LEAGUE.bouts) if opened.scene.chosen in bout.bots)
    assert [seat.spec for seat in plan.seats] == list(bout.bots)
    assert plan.seed == bout.seed
    assert plan.options == CABINETS["marrakech"].info.options()


def test_another_bot_and_another_match_by_keys() -> None:
    opened = Opened()
    with driving(opened.make) as driver:
        driver.command(CommandName.DOWN)
        assert opened.scene.chosen == table_of(LEAGUE).standings[1].bot
        bouts = widgets(driver, ListView)[-1]
        driver.app.context.stack.top.group.focus(bouts)  # type: ignore[union-attr]
        driver.command(CommandName.DOWN)
        driver.command(CommandName.CONFIRM)
    (plan,) = opened.plans
    assert [seat.spec for seat in plan.seats] == list(opened.scene.bouts[1].bots)


def test_a_league_of_other_rules_is_shown_but_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    import msgspec

    told: list[str] = []
    plans: list[MatchPlan] = []

    def make(context: object) -> LeagueScene:
        context.notify = told.append  # type: ignore[attr-defined]
        return LeagueScene(context, msgspec.structs.replace(LEAGUE, version=99), plans.append)  # type: ignore[arg-type]

    with driving(make) as driver:
        watch(driver)
    assert plans == []
    assert "version 99" in told[0]


def test_results_tells_leagues_from_other_files(tmp_path: Path) -> None:
    write_league(tmp_path / "league.json", lambda theirs: LEAGUE)
    (tmp_path / "other.json").write_text('{"game": "l4g"}', encoding="utf-8")
    assert is_league(tmp_path / "league.json")
    assert not is_league(tmp_path / "other.json")
    assert not is_league(tmp_path / "missing.json")
    done = souk_here(tmp_path, "results", tmp_path / "other.json")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
