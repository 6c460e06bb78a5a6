"""Sentences that a host names by text keys: shown in this program's own words, never trusted."""

from __future__ import annotations

from collections.abc import Mapping

from game.ground.texts import Texts

_SPOKEN = ("net.", "lobby.", "discovery.")


def spoken(texts: Texts, key: str, values: Mapping[str, str | int]) -> str:
    """Return the sentence for a text key from the network; a general one where the key or its values are
    not allowed.
    """
    sentence = texts.attempt(key, values) if key.startswith(_SPOKEN) else None
    return sentence or refusal(texts, key)


def refusal(texts: Texts, key: str) -> str:
    """Return why a game or a room refuses something, as far as there is a text for the key."""
    return texts.attempt(key, {}) or texts.line("lobby.log.unknown", key=key[:40])
