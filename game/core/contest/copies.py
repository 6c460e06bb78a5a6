"""Copies of entries: what is checked and played, so that nothing that a program does reaches the original."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec

from game.core.bot.loading import CommandSpec, Copied, FileSpec, copied_spec
from game.core.contest.entries import EntryError, Found
from game.core.errors import SpokenError, reason
from game.core.moving import move_file

MOST_FILES, MOST_BYTES = 1000, 64 << 20
"""The most files and bytes of an entry."""
_LEFT_OUT = {"__pycache__", ".git", ".DS_Store"}


class CopyError(SpokenError):
    """An entry cannot be copied, which is nobody's fault who wrote it."""


def copied(entry: Found, programs: Path) -> tuple[FileSpec | CommandSpec, str]:
    """Copy an entry into a folder of its own, named after its digest and read-only; return how to start the copy, and
    the digest.

    A copy that is there already is taken as it is. Raises EntryError where the entry cannot be read, and
    CopyError where its copy cannot be written.
    """
    try:
        files = dict(_files(entry))
        digest = _digest(entry, files)
    except OSError as error:
        raise EntryError("entries.error.unreadable", path=entry.source.name, why=reason(error)) from error
    folder = programs / digest
    sheet = Copied(entry.name, entry.main, entry.command)
    try:
        if not folder.is_dir():
            _copy(files, folder)
        folder.with_suffix(".json").write_bytes(msgspec.json.encode(sheet))
    except OSError as error:
        raise CopyError("entries.error.write", path=str(folder), why=reason(error)) from error
    return copied_spec(sheet, folder.resolve()), digest


def _files(entry: Found) -> Iterator[tuple[str, Path]]:
    """Yield the files of an entry with their names in its folder. Raises EntryError for too many and for missing ones,
    and OSError.
    """
    count = size = 0
    for part in entry.files:
        begin = entry.root / part
        if not begin.exists():
            raise EntryError("entries.error.unreadable", path=part, why=os.strerror(errno.ENOENT))
        below = [begin] if begin.is_file() else sorted(path for path in begin.rglob("*") if path.is_file())
        for path in below:
            name = path.relative_to(entry.root)
            if _LEFT_OUT.intersection(name.parts):
                continue
            if not path.resolve().is_relative_to(entry.root.resolve()):
                raise EntryError("entries.error.link", path=str(name))
            count, size = count + 1, size + path.stat().st_size
            if count > MOST_FILES or size > MOST_BYTES:
                raise EntryError("entries.error.large", path=entry.source.name, most=MOST_BYTES >> 20, files=MOST_FILES)
            yield name.as_posix(), path


def _digest(entry: Found, files: dict[str, Path]) -> str:
    """Return a digest of an entry's files and of its command."""
    digest = hashlib.sha256(repr(entry.command).encode())
    for name, path in sorted(files.items()):
        data = path.read_bytes()
        digest.update(f"{name}\0{len(data)}\0".encode())
        digest.update(data)
    return digest.hexdigest()[:16]


def _copy(files: dict[str, Path], folder: Path) -> None:
    """Copy files into a new folder that appears whole or not at all."""
    part = folder.with_name(f".{folder.name}.{os.getpid()}")
    shutil.rmtree(part, ignore_errors=True)
    for name, path in files.items():
        target = part / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
        target.chmod(0o555 if os.access(path, os.X_OK) else 0o444)
    part.mkdir(parents=True, exist_ok=True)
    move_file(part, folder)
