"""Moves that cannot be played: logged moves that do not fit the match,
and moves for which a game's rules raised an exception."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.core.errors import SpokenError
from game.core.rules import NATURE, AnyRules, Move, Seat

REFUSED = "match.refuse.broken"
"""The text key of a refusal for a move whose `check` raised an exception."""
PLAYED = "match.broken.move"
"""The text key of the sentence about a move whose `step` raised an exception; it needs `BrokenMove.values`."""
MOST_BROKEN = 100
"""How many broken moves of a match are kept; later ones are only refused."""


@dataclass(frozen=True)
class BrokenMove:
    """A move that was not played because the rules raised an exception."""

    seat: Seat
    number: int
    """The number of the step that the move was meant for."""
    action: Any
    error: Exception
    told: bool = False
    """Whether `check` raised and the move was refused at once; False where `step` raised."""

    @property
    def values(self) -> dict[str, str]:
        """The values for the text `PLAYED`: the error and its place in the source."""
        return facts_of(self.error)


class IllegalMoveError(ValueError):
    """A logged move cannot be played at this point of the match."""


class BrokenRulesError(SpokenError):
    """The rules raised an exception that no player's move caused: the match cannot go on."""


def described(error: Exception) -> str:
    """Return an error's type and message in one line.

    >>> described(IndexError("list index out of range"))
    'IndexError: list index out of range'
    """
    said = " ".join(str(error).split())[:200]
    return f"{type(error).__name__}: {said}" if said else type(error).__name__


def facts_of(error: Exception) -> dict[str, str]:
    """Return an error in one line and the source line that raised it (`file.py:12`), as values for a sentence."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return {"error": described(error), "where": where}


def without_broken(
    rules: AnyRules, before: bytes, number: int, moves: Sequence[Move]
) -> tuple[tuple[Move, ...], list[tuple[Move, Exception]]]:
    """Return a window's moves with fallbacks for those that make `step` raise, and those moves with their errors.

    `before` is the dumped state. Raises BrokenRulesError where `step` raises even with fallbacks for all players'
    moves.
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
