"""Emoji in chat, written by name, as the font has none."""

from __future__ import annotations

import unicodedata

from game.engine.text.pictures import is_picture, is_tone
from game.texts import Texts

_FLAGS = range(0x1F1E6, 0x1F200)
"""Regional indicator letters: two of them make a flag."""


def named(text: str, texts: Texts) -> str:
    """Replace each emoji by its name in brackets, in the reader's language where there is one.

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
        if not is_tone(sign):
            said.append(f"[{_name(sign, texts)}]" if is_picture(sign) else sign)
    return "".join(said) + (f"[{flag}]" if flag else "")


def _name(sign: str, texts: Texts) -> str:
    known = texts.maybe(f"emoji.u{ord(sign):x}")
    return known or (unicodedata.name(sign, "").lower() if texts.language == "en" else "") or texts.line("emoji.other")
