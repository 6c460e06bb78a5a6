"""The loop: events in, pictures out, and every way it can end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import Event

from game.commands.shared.window import open_at
from game.core.errors import SpokenError
from game.engine.canvas import Box, Canvas
from game.engine.clock import LONGEST_FRAME, FakeClock, SystemClock
from game.engine.input import Command, CommandName, InputEvent, PointerPressed, Resized, TextTyped
from game.engine.loop.app import App, CrashError, DisplayError, has_display
from game.engine.loop.screenshot import picture
from game.engine.loop.window import Sheet, Window, icon
from game.engine.pictures import write_png
from game.engine.scene import Context, Scene
from game.ground import files, paths
from game.ground.settings import LEAST_HEIGHT, LEAST_WIDTH, Display, PlayKey, Settings, load
from game.ground.texts import LANGUAGES, Texts
from tests import ROOT
from tests.systems import needs_no_screen


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    yield tmp_path
    pygame.mixer.quit()
    pygame.display.quit()


class Probe(Scene):
    """Keeps what it is given."""

    text = False

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.events: list[InputEvent] = []
        self.seconds: list[float] = []
        self.left = 0

    @property
    def wants_text(self) -> bool:
        return self.text

    @property
    def text_box(self) -> Box | None:
        return Box(100, 100, 200, 40) if self.text else None

    def handle(self, event: InputEvent) -> None:
        self.events.append(event)

    def update(self, seconds: float) -> None:
        self.seconds.append(seconds)

    def draw(self, canvas: Canvas) -> None:
        canvas.surface.fill("#ffffff")

    def leave(self) -> None:
        self.left += 1


def started(scene_type: type[Scene] = Probe, **settings: Any) -> tuple[App, Any]:
    """An App on a sheet, with its first scene in sight."""
    app = App(Settings(language="en", **settings), Sheet((1280, 720)), FakeClock(), audible=False)
    scene = scene_type(app.context)
    app.start(scene)
    app.step([])
    while app.context.stack.fading:
        app.step([])
    return app, scene


def key(code: int) -> Event:
    return Event(pygame.KEYDOWN, key=code, mod=0)


def test_a_frame_is_input_then_time_then_picture() -> None:
    app, probe = started()
    probe.seconds.clear()
    click = Event(pygame.MOUSEBUTTONDOWN, pos=(640, 360), button=1)
    assert app.step([click, key(pygame.K_RETURN)])
    assert probe.events[0] == PointerPressed(640, 360)
    assert Command(CommandName.CONFIRM) in probe.events
    assert probe.seconds == [pytest.approx(1 / 60)]
    assert app.screen.surface.get_at((10, 10)) == pygame.Color("white")
    app.close()


def test_what_is_pressed_while_the_window_opens_is_not_lost() -> None:
    app = App(Settings(language="en"), Sheet((1280, 720)), FakeClock(), audible=False)
    probe = Probe(app.context)
    app.start(probe)
    app.step([key(pygame.K_RETURN)])
    assert app.context.stack.fading and not probe.events
    app.step([key(pygame.K_ESCAPE)])
    assert [event.name for event in probe.events if isinstance(event, Command)] == [
        CommandName.CONFIRM,
        CommandName.BACK,
    ]
    app.close()


def test_input_after_a_change_of_scene_goes_to_the_next_one() -> None:
    class Opener(Probe):
        def handle(self, event: InputEvent) -> None:
            super().handle(event)
            if isinstance(event, Command):
                self.stack.push(Dialog(self.context))

    class Dialog(Probe):
        overlay = True

    app, opener = started(Opener)
    app.step([key(pygame.K_RETURN), key(pygame.K_ESCAPE)])
    assert [event.name for event in opener.events if isinstance(event, Command)] == [CommandName.CONFIRM]
    app.step([])
    top = app.context.stack.top
    assert isinstance(top, Dialog)
    assert [event.name for event in top.events if isinstance(event, Command)] == [CommandName.BACK]
    app.close()


def test_closing_the_window_in_mid_animation_leaves_every_scene() -> None:
    class Restless(Probe):
        def draw(self, canvas: Canvas) -> None:
            canvas.surface.fill("#ffffff")
            if len(self.seconds) == 3:
                pygame.event.post(Event(pygame.QUIT))

    app = App(Settings(), clock=FakeClock())
    scene = Restless(app.context)
    app.run(lambda context: scene)
    assert scene.left == 1 and len(scene.seconds) == 4
    assert not pygame.display.get_init()


def test_a_system_that_ends_the_program_is_not_asked_whether_it_may() -> None:
    class Playing(Probe):
        def may_close(self) -> bool:
            return False

        def update(self, seconds: float) -> None:
            super().update(seconds)
            assert len(self.seconds) < 60, "it goes on"
            if len(self.seconds) == 1:
                signal.raise_signal(signal.SIGTERM)

    with pytest.raises(KeyboardInterrupt):
        open_at(Playing)


def test_the_program_ends_with_its_last_scene() -> None:
    app, probe = started()
    probe.stack.pop()
    assert not app.step([])
    assert probe.left == 1
    app.close()


def test_quit_from_a_scene() -> None:
    app, probe = started()
    probe.context.quit()
    assert not app.step([])
    app.close()
    assert probe.left == 1


class Breaking(Probe):
    def update(self, seconds: float) -> None:
        raise ZeroDivisionError("the lamp fell over")


def test_a_crash_leaves_a_log_and_one_sentence() -> None:
    app = App(Settings(), clock=FakeClock())
    scene = Breaking(app.context)
    with pytest.raises(CrashError) as raised:
        app.run(lambda context: scene)
    log = Path(raised.value.values["file"])
    assert log.parent == paths.logs()
    account = log.read_text(encoding="utf-8")
    assert "the lamp fell over" in account and "Breaking" in account and "pygame-ce" in account
    for language in LANGUAGES:
        line = Texts(language).line(raised.value.key, raised.value.values)
        assert str(log) in line and "\n" not in line
    assert scene.left == 1 and not pygame.display.get_init()


def test_a_crash_that_cannot_be_written_down_still_ends_in_a_sentence(home: Path) -> None:
    (home / "logs").write_text("in the way", encoding="utf-8")
    app = App(Settings(), clock=FakeClock())
    with pytest.raises(CrashError) as raised:
        app.run(Breaking)
    assert raised.value.key == "app.crash_unwritten"
    assert all(Texts(language).line(raised.value.key, raised.value.values) for language in LANGUAGES)


def test_a_scene_that_breaks_while_it_leaves_does_not_hide_the_first_break() -> None:
    class Worse(Breaking):
        def leave(self) -> None:
            raise KeyError("second")

    app = App(Settings(), clock=FakeClock())
    with pytest.raises(CrashError) as raised:
        app.run(Worse)
    assert raised.value.values["error"] == "ZeroDivisionError"
    assert not pygame.display.get_init()


def test_a_first_scene_that_cannot_be_made_is_a_crash_too() -> None:
    def broken(context: Context) -> Scene:
        raise LookupError("no stall")

    with pytest.raises(CrashError) as raised:
        App(Settings(), clock=FakeClock()).run(broken)
    assert raised.value.values["error"] == "LookupError"
    assert not pygame.display.get_init()


def test_an_error_that_speaks_is_passed_on_as_it_is() -> None:
    class Speaking(Probe):
        def update(self, seconds: float) -> None:
            raise SpokenError("app.no_display")

    app = App(Settings(), clock=FakeClock())
    with pytest.raises(SpokenError) as raised:
        app.run(Speaking)
    assert not isinstance(raised.value, CrashError)


def test_another_size_reaches_canvas_scenes_and_settings() -> None:
    app, probe = started()
    app.step([Event(pygame.VIDEORESIZE, w=1600, h=800, size=(1600, 800))])
    assert Resized(1600, 800) in probe.events
    assert app.context.canvas.surface.get_size() == (1600, 800)
    assert app.context.canvas.bounds.width == pytest.approx(1440)
    app.close()
    assert (load()[0].display.width, load()[0].display.height) == (1600, 800)


def test_a_size_below_the_least_is_not_kept() -> None:
    app, _ = started()
    app.step([Event(pygame.VIDEORESIZE, w=300, h=200, size=(300, 200))])
    app.close()
    assert (load()[0].display.width, load()[0].display.height) == (LEAST_WIDTH, LEAST_HEIGHT)
    assert load()[1] is None


def test_nothing_is_written_when_nothing_changed() -> None:
    app, _ = started()
    app.close()
    assert not paths.config().exists()


def test_full_screen_and_back_keeps_the_windows_size() -> None:
    app = App(Settings(), clock=FakeClock())
    app.start(Probe(app.context))
    app.step([])
    app.step([key(pygame.K_F11)])
    assert app.context.settings.display.fullscreen
    assert app.context.canvas.surface is pygame.display.get_surface()
    app.step([key(pygame.K_F11)])
    assert pygame.display.get_window_size() == (1280, 720)
    app.close()
    assert load()[0] == Settings()


def test_a_picture_is_taken_and_said() -> None:
    app, _ = started()
    for number in (1, 2):
        app.step([key(pygame.K_F12)])
        file = paths.pictures() / f"souk-{number}.png"
        assert pygame.image.load(file).get_size() == (1280, 720)
        assert app.toasts.texts[-1].endswith(file.name)
    app.close()


def test_a_picture_that_cannot_be_kept_is_said_too(home: Path) -> None:
    (home / "pictures").write_text("in the way", encoding="utf-8")
    app, _ = started()
    app.step([key(pygame.K_F12)])
    assert len(app.toasts.texts) == 1 and "souk-1.png" in app.toasts.texts[0]
    app.close()


def test_settings_apply_at_once_and_are_kept() -> None:
    app, probe = started()
    settings = app.context.settings
    settings.language = "ko"
    settings.display.text_size = 150
    settings.keys = {**settings.keys, CommandName.HINT: ("x",)}
    app.context.apply_settings()
    assert app.context.texts.language == "ko" and app.context.typeface.text_size == 150
    app.step([key(pygame.K_x)])
    assert Command(CommandName.HINT) in probe.events
    assert load()[0] == settings
    app.close()


def test_settings_that_cannot_be_kept_apply_all_the_same(home: Path) -> None:
    (home / "config").write_text("in the way", encoding="utf-8")
    app, _ = started()
    app.context.settings.display.text_size = 150
    app.context.apply_settings()
    assert app.context.typeface.text_size == 150
    assert "settings.toml" in app.toasts.texts[0]
    app.close()


def test_keys_that_do_not_exist_are_said() -> None:
    app, _ = started(keys={CommandName.HINT: ("frobnicate",)}, play_keys={PlayKey.FIRST_ACT: ("space", "shift+a")})
    assert "frobnicate, shift+a." in app.toasts.texts[0]
    app.close()


def test_a_missing_sound_device_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no_such_driver")
    app = App(Settings(language="en"), Sheet((1280, 720)), FakeClock())
    app.start(Probe(app.context))
    for _ in range(3):
        app.step([])
    assert len(app.toasts.texts) == 1 and "silently" in app.toasts.texts[0]
    app.close()


def test_toasts_go_again_and_never_pile_up() -> None:
    app, _ = started()
    for text in ("one", "two", "three", "two", "four"):
        app.context.notify(text)
    assert app.toasts.texts == ("three", "two", "four")
    for _ in range(60 * 5):
        app.step([], draw=False)
    assert not app.toasts.texts
    app.close()


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1200, 900), (1920, 1080)])
@pytest.mark.parametrize("text_size", [100, 150])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_sentences_fit_in_a_toast(size: tuple[int, int], text_size: int, language: str) -> None:
    def speak(app: App) -> None:
        app.context.settings.display.text_size = text_size
        app.context.typeface.resize(text_size)
        long = "/home/somebody/with/a/rather/long/path/to/a/file/that/nobody/would/choose/to/type/souk-1.png"
        values = {"file": long, "name": "dice_roll", "reason": "No space left on device"}
        app.context.notify(Texts(language).line("audio.broken_own_sound", values))
        app.step([])
        assert app.context.typeface.overflows == []

    assert picture(Probe, size, Settings(), 0.1, speak).get_size() == size


class Writing(Probe):
    text = True


def test_text_is_taken_only_while_a_scene_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    monkeypatch.setattr(pygame.key, "start_text_input", lambda: calls.append("on"))
    monkeypatch.setattr(pygame.key, "stop_text_input", lambda: calls.append("off"))
    app = App(Settings(), clock=FakeClock())
    scene = Writing(app.context)
    scene.text = False
    app.start(scene)
    for _ in range(30):
        app.step([])
    scene.text = True
    app.step([Event(pygame.TEXTINPUT, text="u")])
    app.step([])
    assert scene.events[-1] == TextTyped("u") and calls == ["off", "on"]
    app.close()


def test_a_picture_is_the_same_every_time() -> None:
    class Moving(Probe):
        def draw(self, canvas: Canvas) -> None:
            canvas.surface.fill((len(self.seconds) % 256, 0, 0))

    first, second = (picture(Moving, (320, 180), Settings(), 0.5) for _ in range(2))
    assert pygame.image.tobytes(first, "RGB") == pygame.image.tobytes(second, "RGB")
    assert first.get_at((0, 0)).r >= 30


def test_a_png_that_cannot_be_written_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="space"):
        write_png(pygame.Surface((8, 8)), tmp_path / "a.png")
    assert list(tmp_path.iterdir()) == []


def test_free_names_count_up(tmp_path: Path) -> None:
    (tmp_path / "souk-1.png").touch()
    assert files.free_name(tmp_path, "souk", ".png").name == "souk-2.png"


def test_the_icon_is_drawn_at_any_size() -> None:
    for size in (16, 64, 256):
        assert icon(size).get_size() == (size, size)


@pytest.mark.parametrize(
    ("environment", "platform", "found"),
    [
        ({}, "linux", False),
        ({"DISPLAY": ""}, "linux", False),
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({"SDL_VIDEODRIVER": "dummy"}, "linux", True),
        ({}, "win32", True),
        ({}, "darwin", True),
    ],
)
def test_where_there_is_a_display(environment: dict[str, str], platform: str, found: bool) -> None:
    assert has_display(environment, platform) == found


@needs_no_screen
@pytest.mark.parametrize("environment", [{}, {"DISPLAY": ":4242"}, {"SDL_VIDEODRIVER": "no_such_driver"}])
def test_without_a_screen_there_is_a_sentence(environment: dict[str, str]) -> None:
    code = """
