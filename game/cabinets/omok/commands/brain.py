"""`main.py omok-brain`: Omok's search as an engine of the Gomocup protocol, on standard input and output."""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

from game.cabinets.omok.brain import Brain


def add_parser(subparsers: Any) -> None:
    """Declare the command."""
    subparsers.add_parser("omok-brain", help="play as an engine of the Gomocup protocol, on standard input and output")


def run(arguments: argparse.Namespace) -> int:
    """Answer lines until END, or until there are no more."""
    brain = Brain(time.perf_counter)
    while not brain.ended:
        line = sys.stdin.readline()
        if not line:
            break
        for answer in brain.answers(line):
            print(answer, flush=True)
    return 0
