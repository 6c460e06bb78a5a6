"""Running `main.py` as a person would, in a home of its own."""

from __future__ import annotations

import ctypes
import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from game.commands import main
from tests import ROOT


def environment(home: Path, **more: str) -> dict[str, str]:
    """This process's environment with Souk's folders below `home`, in English, without a window.

    Without the compiler too: where nothing is compiled yet, that takes longer than anything here plays. `SOUK_PLAIN=""`
    asks for it.
    """
    return {
        **os.environ,
        "SOUK_HOME": str(home),
        "LANG": "en_US.UTF-8",
        "LC_ALL": "C.UTF-8",
        "LANGUAGE": "en",
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
        "SOUK_PLAIN": "1",
        **more,
    }


def in_shell(folder: Path, command: str) -> subprocess.CompletedProcess[str]:
    """The outcome of a line of a guide, typed at this system's own shell in `folder`.

    Where the shell takes no values before a command, as that of Windows, they are given as it takes them.
    """
    words = command.replace("python main.py", f'"{sys.executable}" "{ROOT / "main.py"}"')
    if sys.platform == "win32":
        words = re.sub(r"^([A-Z_]+=\S+) ", r"set \1&& ", words)
    return subprocess.run(
        words,
        shell=True,
        cwd=folder,
        env=environment(folder / "home"),
        capture_output=True,
        encoding="utf-8",
        timeout=240,
        check=False,
    )


def read_by_shell(line: str) -> list[str]:
    """The words that this system's shell makes of a line."""
    if sys.platform != "win32":
        return shlex.split(line)
    count, read = ctypes.c_int(), ctypes.WinDLL("shell32").CommandLineToArgvW
    read.restype = ctypes.POINTER(ctypes.c_wchar_p)
    return list(read(line.strip(), ctypes.byref(count))[: count.value])


def souk(home: Path, *words: str | Path, timeout: float = 240, **more: str) -> subprocess.CompletedProcess[str]:
    """The outcome of `python main.py WORDS…`."""
    return subprocess.run(
        [sys.executable, str(ROOT / "main.py"), *map(str, words)],
        env=environment(home, **more),
        capture_output=True,
        encoding="utf-8",
        timeout=timeout,
        check=False,
    )


def souk_here(home: Path, *words: str | Path, **more: str) -> subprocess.CompletedProcess[str]:
    """What `souk` gives, from this process: for sentences, which need no program that is started for each of them."""
    typed = [str(ROOT / "main.py"), *map(str, words)]
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment(home, **more).items():
            patch.setenv(name, value)
        patch.setattr(sys, "argv", typed)
        for stream in ("stdout", "stderr"):
            patch.setattr(sys, stream, io.TextIOWrapper(io.BytesIO(), "utf-8"))
        try:
            code = main(typed[1:])
        except SystemExit as end:
            assert isinstance(end.code, int)
            code = end.code
        streams = [io.TextIOWrapper(stream.detach(), "utf-8") for stream in (sys.stdout, sys.stderr)]
    for stream in streams:
        stream.seek(0)
    return subprocess.CompletedProcess(typed, code, *(stream.read() for stream in streams))
