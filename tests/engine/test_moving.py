"""Files are renamed, replaced and removed though others read them for a moment, which only Windows minds."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from game.core import moving
from game.core.moving import move_file, remove_file
from game.ground.files import write_new, write_whole
from tests.sources import trees

HOLD = """
import sys, time
with open(sys.argv[1], "rb") as file:
    print("open", flush=True)
    time.sleep(float(sys.argv[2]))
"""


class InUseError(PermissionError):
    """What Windows says of a file that is open somewhere."""

    winerror = 32


@contextmanager
def reader(path: Path, seconds: float) -> Iterator[None]:
    """Another program that has the file open for a while."""
    command = [sys.executable, "-c", HOLD, str(path), str(seconds)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL) as program:
        assert program.stdout
        program.stdout.readline()
        yield


def test_a_file_that_another_program_reads_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(b"old")
    with reader(path, 0.2):
        write_whole(path, b"new")
    assert path.read_bytes() == b"new"
    assert [*tmp_path.iterdir()] == [path]


def test_a_file_that_another_program_reads_is_renamed_and_removed(tmp_path: Path) -> None:
    path, target = tmp_path / "first.souk", tmp_path / "second.souk"
    path.write_bytes(b"a match")
    with reader(path, 0.2):
        move_file(path, target)
    with reader(target, 0.2):
        remove_file(target)
    assert [*tmp_path.iterdir()] == []


def refused(times: int, call: Callable[..., None]) -> Callable[..., None]:
    """A call that Windows refuses so many times before it goes through."""
    left = [times]

    def calling(*arguments: object, **named: object) -> None:
        if left[0]:
            left[0] -= 1
            raise InUseError(13, "The process cannot access the file because it is being used by another process")
        call(*arguments, **named)

    return calling


def test_what_windows_refuses_for_a_moment_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "replace", refused(3, os.replace))
    write_whole(path, b"new")
    assert path.read_bytes() == b"new"


def test_a_disk_without_links_is_as_patient(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "link", refused(1, os.link))
    monkeypatch.setattr(os, "replace", refused(3, os.replace))
    assert write_new(tmp_path, "picture", ".png", b"new").read_bytes() == b"new"


def test_what_stays_refused_is_an_error_in_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(b"old")
    monkeypatch.setattr(moving, "_PATIENCE", 0.0)
    monkeypatch.setattr(os, "replace", refused(1 << 30, os.replace))
    with pytest.raises(PermissionError):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert [*tmp_path.iterdir()] == [path]


def test_other_errors_wait_for_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.sleep", lambda _: pytest.fail("waited"))
    with pytest.raises(FileNotFoundError):
        move_file(tmp_path / "missing", tmp_path / "target")


IMPATIENT = {"game/core/moving.py", "game/commands/shared/output.py", "game/cabinets/l4g/evaluation/outsider_wire.py"}
"""Where files are removed otherwise: those that this program has just made for itself."""


def test_no_other_code_renames_or_removes_files() -> None:
    found = []
    renames = r"\.\s*unlink\b|(path|part)\s*\.\s*(rename|replace)\b"
    for name, tree in trees("game", "net", holding=renames):
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            if name not in IMPATIENT and isinstance(call.func, ast.Attribute):
                whose, what = ast.unparse(call.func.value), call.func.attr
                if what == "unlink" or (what in ("rename", "replace") and whose.endswith(("path", "part"))):
                    found.append(f"{name}:{call.lineno}: {whose}.{what}")
    assert found == []


@pytest.mark.skipif(sys.platform != "linux", reason="the system itself refuses, or does not tell")
def test_a_file_that_this_program_has_open_is_found(tmp_path: Path) -> None:
    path = tmp_path / "match.souk"
    with path.open("wb"), pytest.raises(AssertionError, match="is open"):
        path.unlink()
    path.unlink()
