"""What is asked before a match: whether to be guided through a first one, and whether to go on with an old one."""

from __future__ import annotations

from typing import Final

from game.engine.scene import Context
from game.engine.widgets import Answer, Dialog

GUIDE: Final = object()
"""What the offer is answered with by who takes it."""

CONTINUE: Final = object()
"""The same where a match was left unfinished."""


def continue_dialog(context: Context) -> Dialog:
    """Whether to go on with the match that was left."""
    line = context.texts.line
    answers = (
        Answer(line("setup.continue.no"), None),
        Answer(line("setup.continue.yes"), CONTINUE, icon="play", primary=True),
    )
    return Dialog(context, line("setup.continue.title"), line("setup.continue.text"), answers)


def guide_dialog(context: Context) -> Dialog:
    """Whether to be guided through the first match."""
    line = context.texts.line
    answers = (
        Answer(line("guide.offer.no"), None),
        Answer(line("guide.offer.yes"), GUIDE, icon="footprints", primary=True),
    )
    return Dialog(context, line("guide.offer.title"), line("guide.offer.text"), answers)
