"""The common command line of programs that make puzzles into a file and check those in it."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path


def read_command(
    about: str | None, wrong: Callable[[Path], list[str]], most: int, counted: str = "matches"
) -> tuple[argparse.Namespace, list[str]] | None:
    """Read FILE, the number of matches (or what is `counted`) to look at, the seed, and the file's existing lines.

    None with `--check`: then the lines that `wrong` finds are printed, and there is nothing to make.
    """
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument(f"--{counted}", type=int, default=most)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", action="store_true", help="make none: print those of the file that are wrong")
    arguments = parser.parse_args()
    if arguments.check:
        print("\n".join([*(told := wrong(arguments.file)), f"{len(told)} wrong"]))
        return None
    file = arguments.file
    return arguments, file.read_text(encoding="utf-8").splitlines() if file.exists() else []
