"""Checks of strokes and texts that the rules and the stage share."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from game.cabinets.sketch.drawing.lists import MOST_LETTERS
from game.cabinets.sketch.freehand.points import fault
from game.cabinets.sketch.state import LONGEST_HAND, MODEL, MODEL_NUMBERS


def stroke_refusal(points: Sequence[int], took: int, longest: int) -> str | None:
    """Say why these numbers are no valid stroke, as a text key; None for a valid one. A `longest` of 0 is no limit."""
    why = fault(points, longest) or (None if 0 <= took <= LONGEST_HAND else "took")
    return f"sketch.refuse.{why}" if why else None


def model_refusal(model: Sequence[Sequence[int]], longest: int) -> str | None:
    """Say why these strokes are no valid model of the master's word, as a text key; None for a valid model."""
    if model and (len(model) not in MODEL or sum(map(len, model)) > MODEL_NUMBERS):
        return "sketch.refuse.model"
    return next(filter(None, (stroke_refusal(stroke, 0, longest) for stroke in model)), None)


def written(text: str) -> str | None:
    """Normalise a guess as the game keeps it; None where it is empty, too long, or has unreadable characters."""
    text = " ".join(unicodedata.normalize("NFC", text).split())
    readable = all(unicodedata.category(sign)[0] != "C" for sign in text)
    return text if readable and 1 <= len(text) <= MOST_LETTERS else None
