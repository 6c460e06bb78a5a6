"""The folder that drawers take for the home of this program: empty at first, and removed afterwards."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
import time
from pathlib import Path
from typing import Final

from game.ground import paths

_PREFIX: Final = "souk-guests-"
_FORGOTTEN: Final = 2 * 86400.0
"""Seconds after which a home belongs to a program that was killed: no evening lasts so long."""
QUIET: Final = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "SDL_NO_SIGNAL_HANDLERS": "1"}
"""Variables by which SDL opens neither a window nor a device of sound, and leaves signals alone."""


def new_home() -> Path:
    """Make a home for drawers, and remove those that killed programs have left."""
    for left in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with contextlib.suppress(OSError):
            if time.time() - left.stat().st_mtime > _FORGOTTEN:
                shutil.rmtree(left, ignore_errors=True)
    return Path(tempfile.mkdtemp(prefix=_PREFIX))


def remove_home(home: Path) -> None:
    """Remove a home once its drawers have ended; what they logged is kept among the logs of this program."""
    logs = home / "logs"
    if logs.exists():
        shutil.copytree(logs, paths.logs(), dirs_exist_ok=True)
    shutil.rmtree(home, ignore_errors=True)
