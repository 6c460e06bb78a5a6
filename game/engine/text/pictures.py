"""Emoji, which the font lacks: which characters count as one, and what is set instead."""

from __future__ import annotations

_PICTURES = (range(0x1F000, 0x1FB00), range(0x2600, 0x27C0), range(0x2B05, 0x2B56), range(0x231A, 0x231C))
_IN_THE_FONT = frozenset("☆★♀♂♠♡♢♣♤♥♦♧♨♩♪♬♭♯☎☏☜☞✓✔")
_HEARTS = frozenset("❤💓💔💕💖💗💘💙💚💛💜💝💞💟🖤🤍🤎🧡🩵🩶🩷")
_TONES = range(0x1F3FB, 0x1F400)
"""Modifiers for skin colour, which follow the emoji they colour."""
_JOINERS = frozenset("\u200d\ufe0e\ufe0f")
"""Characters that join several emoji into one, or turn a sign into an emoji."""


def is_picture(sign: str) -> bool:
    """Return whether a character is an emoji that the font lacks."""
    return sign not in _IN_THE_FONT and any(ord(sign) in pictures for pictures in _PICTURES)


def is_tone(sign: str) -> bool:
    """Return whether a character only colours the emoji before it."""
    return ord(sign) in _TONES


def drawn(text: str) -> str:
    """Return the text with its emoji replaced by characters of the font: hearts by a heart, others by a star.

    >>> drawn("🐯Leila💛"), drawn("👍🏽❤️ 카페"), drawn("♡☆")
    ('☆Leila♥', '☆♥ 카페', '♡☆')
    """
    if not any(is_picture(sign) or sign in _JOINERS for sign in text):
        return text
    return "".join(_sign(sign) for sign in text if not (is_tone(sign) or sign in _JOINERS))


def _sign(sign: str) -> str:
    return "♥" if sign in _HEARTS else "☆" if is_picture(sign) else sign
