"""What the word game makes of syllables: the initial law, initials, and how long they take to type."""

from __future__ import annotations

from game.core.language.hangul import FINALS, INITIALS, VOWELS, is_syllable, made_of, parts

LETTERS = frozenset(INITIALS + VOWELS + "".join(FINALS))
"""Letters that stand alone: an unfinished word."""
_SOFTER = {("ㄹ", vowel): "ㄴ" for vowel in "ㅏㅐㅗㅚㅜㅡ"}
_SOFTER |= {("ㄹ", vowel): "ㅇ" for vowel in "ㅑㅕㅖㅛㅠㅣ"}
_SOFTER |= {("ㄴ", vowel): "ㅇ" for vowel in "ㅕㅛㅠㅣ"}
_SHIFTED, _TWO_KEYS = set("ㄲㄸㅃㅆㅉㅒㅖ"), set("ㅘㅙㅚㅝㅞㅟㅢㄳㄵㄶㄺㄻㄼㄽㄾㄿㅀㅄ")


def initial_law(syllable: str) -> str | None:
    """How a syllable may be said at the beginning of a word (두음법칙); None where only as it is. One way, once.

    >>> [initial_law(syllable) for syllable in "리락녀여나"]
    ['이', '낙', '여', None, None]
    """
    if not is_syllable(syllable):
        return None
    initial, vowel, final = parts(syllable)
    softer = _SOFTER.get((initial, vowel))
    return softer and made_of(softer, vowel, final)


def before_initial_law(syllable: str) -> tuple[str, ...]:
    """The syllables that may be said as this one.

    >>> before_initial_law("이"), before_initial_law("락")
    (('니', '리'), ())
    """
    if not is_syllable(syllable):
        return ()
    initial, vowel, final = parts(syllable)
    return tuple(
        made_of(harder, vowel, final)
        for harder in "ㄴㄹ"
        if _SOFTER.get((harder, vowel)) == initial and harder != initial
    )


def initials(word: str) -> str:
    """The initials of a word: 가방 is ㄱㅂ."""
    return "".join(parts(syllable)[0] for syllable in word)


def keystrokes(word: str) -> int:
    """Keys of a two-set keyboard for a word, shift counted; a letter of any other alphabet is one.

    >>> keystrokes("가방"), keystrokes("까닭"), keystrokes("tea")
    (5, 7, 3)
    """
    total = 0
    for sign in word:
        if is_syllable(sign):
            total += sum(2 if part in _SHIFTED or part in _TWO_KEYS else 1 for part in parts(sign) if part)
        else:
            total += 1
    return total
