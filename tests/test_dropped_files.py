"""Files that are dragged onto the window: recordings from friends, and players of one's own."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.engine.canvas import Canvas
from game.engine.input import FileDropped
from game.engine.loop.controls import Controls
from game.engine.scene import Context
from game.engine.widgets import Entry
from game.scenes import arcade
from game.scenes.replays.scene import ReplaysScene
from game.scenes.replays.table import ReplayTable
from game.scenes.setup.own import OwnPlayerDialog
from game.scenes.setup.scene import SetupScene
from tests.page_driver import widgets
from tests.scene_driver import driving
from tests.test_replays_scene import record


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path / "home"))
    return tmp_path


def test_the_window_tells_of_a_dropped_file() -> None:
    event = pygame.event.Event(pygame.DROPFILE, file="/tmp/가나.souk")
    canvas = Canvas(pygame.Surface((1280, 720)), 1.0, (0, 0))
    assert Controls({}).read([event], canvas, 0.0) == [FileDropped("/tmp/가나.souk")]


def test_a_friends_recording_is_taken_in_and_chosen(tmp_path: Path) -> None:
    folder = tmp_path / "replays"
    record(folder, "mine", 1)
    theirs = record(tmp_path / "from Leila", "mine", 2, seats=3)
    told: list[str] = []

    def make(context: Context) -> ReplaysScene:
        context.notify = told.append
        return ReplaysScene(context, lambda _path: None, folder)

    with driving(make) as driver:
        scene = driver.top
        assert isinstance(scene, ReplaysScene)
        driver.send(FileDropped(str(theirs)))
        assert scene.selected is not None and scene.selected.path == folder / "mine-1.souk"
        assert scene.selected.path.read_bytes() == theirs.read_bytes()
        (tmp_path / "notes.souk").write_text("no recording")
        driver.send(FileDropped(str(tmp_path / "notes.souk")))
        assert len(told) == 1 and len(list(folder.glob("*.souk"))) == 2


def test_a_recording_on_the_street_is_shown_at_once(tmp_path: Path) -> None:
    theirs = record(tmp_path, "theirs", 2)
    with driving(arcade.title) as driver:
        driver.send(FileDropped(str(theirs)))
        driver.until(lambda: isinstance(driver.top, ReplayTable))


def test_a_player_of_ones_own_is_dropped_into_a_setup_and_its_question(tmp_path: Path) -> None:
    player = tmp_path / "mine.py"
    player.write_text(
        "from game.core.bots import Bot\n\nclass Mine(Bot):\n    def decide(self, request):\n        return None\n"
    )
    with driving(lambda context: arcade.setup(context, "nullgame")) as driver:
        scene = driver.top
        assert isinstance(scene, SetupScene)
        driver.send(FileDropped(str(player)))
        assert any("mine.py" in spec for spec in scene.seating.own)
    with driving(OwnPlayerDialog) as driver:
        driver.send(FileDropped(str(player)))
        (entry,) = widgets(driver, Entry)
        assert entry.text == str(player)
