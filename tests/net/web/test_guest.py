"""What pages of guests send: what they may, and nothing else."""

from __future__ import annotations

import json
import random
import struct

import pytest

from net.web.guest import LARGEST, MOST_POINTS, Entered, Finger, Knock, Shown, Sized, Written, read_knock, read_message
from net.web.phone import MessageError

KNOCK = {"invitation": "a" * 32, "token": "0" * 32, "name": "Mina", "width": 824, "height": 1480}
HEAD, POINT = struct.Struct(">BBB"), struct.Struct(">HHI")


def test_a_page_knocks_writes_and_shows() -> None:
    assert read_knock(json.dumps(KNOCK)) == Knock("a" * 32, "0" * 32, "Mina", 824, 1480)
    assert read_message('{"type": "shown", "number": 7}') == Shown(7)
    assert read_message('{"type": "written", "text": "하늘"}') == Written("하늘")
    assert read_message('{"type": "entered"}') == Entered()
    assert read_message('{"type": "sized", "width": 1280, "height": 720}') == Sized(1280, 720)


def test_every_point_of_a_finger_is_heard_in_eighths_of_a_pixel() -> None:
    points = b"".join(POINT.pack(8 * at + 1, 80, at) for at in range(MOST_POINTS))
    found = read_message(HEAD.pack(1, 3, MOST_POINTS) + points)
    assert found == Finger("move", 3, tuple((at + 0.125, 10.0, at) for at in range(MOST_POINTS)))


@pytest.mark.parametrize(
    "changed",
    [
        {"token": "z" * 32},
        {"token": "0" * 31},
        {"name": ""},
        {"name": "N" * 200},
        {"width": LARGEST + 1},
        {"height": 1},
        {"height": 800.5},
        {"language": "fr"},
        {"owner": True},
        {"watch": 1},
    ],
)
def test_a_knock_that_no_page_sends_is_refused(changed: dict[str, object]) -> None:
    with pytest.raises(MessageError):
        read_knock(json.dumps({**KNOCK, **changed}))


@pytest.mark.parametrize(
    "message",
    [
        "",
        "[]",
        "[" * 2000,
        '{"type": "quit"}',
        '{"type": "shown", "number": -1}',
        '{"type": "shown", "number": 1e99}',
        '{"type": "sized", "width": 100000, "height": 720}',
        json.dumps({"type": "written", "text": "a" * 201}),
        b"",
        HEAD.pack(0, 0, 0),
        HEAD.pack(3, 0, 1) + POINT.pack(0, 0, 0),
        HEAD.pack(0, 10, 1) + POINT.pack(0, 0, 0),
        HEAD.pack(0, 0, 2) + POINT.pack(0, 0, 0),
        HEAD.pack(0, 0, MOST_POINTS + 1) + POINT.pack(0, 0, 0) * (MOST_POINTS + 1),
    ],
)
def test_a_message_that_no_page_sends_is_refused(message: str | bytes) -> None:
    with pytest.raises(MessageError):
        read_message(message)


def test_ten_thousand_mutated_messages_are_heard_or_refused() -> None:
    chance = random.Random(45)
    good = [
        json.dumps(KNOCK).encode(),
        b'{"type": "written", "text": "abc"}',
        b'{"type": "shown", "number": 7}',
        HEAD.pack(0, 0, 2) + POINT.pack(1, 2, 3) * 2,
    ]
    refused = 0
    for _ in range(10_000):
        message = bytearray(chance.choice(good))
        for _ in range(chance.randrange(1, 4)):
            message[chance.randrange(len(message))] = chance.randrange(256)
        for read, told in ((read_message, bytes(message)), (read_message, message.decode("utf-8", "surrogateescape"))):
            try:
                read(told)
            except MessageError:
                refused += 1
        try:
            read_knock(message.decode("utf-8", "replace"))
        except MessageError:
            refused += 1
    assert refused > 10_000
