"""Make the installer of a Windows bundle with NSIS, which Debian has, too: `python build/installer.py DIST`."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = ROOT / "build" / "windows" / "installer.nsi"


def maker() -> str | None:
    """Return the path of NSIS's compiler; None where it is not installed. Windows does not look where it lies."""
    folder = Path(os.environ.get("PROGRAMFILES(X86)", ""), "NSIS")
    return shutil.which("makensis") or shutil.which("makensis", path=folder)


def installer(bundle: Path, version: str, icon: Path, dist: Path) -> Path:
    """Make the installer of the bundle in the folder `bundle`, below `dist`; return its path. Raises
    CalledProcessError.
    """
    program = maker()
    assert program, "NSIS is not installed"
    target = dist / f"souk-{version}-windows-amd64-setup.exe"
    kilobytes = sum(file.stat().st_size for file in bundle.rglob("*") if file.is_file()) // 1024
    values = {"VERSION": version, "SOURCE": bundle, "ICON": icon, "OUT": target, "KILOBYTES": kilobytes}
    words = [f"-D{name}={value}" for name, value in values.items()]
    subprocess.run([program, "-V2", "-WX", "-INPUTCHARSET", "UTF8", *words, str(SCRIPT)], check=True)
    return target


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    import icons

    from game.ground.version import VERSION

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dist", type=Path, help="the folder with the bundle, to which the installer is written")
    dist = parser.parse_args().dist.resolve()
    with tempfile.TemporaryDirectory() as folder:
        icons.draw(Path(folder))
        print(installer(dist / "souk", VERSION, Path(folder) / "souk.ico", dist))
