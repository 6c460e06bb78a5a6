"""Finding a stall by what somebody writes."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from game.core.language.hangul import compose, letter

_FIRST, _LAST = 0xAC00, 0xD7A3
_BLOCK = 588
_INITIALS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"


def initials(text: str) -> str:
    """A text with every Korean syllable as its first consonant.

    >>> initials("오목 두기")
    'ㅇㅁ ㄷㄱ'
    """
    return "".join(_INITIALS[(ord(sign) - _FIRST) // _BLOCK] if _FIRST <= ord(sign) <= _LAST else sign for sign in text)


def _plain(text: str) -> str:
    return "".join(unicodedata.normalize("NFC", text).casefold().split())


def fits(query: str, names: Iterable[str]) -> bool:
    """Whether one of the names contains what was written, without regard to case and blanks; or its initials do.

    Latin letters are also read as the keys of Hangul that they are on a Korean keyboard.

    >>> fits("go", ["바둑", "Game of Go"]), fits("ㅂㄷ", ["바둑"]), fits("qk", ["바둑"]), fits("x", ["바둑"])
    (True, True, True, False)
    """
    wanted = {_plain(query)}
    if query.isascii():
        wanted.add(compose([letter(key) or key for key in _plain(query)]))
    return any(each in text for each in wanted for name in names for text in (_plain(name), initials(_plain(name))))
