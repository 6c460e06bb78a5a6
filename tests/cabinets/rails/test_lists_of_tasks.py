"""The lists at the stall say how a row begins, and hold their buttons in every window."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.cabinets.rails.scenes.saved import SavedScene
from game.cabinets.rails.scenes.tasks import LessonsScene, TaskTable, YardsScene
from game.engine.widgets import Button, Kind, ListView
from game.ground.texts import LANGUAGES
from tests.engine.widgets.page_driver import click, the, widgets
from tests.scenes.scene_driver import driving


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setenv("SOUK_PLAIN", "1")


def test_a_button_begins_the_lesson_that_the_first_click_marked() -> None:
    with driving(LessonsScene) as driver:
        (listed,) = widgets(driver, ListView)
        driver.click(listed.box.centerx, listed.box.top + 1.5 * listed.box.height / 6)
        marked = listed.selected
        assert isinstance(driver.top, LessonsScene) and marked > 0
        lesson = driver.top.rows()[marked]
        click(driver, the(driver, Button, lambda button: button.kind is Kind.PRIMARY))
        driver.until(lambda: isinstance(driver.top, TaskTable))
        assert isinstance(driver.top, TaskTable) and driver.top.feed.options.yard == lesson.name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(412, 732), (960, 540)])
def test_no_list_overlaps_its_buttons(size: tuple[int, int], language: str) -> None:
    for make in (YardsScene, SavedScene):
        with driving(make, size=size, text_size=150, language=language) as driver:
            (listed,) = widgets(driver, ListView)
            begin = the(driver, Button, lambda button: button.kind is Kind.PRIMARY)
            others = [one for one in widgets(driver, Button) if one is not begin]
            assert begin.box.width and not any(one.box.colliderect(begin.box) for one in (listed, *others))
            assert begin.enabled == bool(driver.top.rows())  # type: ignore[attr-defined]
            assert not driver.context.typeface.overflows
