"""A platform level in the characters of the Mario AI framework: 16 rows, a character a square.

Source: the symbol reference of github.com/amidos2006/Mario-AI-Framework, levels/README.md. What that game lacks is
written as what plays most like it.
"""

from __future__ import annotations

from game.core.forge.formats.faults import LevelFileError
from game.core.forge.model.level import Level, signs_of

ROWS = 16
AIR = "-"
TILES = {".": AIR, "#": "X", "B": "S", "?": "!", "=": "%", "^": "y", "H": "%", "S": "#", "T": "t"}
"""The character for each tile.

Spikes become a spiky, which cannot be stomped either; a ladder becomes a platform that one can jump through from below.
"""
THINGS = {
    "start": "M",
    "goal": "F",
    "coin": "o",
    "gem": "o",
    "walker": "g",
    "flyer": "K",
    "crusher": "Y",
    "cannon": "*",
    "giant": "r",
    "checkpoint": AIR,
}
NEAREST = ("^", "H", "S", "gem", "crusher", "giant", "checkpoint")
"""Tiles and things that the framework lacks and that are replaced by something similar."""


def write_mario(level: Level) -> tuple[str, tuple[str, ...]]:
    """Return the level in the framework's characters, and those of `NEAREST` that were replaced.

    Rows of air are added or left out at the top. Raises LevelFileError for a dungeon and for a level with more rows.
    """
    if level.kind != "platform":
        raise LevelFileError("forge.file.mario_dungeon")
    drawn = signs_of(level.kind, level.tiles).decode()
    signs = [TILES[sign] for sign in drawn]
    for each in level.entities:
        letter = THINGS.get(each.kind, AIR)
        if letter != AIR:
            signs[each.y * level.width + each.x] = letter
    rows = ["".join(signs[row * level.width : (row + 1) * level.width]) for row in range(level.height)]
    above = rows[: max(0, level.height - ROWS)]
    if any(row.strip(AIR) for row in above):
        raise LevelFileError("forge.file.mario_high", height=level.height, rows=ROWS)
    rows = [AIR * level.width] * (ROWS - len(rows)) + rows[-ROWS:]
    used = set(drawn) | {each.kind for each in level.entities}
    return "\n".join(rows) + "\n", tuple(each for each in NEAREST if each in used)
