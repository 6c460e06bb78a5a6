"""Write the program's icon in the formats of each system, drawn by the program itself.

python build/icons.py FOLDER
"""

from __future__ import annotations

import argparse
import io
import os
import struct
import sys
from pathlib import Path

SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
"""Widths of the square icons, in pixels."""
ICNS_KINDS = {16: b"icp4", 32: b"icp5", 64: b"icp6", 128: b"ic07", 256: b"ic08", 512: b"ic09"}
"""The type code of each size in an Apple icon file."""
ICO_MOST = 256


def draw(folder: Path) -> dict[int, bytes]:
    """Write `souk-<size>.png`, `souk.ico` and `souk.icns` to `folder`; return the PNG data by size."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    import pygame

    from game.engine.loop.window import icon

    pygame.display.init()
    pygame.display.set_mode((1, 1))
    pictures = {}
    for size in SIZES:
        data = io.BytesIO()
        pygame.image.save(icon(size), data, "souk.png")
        pictures[size] = data.getvalue()
        (folder / f"souk-{size}.png").write_bytes(pictures[size])
    pygame.display.quit()
    (folder / "souk.ico").write_bytes(_ico({size: data for size, data in pictures.items() if size <= ICO_MOST}))
    (folder / "souk.icns").write_bytes(_icns(pictures))
    return pictures


def _ico(pictures: dict[int, bytes]) -> bytes:
    """Return a Windows icon file with PNGs: a header, an entry per picture, the pictures."""
    heading = struct.pack("<HHH", 0, 1, len(pictures))
    entries, bodies, offset = b"", b"", len(heading) + 16 * len(pictures)
    for size, data in pictures.items():
        side = size % ICO_MOST
        entries += struct.pack("<BBBBHHII", side, side, 0, 0, 1, 32, len(data), offset + len(bodies))
        bodies += data
    return heading + entries + bodies


def _icns(pictures: dict[int, bytes]) -> bytes:
    """Return an Apple icon file with PNGs."""
    parts = b"".join(
        kind + struct.pack(">I", 8 + len(pictures[size])) + pictures[size] for size, kind in ICNS_KINDS.items()
    )
    return b"icns" + struct.pack(">I", 8 + len(parts)) + parts


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    target = parser.parse_args().folder
    target.mkdir(parents=True, exist_ok=True)
    draw(target)
