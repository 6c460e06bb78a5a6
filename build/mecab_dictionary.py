"""Read the compiled dictionary of MeCab (`sys.dic`): every entry with its cost and features.

The layout is that of MeCab 0.996, src/dictionary.cpp: a header of ten numbers and the name of the charset, a double
array that leads from each surface to its tokens, the tokens (16 bytes each), the features as texts that end with zero.
"""

from __future__ import annotations

import struct
from array import array
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

_HEADER = struct.Struct("<10I32s")
_TOKEN = struct.Struct("<HHHhII")
_MAGIC = 0xEF718F77


class Entry(NamedTuple):
    """A word of the dictionary. The lower its cost, the more common it is."""

    surface: str
    cost: int
    features: str


def entries(data: bytes) -> Iterator[Entry]:
    """Yield every entry of a dictionary in UTF-8, in no special order. Raises ValueError for any other file."""
    magic, _, _, _, _, _, array_size, token_size, _, _, charset = _HEADER.unpack_from(data)
    if magic ^ len(data) != _MAGIC or not charset.startswith(b"UTF-8\0"):
        raise ValueError("this is no dictionary of MeCab in UTF-8")
    tokens = _HEADER.size + array_size
    features = tokens + token_size
    for surface, value in _keys(data[_HEADER.size : tokens]):
        first, count = value >> 8, value & 255
        for number in range(first, first + count):
            *_, cost, feature, _ = _TOKEN.unpack_from(data, tokens + _TOKEN.size * number)
            start = features + feature
            yield Entry(surface, cost, data[start : data.index(b"\0", start)].decode())


def _keys(double_array: bytes) -> Iterator[tuple[str, int]]:
    """Yield the surfaces of a double array, each with its value."""
    units = array("i")
    units.frombytes(double_array)
    base, check = units[0::2], units[1::2]
    children: dict[int, list[int]] = defaultdict(list)
    for place, parent in enumerate(check):
        if place and parent > 0:
            children[parent].append(place)
    waiting = [(base[0], b"")]
    while waiting:
        start, prefix = waiting.pop()
        for place in children.get(start, ()):
            if place == start and base[place] < 0:
                yield prefix.decode(), -base[place] - 1
            elif 0 < place - start <= 256:
                waiting.append((base[place], prefix + bytes((place - start - 1,))))
