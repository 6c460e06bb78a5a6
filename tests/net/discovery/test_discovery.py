"""Discovery: who announces and who looks, under a false clock."""

from __future__ import annotations

import asyncio
import socket
import sys
from typing import cast

import msgspec
import pytest

from net.discovery.discovery import (
    BEACON_SECONDS,
    CHANGE_SECONDS,
    LOST_SECONDS,
    MOST_OFFERS,
    MOST_OFFERS_OF_SOURCE,
    Announcer,
    Finder,
    announce,
    new_host_id,
)
from net.discovery.interfaces import MOST_BYTES, Datagram
from net.discovery.messages import Answer, Beacon, Goodbye, Query, decode, encode
from tests.net.air import Air, Machine
from tests.net.discovery.on_loopback import offer


def run(air: Air, seconds: float, *polled: Announcer | Finder, step: float = 1 / 60) -> None:
    """Let time pass, frame by frame."""
    end = air.now + seconds
    while air.now < end:
        air.now += step
        for one in polled:
            one.poll(air.now)


def test_a_match_appears_with_its_latency() -> None:
    air = Air()
    air.delay["10.0.0.1"] = 0.01
    announcer = Announcer(offer(), air.machine("10.0.0.1/24"))
    finder = Finder(air.machine("10.0.0.2/24"))
    run(air, 0.1, finder, announcer)
    (found,) = finder.found
    assert found.offer == offer()
    assert str(found.address) == "10.0.0.1:25250"
    assert found.latency is not None
    assert 0.02 <= found.latency < 0.06


def test_a_match_appears_by_its_beacon_where_no_query_gets_through() -> None:
    air = Air()
    announcer = Announcer(offer(), air.machine("10.0.0.1/24"))
    finder = Finder(air.machine("10.0.0.2/24"))
    announcer._network.reaches = lambda host: False  # type: ignore[method-assign]
    run(air, BEACON_SECONDS + 0.1, finder, announcer)
    (found,) = finder.found
    assert found.latency is None


def test_a_silent_match_vanishes_after_three_beacons_and_not_after_two() -> None:
    air = Air()
    announcer = Announcer(offer(), air.machine("10.0.0.1/24"))
    finder = Finder(air.machine("10.0.0.2/24"))
    run(air, 5, finder, announcer)
    air.lossy.add("10.0.0.1")
    run(air, 2.4 * BEACON_SECONDS, finder, announcer)
    assert len(finder.found) == 1
    run(air, LOST_SECONDS - 2.4 * BEACON_SECONDS + 0.1, finder, announcer)
    assert not finder.found
    air.lossy.clear()
    run(air, 1.1 * BEACON_SECONDS, finder, announcer)
    assert len(finder.found) == 1


def test_a_goodbye_ends_it_at_once() -> None:
    air = Air()
    announcer = Announcer(offer(), air.machine("10.0.0.1/24", "10.0.1.1/24"))
    finder = Finder(air.machine("10.0.0.2/24", "10.0.1.2/24"))
    run(air, 1, finder, announcer)
    assert len(finder.found) == 1
    announcer.close()
    run(air, 0.05, finder)
    assert not finder.found


def test_a_host_started_again_on_its_port_takes_the_place_of_the_killed_one() -> None:
    air = Air()
    machine = air.machine("10.0.0.1/24")
    killed, other = Announcer(offer(), machine), Announcer(offer(host_id="b" * 16, port=2), air.machine("10.0.0.3/24"))
    finder = Finder(air.machine("10.0.0.2/24"))
    run(air, 1, finder, killed, other)
    assert len(finder.found) == 2
    again = Announcer(offer(host_id="c" * 16), machine)
    run(air, 0.2, finder, again, other)
    assert [found.offer.host_id for found in finder.found] == ["b" * 16, "c" * 16]
    neighbour = Announcer(offer(host_id="d" * 16), air.machine("10.0.0.4/24"))
    run(air, 0.2, finder, again, other, neighbour)
    assert len(finder.found) == 3, "the same port of another machine is another room"


