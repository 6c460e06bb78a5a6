"""`main.py omok-brain`: Omok's search as an engine of the Gomocup protocol, on standard input and output."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from typing import Any, TextIO

from game.cabinets.omok.brain import MOST_LINE, Brain


def add_parser(subparsers: Any) -> None:
    """Declare the command."""
    subparsers.add_parser("omok-brain", help="play as an engine of the Gomocup protocol, on standard input and output")


def run(arguments: argparse.Namespace) -> int:
    """Answer lines until END, or until there are no more."""
    brain = Brain(time.perf_counter)
    for line in bounded_lines(sys.stdin):
        for answer in brain.answers(line):
            print(answer, flush=True)
        if brain.ended:
            break
    return 0


def bounded_lines(source: TextIO) -> Iterator[str]:
    """Its lines; of one that is longer than is read, no more than shows that it is."""
    while line := source.readline(MOST_LINE + 1):
        yield line
        while len(line) > MOST_LINE and not line.endswith("\n"):
            line = source.readline(MOST_LINE + 1)
