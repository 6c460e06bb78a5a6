"""This program as something that can be started once more: a host beside the window, a check of the installation."""

from __future__ import annotations

import sys
from collections.abc import Sequence

_MAIN = "import sys; from game.commands import main; sys.exit(main())"


def own_command(words: Sequence[str]) -> list[str]:
    """The command line that runs `main.py` with these words: a bundle starts itself, a source tree its interpreter."""
    if getattr(sys, "frozen", False):
        return [sys.executable, *words]
    return [sys.executable, "-P", "-c", _MAIN, *words]
