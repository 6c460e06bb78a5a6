"""The texts of the command line."""

from __future__ import annotations

from game.ground.texts import Texts


def texts() -> Texts:
    """Return the texts in the language of the settings."""
    from game.ground.settings import load

    return Texts(load()[0].resolved_language)
