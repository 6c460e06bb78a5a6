"""Matches in the files of other programs, which a cabinet declares that it reads (`Cabinet.reads`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from game.core.match.match import Match

MOST_BYTES = 1 << 20
"""Most bytes of such a file that is read in the window; a match of stones has a few thousand."""


@dataclass(frozen=True)
class ForeignMatch:
    """A match that was played elsewhere, played again by the rules here."""

    match: Match
    names: tuple[str, ...] = ()
    """The players by seat, where the file tells them."""
    notes: tuple[tuple[str, Mapping[str, object]], ...] = ()
    """Text keys and values of what the reader did beyond the letter of the file."""


ForeignReader: TypeAlias = Callable[[bytes], ForeignMatch]
"""Reads the content of a file. Raises SpokenError for one that it cannot read whole."""
