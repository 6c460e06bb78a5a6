"""The guide of a first match, offered once to whoever has not played a game."""

from __future__ import annotations

from typing import Final

from game.engine.scene import Context
from game.engine.widgets import Answer, Dialog

GUIDE: Final = object()
"""What the offer is answered with by who takes it."""


def guide_dialog(context: Context) -> Dialog:
    """Whether to be guided through the first match."""
    line = context.texts.line
    answers = (
        Answer(line("guide.offer.no"), None),
        Answer(line("guide.offer.yes"), GUIDE, icon="footprints", primary=True),
    )
    return Dialog(context, line("guide.offer.title"), line("guide.offer.text"), answers)
