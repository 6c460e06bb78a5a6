"""House rules: options are remembered by game, kept under a name, passed on as a file, and refused in words."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from game.cabinets.listed import CABINETS
from game.core.errors import SpokenError
from game.engine.input import FileDropped, KeyPressed, TextTyped
from game.engine.scene import Context
from game.engine.widgets import Button, Entry
from game.ground import house_rules
from game.ground.house_rules import HouseRules
from game.ground.settings import Settings, load
from game.ground.texts import Texts
from game.scenes.feeds.plan import MatchPlan
from game.scenes.lobby.open import OpenScene
from game.scenes.setup.scene import SetupScene
from tests.core.hostile_files import LISTS
from tests.engine.widgets.page_driver import click, the
from tests.games.wordy import WORDY
from tests.scenes.scene_driver import Driver, Told, driving

OMOK = CABINETS["omok"]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path / "home"))
    return tmp_path


@contextmanager
def setup(said: Told, plans: list[MatchPlan], settings: Settings | None = None) -> Iterator[tuple[Driver, SetupScene]]:
    def make(context: Context) -> SetupScene:
        context.notify = said
        context.settings.options |= settings.options if settings else {}
        context.settings.limits |= settings.limits if settings else {}
        return SetupScene(context, OMOK, plans.append, preview=lambda seats: None)

    with driving(make) as driver:
        assert isinstance(driver.top, SetupScene)
        yield driver, driver.top


def press(driver: Driver, key: str) -> None:
    label = Texts("en").line(key)
    click(driver, the(driver, Button, lambda button: label in (button.label, button.tooltip)))
    driver.step(40)


def refused(read: Callable[[], object]) -> str:
    with pytest.raises(SpokenError) as caught:
        read()
    for language in ("en", "ko"):
        assert Texts(language).line(caught.value.key, caught.value.values)
    return caught.value.key


def test_the_options_of_a_match_are_there_again_in_setup_and_lobby_after_a_new_start() -> None:
    plans: list[MatchPlan] = []
    with setup(Told(), plans) as (_, scene):
        assert scene.options["opening"] == "none"
        scene.options["opening"] = "swap2"
        scene.rules.limit = 30
        scene.start()
    again, trouble = load()
    assert trouble is None
    assert (again.options, again.limits) == ({"omok.opening": "swap2"}, {"omok": 30})
    with setup(Told(), plans, again) as (_, scene):
        assert (scene.options["opening"], scene.limit) == ("swap2", 30)
        scene.start()
    assert plans[1].options == plans[0].options and plans[1].limit == 30

    def opening(context: Context) -> OpenScene:
        context.settings.options |= again.options
        context.settings.limits |= again.limits
        return OpenScene(context, "Mia", "omok")

    with driving(opening) as driver:
        assert isinstance(driver.top, OpenScene)
        assert (driver.top.options["opening"], driver.top.limit) == ("swap2", 30)


def test_what_is_as_usual_again_is_written_nowhere() -> None:
    settings = Settings(options={"omok.opening": "swap2", "gems.goal": 21}, limits={"omok": 30})
    with setup(Told(), [], settings) as (_, scene):
        scene.options["opening"] = "none"
        scene.rules.limit = None
        scene.start()
        kept = scene.context.settings
        assert (kept.options, kept.limits) == ({"gems.goal": 21}, {})


def test_what_this_version_does_not_take_is_left_as_usual() -> None:
    settings = Settings(options={"omok.opening": "gone", "omok.rule": "free", "omok.other": 3}, limits={"omok": 7})
    with setup(Told(), [], settings) as (_, scene):
        usual = OMOK.options_in("en")
        assert scene.options == usual | {"rule": "free"} and scene.limit is None


def test_options_that_do_not_go_together_are_not_taken_together() -> None:
    usual = WORDY.options_in("en")
    assert house_rules.fitting(WORDY, usual, {"size": 10, "opening": "h8 h8"}) == usual | {"size": 10}


def test_a_list_that_is_gone_is_not_named_any_more() -> None:
    def make(context: Context) -> SetupScene:
        context.settings.options["words.extra"] = "our class@0123456789abcdef,ours"
        return SetupScene(context, CABINETS["words"], lambda plan: None, preview=lambda seats: None)

    with driving(make) as driver:
        assert isinstance(driver.top, SetupScene)
        assert driver.top.options["extra"] == "ours"


def test_rules_are_kept_under_a_name_taken_again_and_forgotten() -> None:
    said = Told()
    with setup(said, []) as (driver, scene):
        scene.options["opening"] = "swap2"
        press(driver, "house_rules.title")
        press(driver, "house_rules.keep")
        driver.send(TextTyped("Tuesday/1"))
        press(driver, "house_rules.keep_it")
        (path,) = house_rules.kept("omok").values()
        assert path.name == "Tuesday_1.toml" and str(path) in said[-1]
        press(driver, "house_rules.title")
        press(driver, "house_rules.usual")
        assert scene.options["opening"] == "none"
        press(driver, "house_rules.title")
        click(driver, the(driver, Button, lambda button: button.label == "Tuesday_1"))
        driver.step(40)
        assert scene.options["opening"] == "swap2"
        press(driver, "house_rules.title")
        press(driver, "house_rules.forget")
        click(driver, the(driver, Button, lambda button: button.label == "Tuesday_1"))
        driver.step(40)
        assert house_rules.kept("omok") == {} and driver.top is scene
        assert "Tuesday_1" in said[-1], "that it is gone is said"


def test_rules_are_kept_without_writing_a_name() -> None:
    with setup(Told(), []) as (driver, _):
        for _ in range(2):
            press(driver, "house_rules.title")
            press(driver, "house_rules.keep")
            press(driver, "house_rules.keep_it")
        assert len(house_rules.kept("omok")) == 2, "each has a name of its own"


def test_a_name_of_nothing_is_not_taken() -> None:
    with setup(Told(), []) as (driver, _):
        press(driver, "house_rules.title")
        press(driver, "house_rules.keep")
        driver.send(KeyPressed("backspace"))
        press(driver, "house_rules.keep_it")
        assert the(driver, Entry, lambda entry: True).text == ""
    assert refused(lambda: house_rules.keep(OMOK, " ", HouseRules("omok"))) == "house_rules.error.no_name"


def test_a_friends_file_is_dropped_taken_and_kept(home: Path) -> None:
    friend = home / "friend.toml"
    friend.write_bytes(house_rules.keep(OMOK, "x", HouseRules("omok", {"rule": "free"}, 60)).read_bytes())
    with setup(Told(), []) as (driver, scene):
        driver.send(FileDropped(str(friend)))
        driver.step()
        assert (scene.options["rule"], scene.limit) == ("free", 60)
    assert "friend" in house_rules.kept("omok")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "shape"),
        ("game = 3", "shape"),
        ('game = "gems"', "other_game"),
        ('game = "omok"\n[options]\nnothing = 1', "option"),
        ('game = "omok"\nmore = 1', "shape"),
        ("game = [", "no_toml"),
        ("\x00\ud7ff", "no_toml"),
        ("game = " + "[" * 9_000, "no_toml"),
        ("x" * 20_000, "long"),
    ],
)
def test_bad_files_get_a_sentence(home: Path, text: str, key: str) -> None:
    path = home / "bad.toml"
    path.write_text(text, encoding="utf-8")
    assert refused(lambda: house_rules.read_rules(path, OMOK)) == f"house_rules.error.{key}"


def test_a_value_that_the_game_does_not_take_gets_its_own_sentence(home: Path) -> None:
    path = home / "bad.toml"
    path.write_text('game = "omok"\n[options]\nrule = "chess"', encoding="utf-8")
    assert refused(lambda: house_rules.read_rules(path, OMOK)) == "options.error.invalid"


@pytest.mark.parametrize("name", LISTS)
def test_files_that_want_a_reader_to_work_for_minutes_cost_little(home: Path, name: str) -> None:
    path = home / "hostile.toml"
    path.write_bytes(LISTS[name][: house_rules.MOST_BYTES])
    before = time.process_time()
    refused(lambda: house_rules.read_rules(path, OMOK))
    assert time.process_time() - before < 1.0


def test_a_folder_that_cannot_be_written_is_said_and_nothing_is_lost(home: Path) -> None:
    house_rules.folder("omok").parent.mkdir(parents=True)
    house_rules.folder("omok").write_text("in the way", encoding="utf-8")
    assert refused(lambda: house_rules.keep(OMOK, "x", HouseRules("omok"))) == "house_rules.error.unwritten"
    assert house_rules.kept("omok") == {}
