"""Discovery: the two machines under a false clock, every bound of a message, real sockets on loopback, the command."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from ipaddress import IPv4Interface
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.allowance import Allowance, SourceAllowance
from net.discovery import (
    ANSWERS_EACH,
    ANSWERS_TOTAL,
    BEACON_SECONDS,
    CHANGE_SECONDS,
    DISCOVERY_PORT,
    FIRST_QUERY_SECONDS,
    LOST_SECONDS,
    MOST_NONCES,
    MOST_OFFERS,
    MOST_OFFERS_OF_SOURCE,
    MOST_ROUTES,
    QUERY_SECONDS,
    Announcer,
    Finder,
    announce,
    new_host_id,
)
from net.discovery_messages import Answer, Beacon, GarbageError, Goodbye, Offer, Query, decode, encode
from net.interfaces import LOOPBACK, MOST_BYTES, REFRESH_SECONDS, Datagram, LocalNetwork
from net.limits import NAME
from tests.air import Air, Machine
from tests.command_line import ROOT, environment, souk


def offer(**fields: Any) -> Offer:
    """An offer that differs from an ordinary one in these fields."""
    plain = Offer(
        host_id="00112233445566ff",
        game="nullgame",
        game_version=1,
        protocol=1,
        name="Friday",
        port=25250,
        seats=4,
        free=3,
        spectators=0,
        password=False,
    )
    return msgspec.structs.replace(plain, **fields)


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
    for _ in range(2000):
        stranger.say(encode(Beacon(1, offer(host_id=new_host_id()))))
    run(air, 0.1, announcer, finder)
    assert finder.found[0].host == "10.0.0.1"
    assert len(finder.found) == 1 + MOST_OFFERS_OF_SOURCE
    for number in range(3, 250):
        for _ in range(3):
            Stranger(air, ours, f"10.0.0.{number}").say(encode(Beacon(1, offer(host_id=new_host_id()))))
    run(air, 0.1, announcer, finder)
    assert finder.found[0].host == "10.0.0.1"
    assert len(finder.found) == MOST_OFFERS
    run(air, LOST_SECONDS + 0.1, announcer, finder)
    assert [found.host for found in finder.found] == ["10.0.0.1"]


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


LONGEST = offer(
    host_id="f" * 16, game="g" * 32, game_version=2**31 - 1, protocol=2**31 - 1, name="하" * 32, port=65535, seats=999,
    free=999, spectators=999, password=True, playing=True,
)  # fmt: skip


@pytest.mark.parametrize(
    "message",
    [Query(1, 0), Query(1, 2**53 - 1), Beacon(1, offer()), Answer(1, 2**53 - 1, LONGEST), Goodbye(1, "0" * 16)],
    ids=lambda message: type(message).__name__,
)
def test_messages_travel(message: Any) -> None:
    data = encode(message)
    back = decode(data)
    assert back == (msgspec.structs.replace(message, pad=back.pad) if isinstance(back, Query) else message)
    assert len(data) == MOST_BYTES if isinstance(message, Query) else len(data) < 400


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("host_id", "0" * 15), ("host_id", "0" * 17), ("host_id", "G" * 16), ("host_id", "0" * 16 + "\n"),
        ("host_id", 5), ("game", ""), ("game", "Null"), ("game", "a" * 33), ("game", "../x"), ("game", "nullgame\n"),
        ("game_version", -1), ("game_version", 2**31), ("game_version", 1.5), ("game_version", True), ("protocol", -1),
        ("name", ""), ("name", "n" * 33), ("name", "a\x00b"), ("name", "a\nb"), ("name", "\u202eb"), ("name", b"raw"),
        ("port", 0), ("port", 65536), ("port", "25250"), ("seats", 1000), ("seats", -1), ("free", 5), ("free", -1),
        ("spectators", -1), ("spectators", None), ("password", 1), ("playing", "yes"),
    ],
)  # fmt: skip
def test_every_bound_of_an_offer(field: str, value: Any) -> None:
    fields = msgspec.to_builtins(offer())
    decode(msgspec.msgpack.encode({"do": "beacon", "souk": 1, "offer": fields}))
    with pytest.raises(GarbageError):
        decode(msgspec.msgpack.encode({"do": "beacon", "souk": 1, "offer": fields | {field: value}}))
    del fields[field]
    if field != "playing":
        with pytest.raises(GarbageError):
            decode(msgspec.msgpack.encode({"do": "beacon", "souk": 1, "offer": fields}))


@pytest.mark.parametrize(
    "message",
    [
        {}, [], 1, {"do": "query"}, {"do": "query", "souk": 2, "nonce": 1}, {"do": "query", "souk": 1, "nonce": -1},
        {"do": "query", "souk": 1, "nonce": 2**53}, {"do": "dance", "souk": 1}, {"do": 1, "souk": 1},
        {"do": "goodbye", "souk": 1}, {"souk": 1, "nonce": 1},
    ],
)  # fmt: skip
def test_what_is_no_message(message: Any) -> None:
    with pytest.raises(GarbageError):
        decode(msgspec.msgpack.encode(message))


def test_the_document_names_every_field_and_figure() -> None:
    document = (ROOT / "docs" / "lan-discovery.md").read_text(encoding="utf-8")
    for kind in (Query, Beacon, Answer, Goodbye):
        assert f"| `{kind.__struct_config__.tag}` |" in document
        for field in kind.__struct_fields__:
            assert f"`{field}`" in document
    for field in Offer.__struct_fields__:
        assert f"| `{field}` |" in document
    each, total = ANSWERS_EACH, ANSWERS_TOTAL
    for figure in (
        f"port **{DISCOVERY_PORT}**",
        f"at most {MOST_BYTES} bytes",
        f"{LOST_SECONDS:g} s without a word",
        f"every {QUERY_SECONDS:g} s",
        f"again after {FIRST_QUERY_SECONDS:g} s",
        f"at the earliest {CHANGE_SECONDS:g} s",
        f"anew every {REFRESH_SECONDS:g} seconds",
        f"{each[0]:g} answers a second and {each[1]:g} at once",
        f"{total[0]:g} a second and {total[1]:g} at once",
        f"room for {MOST_OFFERS} matches, {MOST_OFFERS_OF_SOURCE} first",
        f"and {MOST_ROUTES} ways each",
        f"last {MOST_NONCES} queries",
        f"1 … {NAME} characters",
    ):
        assert figure in document, figure


def test_fields_that_are_not_known_are_passed_over() -> None:
    fields = msgspec.to_builtins(offer()) | {"mood": "good"}
    message = decode(msgspec.msgpack.encode({"do": "beacon", "souk": 1, "offer": fields, "more": [1]}))
    assert message == Beacon(1, offer())


VALID = [encode(Query(1, 77)), encode(Beacon(1, offer())), encode(Answer(1, 77, LONGEST)), encode(Goodbye(1, "0" * 16))]


@given(st.sampled_from(VALID), st.lists(st.tuples(st.integers(0, MOST_BYTES), st.binary(max_size=6)), max_size=5))
def test_mutated_messages_are_messages_or_garbage(data: bytes, changes: list[tuple[int, bytes]]) -> None:
    for place, bytes_ in changes:
        data = data[:place] + bytes_ + data[place + len(bytes_) :]
    try:
        message = decode(data)
    except GarbageError:
        return
    if not isinstance(message, Query):
        assert decode(encode(message)) == message


@given(st.binary(max_size=2 * MOST_BYTES))
def test_random_bytes_are_messages_or_garbage(data: bytes) -> None:
    try:
        decode(data)
    except GarbageError:
        return


def test_an_allowance() -> None:
    allowance = Allowance(rate=2, burst=3)
    assert [allowance.take(10) for _ in range(4)] == [True, True, True, False]
    assert [allowance.take(10.5) for _ in range(2)] == [True, False]
    assert not allowance.take(9), "a clock that goes back gives nothing"
    assert [allowance.take(1000) for _ in range(4)] == [True, True, True, False]


def test_allowances_of_many_sources_are_bounded() -> None:
    allowance = SourceAllowance(each=(1, 1), total=(1000, 1000), sources=8)
    assert allowance.take("a", 0)
    assert not allowance.take("a", 0)
    assert allowance.take("b", 0)
    for number in range(100):
        allowance.take(str(number), 0)
    assert len(allowance) == 8


def free_port() -> int:
    """A UDP port nobody uses."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("0.0.0.0", 0))
        return int(probe.getsockname()[1])


