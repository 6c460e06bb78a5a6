"""Offers, ports and real sockets for tests of discovery."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from typing import Any

import msgspec

from net.discovery.discovery import (
    Announcer,
    Finder,
)
from net.discovery.interfaces import LOOPBACK, LocalNetwork
from net.discovery.messages import Offer
from net.limits import PROTOCOL


def offer(**fields: Any) -> Offer:
    """An offer that differs from an ordinary one in these fields."""
    plain = Offer(
        host_id="00112233445566ff",
        game="nullgame",
        game_version=1,
        protocol=PROTOCOL,
        name="Friday",
        port=25250,
        seats=4,
        free=3,
        spectators=0,
        password=False,
    )
    return msgspec.structs.replace(plain, **fields)


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
