"""Numbers as they are written on the command line."""

from __future__ import annotations

import argparse
import contextlib
import re
from collections.abc import Callable

from game.core.chance import MOST_KEY

LEAST_SEED, MOST_SEED = -(1 << 63), (1 << 64) - 1
"""The least and the greatest seed that a replay can keep."""
_WHOLE = re.compile(r"-?[0-9]{1,20}")


def whole(least: int, most: int) -> Callable[[str], int]:
    """Return an argparse type for whole numbers from `least` to `most`; any other is wrong usage.

    >>> whole(1, 9)("7")
    7
    """

    def read(text: str) -> int:
        if _WHOLE.fullmatch(text) and least <= int(text) <= most:
            return int(text)
        shown = text if len(text) <= 40 else text[:40] + "…"
        raise argparse.ArgumentTypeError(f"{shown!r} is not a whole number from {least} to {most}")

    return read


def seconds(least: float = 0.0, most: float = 86_400.0) -> Callable[[str], float]:
    """Return an argparse type for seconds from `least` to `most`; any other is wrong usage.

    >>> seconds()("2.5")
    2.5
    """

    def read(text: str) -> float:
        with contextlib.suppress(ValueError):
            if least <= float(text) <= most:
                return float(text)
        shown = text if len(text) <= 40 else text[:40] + "…"
        raise argparse.ArgumentTypeError(f"{shown!r} is not a number of seconds from {least:g} to {most:g}")

    return read


seed = whole(LEAST_SEED, MOST_SEED)
key = whole(0, MOST_KEY)


def declare_key(parser: argparse.ArgumentParser) -> None:
    """Declare `--key`; its default None draws one where a stranger's program plays."""
    parser.add_argument(
        "--key",
        type=key,
        metavar="N",
        help="drawn beside the seed of an earlier result; 0 is the seed alone; else drawn",
    )
