"""What a phone holds, whatever its network does: silence lets go, and what comes late presses nothing."""

from __future__ import annotations

import math

import pytest

from net.web.phone import ASLEEP, BURST, GONE, LATE, MESSAGE, RATE, SILENCE, Allowance, MessageError, Phone

JUMP, RIGHT = 16, 2


def phone() -> Phone:
    made = Phone(1, "0" * 32, heard=100.0)
    made.connect(100.0)
    return made


def say(to: Phone, mask: int, number: int, sent: float, arrives: float | None = None) -> int:
    """Send a mask at a time of the page's clock, in seconds; return what is held after it arrived."""
    to.hear(MESSAGE.pack(mask, number, (sent - 40.0) * 1000), sent if arrives is None else arrives)
    return to.mask


def test_the_last_message_tells_all_that_is_held() -> None:
    told = phone()
    assert say(told, JUMP | RIGHT, 0, 100.0) == JUMP | RIGHT
    assert say(told, RIGHT, 5, 100.1) == RIGHT, "the release between them was lost"


def test_silence_lets_go_and_the_next_message_holds_again() -> None:
    told = phone()
    say(told, RIGHT, 0, 100.0)
    told.pass_time(100.0 + SILENCE)
    assert told.mask == RIGHT
    told.pass_time(100.0 + SILENCE + 0.01)
    assert told.mask == 0
    assert say(told, RIGHT, 1, 100.4) == RIGHT


def test_what_waited_in_the_network_lets_go_but_presses_nothing() -> None:
    told = phone()
    say(told, RIGHT, 0, 100.0)
    assert say(told, RIGHT | JUMP, 1, 100.5, arrives=101.0) == RIGHT, "a jump of half a second ago"
    assert say(told, 0, 2, 100.6, arrives=101.0) == 0
    assert say(told, JUMP, 3, 101.0) == JUMP, "what comes in time presses again"


def test_a_message_just_in_time_presses() -> None:
    told = phone()
    say(told, 0, 0, 100.0)
    assert say(told, JUMP, 1, 100.5, arrives=100.5 + LATE - 0.01) == JUMP


def test_a_clock_that_goes_slower_does_not_make_an_evening_of_messages_late() -> None:
    told = phone()
    told.hear(MESSAGE.pack(0, 0, 0.0), 100.0)
    for second in range(1, 4 * 3600):
        told.hear(MESSAGE.pack(JUMP if second % 2 else 0, second, second * 1000 * (1 - 1e-4)), 100.0 + second)
        assert told.mask == (JUMP if second % 2 else 0), second


def test_a_new_connection_counts_and_times_anew_and_holds_nothing() -> None:
    told = phone()
    say(told, JUMP, 900, 100.0)
    told.connect(200.0)
    assert told.mask == 0
    told.hear(MESSAGE.pack(RIGHT, 0, 5.0), 200.0)
    assert told.mask == RIGHT


def test_silence_of_the_page_decides_who_is_asleep_and_who_is_gone() -> None:
    told = phone()
    say(told, 0, 0, 100.0)
    assert [told.asleep(100 + ASLEEP), told.asleep(100.1 + ASLEEP)] == [False, True]
    assert [told.gone(100 + GONE), told.gone(100.1 + GONE)] == [False, True]


@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"x" * 12,
        b"x" * 14,
        MESSAGE.pack(64, 1, 0.0),
        MESSAGE.pack(0, 0, 0.0),
        MESSAGE.pack(0, 1, math.nan),
        MESSAGE.pack(0, 1, math.inf),
        MESSAGE.pack(0, 1, -math.inf),
    ],
)
def test_what_no_page_sends_is_refused_and_presses_nothing(message: bytes) -> None:
    told = phone()
    say(told, RIGHT, 0, 100.0)
    with pytest.raises(MessageError):
        told.hear(message, 100.1)
    assert told.mask == RIGHT


@pytest.mark.parametrize("clock", [1e308, -1e308, 0.0])
def test_no_clock_of_a_page_breaks_anything(clock: float) -> None:
    told = phone()
    say(told, RIGHT, 0, 100.0)
    told.hear(MESSAGE.pack(JUMP, 1, clock), 100.1)
    told.hear(MESSAGE.pack(0, 2, -clock), 100.2)
    assert told.mask == 0


def test_only_so_many_messages_a_second_are_read() -> None:
    allowance = Allowance()
    for number in range(1200):
        allowance.take(number / RATE)
    with pytest.raises(MessageError):
        for _ in range(int(BURST) + 2):
            allowance.take(10.0)
