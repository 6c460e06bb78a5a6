"""Begins a match and forgets it, so that beginning it in earnest takes no time.

A beginning may make a level, load lists of words or compile; rules remember what they made.
"""

from __future__ import annotations

from typing import Any

from game.core.match.broken import BrokenRulesError
from game.core.match.match import Match
from game.core.rules import AnyRules


def rehearse(rules: AnyRules, seats: int, options: Any, seed: int, key: int = 0) -> None:
    """Begin a match up to its first decision. Raises SpokenError where it cannot be begun with these options."""
    try:
        Match(rules, seats, options, seed, undo=False, in_pieces=True, key=key).tick(0.0)
    except BrokenRulesError:
        return  # the match itself ends in the same way, and tells why
