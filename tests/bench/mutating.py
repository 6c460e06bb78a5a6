"""Files that are changed on purpose: byte by byte, value by value, line by line."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

_ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1 << 70,
    -(1 << 63),
    1e308,
    "",
    "x" * 5000,
    "\x00",
    "\u202e",
    [],
    [[]],
    {},
    [0] * 300,
)
_DEEP = b"[" * 3000
_NO_TEXT = b'"\xff\xfe\xfd"'


@dataclass(frozen=True)
class Kind:
    """Files of one kind."""

    sample: bytes
    name: str
    """Where the file lies in its folder."""
    read: Callable[[Path], object]
    change: Callable[[bytes, Random], bytes] | None = None
    """What changes it but byte by byte."""
    window: bool = True
    """Whether a window reads it, by itself or because it was dropped there: then `WINDOW` seconds are the limit."""
    rounds: int | None = None
    """How many files of it there are at the most: of what is long by intention, a few."""


def torn(data: bytes, random: Random) -> bytes:
    """Bytes with something done to them."""
    made = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 6))):
        at = random.randrange(len(made) + 1)
        match random.randrange(6):
            case 0 if at < len(made):
                made[at] ^= 1 << random.randrange(8)
            case 1:
                made[at:at] = random.randbytes(random.randint(1, 12))
            case 2:
                del made[at : at + random.choice((1, 4, 200))]
            case 3:
                made[at:at] = made[at // 2 : at // 2 + 300] * random.choice((1, 1, 40))
            case 4:
                made[at : at + 4] = random.choice((b"\xff" * 4, bytes(4), b"\x7f\xff\xff\xff", b"99999"))
            case 5:
                del made[at:]
    return bytes(made)


def json_changed(data: bytes, random: Random) -> bytes:
    """JSON, or lines of it, with another value in one place."""
    lines = data.splitlines()
    at = random.randrange(len(lines)) if _each_line(lines) else None
    text = data if at is None else lines[at]
    mark = "e1f0a7"
    root = [json.loads(text)]
    holder: Any = root
    place: Any = 0
    while isinstance(holder[place], dict | list) and holder[place] and random.random() < 0.85:
        holder = holder[place]
        place = random.choice(list(holder)) if isinstance(holder, dict) else random.randrange(len(holder))
    raw = random.choice((_DEEP, _NO_TEXT, b"1e999", b"NaN")) if random.random() < 0.2 else None
    holder[place] = mark if raw is not None else random.choice(_ODD)
    told = json.dumps(root[0]).encode()
    told = told.replace(f'"{mark}"'.encode(), raw) if raw is not None else told
    return told if at is None else b"\n".join([*lines[:at], told, *lines[at + 1 :]]) + b"\n"


def _each_line(lines: Sequence[bytes]) -> bool:
    return bool(lines) and all(line.startswith(b"{") and line.endswith(b"}") for line in lines)


def text_changed(data: bytes, random: Random) -> bytes:
    """Text with one of its lines another one."""
    lines = data.splitlines(keepends=True)
    odd = (b'x = "' + b"a" * 9000 + b'"\n', b"a = " + _DEEP + b"\n", b"[[a]]\n" * 2000, b"\x00\n", b"=\n", b"\xff\n")
    lines[random.randrange(len(lines))] = random.choice((*odd, b"a.b.c = 1\n", b'"""\n', b"1e999\n", lines[-1] * 50))
    return b"".join(lines)
