"""Folders of entries: examples, good ones, and ten that are broken in ten ways."""

from __future__ import annotations

import shutil
import struct
import zlib
from pathlib import Path

from tests import ROOT

PLAIN = '''\
"""{says}"""
import os
import sys
import time

from game.cabinets.l4g.player import Direction, Player


class {name}(Player):
    def misbehave(self):
{deed}

    def soul_stay(self):
{soul}

    def soul_spawn(self):
        return ({row}, self.turn % len(self.cells[0]))

    def survivor_move(self):
{survivor}
        row, column = self.me.position
        return Direction.DOWN if row == 0 else Direction.UP if row + 1 == len(self.cells) else Direction({way!r})

    def corpse_stay(self):
        pass

    def infected_move(self):
        return Direction.STAY
'''
DEEDS = {
    "b02_loop": "while True:\n    pass",
    "b03_wrong": "return 'left'",
    "b04_forks": "if self.turn == 1 and os.fork() == 0:\n    os._exit(0)",
    "b05_memory": "self.kept = bytearray(3 << 30)",
    "b06_prints": "for _ in range(1 << 14):\n    print('x' * (1 << 16))",
    "b07_deletes": "os.remove(__file__)",
    "b08_reads": "open(os.path.join('..', os.listdir('..')[0], 'steal.py'), 'w')",
    "b09_sleeps": "time.sleep(0.3)",
    "b10_exits": "os._exit(3)",
}
"""What each broken entry does in a call; `b01_syntax` is no Python at all."""
OUT = ("b01_syntax", "b02_loop", "b05_memory", "b06_prints", "b09_sleeps", "b10_exits")
"""Those that the check rules out."""
PLAY_ON = ("b03_wrong", "b04_forks", "b07_deletes", "b08_reads")
WAYS = ("left", "right", "up", "down")
GOOD = tuple(f"a{number}_good" for number in range(1, 8))
FILL = ("expert", "scout", "loner", "seeker")
"""Built-in players that fill the room."""
EXAMPLES = ("coward", "healer", "wanderer")


def player(name: str, deed: str = "", *, row: int = 0, way: str = "up") -> str:
    """Return the source of an entry that misbehaves in every survivor's call, and once as a soul."""
    lines = deed.splitlines() or ["pass"]
    inner = "\n".join(f"        {line}" for line in lines)
    survivor = "        wrong = self.misbehave()\n        if wrong is not None:\n            return wrong"
    soul = (
        "        if self.turn == 0 and "
        + repr(name in ("b07_deletes", "b08_reads"))
        + ":\n            self.misbehave()"
    )
    return PLAIN.format(
        says=f"{name} of a test.", name=name.title().replace("_", ""), deed=inner, soul=soul, survivor=survivor,
        row=row, way=way,
    )  # fmt: skip


def broken_folder(folder: Path, *, raising: bool = False, without: tuple[str, ...] = ()) -> Path:
    """Make a folder of twenty entries: examples, good ones and broken ones. Built-in players fill the room.

    With `raising` those that play on raise an exception where they misbehave; `without` are left out.
    """
    folder.mkdir(parents=True)
    files = {name: (ROOT / "examples" / "l4g" / f"{name}.py").read_text(encoding="utf-8") for name in EXAMPLES}
    for number, name in enumerate(GOOD):
        files[name] = player(name, row=number % 6, way=WAYS[number % len(WAYS)])
    files["b01_syntax"] = "class Broken(Player):\n    def way(self)\n        return 1\n"
    for name, deed in DEEDS.items():
        harmful = name in ("b03_wrong", "b07_deletes", "b08_reads")
        files[name] = player(name, "raise RuntimeError('here')" if raising and harmful else deed)
    for name, text in files.items():
        if name not in without:
            (folder / f"{name}.py").write_text(text, encoding="utf-8")
    (folder / "contest.toml").write_text(f"fill = {list(FILL)}\n", encoding="utf-8")
    return folder


def content(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Return what is in a folder's files and when each was written, results left out."""
    return {
        path.relative_to(folder).as_posix(): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "results" not in path.relative_to(folder).parts
    }


def copied_bots(folder: Path, *names: str) -> None:
    """Copy example bots of all games into a folder."""
    for name in names:
        shutil.copy(ROOT / "examples" / "bots" / name, folder / name)


def png(width: int, height: int) -> bytes:
    """A picture in one colour, as a PNG file."""
    rows = zlib.compress((b"\0" + b"\xd0\x70\x20" * width) * height)
    chunks = ((b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)), (b"IDAT", rows), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )
