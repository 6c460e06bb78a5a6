"""Variations of a recording: named, commented, deleted, kept with the recording; by mouse, keys and pad."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.cabinets.listed import CABINETS
from game.engine.input import FIRST_PAD, CommandName, TextComposed, TextTyped
from game.engine.scene import Context, Scene
from game.engine.widgets import Button, Entry
from game.engine.widgets.dialog import Dialog
from game.ground import paths
from game.ground.recordings import beside
from game.ground.settings import Settings
from game.scenes.feeds.local import LocalFeed, start_local
from game.scenes.feeds.replay import open_replay
from game.scenes.replays.shelf import Shelf
from game.scenes.review.sandbox import SandboxTable, begin_variation, trial_of
from game.scenes.review.variation_list import NoteDialog, VariationsScene
from game.scenes.review.variations import (
    Note,
    VariationError,
    delete_variation,
    folder_of,
    read_note,
    read_variations,
    write_note,
)
from game.scenes.table.menu import MenuChoice
from game.scenes.table.scene import TableScene
from tests.engine.widgets.page_driver import click, go_to, the
from tests.scenes.scene_driver import Driver, driving, plan, played


@pytest.fixture
def recording(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A match of eight steps, from whose fourth step two things were tried."""
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    feed = played(start_local(plan("marrakech", "human", "human"), Settings()), 8)
    feed.close()
    path = feed.recording
    assert path is not None
    for seed in (5, 6):
        replay = open_replay(path)
        replay.seek(4)
        branch = replay.branch()
        assert branch is not None
        trial = begin_variation(branch, path)
        played(trial, len(trial.entries) + seed, seed)
        trial.close()
    return path


def scene(driver: Driver) -> VariationsScene:
    found = next(scene for scene in driver.context.stack.scenes if isinstance(scene, VariationsScene))
    assert isinstance(found, VariationsScene)
    return found


def test_a_note_lies_beside_its_variation_until_it_is_emptied(recording: Path) -> None:
    first, second = read_variations(recording)
    assert first.note == Note() and first.begin >= 4
    write_note(second.path, Note("상변 먼저", "여기서 끊으면 어떨까?"))
    assert [each.note.name for each in read_variations(recording)] == ["", "상변 먼저"]
    write_note(second.path, Note())
    assert read_note(second.path) == Note() and beside(second.path) == []


@pytest.mark.parametrize("data", [b"", b"{", b'{"name": 3}', b'{"name": "%s"}' % (b"x" * 5000), b"\xff"])
def test_a_broken_note_is_none(recording: Path, data: bytes) -> None:
    variation = read_variations(recording)[0].path
    variation.with_name(f"{variation.name}.note").write_bytes(data)
    assert read_note(variation) == Note()


def test_what_cannot_be_written_is_said(recording: Path) -> None:
    variation = read_variations(recording)[0].path
    variation.with_name(f"{variation.name}.note").mkdir()
    with pytest.raises(VariationError) as raised:
        write_note(variation, Note("a"))
    assert raised.value.key == "review.variations.not_written"


def test_a_deleted_variation_takes_what_was_tried_from_it_along(recording: Path) -> None:
    first, second = read_variations(recording)
    write_note(first.path, Note("a"))
    folder_of(first.path).mkdir()
    (folder_of(first.path) / "variation-1.souk").write_bytes(first.path.read_bytes())
    delete_variation(first.path)
    assert sorted(folder_of(recording).iterdir()) == [second.path]


def test_variations_go_with_a_recording_that_is_renamed_and_away_with_one_that_is_deleted(recording: Path) -> None:
    write_note(read_variations(recording)[0].path, Note("a"))
    shelf = Shelf(paths.replays())
    shelf.rename(shelf.recordings[0], "ours")
    moved = recording.with_name("ours.souk")
    assert [each.note.name for each in read_variations(moved)] == ["a", ""]
    assert beside(recording) == []
    shelf.delete(shelf.recordings[0])
    assert list(paths.replays().iterdir()) == []


def test_a_variation_is_named_by_keyboard_with_an_input_method(recording: Path) -> None:
    with driving(lambda context: VariationsScene(context, recording)) as driver:
        go_to(driver, the(driver, Button, lambda button: button.icon == "pencil"))
        driver.command(CommandName.CONFIRM)
        driver.until(lambda: isinstance(driver.top, NoteDialog))
        assert driver.top.wants_text and driver.top.text_box
        driver.send(TextComposed("벼"), TextComposed("변"), TextTyped("변"), TextTyped("화"))
        driver.command(CommandName.CONFIRM)
        driver.send(TextTyped("끊"), TextComposed("기"))
        driver.command(CommandName.CONFIRM)
        driver.until(lambda: isinstance(driver.top, VariationsScene))
        assert scene(driver).variations[-1].note == Note("변화", "끊기")


