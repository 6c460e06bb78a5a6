"""Settings in the window: each taken over at once, written once, and never in a state that locks a person out."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from game.cabinets.stages import PRESENTATIONS
from game.engine.audio import Sound
from game.engine.colour import SEAT_COLOURS
from game.engine.input import (
    FIRST_PAD,
    KEYBOARD,
    Command,
    CommandName,
    Device,
    InputEvent,
    KeyPressed,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    TextTyped,
)
from game.engine.scene import Context
from game.engine.widgets import Button, ColourPicker, DropDown, Entry, RichText, Segments, Slider, Stepper, Tabs, Toggle
from game.ground import paths
from game.ground.settings import DEFAULT_KEYS, DEFAULT_PLAY_KEYS, THINKING, PlayKey, Settings, default_path, load
from game.ground.texts import LANGUAGES, Texts
from game.scenes.settings.capture import KeyCapture
from game.scenes.settings.colours import alike, distance
from game.scenes.settings.keys import KeyButton, KeyRow, clash, give, key_label, may_mean, meaning_label, take
from game.scenes.settings.scene import SettingsScene, Tab
from tests.engine.widgets.page_driver import SIZES, click, go_to, group_of, reachable, the, widgets
from tests.in_turns import in_turns
from tests.scenes.scene_driver import Driver, Told, driving

REST = 30
"""Frames after which a value that is left alone has been written."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    return tmp_path


class Room:
    """The settings in the loop, and what was said there."""

    def __init__(self, tab: Tab = Tab.GENERAL) -> None:
        self.tab = tab
        self.told = Told()

    def make(self, context: Context) -> SettingsScene:
        context.notify = self.told
        self.scene = SettingsScene(context, self.tab)
        return self.scene


def written() -> Settings:
    """The settings as the file has them."""
    settings, problem = load()
    assert problem is None
    return settings


def turn_to(driver: Driver, tab: Tab, device: Device = KEYBOARD) -> None:
    """Choose a tab by commands."""
    go_to(driver, widgets(driver, Tabs)[0], device)
    for _ in Tab:
        driver.command(CommandName.LEFT, device)
    for _ in range(list(Tab).index(tab)):
        driver.command(CommandName.RIGHT, device)


def test_another_language_at_once_by_mouse() -> None:
    room = Room()
    with driving(room.make) as driver:
        assert room.scene.heading == "Settings"
        languages = widgets(driver, Segments)[1]
        click(driver, languages, 0.5)
        assert room.scene.heading == "설정"
        assert driver.context.texts.line("settings.tab.keys") in [
            option.label for option in widgets(driver, Tabs)[0].options
        ]
    assert written().language == "ko"


@pytest.mark.parametrize("device", [KEYBOARD, FIRST_PAD], ids=str)
def test_text_size_motion_and_pace_by_keys_or_pad_alone(device: Device) -> None:
    room = Room()
    with driving(room.make) as driver:
        go_to(driver, widgets(driver, Stepper)[0], device)
        driver.command(CommandName.RIGHT, device)
        driver.command(CommandName.RIGHT, device)
        driver.until(lambda: driver.context.typeface.text_size == 120)
        assert group_of(driver).focused_widget is widgets(driver, Stepper)[0]
        go_to(driver, widgets(driver, Toggle)[0], device)
        driver.command(CommandName.CONFIRM, device)
        turn_to(driver, Tab.GAME, device)
        pace = widgets(driver, Segments)[1]
        go_to(driver, pace, device)
        driver.command(CommandName.LEFT, device)
        assert room.scene.tab is Tab.GAME
    settings = written()
    assert settings.display.text_size == 120 and settings.motion.reduced and settings.motion.pace == "fast"


def pushed_to_its_end(driver: Driver, slider: Slider) -> int:
    group_of(driver).focus(slider)
    driver.send(KeyPressed("end"))
    driver.step(REST)
    return slider.high


def test_every_volume_has_a_slider_over_its_range() -> None:
    room = Room(Tab.SOUND)
    with driving(room.make) as driver:
        sliders = widgets(driver, Slider)
        assert [slider.value for slider in sliders] == list(msgspec.structs.astuple(Settings().volume))
        assert pushed_to_its_end(driver, sliders[-1]) == written().volume.music == 100


