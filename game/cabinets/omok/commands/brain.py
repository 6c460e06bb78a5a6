"""`main.py omok-brain`: Omok's search as an engine of the Gomocup protocol, on standard input and output."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from typing import Any, TextIO

from game.cabinets.omok.brain import MOST_LINE, Brain
from game.commands.shared.declaring import declare


def add_parser(subparsers: Any) -> None:
    """Declare the command `omok-brain`."""
    declare(
        subparsers, "omok-brain", "play as an engine of the Gomocup protocol, on standard input and output", example=""
    )


def run(arguments: argparse.Namespace) -> int:
    """Answer lines from standard input until END or the end of input. Returns the exit code."""
    brain = Brain(time.perf_counter)
    for line in bounded_lines(sys.stdin):
        for answer in brain.answers(line):
            print(answer, flush=True)
        if brain.ended:
            break
    return 0


def bounded_lines(source: TextIO) -> Iterator[str]:
    """Yield the lines of `source`; a line longer than MOST_LINE is cut one character beyond that length."""
    while line := source.readline(MOST_LINE + 1):
        yield line
        while len(line) > MOST_LINE and not line.endswith("\n"):
            line = source.readline(MOST_LINE + 1)
