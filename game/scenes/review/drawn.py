"""Which of the best lines are drawn on the board, and how strongly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.engine.stage.advice import Advice
from game.kit.advice import strengths
from game.scenes.review.lines import Row

MOST_DRAWN = 3
"""The most lines drawn on the board at once."""


def drawn_lines(rows: Sequence[Row], shown: Row | None, depth: int, seats: int) -> list[Advice[Any]]:
    """Return the advice to draw: the best lines and the action played; or only the row `shown`, with the first `depth`
    actions that follow.
    """
    if shown is not None:
        following = shown.line.following[:depth]
        found = [_advice_of(shown, 1.0)]
        return found + [Advice(a, (shown.seat + n) % seats, f"+{n}", 0.6) for n, a in enumerate(following, 1)]
    best = [row for number, row in enumerate(rows) if number < MOST_DRAWN or row.played]
    shares = strengths([row.line.values[row.seat] for row in best])
    return [_advice_of(row, share) for row, share in zip(best, shares, strict=True)][::-1]


def _advice_of(row: Row, share: float) -> Advice[Any]:
    bad = row.verdict is not None and row.verdict.mistake
    sign = row.verdict.value if row.verdict and bad else row.label
    return Advice(row.line.action, row.seat, sign, share, bad=bad)
