"""Emoji in what people say, by name: the font has none of them."""

from __future__ import annotations

import unicodedata

from game.texts import Texts

_PICTURES = (range(0x1F000, 0x1FB00), range(0x2600, 0x27C0), range(0x2B05, 0x2B56), range(0x231A, 0x231C))
_IN_THE_FONT = frozenset("☆★♀♂♠♡♢♣♤♥♦♧♨♩♪♬♭♯☎☏☜☞✓✔")
_TONES = range(0x1F3FB, 0x1F400)
"""The colours of skin, which stand behind what they colour."""
_FLAGS = range(0x1F1E6, 0x1F200)
"""Letters of which two make a flag."""


def named(text: str, texts: Texts) -> str:
    """The text with a name in brackets for each emoji, in the reader's language as far as that has one.

    >>> named("ok 👍🏽 🇰🇷!", Texts("en")), named("ok 👍", Texts("ko"))
    ('ok [thumbs up sign] [KR]!', 'ok [엄지 척]')
    """
    if text.isascii():
        return text
    said: list[str] = []
    flag = ""
    for sign in text:
        code = ord(sign)
        if code in _FLAGS:
            flag += chr(code - _FLAGS.start + ord("A"))
            continue
        if flag:
            said.append(f"[{flag}]")
            flag = ""
        if code in _TONES:
            continue
        said.append(f"[{_name(sign, texts)}]" if _is_picture(sign) else sign)
    return "".join(said) + (f"[{flag}]" if flag else "")


def _is_picture(sign: str) -> bool:
    return sign not in _IN_THE_FONT and any(ord(sign) in pictures for pictures in _PICTURES)


def _name(sign: str, texts: Texts) -> str:
    known = texts.maybe(f"emoji.u{ord(sign):x}")
    return known or (unicodedata.name(sign, "").lower() if texts.language == "en" else "") or texts.line("emoji.other")