def until(condition: Callable[[], bool], *polled: Announcer | Finder, seconds: float = 20) -> None:
    """Poll real sockets until the condition holds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come to that"
        for one in polled:
            one.poll(time.monotonic())
        time.sleep(0.002)


def loopback(port: int) -> LocalNetwork:
    return LocalNetwork(port, lambda: [LOOPBACK])


def test_several_hosts_and_finders_of_one_machine_over_loopback() -> None:
    port = free_port()
    announcers = [Announcer(offer(host_id=new_host_id(), name=f"Room {n}"), loopback(port)) for n in range(3)]
    finders = [Finder(loopback(port)) for _ in range(2)]
    everybody: list[Announcer | Finder] = [*announcers, *finders]
    until(
        lambda: all(len(finder.found) == 3 and all(f.latency is not None for f in finder.found) for finder in finders),
        *everybody,
    )
    for found in finders[0].found:
        assert found.host == "127.0.0.1"
        assert found.latency is not None
        assert found.latency < 1
    announcers[1].close()
    until(lambda: all(len(finder.found) == 2 for finder in finders), announcers[0], announcers[2], *finders)
    everybody.remove(announcers[1])
    for one in everybody:
        one.close()


def test_a_match_is_found_on_the_interfaces_of_this_machine_as_they_are() -> None:
    port = free_port()
    announcer, finder = Announcer(offer(), port=port), Finder(port=port)
    until(lambda: len(finder.found) == 1 and finder.found[0].latency is not None, announcer, finder)
    announcer.close()
    until(lambda: not finder.found, finder)
    finder.close()


def test_interfaces_come_and_go() -> None:
    listed: list[IPv4Interface] = [LOOPBACK]
    network = LocalNetwork(free_port(), lambda: listed)
    assert network.interfaces == (LOOPBACK,)
    assert network.hears
    network.refresh(0)
    other = IPv4Interface("127.0.5.1/24")
    listed[:] = [other, IPv4Interface("203.0.113.77/24")]
    network.refresh(REFRESH_SECONDS - 0.1)
    assert network.interfaces == (LOOPBACK,)
    network.refresh(REFRESH_SECONDS + 0.1)
    assert network.interfaces == (other,), "an address that is not this machine's cannot be bound"
    assert network.reaches("127.0.5.9")
    assert not network.reaches("127.0.6.9")
    network.close()
    network.close()
    assert not network.interfaces


def test_a_port_that_another_program_keeps_leaves_queries_working() -> None:
    port = free_port()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as keeper:
        keeper.bind(("0.0.0.0", port))
        network = loopback(port)
        assert not network.hears
        assert network.fileno() == -1
        finder = Finder(network)
        finder.poll(0)
        keeper.settimeout(5)
        data, source = keeper.recvfrom(MOST_BYTES + 1)
        query = decode(data)
        assert isinstance(query, Query)
        keeper.sendto(encode(Answer(1, query.nonce, offer())), source)
        until(lambda: len(finder.found) == 1, finder)
    network.refresh(time.monotonic() + REFRESH_SECONDS)
    assert network.hears
    finder.close()


def test_a_flood_does_not_hold_up_a_poll() -> None:
    port = free_port()
    finder = Finder(loopback(port))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as flood:
        for _ in range(2000):
            flood.sendto(b"\xc1" * 40, ("127.0.0.1", port))
    finder.poll(0)
    assert 0 < finder.garbage <= 128
    finder.close()


def test_announcing_beside_other_tasks_until_cancelled() -> None:
    port = free_port()
    finder = Finder(loopback(port))

    async def scene() -> None:
        task = asyncio.create_task(announce(Announcer(offer(), loopback(port))))
        await reached(lambda: len(finder.found) == 1 and finder.found[0].latency is not None)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await reached(lambda: not finder.found)

    async def reached(condition: Callable[[], bool]) -> None:
        while not condition():
            finder.poll(time.monotonic())
            await asyncio.sleep(0.002)

    asyncio.run(asyncio.wait_for(scene(), 20))
    finder.close()


def discover(home: Path, *words: str) -> subprocess.Popen[str]:
    """`main.py discover`, running."""
    command = [sys.executable, str(ROOT / "main.py"), "discover", *words]
    return subprocess.Popen(command, env=environment(home), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def listened(home: Path, announcers: Sequence[Announcer], *words: str) -> str:
    """What the command prints while these are announced."""
    with discover(home, *words) as process:
        until(lambda: process.poll() is not None, *announcers, seconds=60)
        output, errors = process.communicate()
        assert (process.returncode, errors) == (0, "")
    for announcer in announcers:
        announcer.close()
    return output


def test_the_command_prints_one_document(tmp_path: Path) -> None:
    port = free_port()
    announcer = Announcer(offer(name="하늘의 판", password=True), loopback(port))
    document = json.loads(listened(tmp_path, [announcer], "--json", "--seconds", "1.5", "--port", str(port)))
    (match,) = document["matches"]
    assert match.pop("latency_ms") < 1000
    assert match == {**msgspec.to_builtins(offer(name="하늘의 판", password=True)), "address": "127.0.0.1"}
    assert "127.0.0.1/8" in document["interfaces"]
    assert document["hears"] is True
    assert document["garbage"] == 0


def test_the_command_prints_a_table(tmp_path: Path) -> None:
    port = free_port()
    announcers = [
        Announcer(offer(host_id=new_host_id(), name="하늘의 판"), loopback(port)),
        Announcer(offer(host_id=new_host_id(), game="unheard_of", playing=True, free=0), loopback(port)),
    ]
    heading, *lines = listened(tmp_path, announcers, "--seconds", "1.5", "--port", str(port)).splitlines()
    assert heading.split() == ["Match", "Game", "Seats", "Watching", "Password", "Latency", "Address"]
    first, second = sorted(lines, reverse=True)
    assert "하늘의 판" in first
    assert "3 of 4 free" in first
    assert "127.0.0.1:25250" in first
    assert "unheard_of" in second
    assert "playing, 0 of 4 free" in second


def test_the_command_says_what_to_do_where_nobody_is(tmp_path: Path) -> None:
    outcome = souk(tmp_path, "discover", "--seconds", "0.2", "--port", str(free_port()))
    assert outcome.returncode == 0
    assert "No match was found" in outcome.stdout
    assert "irewall" in outcome.stdout
    assert "main.py join ADDRESS" in outcome.stdout
    assert souk(tmp_path, "discover", "--port", "0").returncode == 2
    assert souk(tmp_path, "discover", "--seconds", "nan").returncode == 2
