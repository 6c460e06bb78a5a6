"""The bundle of Windows: what it is made of, and where it may lie and be started."""

from __future__ import annotations

import json
import os
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.ground.version import VERSION
from tests.commands.command_line import souk
from tests.windows.wine import BUNDLE, DIST, WINDOWS, needs_bundle, python, run, start, windows_path

pytestmark = [needs_bundle, pytest.mark.slow, pytest.mark.timeout(600)]

MOST_PACKED_BYTES = 42_000_000
MATCH = ("play", "nullgame", "--seats", "expert,random", "--seed", "7", "--headless", "--json")
ASKS = """
import json, pefile, sys
told = pefile.PE(sys.argv[1])
strings = {}
for entries in told.FileInfo:
    for entry in entries:
        for table in getattr(entry, "StringTable", []):
            strings |= {key.decode(): value.decode() for key, value in table.entries.items()}
icons = [entry for entry in told.DIRECTORY_ENTRY_RESOURCE.entries if entry.id == 3]
sizes = sum(len(entry.directory.entries) for entry in icons)
print(json.dumps({"console": told.OPTIONAL_HEADER.Subsystem == 3, "strings": strings, "icons": sizes}))
"""


def test_it_is_small_and_says_how_it_is_installed() -> None:
    (packed,) = DIST.glob("*.zip")
    assert packed.stat().st_size <= MOST_PACKED_BYTES
    with zipfile.ZipFile(packed) as archive:
        names = archive.namelist()
        told = archive.read("souk/Install.txt")
    assert {"souk/souk.exe", "souk/souk-command.exe"} <= set(names)
    assert "SmartScreen" in told.decode("utf-8-sig") or "SHA256SUMS" in told.decode("utf-8-sig")
    assert told.startswith(b"\xef\xbb\xbf") and told.count(b"\n") == told.count(b"\r\n") > 20
    libraries = [name for name in names if name.endswith("/SDL2.dll")]
    assert libraries == ["souk/_internal/pygame/SDL2.dll"]


@pytest.mark.parametrize(("name", "console"), [("souk.exe", False), ("souk-command.exe", True)])
def test_its_programs_say_what_they_are(name: str, console: bool) -> None:
    told = json.loads(python(ASKS, windows_path(BUNDLE / name)))
    assert told["console"] == console
    assert told["strings"]["ProductName"] == "Souk" and told["strings"]["ProductVersion"] == VERSION
    assert told["icons"] >= 6


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Path]:
    """The bundle in a folder with Korean letters and a blank, to which nobody may write."""
    folder = tmp_path / "내 게임들 2"
    shutil.copytree(BUNDLE, folder, copy_function=os.link)
    yield folder


def contents(folder: Path) -> dict[str, tuple[int, int]]:
    return {str(path): (path.stat().st_size, path.stat().st_mtime_ns) for path in folder.rglob("*") if path.is_file()}


def test_it_plays_from_anywhere_and_writes_nothing_into_its_own_folder(elsewhere: Path, tmp_path: Path) -> None:
    before = contents(elsewhere)
    folders = [elsewhere, *(path for path in elsewhere.rglob("*") if path.is_dir())]
    for folder in folders:
        folder.chmod(0o555)
    try:
        here, home = tmp_path / "here.souk", tmp_path / "집 안"
        done = run(elsewhere / "souk-command.exe", home, *MATCH, "--record", windows_path(here), cwd=elsewhere)
    finally:
        for folder in folders:
            folder.chmod(0o755)
    assert done.returncode == 0, done.stderr
    assert contents(elsewhere) == before
    assert json.loads(done.stdout) == json.loads(souk(tmp_path, *MATCH).stdout)
    assert souk(tmp_path, "replay", here, "--verify").returncode == 0


def test_it_runs_twice_at_once_with_one_home(tmp_path: Path) -> None:
    words = ("tournament", "nullgame", "--bots", "random,expert", "--games", "20", "--workers", "2", "--json", "-")
    both = [start(BUNDLE / "souk-command.exe", tmp_path, *words) for _ in range(2)]
    told = [each.document(240) for each in both]
    for each in both:
        each.kill()
    assert told[0]["bots"] == told[1]["bots"]


@pytest.fixture
def drive(tmp_path: Path) -> Iterator[str]:
    """Another drive than that of the program, as a stick would be."""
    link = WINDOWS / "prefix" / "dosdevices" / "x:"
    (tmp_path / "stick").mkdir()
    link.unlink(missing_ok=True)
    link.symlink_to(tmp_path / "stick", target_is_directory=True)
    yield "X:"
    link.unlink()


def test_its_home_may_be_on_another_drive(drive: str, tmp_path: Path) -> None:
    bot = tmp_path / "stick" / "내 봇.py"
    shutil.copy(Path(__file__).parents[2] / "examples" / "bots" / "neighbour.py", bot)
    seats = f"{drive}\\내 봇.py:Neighbour,random"
    words = ("play", "marrakech", "--seats", seats, "--seed", "7", "--headless", "--json", "--record")
    done = run(BUNDLE / "souk-command.exe", f"{drive}\\souk home", *words, f"{drive}\\match.souk")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["failures"] == []
    assert (tmp_path / "stick" / "match.souk").stat().st_size > 1000
