"""Making a Debian package of a bundle."""

from __future__ import annotations

import gzip
import os
import platform
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from manual import manual

HERE = Path(__file__).resolve().parent
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
CONTROL = """Package: souk
Version: {version}
Architecture: {architecture}
Maintainer: The Souk developers <souk@localhost>
Section: games
Priority: optional
Installed-Size: {size}
Depends: libc6 (>= {libc})
Description: arcade of board and party games
 Marrakech, Slime territory and L4G for people at one screen or on a LAN,
 against computer players and bots of their own.
"""


def package(bundle: Path, version: str, pictures: Mapping[int, bytes], work: Path, dist: Path) -> Path:
    """Make the `.deb` of the bundle in the folder `bundle`, below `dist`; return its path. Raises
    CalledProcessError.
    """
    root = work / "deb"
    shutil.copytree(bundle, root / "usr/lib/souk", symlinks=True)
    (root / "usr/games").mkdir(parents=True)
    (root / "usr/games/souk").symlink_to("../lib/souk/souk")
    _write(root / "usr/share/applications/souk.desktop", (HERE / "souk.desktop").read_bytes())
    for size, picture in pictures.items():
        _write(root / f"usr/share/icons/hicolor/{size}x{size}/apps/souk.png", picture)
    _write(root / "usr/share/man/man6/souk.6.gz", gzip.compress(manual().encode(), mtime=0))
    rights = [(HERE.parent / name).read_bytes() for name in ("LICENSE", "assets/CREDITS.md")]
    _write(root / "usr/share/doc/souk/copyright", b"\n".join(rights))
    architecture = ARCHITECTURES.get(platform.machine(), platform.machine())
    kilobytes = sum(path.lstat().st_size for path in root.rglob("*")) // 1024
    control = CONTROL.format(
        version=version, architecture=architecture, size=kilobytes, libc=platform.libc_ver()[1] or "2.31"
    )
    _write(root / "DEBIAN/control", control.encode())
    open_to_all(root)
    target = dist / f"souk_{version}_{architecture}.deb"
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(root), str(target)],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return target


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def open_to_all(root: Path) -> None:
    """Let every user read the files below a folder and run its programs, whatever this machine's umask."""
    for path in (root, *root.rglob("*")):
        if not path.is_symlink():
            runs = path.is_dir() or os.access(path, os.X_OK)
            path.chmod(0o755 if runs else 0o644)
