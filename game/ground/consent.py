"""Which programs of other people the person has agreed to run, each once, by what is in it.

A bot's file is a program with all of the person's rights, and it comes from anywhere: dropped on the window, named in a
league's file or in a recording. The window asks before it is first run; a path typed on a command line is consent.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

import msgspec

from game.core.bot.loading import COMMAND_PREFIX
from game.core.bot.reading import is_own
from game.ground import files, paths

_MOST = 2000
"""The most programs that are remembered; the oldest are forgotten first."""
_LARGEST = 64 << 20
"""The most bytes of a file that are looked at; a larger one is known by its size and its beginning."""


def unasked(specs: Iterable[str]) -> tuple[str, ...]:
    """Return those of the specifications that name programs which nobody has agreed to run as they are now."""
    agreed = set(_read())
    return tuple(
        spec for spec in dict.fromkeys(specs) if is_own(spec) and agreed.isdisjoint((_mark(spec), _always(spec)))
    )


def agree(specs: Iterable[str], *, always: bool = False) -> None:
    """Remember that these programs may run as they are now; with `always`, also after they have changed.

    Raises OSError where that cannot be written.
    """
    marks = [_always(spec) if always else _mark(spec) for spec in specs if is_own(spec)]
    known = [mark for mark in _read() if mark not in marks]
    files.write_whole(_file(), msgspec.json.format(msgspec.json.encode([*known, *marks][-_MOST:]), indent=0))


def _file() -> Path:
    return paths.config() / "programs.json"


def _read() -> list[str]:
    """Return the marks of what was agreed to; none where the file is missing or no such list."""
    try:
        return msgspec.json.decode(_file().read_bytes(), type=list[str])
    except (OSError, msgspec.MsgspecError):
        return []


def _always(spec: str) -> str:
    return hashlib.sha256(f"always {spec}".encode("utf-8", "surrogatepass")).hexdigest()


def _mark(spec: str) -> str:
    """Return the hash of a program: of its file, or of a command line and the files that it names."""
    if spec.startswith(COMMAND_PREFIX):
        named = [word.strip("\"'") for word in spec.removeprefix(COMMAND_PREFIX).split()]
        told = hashlib.sha256(spec.encode("utf-8", "surrogatepass"))
    else:
        named = [spec.rpartition(":")[0]]
        told = hashlib.sha256(b"file")
    for name in named:
        told.update(_content(Path(name)))
    return told.hexdigest()


def _content(path: Path) -> bytes:
    """Return the hash of a file's content; b"" for what is no file that can be read."""
    try:
        if not path.is_file():
            return b""
        with path.open("rb") as opened:
            begun = hashlib.sha256(opened.read(_LARGEST))
        begun.update(str(path.stat().st_size).encode())
    except (OSError, ValueError):
        return b""
    return begun.digest()
