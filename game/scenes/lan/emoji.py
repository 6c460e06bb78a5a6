"""Emoji in chat, written by name, as the font has none."""

from __future__ import annotations

import unicodedata

from game.engine.text.pictures import FLAG_LETTERS, is_picture, signs
from game.ground.texts import Texts

_FAMILY = frozenset("👨👩👦👧👶🧑")
"""People of whom several, joined, are a family."""


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