def test_a_variation_is_renamed_by_mouse_and_what_is_cancelled_stays(recording: Path) -> None:
    write_note(read_variations(recording)[-1].path, Note("old", "said"))
    with driving(lambda context: VariationsScene(context, recording)) as driver:
        for keep, name in ((False, "old"), (True, "new")):
            click(driver, the(driver, Button, lambda button: button.icon == "pencil"))
            driver.until(lambda: isinstance(driver.top, NoteDialog))
            entry = the(driver, Entry, lambda entry: entry.text == "old")
            click(driver, entry)
            entry.text = ""
            driver.send(TextTyped("new"))
            label = driver.context.texts.line("review.variations.keep" if keep else "replays.cancel")
            click(driver, the(driver, Button, lambda button, label=label: button.label == label))
            driver.until(lambda: isinstance(driver.top, VariationsScene))
            assert scene(driver).variations[-1].note == Note(name, "said")


def test_variations_are_deleted_by_pad_until_there_are_none(recording: Path) -> None:
    with driving(lambda context: VariationsScene(context, recording)) as driver:
        for left in (1, 0):
            go_to(driver, the(driver, Button, lambda button: button.icon == "trash-2"), FIRST_PAD)
            driver.command(CommandName.CONFIRM, FIRST_PAD)
            driver.until(lambda: isinstance(driver.top, Dialog))
            delete = the(driver, Button, lambda button: button.icon == "trash-2")
            go_to(driver, delete, FIRST_PAD)
            driver.command(CommandName.CONFIRM, FIRST_PAD)
            driver.until(lambda: isinstance(driver.top, VariationsScene))
            assert len(scene(driver).variations) == left
        assert not the(driver, Button, lambda button: button.icon == "pencil").enabled
        driver.command(CommandName.CONFIRM)
        assert list(folder_of(recording).iterdir()) == []


@pytest.mark.parametrize("language", ["ko", "en"])
def test_no_text_overflows(recording: Path, language: str) -> None:
    long = Note("가나다라마바사" * 5, "This was to be tried for a long time already, " * 8)
    write_note(read_variations(recording)[0].path, long)
    with driving(
        lambda context: VariationsScene(context, recording), size=(960, 540), language=language, text_size=150
    ) as driver:
        driver.step(2)
        driver.command(CommandName.UP)
        scene(driver)._ask_note()
        driver.step(3)
        assert isinstance(driver.top, NoteDialog)
        driver.command(CommandName.BACK)
        scene(driver)._ask_delete()
        driver.step(3)
        assert driver.context.typeface.overflows == []


def test_a_running_match_is_tried_from_and_not_touched(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))

    def make(context: Context) -> Scene:
        return TableScene(
            context, played(start_local(plan("marrakech", "human", "human"), Settings()), 6), tried=trial_of
        )

    with driving(make) as driver:
        table = driver.top
        assert isinstance(table, TableScene) and isinstance(table.feed, LocalFeed)
        match, kept = table.feed.match, table.feed.recording
        before = match.hash(), match.number
        assert MenuChoice.TRY in table.menu_choices() and kept is not None
        table.carry_out(MenuChoice.TRY)
        driver.until(lambda: isinstance(driver.top, SandboxTable) and not driver.context.stack.fading)
        trial = driver.top
        assert isinstance(trial, SandboxTable) and trial.trial.match.steps == match.steps
        driver.until(lambda: trial.conductor.chooser is not None)
        choice = trial.feed.choice
        assert choice is not None and choice.legal
        trial.conductor.play(choice.legal[0])
        driver.until(lambda: trial.anything_tried and trial.conductor.idle)
        trial.ask_to_leave()
        driver.until(lambda: driver.top is table and not driver.context.stack.fading)
        driver.step(3)
        assert (match.hash(), match.number) == before
        (variation,) = read_variations(kept)
        assert variation.begin == before[1]


def test_nothing_is_tried_where_people_have_secrets(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    secret = next(game for game, cabinet in CABINETS.items() if cabinet.info.curtain)
    feed = start_local(plan(secret, *["human"] * CABINETS[secret].info.usual_seats), Settings())
    assert feed.branch() is None
    feed.close()
