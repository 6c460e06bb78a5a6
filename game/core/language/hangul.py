"""Hangul: syllables and their letters, the initial law (두음법칙), and typing on a two-set keyboard.

A syllable's code point is 가 + (initial · 21 + vowel) · 28 + final.
"""

from __future__ import annotations

from collections.abc import Iterable

INITIALS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
VOWELS = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
FINALS = ("", *"ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")
LETTERS = frozenset(INITIALS + VOWELS + "".join(FINALS))
"""Letters of Hangul outside a syllable, which mean that a word is unfinished."""
FIRST, LAST = "가", "힣"
ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_KEYS = dict(zip("".join(ROWS), "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡ", strict=True))
_SHIFTED = dict(zip("QWERTOP", "ㅃㅉㄸㄲㅆㅒㅖ", strict=True))
_MADE_OF_TWO = """
    ㅗㅏㅘ ㅗㅐㅙ ㅗㅣㅚ ㅜㅓㅝ ㅜㅔㅞ ㅜㅣㅟ ㅡㅣㅢ
    ㄱㅅㄳ ㄴㅈㄵ ㄴㅎㄶ ㄹㄱㄺ ㄹㅁㄻ ㄹㅂㄼ ㄹㅅㄽ ㄹㅌㄾ ㄹㅍㄿ ㄹㅎㅀ ㅂㅅㅄ
"""
"""Groups of three: two letters, and the one letter that they combine to."""
_PAIRS = {three[:2]: three[2] for three in _MADE_OF_TWO.split()}
SPLIT = {made: pair for pair, made in _PAIRS.items()}
_SOFTER = {("ㄹ", vowel): "ㄴ" for vowel in "ㅏㅐㅗㅚㅜㅡ"}
_SOFTER |= {("ㄹ", vowel): "ㅇ" for vowel in "ㅑㅕㅖㅛㅠㅣ"}
_SOFTER |= {("ㄴ", vowel): "ㅇ" for vowel in "ㅕㅛㅠㅣ"}


def is_syllable(sign: str) -> bool:
    """Return whether a character is a whole syllable of Hangul, and not a single letter."""
    return FIRST <= sign <= LAST


def unfinished(text: str) -> bool:
    """Return whether a text has a letter of Hangul that belongs to no syllable."""
    return not LETTERS.isdisjoint(text)


def parts(syllable: str) -> tuple[str, str, str]:
    """Return the initial, the vowel and the final of a syllable; the final may be empty.

    >>> parts("락"), parts("이")
    (('ㄹ', 'ㅏ', 'ㄱ'), ('ㅇ', 'ㅣ', ''))
    """
    initial, rest = divmod(ord(syllable) - ord(FIRST), 21 * 28)
    return INITIALS[initial], VOWELS[rest // 28], FINALS[rest % 28]


def made_of(initial: str, vowel: str, final: str = "") -> str:
    """Return the syllable with this initial, vowel and final."""
    place = (INITIALS.index(initial) * 21 + VOWELS.index(vowel)) * 28 + FINALS.index(final)
    return chr(ord(FIRST) + place)


def letter(key: str) -> str | None:
    """Return the letter of Hangul on a key of a Latin keyboard; a capital is the key with shift.

    >>> letter("r"), letter("R"), letter("A"), letter("1")
    ('ㄱ', 'ㄲ', 'ㅁ', None)
    """
    return _SHIFTED.get(key) or _KEYS.get(key.lower())


class Automaton:
    """Takes letters one by one as they are typed, and composes syllables."""

    def __init__(self) -> None:
        self._letters: list[str] = []

    @property
    def text(self) -> str:
        """The text typed so far; a letter that belongs to no syllable yet stands alone."""
        return compose(self._letters)

    def press(self, sign: str) -> None:
        """Add a typed letter; any other character is kept as it is."""
        self._letters.append(sign)

    def back(self) -> None:
        """Remove the last typed letter."""
        if self._letters:
            self._letters.pop()

    def clear(self) -> None:
        """Remove all letters."""
        self._letters.clear()


def compose(letters: Iterable[str]) -> str:
    """Return the text that letters compose when they are typed one after the other.

    >>> compose("ㄱㅏㅂㅏㅇ"), compose("ㄷㅏㄹㄱㅇㅣ"), compose("ㄷㅏㄹㄱㅣ")
    ('가방', '닭이', '달기')
    """
    done: list[str] = []
    initial = vowel = final = ""

    def flush() -> None:
        nonlocal initial, vowel, final
        if initial and vowel:
            done.append(made_of(initial, vowel, final))
        elif initial or vowel:
            done.append(initial + vowel)
        initial = vowel = final = ""

    for sign in letters:
        if sign in VOWELS:
            if final:
                kept, moved = tuple(SPLIT[final]) if final in SPLIT else ("", final)
                final = kept
                flush()
                initial, vowel = moved, sign
            elif vowel and vowel + sign in _PAIRS:
                vowel = _PAIRS[vowel + sign]
            elif vowel or not initial:
                flush()
                vowel = sign
            else:
                vowel = sign
        elif sign in INITIALS:
            if initial and vowel and not final and sign in FINALS:
                final = sign
            elif final and final + sign in _PAIRS:
                final = _PAIRS[final + sign]
            else:
                flush()
                initial = sign
        else:
            flush()
            done.append(sign)
    flush()
    return "".join(done)


def from_latin(text: str) -> str:
    """Return the Hangul meant by a text typed on a keyboard that was set to Latin.

    >>> from_latin("rkqkd"), from_latin("Rkcl")
    ('가방', '까치')
    """
    return compose(letter(key) or key for key in text)


def initial_law(syllable: str) -> str | None:
    """Return how a syllable may change at the beginning of a word (두음법칙); None where it does not change.

    A syllable changes at most once, and into only one other.

    >>> [initial_law(syllable) for syllable in "리락녀여나"]
    ['이', '낙', '여', None, None]
    """
    if not is_syllable(syllable):
        return None
    initial, vowel, final = parts(syllable)
    softer = _SOFTER.get((initial, vowel))
    return softer and made_of(softer, vowel, final)


def before_initial_law(syllable: str) -> tuple[str, ...]:
    """Return the syllables that the initial law (두음법칙) would change into this one.

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
    """Return the initials of a word: ㄱㅂ for 가방."""
    return "".join(parts(syllable)[0] for syllable in word)


def keystrokes(word: str) -> int:
    """Return how many keys a word takes on a two-set keyboard, shift counted; each character of other alphabets is one.

    >>> keystrokes("가방"), keystrokes("까닭"), keystrokes("tea")
    (5, 7, 3)
    """
    typed = letters(word)
    return len(typed) + sum(sign in _SHIFTED.values() for sign in typed)


def letters(word: str) -> str:
    """Return the letters of a word as typed on a two-set keyboard; characters of other alphabets are kept.

    >>> letters("닭과 tea")
    'ㄷㅏㄹㄱㄱㅗㅏ tea'
    """
    split = (part for sign in word for part in (parts(sign) if is_syllable(sign) else sign))
    return "".join(SPLIT.get(part, part) for part in split)
