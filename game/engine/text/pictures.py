"""Emoji, of which the font has none: what counts as one, and the sign that is set in its place."""

from __future__ import annotations

_PICTURES = (range(0x1F000, 0x1FB00), range(0x2600, 0x27C0), range(0x2B05, 0x2B56), range(0x231A, 0x231C))
_IN_THE_FONT = frozenset("☆★♀♂♠♡♢♣♤♥♦♧♨♩♪♬♭♯☎☏☜☞✓✔")
_HEARTS = frozenset("❤💓💔💕💖💗💘💙💚💛💜💝💞💟🖤🤍🤎🧡🩵🩶🩷")
_TONES = range(0x1F3FB, 0x1F400)
"""The colours of skin, which stand behind what they colour."""
_JOINERS = frozenset("\u200d\ufe0e\ufe0f")
"""What makes one picture of several, or a picture of a sign."""


def is_picture(sign: str) -> bool:
    """Whether a sign is an emoji that the font has not."""
    return sign not in _IN_THE_FONT and any(ord(sign) in pictures for pictures in _PICTURES)


def is_tone(sign: str) -> bool:
    """Whether a sign only colours the emoji before it."""
    return ord(sign) in _TONES


def drawn(text: str) -> str:
    """The text with signs of the font in place of its emoji: a heart for each heart, a star for each other.

    >>> drawn("🐯Leila💛"), drawn("👍🏽❤️ 카페"), drawn("♡☆")
    ('☆Leila♥', '☆♥ 카페', '♡☆')
    """
    if not any(is_picture(sign) or sign in _JOINERS for sign in text):
        return text
    return "".join(_sign(sign) for sign in text if not (is_tone(sign) or sign in _JOINERS))


def _sign(sign: str) -> str:
    return "♥" if sign in _HEARTS else "☆" if is_picture(sign) else sign
