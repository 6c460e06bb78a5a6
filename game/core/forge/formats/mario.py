"""A platform level in the characters of the Mario AI framework: 16 rows, a character a square.

Source: the symbol reference of github.com/amidos2006/Mario-AI-Framework, levels/README.md. What that game lacks is
written as what plays most like it: a spring before a wall that nobody jumps up becomes a step of blocks.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

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
STEP = "#"
SOLID = frozenset("X#S!t*")
_KEPT = SOLID | {"M", "F", "%"}
JUMP = 4
"""How many rows one can jump up in the framework."""
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
    for each in sorted(level.entities, key=lambda each: each.kind in ("start", "goal")):
        letter = THINGS.get(each.kind, AIR)
        if letter != AIR:
            signs[each.y * level.width + each.x] = letter
    for place, sign in enumerate(drawn):
        if sign == "S":
            _build_step(signs, level.width, place)
    rows = ["".join(signs[row * level.width : (row + 1) * level.width]) for row in range(level.height)]
    above = rows[: max(0, level.height - ROWS)]
    if any(row.strip(AIR) for row in above):
        raise LevelFileError("forge.file.mario_high", height=level.height, rows=ROWS)
    rows = [AIR * level.width] * (ROWS - len(rows)) + rows[-ROWS:]
    used = set(drawn) | {each.kind for each in level.entities}
    return "\n".join(rows) + "\n", tuple(each for each in NEAREST if each in used)


def is_mario(rows: Sequence[str]) -> bool:
    """Return whether rows of characters are a level of the framework, rather than a map of Souk's."""
    letters = {TILES[sign] for sign in TILES} | set(THINGS.values())
    return len(rows) == ROWS and AIR in rows[0] and len(set(map(len, rows))) == 1 and set("".join(rows)) <= letters


def _build_step(signs: MutableSequence[str], width: int, spring: int) -> None:
    """Raise the block in a spring's place until one can jump to it, and from it onto the wall beside it.

    The start, the goal and what is solid stay; a wall of more than two jumps stays as high as it is.
    """
    wall = max(_wall_at(signs, width, spring, side) for side in (-2, -1, 1, 2))
    if not JUMP < wall <= 2 * JUMP:
        return
    step = [spring - row * width for row in range((wall + 1) // 2)]
    if all(place >= 0 and signs[place] not in _KEPT for place in step[1:]):
        for place in step:
            signs[place] = STEP


def _wall_at(signs: Sequence[str], width: int, spring: int, side: int) -> int:
    """Return how many solid squares stand one on the other from a spring's row up, so many columns beside it."""
    if not 0 <= spring % width + side < width:
        return 0
    high, place = 0, spring + side
    while place >= 0 and signs[place] in SOLID:
        high, place = high + 1, place - width
    return high
