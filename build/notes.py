"""Print the notes of a release: the section of CHANGELOG.md that is about one version.

python build/notes.py [VERSION]
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def notes(version: str) -> str:
    """Return what changed in a version, without its heading. Raises LookupError for one that has no section."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    found = re.search(rf"^## {re.escape(version)}\b.*?\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if found is None or not found[1].strip():
        raise LookupError(f"CHANGELOG.md says nothing of {version}")
    return found[1].strip() + "\n"


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    from game.ground.version import VERSION

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("version", nargs="?", default=VERSION)
    version = parser.parse_args().version
    try:
        # A pipe or file of Windows would take the machine's code page, which has not every letter.
        sys.stdout.buffer.write(notes(version).encode())
    except LookupError as error:
        sys.exit(str(error))
