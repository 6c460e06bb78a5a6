"""Writing files safely: whole or by lines, by one program at a time, under names that stay in their folder."""

from __future__ import annotations

import errno
import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from io import FileIO
from pathlib import Path

from game.core.holding import held, hold, is_held
from game.core.moving import move_file, remove_file

LONGEST_NAME = 200
"""The most bytes of a file's name without number and suffix; systems allow 255 in all."""
_FORBIDDEN = frozenset('<>:"/\\|?*')
"""Characters that some system forbids in names; invisible characters are not allowed either."""
_DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
"""Names that mean devices, not files, on Windows."""
_PART = re.compile(r"\..+\.\d+\.souk-part")
_DEAD = 60.0
"""Seconds after which an unlocked part file counts as left by a dead program."""
_PATIENCE = 2.0
_PAUSE = 0.005


def write_whole(path: Path, data: bytes, *, mode: int = 0o666) -> None:
    """Replace the file at `path` by `data`, or leave everything unchanged.

    Makes missing folders. A link stays a link; a device or pipe is written to, not replaced. The file has `mode` (less
    the umask) from its first byte; 0o600 keeps a secret. Raises OSError.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    with _written_beside(path, data, mode) as part:
        move_file(part, path)


def write_new(folder: Path, stem: str, suffix: str, data: bytes) -> Path:
    """Write `data` to a new file with a free name (see `free_name`); return its path. Raises OSError and leaves nothing
    behind then.

    If another program takes the same name at the same moment, each gets one of its own.
    """
    folder = folder.resolve()
    with _written_beside(folder / file_name(stem), data, 0o666) as part:
        while True:
            path = free_name(folder, stem, suffix)
            try:
                path.hardlink_to(part)
            except FileExistsError:
                continue
            except OSError:  # the disk has no links
                move_file(part, path)
            return path


@contextmanager
def _written_beside(path: Path, data: bytes, mode: int) -> Iterator[Path]:
    """Write `data` to a temporary file beside `path`, flushed to disk; it is removed afterwards. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    _sweep(path.parent)
    part = path.with_name(f".{path.name}.{os.getpid()}.souk-part")
    try:
        remove_file(part)  # left by a killed program: its mode would stay
        with FileIO(part, "x", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            with suppress(OSError):  # the disk has no locks: only a file's age tells whether it is in use
                hold(file)
            _write_all(file, data)
            os.fsync(file.fileno())
        yield part
    finally:
        with suppress(OSError):
            remove_file(part)


def append_lines(path: Path, lines: bytes) -> None:
    """Append lines, each with its newline, to the file at `path`, all of them or none.

    If a program was killed in the middle of its line, that line is lost and no other. Makes missing folders. Several
    programs may append to a file that no program replaces; otherwise see `only_writer`. Raises OSError.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with FileIO(path, "a+") as file:
        end = file.seek(0, os.SEEK_END)
        torn = end > 0 and path.is_file() and _last_byte(file, end) != b"\n"
        try:
            _write_all(file, b"\n" * torn + lines)
        except OSError:
            with suppress(OSError):
                file.truncate(end)
            raise


@contextmanager
def only_writer(path: Path) -> Iterator[None]:
    """Hold the only right to change the file at `path`, to read, change and write it.

    Waits at most two seconds for another program; a killed program's lock is released. On a disk without locks, it does
    not wait. One program must not enter it twice at once. Raises OSError.
    """
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    with FileIO(path.with_name(f".{path.name}.lock"), "a+") as lock:
        until = time.monotonic() + _PATIENCE
        while True:
            try:
                hold(lock)
            except OSError as error:
                if held(error):
                    if time.monotonic() > until:
                        raise
                    time.sleep(_PAUSE)
                    continue
            break
        yield


def file_name(text: str) -> str:
    """Return a safe file name made from any stranger's `text`: a single name in its folder, valid on every system.

    >>> file_name("/../../planted/by the host"), file_name("nul"), file_name("...")
    ('_.._.._planted_by the host', 'nul_', '_')
    """
    signs = ("_" if sign in _FORBIDDEN or not sign.isprintable() else sign for sign in text[: 4 * LONGEST_NAME])
    name = "".join(signs).encode(errors="replace")[:LONGEST_NAME].decode(errors="ignore").strip(" .")
    return f"{name}_" if not name or _DEVICES.fullmatch(name) else name


def free_name(folder: Path, stem: str, suffix: str) -> Path:
    """Return the first path `<stem>-<n><suffix>` in `folder`, n from 1, that is not taken.

    The path stays in `folder` whatever `stem` says, see `file_name`.
    """
    stem = file_name(stem)
    number = 1
    while (path := folder / f"{stem}-{number}{suffix}").exists():
        number += 1
    return path


def _write_all(file: FileIO, data: bytes) -> None:
    left = memoryview(data)
    while left:
        written = file.write(left)
        if not written:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        left = left[written:]


def _last_byte(file: FileIO, end: int) -> bytes:
    file.seek(end - 1)
    return file.read(1) or b""


@lru_cache(maxsize=256)
def _sweep(folder: Path) -> None:
    """Remove temporary files of killed programs from a folder; once per folder while this program runs."""
    with suppress(OSError):
        for path in folder.iterdir():
            if _PART.fullmatch(path.name) and abs(time.time() - path.stat().st_mtime) > _DEAD and not is_held(path):
                remove_file(path)
