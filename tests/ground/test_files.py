"""Files are written whole or not at all."""

from __future__ import annotations

import errno
import os
from io import FileIO
from pathlib import Path

import pytest

from game.core.holding import held, hold, is_held
from game.ground.files import append_lines, free_name, write_whole
from tests.systems import needs_full_disk, needs_links


def test_the_new_file_takes_the_place_of_the_old(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "file"
    write_whole(path, b"one")
    write_whole(path, b"two")
    assert path.read_bytes() == b"two"
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize(
    ("number", "is_refused"),
    [(errno.EAGAIN, True), (errno.EACCES, True), (0, True), (errno.ENOLCK, False), (errno.EINVAL, False)],
)
def test_a_refused_lock_is_told_from_a_disk_without_locks(number: int, is_refused: bool) -> None:
    """Wine refuses with the number 0."""
    assert held(OSError(number, "as the system says it")) == is_refused


def test_who_holds_a_file_is_seen_until_it_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with FileIO(path, "w") as file:
        hold(file)
        assert is_held(path)
    assert not is_held(path)


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    write_whole(path, b"old")

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@needs_links
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_bytes(b"old")
    link.symlink_to(real)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"


@pytest.mark.skipif(os.name != "posix", reason="other systems have no modes")
def test_a_secret_is_readable_by_nobody_else_from_its_first_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modes: list[int] = []

    def look(descriptor: int) -> None:
        modes.append(os.fstat(descriptor).st_mode & 0o777)

    monkeypatch.setattr("os.fsync", look)
    path = tmp_path / "secret"
    part = tmp_path / f".secret.{os.getpid()}.souk-part"
    for left_behind in (path, part):
        left_behind.touch(0o644)
    write_whole(path, b"sesame", mode=0o600)
    assert modes == [0o600]
    assert path.stat().st_mode & 0o777 == 0o600


@needs_full_disk
def test_a_device_is_written_to_and_stays() -> None:
    device = Path("/dev/full")
    with pytest.raises(OSError, match="No space left"):
        write_whole(device, b"data")
    assert device.is_char_device()


def test_a_free_name_is_numbered(tmp_path: Path) -> None:
    free_name(tmp_path, "souk", ".png").touch()
    assert free_name(tmp_path, "souk", ".png") == tmp_path / "souk-2.png"


@pytest.mark.parametrize("stem", ["../up", "a/b", "a\\b", "a\0b", ""])
def test_no_name_leads_to_another_folder(tmp_path: Path, stem: str) -> None:
    assert free_name(tmp_path, stem, ".souk").parent == tmp_path


def test_a_line_after_half_a_line_stands_by_itself(tmp_path: Path) -> None:
    file = tmp_path / "new" / "lines"
    append_lines(file, b"one\n")
    file.write_bytes(file.read_bytes() + b"hal")
    append_lines(file, b"two\n")
    assert file.read_bytes() == b"one\nhal\ntwo\n"