from game.engine.loop.app import App, DisplayError
from game.ground.settings import Settings
from game.ground.texts import LANGUAGES, Texts
try:
    App(Settings())
except DisplayError as error:
    print([Texts(language).line(error.key, error.values) for language in LANGUAGES])
"""
    kept = {name: value for name, value in os.environ.items() if not name.endswith(("DISPLAY", "VIDEODRIVER"))}
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env={**kept, **environment},
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=240,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip().endswith("]")
    assert "ssh" in ran.stdout or "driver" in ran.stdout


def test_a_window_is_never_opened_without_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    with pytest.raises(DisplayError):
        Window(Settings().display, "Souk")


def test_settings_leave_a_window_as_its_screen_has_room_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.engine.loop.window._HEADLESS", ())
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1280, 720)])
    display = Settings().display
    window = Window(display, "Souk")
    for wanted, size in (((1280, 720), (1130, 636)), ((1000, 600), (1000, 600)), ((1280, 720), (1130, 636))):
        display.width, display.height = wanted
        window.show(display)
        assert window.surface.get_size() == size
    window.resized(1280, 650)
    display.width, display.height = 1280, 650
    window.show(display)
    assert window.surface.get_size() == (1130, 636)
    window.close()


@pytest.mark.parametrize("fullscreen", [False, True])
def test_a_window_comes_back_from_the_full_screen_as_it_was(fullscreen: bool) -> None:
    display = Display(width=1000, height=600, fullscreen=fullscreen)
    window = Window(display, "Souk")
    for _ in range(2):
        display.fullscreen = True
        window.show(display)
        assert window.surface.get_size() == pygame.display.get_desktop_sizes()[0]
        display.fullscreen = False
        window.show(display)
        assert window.surface.get_size() == (1000, 600)
    window.close()


def test_the_fake_clock_passes_frame_by_frame() -> None:
    clock = FakeClock(5.0)
    assert clock.tick(60) == 1 / 60
    clock.advance(2)
    assert clock.now() == pytest.approx(7 + 1 / 60)


def test_the_systems_clock_bounds_a_long_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SystemClock()
    first = clock.now()
    monkeypatch.setattr(clock, "_clock", type("Stalled", (), {"tick": lambda self, pace: 4000})())
    assert clock.tick(60) == LONGEST_FRAME
    assert clock.now() >= first
