"""Sentences that a host names by their keys: said in our own language, and never trusted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.engine.text import Typeface
from game.scenes.table_panels import fitted
from game.texts import MissingTextError, Texts

_SPOKEN = ("net.", "lobby.", "discovery.")


def spoken(texts: Texts, key: str, values: Mapping[str, str | int]) -> str:
    """The sentence under a key from the network; a plain one where the key or its values are not ours to say."""
    if key.startswith(_SPOKEN):
        try:
            return texts.line(key, values)
        except (MissingTextError, KeyError, ValueError, IndexError, AttributeError, TypeError):
            pass
    return refusal(texts, key)


def refusal(texts: Texts, key: str) -> str:
    """Why a game or a room does not allow something, as far as there is a text for it."""
    try:
        return texts.line(key)
    except (MissingTextError, KeyError, ValueError, IndexError, AttributeError, TypeError):
        return texts.line("lobby.log.unknown", key=key[:40])


def first_fitting(typeface: Typeface, lines: Sequence[str], room: float, size: float) -> str:
    """The first of several ways to say something, the longest first, that there is room for; else the last, cut."""
    return next(
        (line for line in lines if typeface.measure(line, size) <= room), fitted(typeface, lines[-1], room, size)
    )
