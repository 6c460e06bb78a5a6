"""What a Python bot tries besides playing: its process notes it for the check of a contest.

Python itself tells of such calls (audit hooks). A bot that sets out to can keep it from noticing; what it can do is
limited elsewhere (process/landlock.py).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import Any

import msgspec

from game.core.errors import UNDECODABLE
from game.core.process.landlock import readable

MOST = 20
"""Most different deeds that are noted of a bot."""
_MOST_BYTES = 1 << 16
_MOST_NAME = 80


class Kind(StrEnum):
    """What was tried."""

    STARTS = "starts"
    """To start a process."""
    WRITES = "writes"
    """To change, create or delete a file."""
    READS = "reads"
    """To read a file or list a folder that is neither its own, nor Python's or the system's."""
    CONNECTS = "connects"
    SIGNALS = "signals"


class Deed(msgspec.Struct, frozen=True):
    """Something that a bot tried."""

    kind: Kind
    name: str
    """The file's or program's name without its folder; empty where there is none."""


_STARTS = {"os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.system", "os.exec", "subprocess.Popen"}
_CHANGES = {"os.remove", "os.rmdir", "os.rename", "os.mkdir", "os.link", "os.symlink", "os.truncate", "os.chmod"}
_LISTS = {"os.listdir", "os.scandir"}
_CONNECTS = {"socket.connect", "socket.bind", "socket.sendto"}
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def note_conduct(file: str, folder: str, writable: Iterable[str]) -> None:
    """Have this process append what its bot tries to a file, each deed once.

    Its own folder is `folder`; `writable` are files in which it has to write.
    """
    output = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    compiled = filter(None, [sys.pycache_prefix])  # where Python itself may look for what it has compiled
    may_read = tuple(os.path.realpath(path) for path in (folder, *writable, *readable(), *compiled))
    may_write = tuple(writable)
    noted: set[Deed] = set()
    own = os.getpid()

    def hear(event: str, values: tuple[Any, ...]) -> None:
        if event == "open" or event in _CHANGES or event in _LISTS:
            deed = _about_file(event, values, may_read, may_write)
        elif event in _STARTS:
            deed = Deed(Kind.STARTS, _name(values[0]) if values else "")
        elif event in _CONNECTS:
            deed = Deed(Kind.CONNECTS, "")
        elif event == "os.kill" and values[0] != own:
            deed = Deed(Kind.SIGNALS, "")
        else:
            return
        if deed is not None and deed not in noted and len(noted) < MOST:
            noted.add(deed)
            os.write(output, msgspec.json.encode(deed) + b"\n")

    sys.addaudithook(hear)


def read_conduct(file: Path) -> tuple[Deed, ...]:
    """Return what was noted in a file, of which nothing can be trusted; empty without a file."""
    try:
        with file.open("rb") as opened:
            lines = opened.read(_MOST_BYTES).splitlines()
    except OSError:
        return ()
    found: dict[Deed, None] = {}
    for line in lines:
        try:
            deed = msgspec.json.decode(line, type=Deed)
        except UNDECODABLE:
            continue
        found[Deed(deed.kind, deed.name[:_MOST_NAME])] = None
    return tuple(found)[:MOST]


def _about_file(
    event: str, values: tuple[Any, ...], may_read: tuple[str, ...], may_write: tuple[str, ...]
) -> Deed | None:
    path = values[0] if values else None
    if path is None and event in _LISTS:
        path = "."
    if not isinstance(path, str | bytes):
        return None  # a file that is open already
    path = os.fsdecode(path)
    if os.path.normcase(path) == os.devnull:  # on Windows it lies in no folder
        return None
    if event in _CHANGES or (event == "open" and isinstance(values[2], int) and values[2] & _WRITING):
        return None if path in may_write else Deed(Kind.WRITES, _name(path))
    real = os.path.realpath(path)
    if any(real == root or real.startswith(root.rstrip(os.sep) + os.sep) for root in may_read):
        return None
    return Deed(Kind.READS, _name(path))


def _name(path: Any) -> str:
    """Return the last part of a path that somebody else gave, short and printable."""
    text = os.fsdecode(path) if isinstance(path, str | bytes) else ""
    name = os.path.basename(text.rstrip("/")) or text  # noqa: PTH119 - no path is made in a hook that hears of each one
    return "".join(sign if sign.isprintable() else "·" for sign in name)[:_MOST_NAME]
