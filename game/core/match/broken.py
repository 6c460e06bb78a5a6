"""Moves that cannot be played: those of a log that do not fit, and those at which a game's rules raised an
exception."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.core.errors import SpokenError
from game.core.rules import NATURE, AnyRules, Move, Seat

REFUSED = "match.refuse.broken"
"""The text key for a move whose `check` raised an exception."""
PLAYED = "match.broken.move"
"""The text key for a move whose step raised an exception; its values are `BrokenMove.values`."""
MOST_BROKEN = 100
"""Moves of a match that are kept as broken; whoever sends more of them is only refused."""


@dataclass(frozen=True)
class BrokenMove:
    """A move that was not played because the rules raised an exception."""

    seat: Seat
    number: int
    """The step it was for."""
    action: Any
    error: Exception
    told: bool = False
    """Whether the move was refused at once, because `check` broke and not `step`."""

    @property
    def values(self) -> dict[str, str]:
        """The values of the text `PLAYED`."""
        return facts_of(self.error)


class IllegalMoveError(ValueError):
    """A logged move cannot be played at this point of the match."""


class BrokenRulesError(SpokenError):
    """The rules raised an exception at a step for which no move is to blame: the match cannot go on."""


def described(error: Exception) -> str:
    """An error's type and message, in a line.

    >>> described(IndexError("list index out of range"))
    'IndexError: list index out of range'
    """
    said = " ".join(str(error).split())[:200]
    return f"{type(error).__name__}: {said}" if said else type(error).__name__


def facts_of(error: Exception) -> dict[str, str]:
    """The error, and the innermost line that raised it as `file.py:12`, for a sentence."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return {"error": described(error), "where": where}


def without_broken(
    rules: AnyRules, before: bytes, number: int, moves: Sequence[Move]
) -> tuple[tuple[Move, ...], list[tuple[Move, Exception]]]:
    """The moves of a window, with fallbacks in place of those at which its step raises, and those moves with their
    errors.

    `before` is the state dumped. Raises BrokenRulesError where fallbacks for all that was decided do not help.
    """

    def attempt(tried: Sequence[Move]) -> None:
        state = rules.load(before)
        rules.step(state, tuple(tried))
        rules.ask(state)

    decided = [at for at, move in enumerate(moves) if move.seat != NATURE and not move.forced]
    kept, broken = list(moves), []
    try:
        for at in decided:
            fallback = rules.fallback(rules.load(before), moves[at].seat)
            kept[at] = Move(moves[at].seat, fallback, forced=True, spent=moves[at].spent)
        attempt(kept)
    except Exception as error:
        raise BrokenRulesError("match.broken.over", game=rules.info.id, step=number, **facts_of(error)) from error
    for at in decided:
        replaced, kept[at] = kept[at], moves[at]
        try:
            attempt(kept)
        except Exception as error:
            kept[at] = replaced
            broken.append((moves[at], error))
    return tuple(kept), broken
