"""Make the bundle: `python -m pip install -e ".[build,guests]" && python build/bundle.py`.

The bundle is dist/souk, a folder with the program `souk` in it; its `selftest` is then run. Files for distribution are
written beside it: on Linux a `.tar.xz` and, where dpkg-deb is installed, a `.deb`; elsewhere a `.zip`, on Windows also
an installer where NSIS is. A bundle runs on systems with the C library of the machine that made it, or a later one.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import debian  # noqa: E402
import icons  # noqa: E402
from installer import installer, maker  # noqa: E402

from game.ground.version import VERSION  # noqa: E402


def bundle(dist: Path, work: Path) -> Path:
    """Make the bundle below `dist`; return the path of its program. Raises CalledProcessError."""
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    folders = ["--distpath", str(dist), "--workpath", str(work)]
    variables = {**os.environ, "SOUK_ICONS": str(work), "SOUK_VERSION": VERSION}
    subprocess.run([*command, *folders, str(ROOT / "build" / "souk.spec")], check=True, cwd=ROOT, env=variables)
    if sys.platform == "win32":
        words = (ROOT / "build" / "windows" / "Install.txt").read_text(encoding="utf-8")
        (dist / "souk" / "Install.txt").write_text(words, encoding="utf-8-sig", newline="\r\n")
    debian.open_to_all(dist / "souk")
    return dist / "souk" / ("souk-command.exe" if sys.platform == "win32" else "souk")


def archive(dist: Path) -> Path:
    """Pack the bundle into one file for distribution; return its path."""
    name = dist / f"souk-{VERSION}-{platform.system().lower()}-{platform.machine().lower()}"
    kind = "xztar" if sys.platform.startswith("linux") else "zip"
    folder = "Souk.app" if sys.platform == "darwin" else "souk"
    return Path(shutil.make_archive(str(name), kind, dist, folder))


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the bundle and let it prove itself.")
    parser.add_argument("--dist", type=Path, default=ROOT / "dist")
    parser.add_argument("--folder-only", action="store_true", help="leave out the files to hand on")
    arguments = parser.parse_args()
    dist = arguments.dist.resolve()
    dist.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        pictures = icons.draw(work)
        program = bundle(dist, work)
        subprocess.run([str(program), "selftest"], check=True)
        made = [program.parent]
        if not arguments.folder_only:
            made.append(archive(dist))
            if sys.platform == "win32" and maker():
                made.append(installer(program.parent, VERSION, work / "souk.ico", dist))
            if shutil.which("dpkg-deb"):
                made.append(debian.package(program.parent, VERSION, pictures, work, dist))
    for path in made:
        print(path, f"{size_of(path) / 1e6:.1f} MB")


def size_of(path: Path) -> int:
    """Return the bytes of a file, or of all files below a folder."""
    files = path.rglob("*") if path.is_dir() else (path,)
    return sum(file.lstat().st_size for file in files if not file.is_dir())


if __name__ == "__main__":
    main()
