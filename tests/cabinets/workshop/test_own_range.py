"""The expressive range of somebody's own generator: on the command line, and in the window by G."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.cabinets.workshop.scenes.ranges.ranged import RangedGenerator
from game.cabinets.workshop.scenes.ranges.scene import RangeScene
from game.cabinets.workshop.scenes.workshop import WorkshopScene
from game.engine.input import KeyPressed
from game.engine.widgets import Label
from tests.cabinets.workshop.test_declared import HALLS, a_workshop, waited, written
from tests.cabinets.workshop.test_own import souk
from tests.engine.widgets.page_driver import widgets
from tests.scenes.scene_driver import driving

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path / "home"))


def test_it_is_measured_by_the_command_line_the_same_in_one_process_and_in_two(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "halls.py").write_text(HALLS, encoding="utf-8")
    words = ["workshop-range", "halls.py:Halls", "--levels", "25", "--size", "48x36", "--set", "gold=7"]
    for workers in ("1", "2"):
        monkeypatch.setenv("SOUK_HOME", str(tmp_path / f"home of {workers}"))
        done = souk(*words, "--workers", workers, "--json", f"{workers}.json", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    told = json.loads((tmp_path / "1.json").read_text(encoding="utf-8"))
    assert told == json.loads((tmp_path / "2.json").read_text(encoding="utf-8"))
    assert told["parameters"] == {"gold": 7} and told["size"] == [48, 36] and len(told["levels"]) == 25
    changed = HALLS.replace('["hall_width"], 10)', '["hall_width"], 14)')
    (tmp_path / "halls.py").write_text(changed, encoding="utf-8")
    souk(*words, "--json", "1.json", cwd=tmp_path)
    assert json.loads((tmp_path / "1.json").read_text(encoding="utf-8")) != told, (
        "what the file was before is not taken for it"
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["halls.py:Halls", "--set", "silver=1"], "silver=1"),
        (["halls.py:Halls", "--preset", "small"], "no presets"),
        (["bsp", "--player", "me"], "--player"),
        (["nowhere.py:Halls"], "nowhere.py"),
        (["odd.py:Odd"], "ValueError: three"),
    ],
)
def test_what_cannot_be_measured_is_said_in_a_sentence(tmp_path: Path, words: list[str], told: str) -> None:
    (tmp_path / "halls.py").write_text(HALLS, encoding="utf-8")
    failing = "if request.number > 1:\n            raise ValueError('three')\n        level ="
    broken = HALLS.replace("Halls", "Odd").replace("level =", failing)
    (tmp_path / "odd.py").write_text(broken, encoding="utf-8")
    done = souk("workshop-range", *words, "--levels", "9", cwd=tmp_path)
    assert done.returncode > 0 and told in done.stderr and "Traceback" not in done.stderr


def test_g_measures_the_generator_on_the_desk_and_a_level_of_it_is_taken(tmp_path: Path) -> None:
    with driving(a_workshop) as driver:
        shown = driver.top
        assert isinstance(shown, WorkshopScene)
        driver.send(written(tmp_path / "halls.py", HALLS))
        waited(driver, lambda: shown.level.recipe.method == "Halls")
        driver.send(KeyPressed("g"))
        driver.until(lambda: isinstance(driver.top, RangeScene))
        ranged = driver.top
        assert isinstance(ranged, RangeScene) and isinstance(ranged.ranged, RangedGenerator)
        assert any("Halls" in label.text for label in widgets(driver, Label))
        waited(driver, lambda: len(ranged.levels) > 3)
        number = ranged.levels[2][0]
        ranged.shows(number)
        waited(driver, lambda: ranged.view.shown.width == shown.level.width)
        ranged.take.press()
        driver.until(lambda: driver.top is shown)
        waited(driver, lambda: shown.level.recipe.number == number)
        assert shown.level.recipe.method == "Halls"
