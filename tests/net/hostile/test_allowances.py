"""Every message of a client has an allowance: a law over all there are, so that a new one cannot be without."""

from __future__ import annotations

from pathlib import Path
from random import Random

from game.core.cabinet import Cabinet
from net.evening import React
from net.heirs import Hosts
from net.limits import PING
from net.messages import (
    Bye,
    ClientMessage,
    Gesture,
    Hello,
    Lines,
    Ping,
    Play,
    Proof,
    Ready,
    Rejected,
    Say,
    Start,
    tag_of,
)
from net.states import UNCOUNTED
from net.wire import WireError, client_message
from tests.in_turns import in_turns
from tests.net.hostile import frames
from tests.net.test_fairness import Shown, crowded, of_kind

OWN = {
    Hello: "arrivals of an address, and one a connection",
    Hosts: "arrivals of an address; it is the last",
    Proof: "a wait that doubles with each wrong one (`wrong_password`)",
    Bye: "it is the last",
    Ping: "answered to who sent it alone; the latency is told to all every few seconds",
    Say: "`chat`",
    React: "`chat`, which it shares",
    Play: "one is taken for each question; `flow` where they flow",
    Gesture: "`gestures`",
    Lines: "`lines` of an address, and of all together",
}
"""What bounds a message beside `messages` and `bytes` of its connection, where that is not `changes`."""
SECONDS, RATE = 30, 40
"""How long somebody sends one kind of message, as fast as a connection may."""
MOST_TOLD = 20
"""Bytes that the host sends for each that it gets, with a crowd in the room."""


def test_every_message_is_bounded_by_something() -> None:
    assert set(OWN) == UNCOUNTED, "say what bounds a message that `changes` does not"


@in_turns(
    one_in=4, tag=sorted({str(tag) for tag in frames.KINDS} - {"hello", "hosts", "proof", "bye"}), playing=[False, True]
)
def test_whoever_sends_one_kind_without_end_costs_the_others_little(tag: str, playing: bool, tmp_path: Path) -> None:
    """Its owner, who may do most, and a guest, each with all the values a message may have."""
    random = Random(tag)
    room, everybody = crowded(tmp_path, 77, Cabinet(Shown(), {}))
    owner, guest, *_ = everybody
    if playing:
        guest.say(Ready(True), 0.0)
        owner.say(Start(), 0.0)
    room.settle(0.0)
    sent, got, pinged, now = sum(still.bytes for still in everybody), 0, 0.0, 1.0
    for number in range(SECONDS * RATE):
        now = 1.0 + number / RATE
        for sender in (guest, owner)[: 1 if tag == "surrender" else 2]:  # two computers would play on by themselves
            message = _made(random, tag)
            if not sender.closed:
                got += sender.say(message, now)
        if now - pinged >= PING:
            pinged = now
            got += sum(still.say(Ping(1), now) for still in everybody if not still.closed)
        room.settle(now)
    told = sum(still.bytes for still in everybody) - sent
    assert told <= MOST_TOLD * got + (1 << 20), f"{told} bytes for {got}"
    assert len(list(tmp_path.glob("*.souk"))) <= 2 + (SECONDS + 20) * 6, "a match costs its owner a change"
    room.close(now + 1)


def _made(random: Random, tag: str) -> ClientMessage:
    """A message of that kind within its bounds."""
    while True:
        try:
            return client_message(frames.body(random, tag))
        except WireError:
            continue


def test_who_asks_too_often_is_told_so(tmp_path: Path) -> None:
    room, (owner, guest, *_) = crowded(tmp_path, 0)
    for _ in range(300):
        owner.say(Start(), 1.0)
    refused = [told for told in owner.told if isinstance(told, Rejected) and told.why == "net.refuse.too_often"]
    assert len(refused) >= 100 and {told.about for told in refused} == {tag_of(Start())}
    assert of_kind(guest, Rejected) == 0
    room.close(2.0)
