"""A bot that fails at the table: the button, the page, the replay at that step."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from game.engine.input import CommandName
from game.engine.widgets.parts.button import Button
from game.ground.settings import Settings
from game.scenes.feeds.local import start_local
from game.scenes.replays.table import ReplayTable, replay_table
from game.scenes.table.incident import IncidentPage
from game.scenes.table.scene import TableScene
from tests.scenes.scene_driver import Driver, driving, plan
from tests.zoo_keeper import Zoo, program


@contextmanager
def failing(zoo: Zoo, way: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Driver]:
    """A table at which a broken program has just failed."""
    monkeypatch.setenv("SOUK_HOME", str(zoo.logs.parent))
    feed = start_local(plan("nullgame", program(way), "human"), Settings(), zoo.logs.parent / "match.souk")
    with driving(lambda context: TableScene(context, feed, replay_table)) as driver:
        table = driver.top
        assert isinstance(table, TableScene)
        driver.until(lambda: bool(table.failures.notices))
        yield driver


def press(driver: Driver, icon: str) -> None:
    """Click the button with an icon."""
    scene = driver.top
    (button,) = (found for found in scene.group.walk() if isinstance(found, Button) and found.icon == icon)
    driver.click(*button.box.center)


@pytest.mark.parametrize("way", ["half and end", "wrong type"])
def test_a_failure_leads_to_a_page_and_to_the_replay_at_its_step(
    zoo: Zoo, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    with failing(zoo, way, monkeypatch) as driver:
        table = driver.top
        assert isinstance(table, TableScene)
        press(driver, "triangle-alert")
        page = driver.top
        assert isinstance(page, IncidentPage)
        notice = table.failures.notices[-1]
        assert notice.incident is not None and notice.incident.said.startswith('{"type"')
        assert '"heap"' in page.words()
        press(driver, "film")
        driver.step()
        replay = driver.top
        assert isinstance(replay, ReplayTable)
        assert (replay.position(), replay.playing) == (notice.step, False)
        replay.stack.pop()
        driver.step()
        driver.until(lambda: driver.top is page and not driver.context.stack.fading)
        driver.command(CommandName.BACK)
        driver.until(lambda: driver.top is table)


def test_the_page_turns_from_failure_to_failure(zoo: Zoo, monkeypatch: pytest.MonkeyPatch) -> None:
    with failing(zoo, "exit", monkeypatch) as driver:
        table = driver.top
        assert isinstance(table, TableScene)

        def play_on() -> bool:
            choice = table.feed.choice
            if choice is not None and choice.legal:
                table.feed.play(choice.seat, choice.legal[0])
            return len(table.failures.notices) == 3

        driver.until(play_on)
        press(driver, "triangle-alert")
        page = driver.top
        assert isinstance(page, IncidentPage)
        steps = [notice.step for notice in table.failures.notices]
        assert f"step {steps[-1]}" in page.words()
        press(driver, "chevron-left")
        assert f"step {steps[-2]}" in page.words()
        press(driver, "chevron-right")
        assert f"step {steps[-1]}" in page.words()


def test_what_a_bot_said_cannot_break_the_page(zoo: Zoo, monkeypatch: pytest.MonkeyPatch) -> None:
    with failing(zoo, "garbage", monkeypatch) as driver:
        press(driver, "triangle-alert")
        page = driver.top
        assert isinstance(page, IncidentPage)
        assert "I think I take two stones" in page.words()
        assert driver.context.typeface.overflows == []
