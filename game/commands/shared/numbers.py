"""Numbers as they are written on the command line."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable

LEAST_SEED, MOST_SEED = -(1 << 63), (1 << 64) - 1
"""What a replay can keep."""
_WHOLE = re.compile(r"-?[0-9]{1,20}")


def whole(least: int, most: int) -> Callable[[str], int]:
    """What argparse reads a whole number with; others than those from `least` to `most` are wrong usage.

    >>> whole(1, 9)("7")
    7
    """

    def read(text: str) -> int:
        if _WHOLE.fullmatch(text) and least <= int(text) <= most:
            return int(text)
        shown = text if len(text) <= 40 else text[:40] + "…"
        raise argparse.ArgumentTypeError(f"{shown!r} is not a whole number from {least} to {most}")

    return read


seed = whole(LEAST_SEED, MOST_SEED)
