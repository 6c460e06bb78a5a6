"""Emoji, which the font lacks: which characters count as one, and what is set instead."""

from __future__ import annotations

import re
from collections.abc import Iterator

_PICTURES = (range(0x1F000, 0x1FB00), range(0x2600, 0x27C0), range(0x2B05, 0x2B56), range(0x231A, 0x231C))
_IN_THE_FONT = frozenset("☆★♀♂♠♡♢♣♤♥♦♧♨♩♪♬♭♯☎☏☜☞✓✔")
_HEARTS = frozenset("❤💓💔💕💖💗💘💙💚💛💜💝💞💟🖤🤍🤎🧡🩵🩶🩷")
_TONES = range(0x1F3FB, 0x1F400)
"""Modifiers for skin colour, which follow the emoji they colour."""
FLAG_LETTERS = range(0x1F1E6, 0x1F200)
"""Regional indicator letters: two of them make a flag."""
_JOINER = "\u200d"
_VARIANTS = frozenset("\ufe0e\ufe0f")
"""Characters that turn a sign into an emoji, or back."""


_UNUSUAL = re.compile(
    f"[{_JOINER}{''.join(_VARIANTS)}{''.join(f'{chr(one.start)}-{chr(one.stop - 1)}' for one in _PICTURES)}]"
)
"""Finds characters of which some are not set as they are; most texts have none."""


def is_picture(sign: str) -> bool:
    """Return whether a character is an emoji that the font lacks."""
    return sign not in _IN_THE_FONT and any(ord(sign) in pictures for pictures in _PICTURES)


def is_tone(sign: str) -> bool:
    """Return whether a character only colours the emoji before it."""
    return ord(sign) in _TONES


def signs(text: str) -> Iterator[str]:
    """Yield a text in parts that are seen as one sign each: an emoji with all that colours it or is joined to it, as a
    family of four is, the two letters of a flag, or a single character.

    >>> [len(sign) for sign in signs("a\U0001f468\u200d\U0001f467\u2764\ufe0f\U0001f1f0\U0001f1f7!")]
    [1, 3, 2, 2, 1]
    """
    at = 0
    while at < len(text):
        end = at + 1
        flag = ord(text[at]) in FLAG_LETTERS
        if flag and text[end : end + 1] and ord(text[end]) in FLAG_LETTERS:
            end += 1
        while end < len(text) and not flag:
            if text[end] in _VARIANTS or (is_tone(text[end]) and is_picture(text[at])):
                end += 1
            elif text[end] == _JOINER and end + 1 < len(text) and is_picture(text[at]) and _joins(text[end + 1]):
                end += 2
            else:
                break
        yield text[at:end]
        at = end


def _joins(sign: str) -> bool:
    """Return whether a character may be joined to an emoji before it."""
    return is_picture(sign) or sign in "♀♂"


def drawn(text: str) -> str:
    """Return the text with its emoji replaced by characters of the font: hearts by a heart, others by a star.

    >>> drawn("🐯Leila💛"), drawn("👍🏽❤️ 카페"), drawn("♡☆")
    ('☆Leila♥', '☆♥ 카페', '♡☆')
    """
    if not _UNUSUAL.search(text):
        return text
    return "".join(_sign(sign[0]) for sign in signs(text) if sign[0] != _JOINER and sign[0] not in _VARIANTS)


def _sign(sign: str) -> str:
    return "♥" if sign in _HEARTS else "☆" if is_picture(sign) else sign
