"""Files from elsewhere, dragged onto the window or looked for: recordings from friends, players of one's own."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.cabinets.listed import CABINETS
from game.commands.shared.seats import options_for
from game.core import attachments
from game.engine.canvas import Canvas
from game.engine.input import FIRST_PAD, KEYBOARD, CommandName, Device, FileDropped, KeyPressed
from game.engine.loop.controls import Controls
from game.engine.scene import Context, Scene
from game.engine.widgets import Button, Dialog, Entry, Toggle
from game.ground import paths
from game.ground.program import option_words
from game.scenes import arcade
from game.scenes.files.chooser import FileChooser
from game.scenes.files.listing import FolderError, listed
from game.scenes.lobby.open import OpenScene
from game.scenes.replays.scene import ReplaysScene
from game.scenes.replays.table import ReplayTable
from game.scenes.setup.own import OwnPlayerDialog
from game.scenes.setup.own_lists import MOST
from game.scenes.setup.scene import SetupScene
from tests.engine.widgets.page_driver import click, the, widgets
from tests.scenes.replays.test_scene import record
from tests.scenes.scene_driver import Driver, driving
from tests.showroom.scenes import render
from tests.systems import needs_links


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
        (tmp_path / "notes.souk").write_text("no recording", encoding="utf-8")
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
        "from game.core.bots import Bot\n\nclass Mine(Bot):\n    def decide(self, request):\n        return None\n",
        encoding="utf-8",
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


def test_a_list_of_ones_own_is_dropped_into_a_setup_and_what_is_wrong_is_said_with_its_line(tmp_path: Path) -> None:
    farm = tmp_path / "farm.toml"
    farm.write_text('[[words]]\nko = "쟁기"\n\n[[words]]\ndifficulty = 2\n', encoding="utf-8")
    told: list[str] = []

    def make(context: Context) -> Scene:
        context.notify = told.append
        context.settings.guided = ("sketch",)
        return arcade.setup(context, "sketch")

    with driving(make) as driver:
        scene = driver.top
        assert isinstance(scene, SetupScene)
        driver.send(FileDropped(str(farm)))
        assert "farm.toml" in told[0] and "4" in told[0] and not scene.options["lists"]
        farm.write_text('[[words]]\nko = "쟁기"\n', encoding="utf-8")
        driver.send(FileDropped(str(farm)))
        assert scene.options["lists"].startswith("farm@") and len(told) == 1
        assert any(toggle.label == "farm" and toggle.on for toggle in widgets(driver, Toggle))
    with driving(make) as driver:
        assert [toggle.on for toggle in widgets(driver, Toggle) if toggle.label == "farm"] == [False], "it was kept"
        keeping = paths.lists() / "sketch" / "lists"
        for number in range(MOST - 1):
            (keeping / f"{number}.csv").write_text("ko\n", encoding="utf-8")
        driver.send(FileDropped(str(farm)))
        assert len(told) == 1, "over the one of its name"
        (tmp_path / "barn.toml").write_text(farm.read_text(encoding="utf-8"), encoding="utf-8")
        driver.send(FileDropped(str(tmp_path / "barn.toml")))
        assert str(keeping) in told[1] and not (keeping / "barn.toml").exists()


def test_a_game_with_several_kinds_of_lists_asks_which_one_was_dropped_and_offers_it_there_alone(
    tmp_path: Path,
) -> None:
    (tmp_path / "class.txt").write_text("슭곰발\n", encoding="utf-8")
    (tmp_path / "dares.txt").write_text("Sing a song, loudly!\n", encoding="utf-8")
    told: list[str] = []

    def make(context: Context) -> Scene:
        context.notify = told.append
        context.settings.guided = ("words",)
        return arcade.setup(context, "words")

    def drop(driver: Driver, name: str, kind: str) -> None:
        driver.send(FileDropped(str(tmp_path / name)))
        driver.until(lambda: isinstance(driver.top, Dialog))
        assert not driver.context.typeface.overflows
        label = driver.context.texts.line(f"words.option.{kind}.title")
        click(driver, the(driver, Button, lambda button: button.label == label))
        driver.until(lambda: isinstance(driver.top, SetupScene))

    with driving(make) as driver:
        scene = driver.top
        assert isinstance(scene, SetupScene)
        drop(driver, "dares.txt", "extra")
        assert len(told) == 1 and "singasong,loudly!" in told[0] and scene.options["extra"] == "ours"
        drop(driver, "class.txt", "extra")
        drop(driver, "dares.txt", "forfeit")
        assert scene.options["extra"].startswith("class@") and ",ours" in scene.options["extra"]
        assert scene.options["forfeit"].startswith("dares@") and len(told) == 1
    with driving(make) as driver:
        offered = {option.name: option.choices for option in driver.top._lists.described if option.kind == "names"}  # type: ignore[attr-defined]
        own = {kind: [name.partition("@")[0] for name in names if "@" in name] for kind, names in offered.items()}
        assert own == {"extra": ["class"], "themes": [], "forfeit": ["dares"]}


def test_a_list_dropped_where_a_room_is_opened_is_known_to_its_host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    farm = tmp_path / "farm.toml"
    farm.write_text('[[words]]\nko = "쟁기"\n', encoding="utf-8")
    with driving(lambda context: OpenScene(context, "Mia", "sketch")) as driver:
        scene = driver.top
        assert isinstance(scene, OpenScene)
        driver.send(FileDropped(str(farm)))
        assert any(toggle.label == "farm" and toggle.on for toggle in widgets(driver, Toggle))
        plans = list[Any]()
        monkeypatch.setattr(driver.context.stack, "pop", plans.append)
        scene.open()
    monkeypatch.setattr(attachments, "_attached", {})
    words = option_words(plans[0].options)
    options = options_for(CABINETS["sketch"], words[1::2])
    assert list(attachments.attached(options).values()) == [farm.read_bytes()]


PLAYER = "from game.core.bots import Bot\n\nclass {}(Bot):\n    def decide(self, request):\n        return None\n"


@needs_links
def test_a_folder_lists_folders_and_fitting_files_the_latest_first(tmp_path: Path) -> None:
    for name in ("b", "A", ".hidden"):
        (tmp_path / name).mkdir()
    for when, name in enumerate(("old.py", "new.py", "notes.txt", ".secret.py")):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (when + 1, when + 1))
    (tmp_path / "gone.py").symlink_to(tmp_path / "nowhere")
    assert [entry.path.name for entry in listed(tmp_path, (".py",))] == ["A", "b", "new.py", "old.py"]
    with pytest.raises(FolderError):
        listed(tmp_path / "nowhere", (".py",))


@pytest.mark.parametrize("device", [KEYBOARD, pytest.param(FIRST_PAD, marks=pytest.mark.slow)], ids=str)
def test_a_player_is_looked_for_by_keys_or_pad_alone(tmp_path: Path, device: Device) -> None:
    bots = tmp_path / "my bots"
    bots.mkdir()
    (bots / "fox.py").write_text(PLAYER.format("Fox"), encoding="utf-8")

    def make(context: Context) -> Scene:
        context.settings.folders = (str(tmp_path),)
        return arcade.setup(context, "nullgame")

    with driving(make) as driver:
        setup = driver.top
        assert isinstance(setup, SetupScene)
        setup.ask_own(1)
        driver.step(20)
        click(driver, the(driver, Button, lambda button: button.icon == "folder"))
        driver.until(lambda: isinstance(driver.top, FileChooser))
        chooser = driver.top
        assert isinstance(chooser, FileChooser)
        names = [entry.path.name for entry in chooser._entries]
        for _ in range(names.index("my bots")):
            driver.command(CommandName.DOWN, device)
        driver.command(CommandName.CONFIRM, device)
        assert chooser.folder == bots
        driver.command(CommandName.CONFIRM, device)
        driver.until(lambda: driver.top is setup)
        assert setup.seating.seats[1].spec == f"{bots / 'fox.py'}:Fox"
        assert driver.context.settings.folders[0] == str(bots)


def test_a_file_with_two_players_asks_which(tmp_path: Path) -> None:
    (tmp_path / "two.py").write_text(PLAYER.format("Fox") + PLAYER.format("Owl"), encoding="utf-8")
    with driving(OwnPlayerDialog) as driver:
        driver.step(5)
        dialog = driver.top
        assert isinstance(dialog, OwnPlayerDialog)
        dialog.resumed(tmp_path / "two.py")
        driver.step(2)
        assert driver.top is dialog and "Fox" in dialog.text and "Owl" in dialog.text


def test_a_recording_is_looked_for_from_the_replays(tmp_path: Path) -> None:
    theirs = record(tmp_path / "from Leila", "theirs", 2)

    def make(context: Context) -> ReplaysScene:
        context.settings.folders = (str(tmp_path),)
        return ReplaysScene(context, lambda _path: None, tmp_path / "replays")

    with driving(make) as driver:
        scene = driver.top
        assert isinstance(scene, ReplaysScene)
        click(driver, the(driver, Button, lambda button: button.icon == "folder"))
        driver.until(lambda: isinstance(driver.top, FileChooser))
        driver.send(KeyPressed("backspace"))
        driver.command(CommandName.BACK)
        driver.until(lambda: driver.top is scene)
        assert not scene.shelf.recordings
        click(driver, the(driver, Button, lambda button: button.icon == "folder"))
        driver.until(lambda: isinstance(driver.top, FileChooser))
        driver.send(FileDropped(str(theirs)))
        driver.until(lambda: driver.top is scene)
        assert scene.selected is not None and scene.selected.path == tmp_path / "replays" / "theirs.souk"


@pytest.mark.parametrize("language", ["ko", pytest.param("en", marks=pytest.mark.slow)])
@pytest.mark.parametrize("text_size", [pytest.param(100, marks=pytest.mark.slow), 150])
def test_nothing_of_the_chooser_is_cut(language: str, text_size: int) -> None:
    _, cut = render("files", "nullgame", 0, 3, (960, 540), language, text_size)
    assert cut == []
