"""Files are written whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.files import free_name, write_whole


def test_the_new_file_takes_the_place_of_the_old(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "file"
    write_whole(path, b"one")
    write_whole(path, b"two")
    assert path.read_bytes() == b"two"
    assert list(path.parent.iterdir()) == [path]


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


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_bytes(b"old")
    link.symlink_to(real)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"


def test_a_device_is_written_to_and_stays() -> None:
    device = Path("/dev/full")
    if not device.is_char_device():
        pytest.skip("no /dev/full here")
    with pytest.raises(OSError, match="No space left"):
        write_whole(device, b"data")
    assert device.is_char_device()


def test_a_free_name_is_numbered(tmp_path: Path) -> None:
    free_name(tmp_path, "souk", ".png").touch()
    assert free_name(tmp_path, "souk", ".png") == tmp_path / "souk-2.png"
