"""What can go wrong around the program, end to end: each ends in a sentence, and the rest stays whole."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from game.commands import main
from game.engine.audio import Audio
from game.ground import paths
from game.ground.settings import Settings, load
from tests.commands.command_line import ROOT, environment, souk_here
from tests.processes import KILL, PATIENCE, alive, children, wait_until

NOWHERE = Path("/proc/none")
"""A folder that nobody can make, the superuser neither."""
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")


@pytest.fixture
def own_assets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the assets that may be broken."""
    copy = tmp_path / "assets"
    shutil.copytree(paths.assets(), copy)
    monkeypatch.setattr("game.ground.paths.assets", lambda: copy)
    monkeypatch.setenv("SOUK_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    return copy


@pytest.mark.parametrize("breaking", [Path.unlink, lambda file: file.write_bytes(b"no font" * 100)])
@pytest.mark.parametrize("words", [[], ["screenshot", "title", "--out", "title.png"]])
def test_a_broken_font_is_one_sentence(
    breaking: Callable[[Path], object],
    words: list[str],
    own_assets: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(own_assets)
    monkeypatch.setenv("LANGUAGE", "en")
    for file in (own_assets / "fonts").glob("*.otf"):
        breaking(file)
    assert main(words) == 1
    (said,) = capsys.readouterr().err.strip().splitlines()
    assert said.startswith("The font ") and "Reinstall Souk" in said
    assert not (own_assets / "title.png").exists()


def test_a_broken_text_is_one_sentence(own_assets: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (own_assets / "texts" / "en" / "marrakech.toml").write_bytes(b"\xff = [")
    assert main(["list"]) == 1
    said = capsys.readouterr()
    assert "marrakech.toml" in said.err and "Traceback" not in said.err
    assert said.out == ""


def test_the_search_for_a_sound_device_leaves_the_terminal_clean(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "alsa")
    monkeypatch.setenv("AUDIODEV", "no such device")
    audio = Audio(Settings())
    audio.close()
    assert capfd.readouterr().err == ""


def test_nothing_is_written_where_nothing_can_be_written(tmp_path: Path) -> None:
    """A home that cannot be made costs what would be kept in it, and nothing else."""
    broken = tmp_path / "broken.py"
    broken.write_text(
        "from game.core.bots import Bot as Base\n\n\n"
        "class Bot(Base):\n    def decide(self, request):\n        raise SystemExit('no')\n",
        encoding="utf-8",
    )
    failing = souk_here(NOWHERE, "play", "nullgame", "--seats", f"{broken}:Bot,random", "--headless")
    assert failing.returncode == 0, failing.stderr
    assert "step" in failing.stderr and "Traceback" not in failing.stderr
    picture = tmp_path / "table.png"
    drawn = souk_here(NOWHERE, "screenshot", "table", "--size", "960x540", "--out", picture)
    assert (drawn.returncode, drawn.stderr) == (0, "")
    assert picture.stat().st_size > 1000


def test_a_folder_in_the_place_of_the_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "config" / "settings.toml").mkdir(parents=True)
    assert souk_here(tmp_path, "list").returncode == 0
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    settings, problem = load()
    assert settings == Settings()
    assert problem is not None and problem.key == "settings_file.unreadable"


@linux
@pytest.mark.parametrize(
    ("ending", "home_exists"),
    [
        (signal.SIGTERM, True),
        pytest.param(KILL, False, marks=pytest.mark.slow),
        pytest.param(signal.SIGINT, True, marks=pytest.mark.slow),
        pytest.param(signal.SIGTERM, False, marks=pytest.mark.slow),
    ],
)
def test_a_window_that_is_ended_leaves_no_bot(ending: signal.Signals, home_exists: bool, tmp_path: Path) -> None:
    with window(tmp_path if home_exists else NOWHERE) as process:
        bots = wait_until(lambda: children(process.pid), "a bot")
        process.send_signal(ending)
        said = process.communicate(timeout=PATIENCE)[1]
        assert "Traceback" not in said
        wait_until(lambda: not any(map(alive, bots)), "the end of the bots")


@contextmanager
def window(home: Path) -> Iterator[subprocess.Popen[str]]:
    """Souk in its window, watching computers play."""
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "main.py"), "play", "marrakech", "--seats", "expert,expert"],
        env=environment(home),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def test_a_stage_that_breaks_gives_no_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setattr("game.cabinets.nullgame.stage.NullgameStage.draw", lambda *_: 1 / 0)
    assert main(["screenshot", "table", "--game", "nullgame", "--out", str(tmp_path / "a.png")]) == 1
    assert "ZeroDivisionError" in capsys.readouterr().err
    assert not (tmp_path / "a.png").exists()


def test_without_what_it_needs_one_sentence_says_how_to_install_it() -> None:
    done = subprocess.run(
        [sys.executable, "-S", "main.py", "list"], cwd=ROOT, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr.count("\n") == 1 and "pip install -e ." in done.stderr
