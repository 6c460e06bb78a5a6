"""Whose turn it is to open a lost host's room, and what an heir's window holds of it."""

from __future__ import annotations

import pytest

from net.client.following import Following
from net.client.succession import Holding, Turn, turn_of
from net.evening import Talk
from net.heirs import LOG_PIECE, HeirLine, Heirs, Kept, KeptLog
from net.limits import LOG, PROTOCOL, SECRET
from net.messages import HostMessage, Said, Welcome
from net.parts import DropReason, TalkLine
from tests.net.transcript import room_of

OMAR, NORA, JUNO = 2, 3, 4
LINES = (HeirLine(OMAR, 25250, b"o" * 32, "192.168.0.2"), HeirLine(NORA, 25250, b"n" * 32, "192.168.0.3"))
WELCOME = Welcome(PROTOCOL, JUNO, bytes(SECRET), room_of("nullgame"), "0" * 16, 1)


@pytest.mark.parametrize(
    ("me", "silence", "words", "turn"),
    [
        (OMAR, 19.9, {}, None),
        (OMAR, 20.0, {}, Turn(OMAR, 5.0)),
        (OMAR, 26.0, {}, Turn(OMAR, 0.0)),
        (OMAR, 21.0, {OMAR: ("not_here", 20.5)}, Turn(NORA, 4.5)),
        (NORA, 22.0, {}, Turn(OMAR, 3.0)),
        (NORA, 23.0, {}, Turn(NORA, 5.0)),
        (NORA, 28.0, {}, Turn(NORA, 0.0)),
        (NORA, 29.0, {OMAR: ("opening", 27.0)}, Turn(OMAR, 0.0)),
        (NORA, 30.5, {OMAR: ("opening", 27.0)}, Turn(NORA, 4.5)),
        (NORA, 22.0, {OMAR: ("not_here", 21.0)}, Turn(NORA, 4.0)),
        (JUNO, 24.0, {}, Turn(NORA, 4.0)),
        (JUNO, 99.0, {OMAR: ("not_here", 21.0), NORA: ("not_here", 22.0)}, None),
    ],
)
def test_heirs_have_their_turns_one_after_the_other(
    me: int, silence: float, words: dict[int, tuple[DropReason, float]], turn: Turn | None
) -> None:
    assert turn_of(LINES, me, silence, words) == turn


def test_who_says_no_again_and_again_delays_nobody() -> None:
    following = Following()
    following.hear(Heirs(LINES))
    for second in range(10):
        following.silence = 20.0 + second
        following.said(OMAR, "not_here")
    assert turn_of(LINES, NORA, following.silence, following.words) == Turn(NORA, 0.0)
    following.heard()
    assert not following.words


def test_a_computer_that_slept_has_not_lost_the_host() -> None:
    following = Following()
    following.hear(Heirs(LINES))
    for now in (0.0, 1.0, 3000.0, 3000.5):
        following.grow_silent(now)
    assert following.silence == 2.5 and not following.seeks


def test_nobody_seeks_without_heirs_and_nobody_is_led_to_itself() -> None:
    following = Following()
    following.hear(WELCOME)
    following.silence = 100.0
    assert not following.seeks
    following.hear(Heirs(LINES))
    assert following.seeks
    tried = [following.next_heir(OMAR, "192.168.0.1") for _ in range(4)]
    assert [one.address if one else "" for one in tried] == ["192.168.0.3", "", "192.168.0.3", ""]
    following.hear(Heirs((HeirLine(NORA, 9, b"n" * 32, "127.0.0.1"), HeirLine(JUNO, 9, b"j" * 32, "224.0.0.1"))))
    assert [following.next_heir(OMAR, "192.168.0.1") for _ in range(2)] == [None, None]


def held(*messages: HostMessage) -> Holding:
    holds = Holding()
    for message in (WELCOME, *messages):
        holds.hear(message)
    return holds


KEPT = Kept(2, "nullgame", b"{}", (2, 3))


def test_the_log_is_put_together_and_ends_with_its_match() -> None:
    pieces = (KeptLog(0, b"abc"), KeptLog(3, b"def"))
    said = held(KEPT, *pieces).handed()
    assert said is not None and said.log == b"abcdef" and said.windows == (2, 3) and said.generation == 2
    for more, log in (
        ((KeptLog(0, b""),), b""),
        ((KeptLog(0, b"x"),), b"x"),
        ((KeptLog(9, b"x"),), b""),
        ((KeptLog(9, b"x"), KeptLog(10, b"y")), b""),
        ((WELCOME, KEPT), b""),
    ):
        again = held(KEPT, *pieces, *more).handed()
        assert again is not None and again.log == log
    assert held(*pieces).handed() is None, "no room"


def test_a_host_fills_no_memory() -> None:
    holds = held(KEPT)
    for at in range(0, 2 * LOG, LOG_PIECE):
        holds.hear(KeptLog(at, bytes(LOG_PIECE)))
        assert len(holds.handed().log) <= LOG  # type: ignore[union-attr]
    for number in range(500):
        holds.hear(Said(1, "Mia", f"line {number}"))
    assert len(holds.talk) == 40 and holds.talk[-1].text == "line 499"
    holds = held(KEPT, Talk((TalkLine(1, "Mia", "before"),)), Said(1, "Mia", "after"))
    assert [line.text for line in holds.talk] == ["before", "after"]
