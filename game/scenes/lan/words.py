"""Sentences that a host names by their keys: said in our own language, and never trusted."""

from __future__ import annotations

from collections.abc import Mapping

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