def test_every_delay_of_every_game_has_a_slider() -> None:
    room = Room(Tab.GAME)
    with driving(room.make) as driver:
        sliders = widgets(driver, Slider)
        declared = [usual for presentation in PRESENTATIONS.values() for usual in presentation.delays.values()]
        assert [slider.value for slider in sliders] == [Settings().delays[THINKING], *declared]
        assert pushed_to_its_end(driver, sliders[-1]) == 5000
        game, names = [(game, list(shown.delays)) for game, shown in PRESENTATIONS.items() if shown.delays][-1]
        assert written().delays == {THINKING: 600, f"{game}.{names[-1]}": 5000}


def test_a_slider_that_is_drawn_along_writes_once(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room(Tab.SOUND)
    with driving(room.make) as driver:
        applied: list[int] = []
        apply = driver.context.apply_settings

        def count() -> None:
            applied.append(1)
            apply()

        monkeypatch.setattr(driver.context, "apply_settings", count)
        slider = widgets(driver, Slider)[0]
        y = slider.box.centery
        driver.send(PointerMoved(slider.box.left + 100, y), PointerPressed(slider.box.left + 100, y))
        for x in range(100, 20, -4):
            driver.send(PointerMoved(slider.box.left + x, y))
        assert applied == [] and widgets(driver, Slider)[0] is slider
        driver.send(PointerReleased(slider.box.left + 20, y))
        driver.step(REST)
        assert applied == [1]
        assert written().volume.master == slider.value < 80


def test_what_was_not_written_yet_is_written_on_leaving() -> None:
    room = Room(Tab.SOUND)
    with driving(room.make) as driver:
        group_of(driver).focus(widgets(driver, Slider)[1])
        driver.command(CommandName.LEFT)
        driver.command(CommandName.BACK)
        driver.step(2)
        assert driver.context.stack.top is None
    assert written().volume.effects == 79


def test_a_sound_of_ones_own(home: Path) -> None:
    room = Room(Tab.SOUND)
    with driving(room.make) as driver:
        entries = widgets(driver, Entry)
        declared = {sound for shown in PRESENTATIONS.values() for sound in shown.sounds}
        assert len(entries) == len({*Sound, *declared})
        group_of(driver).focus(entries[0])
        driver.send(TextTyped("nowhere.ogg"), Command(CommandName.CONFIRM))
        assert room.told[-1:] == [driver.context.texts.line("settings.sounds.missing", file="nowhere.ogg")]
        assert written().sounds == {next(iter(Sound)): "nowhere.ogg"}
        driver.send(KeyPressed("a", frozenset({"ctrl"})), KeyPressed("delete"))
        driver.step(REST)
    assert written().sounds == {}


def test_a_seat_is_dyed_by_its_code() -> None:
    room = Room(Tab.COLOURS)
    with driving(room.make) as driver:
        click(driver, widgets(driver, Segments)[1], 0.6)
        picker = widgets(driver, ColourPicker)[0]
        assert picker.colour == SEAT_COLOURS["crimson"]
        click(driver, picker.code)
        driver.send(KeyPressed("a", frozenset({"ctrl"})), TextTyped("#112233"))
        driver.step(REST)
    assert written().seat_colours[2] == "#112233"


def test_the_usual_colours_differ_for_every_eye_and_a_bad_pair_is_told() -> None:
    usual = Settings().seat_colours
    assert alike(usual) is None
    olive, terracotta = "#7F8F2C", "#D9643A"
    assert distance(olive, terracotta) > 150
    assert alike((usual[0], olive, terracotta, usual[3])) == (1, 2)
    assert alike((usual[0], usual[1], usual[2], usual[1])) == (1, 3)


KEYS, PLAY_KEYS = dict(DEFAULT_KEYS), dict(DEFAULT_PLAY_KEYS)


def test_a_free_key_replaces_or_adds() -> None:
    change = give(KEYS, CommandName.HINT, "f1", "h")
    assert change.keys is not None and change.keys[CommandName.HINT] == ("f1",)
    change = give(KEYS, CommandName.HINT, "f1", None)
    assert change.keys is not None and change.keys[CommandName.HINT] == ("h", "f1")


def test_a_key_means_one_thing_and_no_command_is_left_without() -> None:
    change = give(KEYS, CommandName.HINT, "ctrl+z", None)
    assert change.text == "settings.keys.taken" and change.keys is not None
    assert change.keys[CommandName.UNDO] == ("u",) and change.keys[CommandName.HINT] == ("h", "ctrl+z")
    assert give(KEYS, CommandName.HINT, "escape", "h").keys is None
    assert give(KEYS, CommandName.HINT, "h", None).keys is None
    assert take(KEYS, CommandName.BACK, "escape").keys is None
    fewer = take(KEYS, CommandName.CONFIRM, "enter").keys
    assert fewer is not None and fewer[CommandName.CONFIRM] == ("return",)


def test_a_key_of_play_is_one_persons() -> None:
    change = give(PLAY_KEYS, PlayKey.FIRST_ACT, "right shift", "space")
    assert change.keys is not None and change.text == "settings.keys.taken"
    assert change.keys[PlayKey.FIRST_ACT] == ("right shift",) and change.keys[PlayKey.SECOND_ACT] == ("return",)
    refused = give(PLAY_KEYS, PlayKey.FIRST_LEFT, "left", "a")
    assert refused.keys is None and refused.text == "settings.keys.last", "the other person would have none"


def test_the_way_out_is_no_key_of_play_and_no_key_of_play_becomes_it() -> None:
    assert clash(KEYS, PLAY_KEYS, PlayKey.FIRST_LEFT, "escape") is not None
    assert clash(KEYS, PLAY_KEYS, CommandName.BACK, "a") is not None
    assert clash(KEYS, PLAY_KEYS, PlayKey.FIRST_LEFT, "h") is None, "other commands make none in real time"
    assert clash(KEYS, PLAY_KEYS, CommandName.HINT, "a") is None


def test_keys_that_only_change_others_are_keys_of_play_alone() -> None:
    assert may_mean("right shift", PlayKey.FIRST_ACT) and not may_mean("right shift", CommandName.HINT)
    assert not any(may_mean(key, PlayKey.FIRST_ACT) for key in ("", "caps lock", "left meta"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_change_of_keys_has_a_sentence(language: str) -> None:
    texts = Texts(language)
    changes = [
        give(KEYS, CommandName.HINT, "f1", "h"),
        give(KEYS, CommandName.HINT, "u", "h"),
        give(KEYS, CommandName.HINT, "escape", "h"),
        give(KEYS, CommandName.HINT, "h", "h"),
        take(KEYS, CommandName.BACK, "escape"),
        take(KEYS, CommandName.UNDO, "u"),
        give(PLAY_KEYS, PlayKey.FIRST_ACT, "right shift", "space"),
        clash(KEYS, PLAY_KEYS, PlayKey.FIRST_ACT, "escape"),
        clash(KEYS, PLAY_KEYS, CommandName.BACK, "space"),
    ]
    assert len({change.sentence(texts) for change in changes if change}) == len(changes)
    assert len({meaning_label(texts, play) for play in PlayKey}) == len(PlayKey)
    assert key_label(texts, "ctrl+z") == "Ctrl Z"


def key_button(driver: Driver, meaning: CommandName | PlayKey, number: int = 0) -> KeyButton:
    row = widgets(driver, KeyRow)[[*CommandName, *PlayKey].index(meaning)]
    return [control for control in row.controls if isinstance(control, KeyButton)][number]


def press_new_key(driver: Driver, *events: InputEvent) -> None:
    driver.step(2)
    assert isinstance(driver.top, KeyCapture) and driver.top.wants_keys
    driver.send(*events)
    driver.step(2)


def test_a_key_is_changed_by_mouse_and_works_at_once() -> None:
    room = Room(Tab.KEYS)
    with driving(room.make) as driver:
        group_of(driver).focus(key_button(driver, CommandName.HINT))
        driver.step(30)
        click(driver, key_button(driver, CommandName.HINT))
        press_new_key(driver, KeyPressed("left shift"), KeyPressed("j", frozenset({"shift"})))
        assert key_button(driver, CommandName.HINT).label == "Shift J"
        assert room.told == [
            driver.context.texts.line("settings.keys.set", key="Shift J", command="Hint"),
        ]
    assert written().keys[CommandName.HINT] == ("shift+j",)


def test_a_key_is_changed_by_keys_alone_and_called_off_by_pad() -> None:
    room = Room(Tab.KEYS)
    with driving(room.make) as driver:
        go_to(driver, key_button(driver, CommandName.LEFT))
        driver.command(CommandName.CONFIRM)
        press_new_key(driver, KeyPressed("escape"))
        assert driver.context.settings.keys[CommandName.LEFT] == ("left",)
        assert room.told == [driver.context.texts.line("settings.keys.last", key="Esc", other="Back")]
        driver.command(CommandName.CONFIRM)
        press_new_key(driver, Command(CommandName.BACK, FIRST_PAD))
        assert driver.context.stack.top is room.scene
        driver.command(CommandName.CONFIRM)
        press_new_key(driver, KeyPressed("a"))
        assert driver.context.settings.keys[CommandName.LEFT] == ("a",)
        assert group_of(driver).focused_widget is key_button(driver, CommandName.LEFT)


def test_a_key_of_play_is_changed_by_pad_and_set_back() -> None:
    """Right Shift is a key like others there, and what is held with a key does not count."""
    room = Room(Tab.KEYS)
    with driving(room.make) as driver:
        go_to(driver, key_button(driver, PlayKey.FIRST_ACT), FIRST_PAD)
        driver.command(CommandName.CONFIRM, FIRST_PAD)
        press_new_key(driver, KeyPressed("escape"))
        assert driver.context.settings.play_keys == DEFAULT_PLAY_KEYS
        driver.command(CommandName.CONFIRM, FIRST_PAD)
        press_new_key(driver, KeyPressed("left shift", frozenset({"shift"})))
        assert key_button(driver, PlayKey.FIRST_ACT).label == "Left Shift"
        assert written().play_keys[PlayKey.FIRST_ACT] == ("left shift",)
        assert written().keys == DEFAULT_KEYS
        go_to(driver, key_button(driver, PlayKey.SECOND_ACT))
        driver.send(KeyPressed("delete"))
        assert written().play_keys[PlayKey.SECOND_ACT] == ("return",)
        refusal = driver.context.texts.line("settings.keys.everywhere", key="Esc", other="Back")
        assert room.told[0] == refusal
        click(driver, the(driver, Button, lambda button: button.icon == "rotate-ccw"))
        assert driver.context.settings.play_keys == DEFAULT_PLAY_KEYS
    assert written().play_keys == DEFAULT_PLAY_KEYS


def test_a_key_is_taken_away_and_all_are_set_back() -> None:
    room = Room(Tab.KEYS)
    with driving(room.make) as driver:
        go_to(driver, key_button(driver, CommandName.UNDO, 1))
        driver.send(KeyPressed("delete"))
        assert written().keys[CommandName.UNDO] == ("u",)
        click(driver, the(driver, Button, lambda button: button.icon == "rotate-ccw"))
        assert driver.context.settings.keys == DEFAULT_KEYS
    assert written().keys == DEFAULT_KEYS


@pytest.mark.parametrize("tab", list(Tab))
def test_everything_is_reached_by_next(tab: Tab) -> None:
    room = Room(tab)
    with driving(room.make) as driver:
        assert reachable(driver) == {id(widget) for widget in group_of(driver).walk() if widget.takes_focus}


def test_a_disk_that_refuses_is_told_and_the_setting_still_counts(home: Path) -> None:
    room = Room()
    (home / "config").write_text("in the way of the folder", encoding="utf-8")
    with driving(room.make) as driver:
        click(driver, widgets(driver, Segments)[1], 0.5)
        assert room.scene.heading == "설정"
        assert driver.app.toasts.texts and str(default_path()) in driver.app.toasts.texts[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_credits_name_every_licence(language: str) -> None:
    text = Texts(language).line("credits.text", version="1")
    licences = [path.relative_to(paths.assets().parent) for path in paths.assets().rglob("*LICEN[CS]E*")]
    assert licences
    assert [path for path in licences if path.as_posix() not in text] == []


def test_the_credits_are_scrolled_by_pad() -> None:
    room = Room(Tab.ABOUT)
    with driving(room.make) as driver:
        text = widgets(driver, RichText)[0]
        go_to(driver, text, FIRST_PAD)
        driver.command(CommandName.DOWN, FIRST_PAD)
        driver.step(20)
        assert text.scroller.offset > 0


@in_turns(one_in=2, tab=list(Tab), language=LANGUAGES, text_size=[100, 150])
def test_nothing_is_cut(tab: Tab, language: str, text_size: int) -> None:
    for size in SIZES:
        room = Room(tab)
        with driving(room.make, size=size, language=language, text_size=text_size) as driver:
            for widget in list(group_of(driver).walk()):
                if widget.takes_focus:
                    group_of(driver).focus(widget)
                    driver.step()
            assert driver.context.typeface.overflows == []


def test_the_window_sizes_are_the_one_it_has_and_those_that_the_screen_has_room_for() -> None:
    def small(context: Context) -> SettingsScene:
        context.settings.display.width, context.settings.display.height = 1280, 720
        context.largest = 1280, 636
        return SettingsScene(context)

    with driving(small, size=(1130, 636), language="en") as driver:
        choices = [*widgets(driver, Segments), *widgets(driver, DropDown)]
        labels = {option.label for choice in choices for option in choice.options}
        assert {"960×540", "1130×636"} <= labels and "1280×720" not in labels and "1,130×636" not in labels
