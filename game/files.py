"""Writing files so that a full disk or a power cut leaves the old one whole."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, data: bytes, *, mode: int = 0o666) -> None:
    """Put `data` in the place of the file at `path`, or leave everything as it was.

    Makes the folders above it. A link stays a link, and a device or a pipe is written to, not replaced.
    The file has `mode` (less the umask) from its first byte; 0o600 keeps a secret. Raises OSError.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.unlink(missing_ok=True)  # of a program that was killed: its mode would stay
        with open(part, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def append_line(path: Path, line: bytes) -> None:
    """Add a line to a file, made with its folders where there is none. Raises OSError.

    After half a line (the disk was full, the program was killed) it begins on a line of its own.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+b") as file:
        torn = False
        if file.seek(0, os.SEEK_END):
            file.seek(-1, os.SEEK_END)
            torn = file.read(1) != b"\n"
        file.write(b"\n" * torn + line + b"\n")


def free_name(folder: Path, stem: str, suffix: str) -> Path:
    """The first path `<stem>-<n><suffix>` in `folder`, n from 1, where there is no file yet.

    Raises ValueError for a stem that would lead elsewhere.
    """
    if not stem or Path(stem).name != stem or "\\" in stem or "\0" in stem:
        raise ValueError(f"{stem!r} is no name of a file")
    number = 1
    while (path := folder / f"{stem}-{number}{suffix}").exists():
        number += 1
    return path