def test_two_interfaces_are_one_match_by_the_faster_way() -> None:
    air = Air()
    air.delay |= {"10.0.0.1": 0.004, "10.0.1.1": 0.001}
    announcer = Announcer(offer(), air.machine("10.0.0.1/24", "10.0.1.1/24"))
    finder = Finder(air.machine("10.0.0.2/24", "10.0.1.2/24"))
    run(air, 1, finder, announcer, step=0.001)
    (found,) = finder.found
    assert found.host == "10.0.1.1"
    air.lossy.add("10.0.1.1")
    run(air, LOST_SECONDS + 0.1, finder, announcer, step=0.01)
    (found,) = finder.found
    assert found.host == "10.0.0.1"


def test_several_hosts_are_several_matches_in_the_order_they_appeared() -> None:
    air = Air()
    finder = Finder(air.machine("10.0.0.9/25"))
    ids = ["f" * 16, "0" * 16, "a" * 16]
    announcers = []
    for number, host_id in enumerate(ids):
        announcers.append(Announcer(offer(host_id=host_id), air.machine(f"10.0.0.{number + 1}/25")))
        run(air, 0.1, finder, *announcers)
    run(air, 3, finder, *announcers)
    assert [found.offer.host_id for found in finder.found] == ids


def test_a_change_is_told_soon_and_not_too_often() -> None:
    air = Air()
    machine = air.machine("10.0.0.1/24")
    announcer = Announcer(offer(), machine)
    finder = Finder(air.machine("10.0.0.2/24"))
    run(air, 0.5, finder, announcer)
    before = len(machine.sent)
    announcer.change(free=1, playing=True)
    run(air, CHANGE_SECONDS + 0.05, finder, announcer)
    assert finder.found[0].offer == offer(free=1, playing=True)
    for spectators in range(100):
        announcer.change(spectators=spectators)
        run(air, 0.01, finder, announcer, step=0.01)
    assert len(machine.sent) - before <= 2 + 1 / CHANGE_SECONDS
    with pytest.raises(ValueError, match="9 free of 4 seats"):
        announcer.change(free=9)


class Stranger:
    """Somebody who says what they like."""

    def __init__(self, air: Air, target: Machine, host: str) -> None:
        self.air, self.target, self.host = air, target, host

    def say(self, data: bytes) -> None:
        self.target.arriving.append(Datagram(data, self.host, 5000, self.air.now))


def test_garbage_is_counted_and_does_nothing() -> None:
    air = Air()
    machine, ours = air.machine("10.0.0.1/24"), air.machine("10.0.0.2/24")
    announcer, finder = Announcer(offer(), machine), Finder(ours)
    for target in (machine, ours):
        stranger = Stranger(air, target, "10.0.0.66")
        for data in (
            b"",
            b"\xc1",
            b"\x80",
            bytes(MOST_BYTES + 1),
            b"\x91" * 400,
            b"\xc7\x04\x05abcd",
            b"\xdf\xff\xff\xff\xff",
        ):
            stranger.say(data)
    run(air, 0.1, announcer, finder)
    assert announcer.garbage == finder.garbage == 7
    assert len(finder.found) == 1
    assert {host for _, host in machine.answered} == {"10.0.0.2"}


def test_answers_are_never_more_bytes_than_queries_and_not_many() -> None:
    air = Air()
    machine = air.machine("10.0.0.1/24")
    announcer = Announcer(offer(), machine)
    stranger = Stranger(air, machine, "10.0.0.66")
    short = msgspec.msgpack.encode(Query(1, 5))
    assert isinstance(decode(short), Query)
    stranger.say(short)
    run(air, 0.1, announcer)
    assert machine.answered == []
    for _ in range(1000):
        stranger.say(encode(Query(1, 5)))
    run(air, 1, announcer)
    assert 1 <= len(machine.answered) <= 40
    assert all(len(data) <= MOST_BYTES for data, _ in machine.answered)
    answered = len(machine.answered)
    Stranger(air, machine, "203.0.113.9").say(encode(Query(1, 5)))
    run(air, 0.1, announcer)
    assert len(machine.answered) == answered, "nobody from another network is answered"


def test_forged_sources_share_one_allowance() -> None:
    air = Air()
    machine = air.machine("10.0.0.1/16")
    announcer = Announcer(offer(), machine)
    for number in range(4000):
        Stranger(air, machine, f"10.0.{number // 250}.{number % 250 + 2}").say(encode(Query(1, 5)))
    run(air, 1, announcer)
    assert len(machine.answered) <= 220
    assert len(announcer._allowance) <= 256


