"""The files of a home: written whole or by lines, by one program at a time, under names that stay in their folder."""

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

LONGEST_NAME = 200
"""Bytes of a file's name without its number and suffix: systems take 255 in all."""
_FORBIDDEN = frozenset('<>:"/\\|?*')
"""What some system does not allow in a name; nor do signs that show nothing."""
_DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
"""Names that mean no file on Windows."""
_PART = re.compile(r"\..+\.\d+\.souk-part")
_DEAD = 60.0
"""Seconds after which a part that no program holds is nobody's."""
_PATIENCE = 2.0
_PAUSE = 0.005


def write_whole(path: Path, data: bytes, *, mode: int = 0o666) -> None:
    """Put `data` in the place of the file at `path`, or leave everything as it was.

    Makes the folders above it. A link stays a link, and a device or a pipe is written to, not replaced.
    The file has `mode` (less the umask) from its first byte; 0o600 keeps a secret. Raises OSError.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    with _written_beside(path, data, mode) as part:
        part.replace(path)


def write_new(folder: Path, stem: str, suffix: str, data: bytes) -> Path:
    """Put `data` into a new file of a free name, see `free_name`; its path. Raises OSError, and leaves nothing then.

    Where another program takes the same name at the same moment, each gets one of its own.
    """
    folder = folder.resolve()
    with _written_beside(folder / file_name(stem), data, 0o666) as part:
        while True:
            path = free_name(folder, stem, suffix)
            try:
                path.hardlink_to(part)
            except FileExistsError:
                continue
            except OSError:  # a disk without links
                part.replace(path)
            return path


@contextmanager
def _written_beside(path: Path, data: bytes, mode: int) -> Iterator[Path]:
    """A file that holds `data`, on the disk, beside where it is to be; gone afterwards. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    _sweep(path.parent)
    part = path.with_name(f".{path.name}.{os.getpid()}.souk-part")
    try:
        part.unlink(missing_ok=True)  # of a program that was killed: its mode would stay
        with FileIO(part, "x", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            with suppress(OSError):  # a disk without locks: only its age tells whose it is
                hold(file)
            _write_all(file, data)
            os.fsync(file.fileno())
        yield part
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def append_lines(path: Path, lines: bytes) -> None:
    """Add lines, each with its newline, at the end of the file at `path`, all of them or none.

    Where a program was killed in the middle of its line, that line is lost and no other. Makes the folders above.
    Several programs may add to a file that nobody else replaces; else see `only_writer`. Raises OSError.
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
    """Be the only program that changes the file at `path`, for as long as it is read, changed and written.

    Another one is waited for, two seconds at the most; a program that is killed lets go. Where the disk knows no
    locks, nothing is waited for. Not to be entered twice at once by one program. Raises OSError.
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
    """What a file may be called after `text`, whoever wrote that: one name of no other folder, on every system.

    >>> file_name("/../../planted/by the host"), file_name("nul"), file_name("...")
    ('_.._.._planted_by the host', 'nul_', '_')
    """
    signs = ("_" if sign in _FORBIDDEN or not sign.isprintable() else sign for sign in text[: 4 * LONGEST_NAME])
    name = "".join(signs).encode(errors="replace")[:LONGEST_NAME].decode(errors="ignore").strip(" .")
    return f"{name}_" if not name or _DEVICES.fullmatch(name) else name


def free_name(folder: Path, stem: str, suffix: str) -> Path:
    """The first path `<stem>-<n><suffix>` in `folder`, n from 1, where there is no file yet.

    It is in `folder` whatever `stem` says, see `file_name`.
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
    """Remove what programs left in a folder that were killed while they wrote; once while this program runs."""
    with suppress(OSError):
        for path in folder.iterdir():
            if _PART.fullmatch(path.name) and abs(time.time() - path.stat().st_mtime) > _DEAD and not is_held(path):
                path.unlink(missing_ok=True)
