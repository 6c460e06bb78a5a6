"""Renaming and removing files, though another program may be reading them at this moment.

Windows renames, replaces and removes no file that is open anywhere. A second window, a virus scanner or an indexer has
a file open for milliseconds: what they hinder is tried again for a while.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

_DENIED, _SHARED, _LOCKED = 5, 32, 33
"""Codes of Windows: access is denied (also to replace an open file), the file is open, a part of it is locked."""
_PATIENCE = 1.0
_PAUSE = 0.01


def move_file(path: Path, target: Path) -> None:
    """Rename a file, or replace the file at `target` by it. Waits up to a second for readers. Raises OSError."""
    _patiently(lambda: path.replace(target))


def remove_file(path: Path) -> None:
    """Remove a file if it is there. Waits up to a second for its readers. Raises OSError."""
    _patiently(lambda: path.unlink(missing_ok=True))


def _patiently(act: Callable[[], object]) -> None:
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            act()
            return
        except OSError as error:
            if not _is_in_use(error) or time.monotonic() > until:
                raise
        time.sleep(_PAUSE)


def _is_in_use(error: OSError) -> bool:
    """Whether Windows refused because a file is in use, or for a reason that it tells no better."""
    return getattr(error, "winerror", None) in (_DENIED, _SHARED, _LOCKED)
