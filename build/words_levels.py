"""Measure how often each computer of the word game ranks above the next weaker one, in each mode.

    python build/words_levels.py --games 60
    python build/words_levels.py --games 60 --modes quiz --option themes=animal,sea

Each match has one of every level; seats go round.
"""

from __future__ import annotations

import argparse
import csv
import subprocess
import sys
import tempfile
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LEVELS = ("random", "novice", "skilled", "strong", "expert")
MODES = ("chain", "three", "front", "consonants", "quiz", "gloss", "letter", "tail")


def rows(mode: str, games: int, options: list[str]) -> list[dict[str, str]]:
    """Return a row for each seat of each match."""
    command = [sys.executable, str(ROOT / "main.py"), "tournament", "words", "--bots", ",".join(LEVELS)]
    command += ["--games", str(games), "--seed", mode]
    for option in (f"mode={mode}", *options):
        command += ["--option", option]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "rows.csv")
        subprocess.run([*command, "--csv", str(file)], check=True, capture_output=True)
        return list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))


def table(mode: str, games: int, options: list[str]) -> str:
    """Return a line with the mean points of each level, and the share of matches in which it beats the one before; ties
    count half.
    """
    matches: dict[str, dict[str, dict[str, str]]] = defaultdict(dict)
    for row in rows(mode, games, options):
        matches[row["match"]][row["bot"]] = row
    cells = [f"{sum(int(match[level]['score']) for match in matches.values()) / len(matches):.0f}" for level in LEVELS]
    for weaker, stronger in pairwise(LEVELS):
        above = 0.0
        for match in matches.values():
            gap = int(match[weaker]["rank"]) - int(match[stronger]["rank"])
            above += 1.0 if gap > 0 else 0.5 if gap == 0 else 0.0
        cells.append(f"{100 * above / len(matches):.0f} %")
    return f"| `{mode}` | " + " | ".join(cells) + " |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--modes", nargs="+", choices=MODES, default=MODES)
    parser.add_argument("--option", action="append", default=[], metavar="K=V")
    arguments = parser.parse_args()
    shares = (f"{stronger} > {weaker}" for weaker, stronger in pairwise(LEVELS))
    print("| mode | " + " | ".join((*LEVELS, *shares)) + " |")
    for mode in arguments.modes:
        print(table(mode, arguments.games, arguments.option), flush=True)


if __name__ == "__main__":
    main()
