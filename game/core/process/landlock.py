"""Landlock of Linux: a process gives up for good what a stranger's code does not need, for itself and its children.

It can then read Python, Souk, the system and its own folder, write to nothing but /dev/null, open no TCP, and signal
only its own children. UDP and the number of processes are not limited.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from game.core.process.process_group import ROOT

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
"""Numbers of the system calls, the same on every machine that Linux runs on."""
_ASK_VERSION = 1
_PATH_BENEATH = 1
_EXECUTE, _WRITE, _READ, _READ_FOLDER, _TRUNCATE, _DEVICE = 1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 14, 1 << 15
_ON_FILES = _EXECUTE | _WRITE | _READ | _TRUNCATE | _DEVICE
_RIGHTS_SINCE = {1: 13, 2: 14, 3: 15, 5: 16}
"""By version of Landlock: how many rights on files it knows."""
TCP_SINCE, SIGNALS_SINCE = 4, 6
"""The first versions that keep a process from TCP, and from signalling others."""
_ALL_TCP, _ALL_SCOPES = 0b11, 0b11
_SYSTEM = ("/usr", "/lib", "/lib32", "/lib64", "/bin", "/sbin", "/etc", "/opt", "/nix", "/snap", "/proc", "/sys")
_NO_TOOLS = {".local", ".config", ".cache", ".ssh", ".gnupg"}
"""Hidden folders of a home in which more lies than one tool."""
_DEVICES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")


class _Ruleset(ctypes.Structure):
    """`struct landlock_ruleset_attr`."""

    _fields_ = (("files", ctypes.c_uint64), ("tcp", ctypes.c_uint64), ("scopes", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    """`struct landlock_path_beneath_attr`."""

    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


@cache
def landlock_version() -> int:
    """Return the version of Landlock that this system offers; 0 for none."""
    if sys.platform != "linux":
        return 0
    try:
        return max(0, _call(_CREATE_RULESET, None, 0, _ASK_VERSION))
    except (OSError, AttributeError):
        return 0


def keep_to(folder: str, writable: Iterable[str] = (), program: str = "") -> bool:
    """Restrict this thread and everything it starts to a folder, as this module's head says; return whether that holds.

    To be called before other threads start, because those keep their rights. `writable` names single files that may
    be written too, `program` a program outside the system's folders that may be started with what lies beside it. The
    process must have renounced new privileges before (confine.py).
    """
    version = landlock_version()
    if not version:
        return False
    every = (1 << max(count for since, count in _RIGHTS_SINCE.items() if since <= version)) - 1
    tcp = _ALL_TCP if version >= TCP_SINCE else 0
    scopes = _ALL_SCOPES if version >= SIGNALS_SINCE else 0
    size = 24 if scopes else 16 if tcp else 8
    attributes = _Ruleset(every, tcp, scopes)
    try:
        rules = _call(_CREATE_RULESET, ctypes.byref(attributes), size, 0)
        try:
            read = _EXECUTE | _READ | _READ_FOLDER
            for path in (*readable(program), folder):
                _allow(rules, path, read & every)
            for path in ("/dev/null", *writable):
                _allow(rules, path, (_READ | _WRITE | _TRUNCATE) & every)
            _call(_RESTRICT_SELF, rules, 0)
        finally:
            os.close(rules)
    except (OSError, AttributeError):
        return False
    return True


def readable(program: str = "") -> tuple[str, ...]:
    """Return the folders and files that every bot may read: the system's, Python's, Souk's, and the program's own."""
    return tuple(dict.fromkeys([*_SYSTEM, *_DEVICES, *_python(), *_souk(), *_beside(program)]))


def _python() -> Iterator[str]:
    """Yield where Python and its packages lie."""
    yield from {sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix}
    for path in sys.path:
        if path and Path(path).resolve() != ROOT and Path(path).is_absolute() and Path(path).resolve() != Path.home():
            yield path


def _souk() -> Iterator[str]:
    """Yield where the program lies; never the folder around it, in which anything may lie besides."""
    yield from (str(ROOT / name) for name in ("game", "assets"))
    if bundle := getattr(sys, "_MEIPASS", None):
        yield from (bundle, sys.executable)


def _beside(program: str) -> Iterator[str]:
    """Yield the program's file and what it was installed with: the folder around `bin`, and in a person's home the
    hidden folder of a tool that keeps versions, such as ~/.nvm.
    """
    home = Path.home().resolve()
    for path in dict.fromkeys((Path(program), Path(program).resolve())) if program else ():
        yield str(path)
        below = path.relative_to(home).parts if path.is_relative_to(home) else ()
        if below and below[0].startswith(".") and below[0] not in _NO_TOOLS:
            yield str(home / below[0])
        elif path.parent.name == "bin" and path.parent.parent not in (home, home / ".local"):
            yield str(path.parent.parent)


def _allow(rules: int, path: str, rights: int) -> None:
    """Add a rule for a file, or a folder and what is below it; none where there is no such path."""
    try:
        there = os.open(path, os.O_PATH | os.O_CLOEXEC)  # type: ignore[attr-defined, unused-ignore]
    except OSError:
        return
    try:
        rights &= ~0 if Path(path).is_dir() else _ON_FILES
        _call(_ADD_RULE, rules, _PATH_BENEATH, ctypes.byref(_Beneath(rights, there)), 0)
    finally:
        os.close(there)


def _call(number: int, *arguments: object) -> int:
    """Make a system call. Raises OSError."""
    library = ctypes.CDLL(None, use_errno=True)
    library.syscall.restype = ctypes.c_long
    found: int = library.syscall(number, *arguments)
    if found < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return found
