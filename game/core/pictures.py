"""Pictures that strangers hand in, looked at without decoding them."""

from __future__ import annotations

import struct
import zlib

_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def png_size(data: bytes) -> tuple[int, int] | None:
    """Return width and height of a PNG file; None where the data is no PNG or is cut off (ISO/IEC 15948,
    5.2 to 5.4).
    """
    if not data.startswith(_SIGNATURE):
        return None
    size: tuple[int, int] | None = None
    at = len(_SIGNATURE)
    while at + 12 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8 : at + 8 + length]
        end = at + 12 + length
        if end > len(data) or zlib.crc32(kind + body) != int.from_bytes(data[end - 4 : end], "big"):
            return None
        if (kind == b"IHDR") is not (size is None):  # IHDR must be the first chunk and no other: readers use the first
            return None
        if kind == b"IHDR":
            if length != 13:
                return None
            size = struct.unpack_from(">II", body)
        if kind == b"IEND":
            return size
        at = end
    return None
