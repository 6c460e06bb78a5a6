"""What only some systems have: marks of tests that cannot run on the others."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

import pytest


def _makes_links() -> bool:
    """Whether this person may make links to files: on Windows that is a right, and Wine makes none."""
    with tempfile.TemporaryDirectory() as folder:
        link = Path(folder, "link")
        try:
            link.symlink_to(Path(folder, "target"))
        except OSError:
            return False
        return link.is_symlink()


needs_links = pytest.mark.skipif(not _makes_links(), reason="no links to files can be made here")
needs_full_disk = pytest.mark.skipif(
    os.name != "posix" or not Path("/dev/full").exists(), reason="no device here is always full"
)
needs_bash = pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash here")
needs_pipes_among_files = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipe has a name among files here")
needs_no_screen = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there is always a screen here")
