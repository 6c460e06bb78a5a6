"""Draw the pictures of README and docs, with the program itself.

python build/pictures.py
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pygame

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "pictures"
PICTURES = {
    "title": ("title",),
    "table": ("table", "--game", "marrakech", "--turn", "24"),
    "slime": ("table", "--game", "slime", "--turn", "60"),
    "slime-contest": ("contest-waiting",),
    "l4g": ("l4g-crowd", "--game", "l4g", "--turn", "12", "--seed", "3"),
    "evaluation": ("evaluation", "--game", "l4g"),
}
"""Name of a picture → words after `main.py screenshot`."""
TABLES = {"omok": 34, "tablut": 14, "gems": 40, "volcano": 20, "words": 24, "sketch": 14}
"""Games shown together in one picture, each at this turn."""
COLUMNS = 3
SIZE = (1280, 720)


def draw(words: Sequence[str], target: Path) -> None:
    size = f"{SIZE[0]}x{SIZE[1]}"
    command = [sys.executable, str(ROOT / "main.py"), "screenshot", *words, "--size", size, "--out", str(target)]
    quiet = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    subprocess.run(command, check=True, cwd=ROOT, env=quiet)
    print(target)


def tables() -> pygame.Surface:
    """Draw the tables of `TABLES` side by side, at half size."""
    wide, high = SIZE[0] // 2, SIZE[1] // 2
    whole = pygame.Surface((COLUMNS * wide, -(-len(TABLES) // COLUMNS) * high), 0, 24)
    with tempfile.TemporaryDirectory() as folder:
        for place, (game, turn) in enumerate(TABLES.items()):
            target = Path(folder) / f"{game}.png"
            draw(("table", "--game", game, "--turn", str(turn), "--lang", "en"), target)
            half = pygame.transform.smoothscale(pygame.image.load(target), (wide, high))
            whole.blit(half, (place % COLUMNS * wide, place // COLUMNS * high))
    return whole


def main() -> None:
    """Draw every picture again."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    for name, words in PICTURES.items():
        draw(words, FOLDER / f"{name}.png")
    pygame.image.save(tables(), FOLDER / "tables.png")


if __name__ == "__main__":
    main()
