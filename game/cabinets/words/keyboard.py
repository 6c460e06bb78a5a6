"""The two-set keyboard of Hangul, and the automaton that makes syllables of its keys."""

from __future__ import annotations

from collections.abc import Iterable

from game.cabinets.words.hangul import FINALS, INITIALS, VOWELS, made_of

ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_KEYS = dict(zip("".join(ROWS), "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡ", strict=True))
_SHIFTED = dict(zip("QWERTOP", "ㅃㅉㄸㄲㅆㅒㅖ", strict=True))
_MADE_OF_TWO = """
    ㅗㅏㅘ ㅗㅐㅙ ㅗㅣㅚ ㅜㅓㅝ ㅜㅔㅞ ㅜㅣㅟ ㅡㅣㅢ
    ㄱㅅㄳ ㄴㅈㄵ ㄴㅎㄶ ㄹㄱㄺ ㄹㅁㄻ ㄹㅂㄼ ㄹㅅㄽ ㄹㅌㄾ ㄹㅍㄿ ㄹㅎㅀ ㅂㅅㅄ
"""
"""Two letters and the one that they make."""
_PAIRS = {three[:2]: three[2] for three in _MADE_OF_TWO.split()}
SPLIT = {made: pair for pair, made in _PAIRS.items()}


def letter(key: str) -> str | None:
    """The letter of Hangul on a key of a Latin keyboard; capitals are keys with shift.

    >>> letter("r"), letter("R"), letter("A"), letter("1")
    ('ㄱ', 'ㄲ', 'ㅁ', None)
    """
    return _SHIFTED.get(key) or _KEYS.get(key.lower())


class Automaton:
    """Takes letters one by one, as keys are pressed, and makes syllables of them."""

    def __init__(self) -> None:
        self._letters: list[str] = []

    @property
    def text(self) -> str:
        """What the letters make; a letter that belongs to no syllable yet stands alone."""
        return compose(self._letters)

    def press(self, sign: str) -> None:
        """Take a letter; any other sign stays as it is."""
        self._letters.append(sign)

    def back(self) -> None:
        """Take the last letter back."""
        if self._letters:
            self._letters.pop()

    def clear(self) -> None:
        """Begin with nothing."""
        self._letters.clear()


def compose(letters: Iterable[str]) -> str:
    """The text that letters make when they are typed one after the other.

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
    """What was meant by a text typed on a keyboard that was still Latin.

    >>> from_latin("rkqkd"), from_latin("Rkcl")
    ('가방', '까치')
    """
    return compose(letter(key) or key for key in text)
