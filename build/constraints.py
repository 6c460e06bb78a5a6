"""Write constraints.txt: the versions of all packages with which CI tests and bundles are made.

In a fresh environment of the oldest Python that Souk runs with:

    python -m pip install -e ".[test,sim,rl,cluster,report,build,assets]" && .ci/run && python build/constraints.py

What only other systems need is not in it, and stays free.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

TARGET = Path(__file__).resolve().parent.parent / "constraints.txt"
HEAD = """\
# The versions with which the tests last ran whole; CI and bundles take them (`pip install -c constraints.txt …`).
# Made by `python build/constraints.py`, which says how.
"""


def frozen() -> list[str]:
    """Return a line for each package that is installed here, Souk itself and the installers left out."""
    words = [sys.executable, "-m", "pip", "--disable-pip-version-check", "freeze", "--exclude-editable"]
    done = subprocess.run(words, check=True, capture_output=True, encoding="utf-8")
    return sorted(done.stdout.splitlines(), key=str.lower)


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    TARGET.write_text(HEAD + "".join(f"{line}\n" for line in frozen()), encoding="utf-8")
