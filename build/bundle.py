"""Make the bundle: `python -m pip install -e ".[build]" && python build/bundle.py`.

It lands in dist/souk, a folder with the program `souk` in it, and is then asked to prove itself (`selftest`).
A bundle runs on systems with the C library of the machine that made it, or a later one.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def bundle(dist: Path) -> Path:
    """Make the bundle below `dist`; the path of its program. Raises CalledProcessError."""
    with tempfile.TemporaryDirectory() as work:
        command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
        folders = ["--distpath", str(dist), "--workpath", work]
        subprocess.run([*command, *folders, str(ROOT / "build" / "souk.spec")], check=True, cwd=ROOT)
    return dist / "souk" / ("souk.exe" if sys.platform == "win32" else "souk")


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the bundle and let it prove itself.")
    parser.add_argument("--dist", type=Path, default=ROOT / "dist")
    program = bundle(parser.parse_args().dist)
    subprocess.run([str(program), "selftest"], check=True)
    print(program.parent)


if __name__ == "__main__":
    main()
