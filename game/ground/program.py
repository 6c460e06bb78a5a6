"""Command lines that start this program once more: to host a room, or to check the installation."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

DRAWER: Final = "_drawer"
"""The hidden command with which a drawer of guests in a browser is started."""
_MAIN = "import sys; from game.commands import main; sys.exit(main())"


def program_name() -> str:
    """Return how this program is called on a command line here: `python main.py` in a folder of the source, the name of
    the bundle's file, else the command that an installation brings.
    """
    if getattr(sys, "frozen", False):
        return "souk-command" if sys.platform == "win32" else Path(sys.executable).name  # souk.exe has no console
    return "python main.py" if Path(sys.argv[0]).name == "main.py" else "souk"


def typed(words: Sequence[str]) -> str:
    """Return words of a command line as a person types them in a shell of this system: shells of Windows read no single
    quotes, those of other systems take a backslash for more than itself.
    """
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)


def option_words(options: Mapping[str, Any]) -> list[str]:
    """Return the options of a game as words of a command line.

    >>> option_words({"turns": 9, "open": True})
    ['--option', 'turns=9', '--option', 'open=true']
    """
    values = {name: str(value).lower() if isinstance(value, bool) else value for name, value in options.items()}
    return [word for name, value in values.items() for word in ("--option", f"{name}={value}")]


def own_command(words: Sequence[str]) -> list[str]:
    """Return the command line that runs `main.py` with these words: a bundle starts itself, a source tree its
    interpreter.
    """
    if getattr(sys, "frozen", False):
        return [sys.executable, *words]
    return [sys.executable, "-P", "-c", _MAIN, *words]
