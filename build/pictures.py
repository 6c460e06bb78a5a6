"""The pictures of README and docs, drawn by the program itself.

python build/pictures.py
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

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
"""The words after `main.py screenshot` by the picture's name."""


def main() -> None:
    """Draw every picture anew."""
    for name, words in PICTURES.items():
        target = FOLDER / f"{name}.png"
        command = [
            sys.executable,
            str(ROOT / "main.py"),
            "screenshot",
            *words,
            "--size",
            "1280x720",
            "--out",
            str(target),
        ]
        subprocess.run(
            command, check=True, cwd=ROOT, env={**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
        )
        print(target)


if __name__ == "__main__":
    main()
