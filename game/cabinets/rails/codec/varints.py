"""Numbers of any size as bytes of seven bits each, lowest first; the high bit says that more bytes follow."""

from __future__ import annotations


def put_number(out: bytearray, number: int) -> None:
    """Append a number as a varint."""
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)


def get_number(data: bytes, at: int) -> tuple[int, int]:
    """Read a varint; return it and the position after it. Raise ValueError if it has more than nine bytes."""
    number = shift = 0
    while data[at] & 128:
        number |= (data[at] & 127) << shift
        shift += 7
        if shift > 56:
            raise ValueError("a number has more than nine bytes")
        at += 1
    return number | data[at] << shift, at + 1
