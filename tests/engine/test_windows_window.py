"""What the window does on Windows alone, as far as another system can show it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pygame
import pytest

from game.engine.loop import window as windows
from game.engine.loop.app import App
from game.engine.loop.window import Sheet, Window
from game.engine.widgets import Label
from game.ground.settings import LEAST_WIDTH, Settings
from game.ground.texts import LANGUAGES, Texts
from game.scenes.lobby import open as opening
from game.scenes.lobby.open import OpenScene
from tests.engine.widgets.page_driver import widgets
from tests.scenes.scene_driver import driving
from tests.showroom.scenes import render


@pytest.fixture
def on_windows(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "win32")


def test_the_system_is_told_before_the_window_opens_that_pixels_are_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SDL_WINDOWS_DPI_AWARENESS", raising=False)
    begun = []
    init = pygame.display.init

    def beginning() -> None:
        begun.append(os.environ.get("SDL_WINDOWS_DPI_AWARENESS"))
        init()

    monkeypatch.setattr(pygame.display, "init", beginning)
    Window(Settings().display, "Souk")
    assert set(begun) == {"permonitorv2"}


def test_a_windows_that_enlarges_everything_enlarges_the_window_but_not_its_settings(
    on_windows: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(windows, "_HEADLESS", ())
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(3840, 2160)])
    user32 = SimpleNamespace(GetDpiForSystem=lambda: 192)
    monkeypatch.setattr("ctypes.windll", SimpleNamespace(user32=user32), raising=False)
    settings = Settings()
    window = Window(settings.display, "Souk")
    assert window.surface.get_size() == (2560, 1440)
    settings.display.width, settings.display.height = 1600, 900
    window.show(settings.display)
    assert window.surface.get_size() == (3200, 1800)
    monkeypatch.setattr(user32, "GetDpiForSystem", lambda: 96)
    assert Window(settings.display, "Souk").surface.get_size() == (1600, 900)


def test_a_size_that_a_person_gives_the_window_is_kept_as_settings_count_it() -> None:
    screen = Sheet((2560, 1440))
    screen.enlargement = 2.0
    app = App(settings := Settings(), screen, audible=False, keeps_settings=False)
    app.resize(2400, 1500)
    assert (settings.display.width, settings.display.height) == (1200, 750)
    app.resize(100, 100)
    assert settings.display.width == LEAST_WIDTH
    app.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_firewalls_question_is_told_before_the_first_room(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "sys", SimpleNamespace(platform="win32"))
    told = Texts(language).line("lobby.open.firewall")
    with driving(lambda context: OpenScene(context, "Mia", "omok"), language=language) as driver:
        assert told in [label.text for label in widgets(driver, Label)]
    for game in ("omok", "l4g"):
        _, cut = render("open-room", game, 3, 1, (960, 540), language, 150)
        assert cut == []
    monkeypatch.setattr(opening, "sys", SimpleNamespace(platform="linux"))
    with driving(lambda context: OpenScene(context, "Mia", "omok"), language=language) as driver:
        assert told not in [label.text for label in widgets(driver, Label)]
