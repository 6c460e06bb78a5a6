"""Names of encodings, as files that strangers supply have them."""

from __future__ import annotations

import codecs
import re
from typing import Final

_KNOWN: Final = re.compile(
    r"utf8|(us)?ascii|iso8859\d{0,2}|latin[1-9]|(cp|windows|win)125[0-8]|koi8[ru]|shiftjis|sjis|(x)?eucjp|big5|big5hkscs"
    r"|gb2312|gbk|gb18030|euccn|euckr|ksc5601(1987)?|uhc|(cp|ms|windows)(874|932|936|949|950|31j)"
)
"""Encodings of texts that a file may name, in small letters without signs. Python knows others that are no alphabet,
take quadratic time or write a bracket in letters."""
_WIDER: Final = {"shiftjis": "cp932", "sjis": "cp932", "gb2312": "gb18030", "gbk": "gb18030", "euckr": "cp949"}
"""What programs write under a name, where it has more letters than the name says."""


def encoding_named(name: str) -> str:
    """Return Python's name of the encoding of texts that a stranger's file names; empty for any other.

    >>> encoding_named("Shift_JIS"), encoding_named("punycode")
    ('cp932', '')
    """
    plain = re.sub("[^a-z0-9]", "", name.lower())
    if not _KNOWN.fullmatch(plain):
        return ""
    try:
        return codecs.lookup(_WIDER.get(plain, name)).name
    except LookupError:
        return ""
