"""Discovery over real sockets of this machine."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable
from ipaddress import IPv4Interface

import pytest

from net.discovery.discovery import (
    Announcer,
    Finder,
    announce,
    new_host_id,
)
from net.discovery.interfaces import LOOPBACK, MOST_BYTES, REFRESH_SECONDS, LocalNetwork
from net.discovery.messages import Answer, Query, decode, encode
from tests.net.discovery.on_loopback import free_port, loopback, offer, until


def test_several_hosts_and_finders_of_one_machine_over_loopback() -> None:
    port = free_port()
    rooms = [offer(host_id=new_host_id(), name=f"Room {number}", port=25250 + number) for number in range(3)]
    announcers = [Announcer(room, loopback(port)) for room in rooms]
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
