"""The texts of the command line."""

from __future__ import annotations

from collections.abc import Callable

from game.commands.shared.streams import complain
from game.core.errors import SpokenError
from game.ground.texts import Texts


def texts() -> Texts:
    """Return the texts in the language of the settings."""
    from game.ground.settings import load

    return Texts(load()[0].resolved_language)


def spoken_in(language: str | None, work: Callable[[Texts], int]) -> int:
    """Do a command's work in a language, None for that of the settings, in which refusals are told too. Returns the
    exit code.
    """
    words = Texts(language) if language else texts()
    try:
        return work(words)
    except SpokenError as error:
        complain(words.line(error.key, error.values))
        return 1
