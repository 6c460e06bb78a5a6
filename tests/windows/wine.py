"""A Windows made by `build/windows/wine.sh`, and a bundle that was made in it."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from game.ground.version import VERSION
from tests.commands.command_line import ROOT, environment
from tests.net.processes import Souk

WINDOWS = Path(os.environ.get("SOUK_WINDOWS", ""))
"""The folder that wine.sh made; without it these tests are left out."""
DIST = Path(os.environ.get("SOUK_WINDOWS_DIST", ""))
"""What `build/bundle.py` made there."""
BUNDLE = DIST / "souk"
INSTALLER = DIST / f"souk-{VERSION}-windows-amd64-setup.exe"
PYTHON = WINDOWS / "py" / "python.exe"

needs_windows = pytest.mark.skipif(not PYTHON.is_file(), reason="there is no Windows: .ci/windows makes one")
needs_bundle = pytest.mark.skipif(not BUNDLE.is_dir() or not PYTHON.is_file(), reason="no bundle was made in a Windows")
SLOW = 240.0
"""Seconds that a program may take; the start alone takes some, and machines are busy."""


def windows_path(path: Path) -> str:
    """How programs of Windows name a file of this machine."""
    return "Z:" + str(path.resolve()).replace("/", "\\")


def variables(home: str, **more: str) -> dict[str, str]:
    """What a program of Windows needs in its environment; `home` is a path of Windows."""
    return {
        "WINEPREFIX": str(WINDOWS / "prefix"),
        "WINEARCH": "win64",
        "WINEDEBUG": "-all",
        "WINEDLLOVERRIDES": "winedbg.exe=d;mscoree,mshtml=",
        "DISPLAY": ":65000",  # none: Wine ends what it runs when a display goes
        "SOUK_HOME": home,
        **more,
    }


def command(program: Path) -> list[str]:
    """The words that begin a program of Windows; Souk from source for PYTHON."""
    words = ["wine", str(program)]
    return [*words, windows_path(ROOT / "main.py")] if program == PYTHON else words


def run(
    program: Path, home: Path | str, *words: str, cwd: Path = ROOT, timeout: float = SLOW, **more: str
) -> subprocess.CompletedProcess[str]:
    """The outcome of Souk on Windows: from source for PYTHON, else of that program."""
    where = windows_path(home) if isinstance(home, Path) else home
    return subprocess.run(
        [*command(program), *words],
        env=environment(ROOT, **variables(where, **more)),
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=timeout,
        check=False,
    )


def python(source: str, *words: str) -> str:
    """What Windows' Python prints for a program."""
    given = [str(PYTHON), "-c", source, *words]
    done = subprocess.run(
        ["wine", *given],
        env=environment(ROOT, **variables(windows_path(ROOT))),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=SLOW,
        check=True,
    )
    return done.stdout.strip()


def start(program: Path, home: Path, *words: str | Path) -> Souk:
    """Souk on Windows in the background."""
    return Souk(home, *words, program=command(program), variables=variables(windows_path(home)))


def wine(*words: str, **more: str) -> subprocess.CompletedProcess[bytes]:
    """The outcome of a program that Wine brings, or of one that is named by a path of Windows.

    What it prints goes to a file: Wine's own programs that begin with it hold its streams for as long as others need
    them, and a pipe would be waited for.
    """
    with tempfile.TemporaryFile() as printed:
        done = subprocess.run(
            ["wine", *words],
            env=environment(ROOT, **variables(windows_path(ROOT), **more)),
            stdin=subprocess.DEVNULL,
            stdout=printed,
            stderr=subprocess.DEVNULL,
            timeout=SLOW,
            check=False,
        )
        printed.seek(0)
        return subprocess.CompletedProcess(done.args, done.returncode, printed.read(), b"")


def registered(key: str, name: Sequence[str] = ("/ve",)) -> str | None:
    """A value of the person's registry, the key's own by default; None where there is none."""
    told = wine("reg", "query", f"HKCU\\{key}", *name)
    lines = told.stdout.decode("utf-8", "replace").splitlines()
    return next((line.split("REG_SZ", 1)[1].strip() for line in lines if "REG_SZ" in line), None)