def test_a_stranger_can_neither_end_a_match_nor_push_it_out() -> None:
    air = Air()
    ours = air.machine("10.0.0.2/24")
    announcer, finder = Announcer(offer(), air.machine("10.0.0.1/24")), Finder(ours)
    run(air, 0.5, announcer, finder)
    stranger = Stranger(air, ours, "10.0.0.66")
    stranger.say(encode(Goodbye(1, offer().host_id)))
    for number in range(2000):
        stranger.say(encode(Beacon(1, offer(host_id=new_host_id(), port=1 + number))))
    run(air, 0.1, announcer, finder)
    assert finder.found[0].host == "10.0.0.1"
    assert len(finder.found) == 1 + MOST_OFFERS_OF_SOURCE
    for number in range(3, 250):
        for port in (1, 2, 3):
            Stranger(air, ours, f"10.0.0.{number}").say(encode(Beacon(1, offer(host_id=new_host_id(), port=port))))
    run(air, 0.1, announcer, finder)
    assert finder.found[0].host == "10.0.0.1"
    assert len(finder.found) == MOST_OFFERS
    run(air, LOST_SECONDS + 0.1, announcer, finder)
    assert [found.host for found in finder.found] == ["10.0.0.1"]


def test_who_sends_a_rooms_id_and_answers_faster_does_not_get_its_guests() -> None:
    air = Air()
    air.delay["10.0.0.1"] = 0.02
    ours = air.machine("10.0.0.2/24")
    announcer = Announcer(offer(), air.machine("10.0.0.1/24"))
    hijacker = Announcer(offer(name="Fridaу"), air.machine("10.0.0.66/24"))
    finder = Finder(ours)
    run(air, 2 * BEACON_SECONDS, announcer, finder)
    hosts = set()
    for _ in range(200):
        run(air, 0.1, announcer, hijacker, finder)
        hosts.add((finder.found[0].host, finder.found[0].offer.name))
    assert hosts == {("10.0.0.1", "Friday")}
    run(air, LOST_SECONDS + 0.1, hijacker, finder)
    assert finder.found[0].host == "10.0.0.66", "who falls silent is found by another way: it may have two"
    run(air, 1, announcer, hijacker, finder)
    assert finder.found[0].host != "10.0.0.66" or finder._entries[offer().host_id].first == "10.0.0.66"


def test_a_latency_is_only_believed_with_the_nonce_of_a_query() -> None:
    air = Air()
    ours = air.machine("10.0.0.2/24")
    finder = Finder(ours, nonce=iter(range(7, 1000)).__next__)
    finder.poll(air.now)
    stranger = Stranger(air, ours, "10.0.0.66")
    stranger.say(encode(Answer(1, 9999, offer())))
    run(air, 0.02, finder)
    assert finder.found[0].latency is None
    stranger.say(encode(Answer(1, 7, offer())))
    run(air, 0.02, finder)
    assert finder.found[0].latency is not None


class Loud:
    """An announcer that hears something all the time."""

    due = 1e9
    closed = False

    def __init__(self, fileno: int) -> None:
        self._fileno = fileno

    def poll(self, now: float) -> None:
        """There is nothing to tell."""

    def fileno(self) -> int:
        return self._fileno

    def close(self) -> None:
        self.closed = True


@pytest.mark.skipif(sys.platform == "win32", reason="the loop watches no sockets there")
def test_announcing_ends_with_its_first_cancel_whatever_is_heard_then(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[asyncio.Event] = []

    def watched(_loop: asyncio.AbstractEventLoop, fileno: int, event: asyncio.Event) -> int:
        heard.append(event)
        return fileno

    monkeypatch.setattr("net.discovery.discovery._watch", watched)

    async def ended() -> bool:
        one, other = socket.socketpair()
        with one, other:
            announcer = Loud(one.fileno())
            telling = asyncio.create_task(announce(cast(Announcer, announcer)))
            asyncio.get_running_loop().add_reader(one.fileno(), lambda: None)
            while not heard:
                await asyncio.sleep(0)
            await asyncio.sleep(0)
            heard[0].set()
            await asyncio.sleep(0)
            telling.cancel()
            await asyncio.wait({telling}, timeout=5)
            return telling.done() and announcer.closed

    assert asyncio.run(ended())
