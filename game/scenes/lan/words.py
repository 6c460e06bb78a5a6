"""Sentences that a host names by their keys: said in our own language, and never trusted."""

from __future__ import annotations

from collections.abc import Mapping

from game.texts import Texts

_SPOKEN = ("net.", "lobby.", "discovery.")


def spoken(texts: Texts, key: str, values: Mapping[str, str | int]) -> str:
    """The sentence under a key from the network; a plain one where the key or its values are not ours to say."""
    sentence = texts.attempt(key, values) if key.startswith(_SPOKEN) else None
    return sentence or refusal(texts, key)


def refusal(texts: Texts, key: str) -> str:
    """Why a game or a room does not allow something, as far as there is a text for it."""
    return texts.attempt(key, {}) or texts.line("lobby.log.unknown", key=key[:40])
