"""What strangers may send: every message of the protocol at and beyond its bounds, mutated frames, and bombs."""

from __future__ import annotations

import struct
from random import Random
from typing import Any

import msgspec
from msgspec import inspect

from net.messages import ClientMessage

NIL = b"\xc0"
NASTY = [
    "\x00",
    "\x1b[2J",
    "\u202e",
    "\ud7ff",
    "e\u0301\u0301\u0301\u0301",
    "\U0010ffff",
    "%s%n",
    "{payer:seat}",
    "../..",
    "하",
]


def frame(body: bytes) -> bytes:
    """A body with its length before it."""
    return struct.pack(">I", len(body)) + body


def nested(depth: int) -> bytes:
    """Arrays in arrays."""
    return b"\x91" * depth + NIL


def _text(size: int, letter: bytes = b"n") -> bytes:
    return b"\xdb" + struct.pack(">I", size) + letter * size


BOMBS: dict[str, bytes] = {
    "nothing": b"",
    "nil": NIL,
    "never used byte": b"\xc1",
    "arrays in arrays": nested(4000),
    "maps in maps": b"\x81\xa1a" * 1300 + NIL,
    "array that announces four milliards": b"\xdd\xff\xff\xff\xff",
    "map that announces four milliards": b"\xdf\xff\xff\xff\xff",
    "text that announces four gigabytes": b"\xdb\xff\xff\xff\xff",
    "bytes that announce four gigabytes": b"\xc6\xff\xff\xff\xff",
    "extension type": b"\xc7\x04\x05abcd",
    "extension that announces four gigabytes": b"\xc9\xff\xff\xff\xff\x05",
    "timestamp": b"\xd6\xff\x00\x00\x00\x01",
    "map of a thousand": b"\xde\x03\xe8" + b"".join(b"\xcd" + struct.pack(">H", n) + NIL for n in range(1000)),
    "same key again": b"\x83" + b"\xa4type\xa4ping" * 3,
    "keys that are no text": b"\x82\x01\x02\x93\x01\x02\x03\xc0",
    "text that is no UTF-8": b"\x82\xa4type\xa3say\xa4text\xa2\xff\xfe",
    "half of a surrogate": b"\x82\xa4type\xa3say\xa4text\xa3\xed\xa0\x80",
    "number where text belongs": b"\x82\xa4type\xa3say\xa4text\xcb\x7f\xf8\x00\x00\x00\x00\x00\x00",
    "name of a megabyte": b"\x82\xa4type\xa5hello\xa4name" + _text(1 << 20),
    "name of four kilobytes": b"\x82\xa4type\xa5hello\xa4name" + _text(4000),
    "bomb inside an action": b"\x83\xa4type\xa4play\xa6number\x00\xa6action" + nested(3000),
    "action of sixteen kilobytes": b"\x83\xa4type\xa4play\xa6number\x00\xa6action" + _text(16000),
    "something after the message": b"\x82\xa4type\xa4ping\xa5stamp\x01" + NIL * 50,
}
"""Bodies that were made to hurt, by name."""


