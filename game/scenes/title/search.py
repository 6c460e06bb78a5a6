"""Search for a stall by typed letters."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from game.core.language.hangul import compose, letter

_FIRST, _LAST = 0xAC00, 0xD7A3
_BLOCK = 588
_INITIALS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"


def initials(text: str) -> str:
    """Replace every Korean syllable by its first consonant.

    >>> initials("오목 두기")
    'ㅇㅁ ㄷㄱ'
    """
    return "".join(_INITIALS[(ord(sign) - _FIRST) // _BLOCK] if _FIRST <= ord(sign) <= _LAST else sign for sign in text)


def _plain(text: str) -> str:
    return "".join(unicodedata.normalize("NFC", text).casefold().split())


def fits(query: str, names: Iterable[str]) -> bool:
    """Whether one of the names, or its initials, contains the query, ignoring case and blanks.

    Latin letters are also read as the Hangul on the same keys of a Korean keyboard.

    >>> fits("go", ["바둑", "Game of Go"]), fits("ㅂㄷ", ["바둑"]), fits("qk", ["바둑"]), fits("x", ["바둑"])
    (True, True, True, False)
    """
    wanted = {_plain(query)}
    if query.isascii():
        wanted.add(compose([letter(key) or key for key in _plain(query)]))
    return any(each in text for each in wanted for name in names for text in (_plain(name), initials(_plain(name))))
