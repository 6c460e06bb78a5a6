"""The installer of Windows: silently in, found by the desktop, silently out, and what a person made stays."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.ground.version import VERSION
from tests.commands.command_line import ROOT, environment, souk
from tests.processes import wait_until
from tests.windows.wine import (
    INSTALLER,
    WINDOWS,
    needs_bundle,
    registered,
    run,
    variables,
    windows_path,
    wine,
)

pytestmark = [needs_bundle, pytest.mark.slow, pytest.mark.timeout(600)]
KEY = "Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\Souk"


def data() -> Path:
    """The person's folder for programs' data in this Windows."""
    (folder,) = (WINDOWS / "prefix" / "drive_c" / "users").glob("*/AppData/Local")
    return folder


@pytest.fixture
def installed() -> Iterator[Path]:
    """The folder into which a silent installation went; uninstalled silently afterwards."""
    assert wine(windows_path(INSTALLER), "/S").returncode == 0
    folder = data() / "Programs" / "Souk"
    yield folder
    wine(windows_path(folder / "Uninstall.exe"), "/S")
    wait_until(lambda: not folder.exists(), "the end of what was installed")
    wait_until(lambda: registered(KEY, ("/v", "DisplayVersion")) is None, "the end of the uninstaller")


def windows_name(path: Path) -> str:
    """How Windows itself names a file on its own drive."""
    return "C:\\" + str(path.relative_to(WINDOWS / "prefix" / "drive_c")).replace("/", "\\")


def shortcuts() -> list[Path]:
    return [*(WINDOWS / "prefix" / "drive_c").rglob("Start Menu/**/Souk.lnk")]


def test_it_is_installed_and_found_and_leaves_nothing_but_what_a_person_made(installed: Path, tmp_path: Path) -> None:
    match = ("play", "nullgame", "--seats", "random,random", "--headless", "--json")
    done = run(installed / "souk-command.exe", tmp_path, *match)
    assert done.returncode == 0, done.stderr
    assert len(shortcuts()) == 1
    assert registered(KEY, ("/v", "DisplayVersion")) == VERSION
    assert registered("Software\\Classes\\.souk") == "Souk.Recording"
    opens = registered("Software\\Classes\\Souk.Recording\\shell\\open\\command")
    assert opens is not None and opens.endswith('souk.exe" replay "%1"')
    settings = data() / "souk" / "settings.toml"
    settings.parent.mkdir(exist_ok=True)
    settings.write_text("", encoding="utf-8")
    stranger = installed / "my notes.txt"
    stranger.write_text("mine", encoding="utf-8")
    wine(windows_path(installed / "Uninstall.exe"), "/S")
    # The uninstaller goes on as a copy of itself when it has returned.
    wait_until(lambda: [path.name for path in installed.iterdir()] == ["my notes.txt"], "the end of what was installed")
    wait_until(lambda: registered(KEY, ("/v", "DisplayVersion")) is None, "the end of what was registered")
    wait_until(lambda: registered("Software\\Classes\\.souk") is None, "the end of its kind of files")
    wait_until(lambda: not shortcuts(), "the end of its shortcut")
    assert settings.exists()
    stranger.unlink()
    shutil.rmtree(installed)
    settings.unlink()
    assert wine(windows_path(INSTALLER), "/S").returncode == 0


def test_a_newer_version_takes_the_place_of_an_older_one(installed: Path) -> None:
    left = installed / "_internal" / "game_of_an_older_version.pyd"
    left.touch()
    assert wine(windows_path(INSTALLER), "/S").returncode == 0
    assert not left.exists() and (installed / "souk.exe").is_file()


@pytest.mark.skipif(not all(map(shutil.which, ("Xvfb", "xdotool"))), reason="windows are seen with Xvfb and xdotool")
def test_a_recording_is_opened_by_what_a_double_click_runs(installed: Path, tmp_path: Path) -> None:
    """Wine does not look for kinds of files where one person's lie: what lies there is run as it stands.

    It runs in a copy of this Windows. Whichever program comes first chooses the screen of a Wine for all that follow,
    and the programs of other tests have none.
    """
    recording = tmp_path / "결승 1.souk"
    match = ("play", "nullgame", "--seats", "random,random", "--headless", "--record", recording)
    assert souk(tmp_path, *match).returncode == 0
    opens = registered("Software\\Classes\\Souk.Recording\\shell\\open\\command")
    assert opens is not None
    words = [word.strip('"').replace("%1", windows_path(recording)) for word in re.findall(r'"[^"]*"|\S+', opens)]
    assert words[0] == windows_name(installed / "souk.exe")
    own = tmp_path / "prefix"
    shutil.copytree(WINDOWS / "prefix", own, symlinks=True)
    with Display() as number:
        screen = variables(windows_path(tmp_path), DISPLAY=number, WINEPREFIX=str(own), SDL_VIDEODRIVER="windows")
        opened = subprocess.Popen(
            ["wine", *words],
            env=environment(ROOT, **screen),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            assert "Souk" in wait_until(lambda: window_title(number), "a window")
            close(number)
            assert opened.wait(60) == 0
        finally:
            opened.kill()
            opened.wait()
            wine("wineboot", "--kill", WINEPREFIX=str(own))


class Display:
    """A screen of memory; its name is what a program finds in DISPLAY."""

    def __enter__(self) -> str:
        self._server = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="ascii",
        )
        assert self._server.stdout is not None
        return ":" + self._server.stdout.readline().strip()

    def __exit__(self, *_: object) -> None:
        self._server.kill()
        self._server.wait()
        assert self._server.stdout is not None
        self._server.stdout.close()


def asked(number: str, *words: str) -> str:
    done = subprocess.run(
        ["xdotool", *words],
        env={**environment(ROOT), "DISPLAY": number},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return done.stdout.strip()


def window_title(number: str) -> str:
    """The title of Souk's window; empty while there is none."""
    return asked(number, "search", "--onlyvisible", "--name", "Souk", "getwindowname")


def close(number: str) -> None:
    """Close the window as the cross in its corner does."""
    asked(number, "search", "--onlyvisible", "--name", "Souk", "windowfocus", "key", "--clearmodifiers", "alt+F4")
