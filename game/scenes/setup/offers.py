"""Questions before a match: whether to begin the guide, and whether to continue an unfinished match."""

from __future__ import annotations

from typing import Final

import pygame

from game.engine.scene import Context
from game.engine.widgets import Answer, Dialog, Style
from game.scenes.staging.left_off import LeftOffPicture

GUIDE: Final = object()
"""The dialog's answer that begins the guide."""

CONTINUE: Final = object()
"""The dialog's answer that continues an unfinished match."""


def continue_dialog(context: Context, picture: pygame.Surface | None = None) -> Dialog:
    """Ask whether to continue the unfinished match shown by `picture`."""
    line = context.texts.line
    answers = (
        Answer(line("setup.continue.no"), None),
        Answer(line("setup.continue.yes"), CONTINUE, icon="play", primary=True),
    )
    shown = LeftOffPicture(Style.of(context), picture) if picture else None
    title, text = line("setup.continue.title"), line("setup.continue.text")
    return Dialog(context, title, text, answers, picture=shown)


def guide_dialog(context: Context) -> Dialog:
    """Ask whether to begin the guide."""
    line = context.texts.line
    answers = (
        Answer(line("guide.offer.no"), None),
        Answer(line("guide.offer.yes"), GUIDE, icon="footprints", primary=True),
    )
    return Dialog(context, line("guide.offer.title"), line("guide.offer.text"), answers)
