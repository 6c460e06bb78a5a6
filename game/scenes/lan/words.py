"""What comes from the network in this program's own words: sentences named by text keys, never trusted, and emoji."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from game.engine.text.pictures import FLAG_LETTERS, is_picture, signs
from game.ground.texts import Texts

_SPOKEN = ("net.", "lobby.", "discovery.")
_FAMILY = frozenset("👨👩👦👧👶🧑")
"""People of whom several, joined, are a family."""


def spoken(texts: Texts, key: str, values: Mapping[str, str | int]) -> str:
    """Return the sentence for a text key from the network; a general one where the key or its values are
    not allowed.
    """
    sentence = texts.attempt(key, values) if key.startswith(_SPOKEN) else None
    return sentence or refusal(texts, key)


def refusal(texts: Texts, key: str) -> str:
    """Return why a game or a room refuses something, as far as there is a text for the key."""
    return texts.attempt(key, {}) or texts.line("lobby.log.unknown", key=key[:40])


def named(text: str, texts: Texts) -> str:
    """Replace each emoji by its name in brackets, in the reader's language where there is one.

    >>> named("ok 👍🏽 🇰🇷!", Texts("en")), named("ok 👍", Texts("ko"))
    ('ok [thumbs up sign] [KR]!', 'ok [엄지 척]')
    """
    if text.isascii():
        return text
    return "".join(f"[{_name(sign, texts)}]" if is_picture(sign[0]) else sign for sign in signs(text))


def _name(sign: str, texts: Texts) -> str:
    if ord(sign[0]) in FLAG_LETTERS:
        return "".join(chr(ord(letter) - FLAG_LETTERS.start + ord("A")) for letter in sign)
    people = [one for one in sign if one in _FAMILY]
    first = "👪" if len(people) > 1 else sign[0]
    known = texts.maybe(f"emoji.u{ord(first):x}")
    return known or (unicodedata.name(first, "").lower() if texts.language == "en" else "") or texts.line("emoji.other")