def _value(random: Random, kind: inspect.Type, breaks: bool) -> Any:
    """A value of a field's type: at its bounds half of the time, and where it `breaks`, outside of them at times."""
    if breaks and random.random() < 0.4:
        return random.choice([None, -1, 2**63, 1.5, "", "x" * 400, b"", b"y" * 400, [], {}, True, [[[[]]]]])
    match kind:
        case inspect.IntType(ge=low, le=high, lt=limit):
            low = 0 if low is None else low
            high = (limit - 1 if limit is not None else 1 << 31) if high is None else high
            return random.choice([low, high, random.randint(low, high), random.randint(low, min(high, low + 8))])
        case inspect.StrType(min_length=shortest, max_length=longest):
            size = random.choice([shortest or 0, longest or 64, random.randint(shortest or 0, longest or 64)])
            signs = random.choices(["a", " ", random.choice(NASTY)], [8, 2, 1], k=size)
            return "".join(signs)[:size]
        case inspect.BytesType(min_length=shortest, max_length=longest):
            return random.randbytes(random.choice([shortest or 0, longest or 64]))
        case inspect.BoolType():
            return random.random() < 0.5
        case inspect.LiteralType(values=values):
            return random.choice(values)
        case inspect.DictType(key_type=key, value_type=value, max_length=longest):
            size = random.choice([0, 0, 1, random.randint(0, longest or 8)])
            return {_value(random, key, False): _value(random, value, breaks) for _ in range(size)}
        case inspect.UnionType(types=kinds):
            return _value(random, random.choice(kinds), breaks)
        case inspect.VarTupleType(item_type=item, max_length=longest):
            return [_value(random, item, breaks) for _ in range(random.choice([0, 1, longest or 4]))]
        case inspect.UnionType(types=types):
            return _value(random, random.choice(types), breaks)
        case inspect.NoneType():
            return None
        case inspect.StructType(fields=fields):
            return {field.encode_name: _value(random, field.type, breaks) for field in fields}
        case inspect.RawType():
            square = {"square": random.randint(-2, 1000)}
            return random.choice(
                [square, {"square": True}, {}, None, 7, "x" * 300, [[]] * 9, {"stones": 1}, b"\x00" * 90]
            )
    raise AssertionError(f"a field of type {kind}: teach this function what to put there")


_UNION = inspect.type_info(ClientMessage)
assert isinstance(_UNION, inspect.UnionType)
KINDS = {kind.tag: kind for kind in _UNION.types if isinstance(kind, inspect.StructType)}
"""Every message a client may send, by its tag."""


def body(random: Random, tag: str | int | None = None, *, breaks: bool = False) -> bytes:
    """The body of a message, of any kind unless told; within its bounds unless it `breaks` some."""
    kind = KINDS[tag] if tag is not None else random.choice(list(KINDS.values()))
    fields = {field.encode_name: _value(random, field.type, breaks) for field in kind.fields}
    if breaks and fields and random.random() < 0.2:
        del fields[random.choice(list(fields))]
    if random.random() < 0.05:
        fields["unknown"] = random.choice([1, "more", [1, 2]])
    return msgspec.msgpack.encode({"type": kind.tag} | fields)


def mutated(random: Random, data: bytes) -> bytes:
    """The same bytes with something done to them."""
    changed = bytearray(data)
    for _ in range(random.choice([1, 1, 1, 2, 5])):
        place = random.randrange(len(changed) + 1)
        match random.randrange(6):
            case 0 if place < len(changed):
                changed[place] ^= 1 << random.randrange(8)
            case 1:
                changed[place:place] = random.randbytes(random.randint(1, 8))
            case 2:
                del changed[place : place + random.randint(1, 8)]
            case 3:
                changed[place:place] = changed[random.randrange(len(changed) + 1) :][:40]
            case 4 if place < len(changed):
                changed[place] = random.choice([0x80, 0x90, 0xC0, 0xC1, 0xC9, 0xDB, 0xDD, 0xDF, 0xFF])
            case 5:
                del changed[place:]
    return bytes(changed)


def rude_bytes(random: Random) -> bytes:
    """What one peer sends at a time: mostly a frame, mostly not one that belongs there."""
    match random.choices(range(7), [50, 15, 20, 4, 4, 4, 3])[0]:
        case 0:
            return frame(body(random))
        case 1:
            return frame(body(random, breaks=True))
        case 2:
            return frame(mutated(random, body(random)))
        case 3:
            return frame(random.choice(list(BOMBS.values())))
        case 4:
            return frame(random.randbytes(random.choice([0, 1, 8, 200])))
        case 5:
            return struct.pack(">I", random.choice([0xFFFFFFFF, 1 << 31, 1 << 20, 16385, 5000, 12])) + random.randbytes(
                3
            )
    return mutated(random, frame(body(random)))
