"""Nothing that is said to be kept is lost by kills, a full or read-only disk or a clock that jumps, in any write.

`python -m tests.core.keeping` writes and says what is kept; here it is disturbed, and a program reads what is there.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commands.command_line import ROOT, environment
from tests.core.keeping import BETWEEN, KINDS

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

KILLS = 10
SMALL = "384k"
"""Of the disk that is filled."""
COMMAND = [sys.executable, "-m", "tests.core.keeping"]


def home_of(folder: Path) -> dict[str, str]:
    return {**environment(folder), "PYTHONPATH": str(ROOT)}


def there(kind: str, folder: Path) -> set[int]:
    """What another program finds, which comes later: this one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOUK_HOME", str(folder))
        return KINDS[kind]().kept()


def run(kind: str, folder: Path, *words: str) -> list[str]:
    """The lines that the program says."""
    command = [*COMMAND, kind, *words]
    done = subprocess.run(command, cwd=ROOT, env=home_of(folder), capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def check(kind: str, said: set[int], found: set[int]) -> None:
    """All that was said is there, or, of things that take each other's place, the last or one that came after it."""
    if KINDS[kind].only_last:
        assert len(found) == 1 and max(found) >= max(said)
    else:
        assert said <= found, f"said to be kept and lost: {sorted(said - found)}"


@pytest.mark.parametrize("kind", KINDS)
def test_a_kill_in_the_middle_of_a_write_loses_nothing_that_was_kept(kind: str, tmp_path: Path) -> None:
    said = set[int]()
    for line in run(kind, tmp_path, "killed", str(KILLS)):
        if line.startswith("there"):
            check(kind, said, {int(word) for word in line.split()[1:]})
        elif line:
            said.add(int(line))
    check(kind, said, there(kind, tmp_path))
    assert len(said) >= KILLS
    age(tmp_path)
    swept = (
        "import sys; from pathlib import Path; from game.ground import files;"
        "files.write_new(Path(sys.argv[1]), 'n', '', b'')"
    )
    for folder in {path.parent for path in tmp_path.rglob("*.souk-part")}:
        subprocess.run([sys.executable, "-c", swept, folder], cwd=ROOT, env=home_of(tmp_path), check=True)
    assert not list(tmp_path.rglob("*.souk-part")), "who writes beside what the dead left sweeps it away"


def age(folder: Path) -> None:
    """Let what lies there have been written an hour ago."""
    for path in folder.rglob("*.souk-part"):
        os.utime(path, (time.time() - 3600,) * 2)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of a few blocks for a home alone; only root can make one."""
    if sys.platform != "linux" or os.geteuid() != 0 or not shutil.which("mount"):
        pytest.skip("only root can mount a disk here")
    disk = tmp_path / "disk"
    disk.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={SMALL}", "tmpfs", disk], check=False, capture_output=True
    )
    if made.returncode:
        pytest.skip(f"no disk can be mounted here: {made.stderr.decode()}")
    yield disk
    subprocess.run(["mount", "-o", "remount,rw", disk], check=False)
    subprocess.run(["umount", "-l", disk], check=True)


def disturbed(kind: str, folder: Path, *events: str) -> list[set[int]]:
    """What was said to be kept before, between and after these events; all of it is checked to be there."""
    *said, found = run(kind, folder, "0", *events)
    numbers = [int(number) for number in said]
    check(kind, set(numbers), {int(word) for word in found.split()[1:]})
    check(kind, set(numbers), there(kind, folder))
    times = range(len(events) + 1)
    return [{number for number in numbers if number // BETWEEN == place} for place in times]


@pytest.mark.parametrize("kind", KINDS)
def test_a_full_disk_loses_nothing_that_was_kept_and_later_there_is_room_again(kind: str, small_disk: Path) -> None:
    before, _during, after, again, end = disturbed(kind, small_disk, "full", "room", "full", "room")
    assert len(before) == len(after) == len(end) == BETWEEN, (before, after, again, end)


@pytest.mark.parametrize("kind", KINDS)
def test_a_home_that_becomes_read_only_loses_nothing_that_was_kept(kind: str, small_disk: Path) -> None:
    before, during, after = disturbed(kind, small_disk, "locked", "unlocked")
    assert len(before) == len(after) == BETWEEN and not during


@pytest.mark.parametrize("kind", KINDS)
def test_a_clock_that_jumps_by_a_year_loses_nothing_that_was_kept(kind: str, tmp_path: Path) -> None:
    said = disturbed(kind, tmp_path, "later", "earlier", "earlier", "later")
    assert [len(kept) for kept in said] == [BETWEEN] * 5
