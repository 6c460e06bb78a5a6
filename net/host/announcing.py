"""A room on the LAN's list, as it is at every moment."""

from __future__ import annotations

import asyncio
import contextlib

from net.discovery.discovery import Announcer, announce, discovery_port, new_host_id
from net.discovery.messages import Offer
from net.host.host import Host
from net.host.room import Room
from net.limits import PROTOCOL

_LOOK = 0.25
"""Seconds between two looks at the room."""


async def announce_room(room: Room, host: Host, port: int | None = None) -> None:
    """Tell the LAN of the room until cancelled, on this UDP port or the one of this program."""
    core = room.core
    announcer = Announcer(
        Offer(
            host_id=new_host_id(),
            game=core.plan.terms.cabinet.id,
            game_version=core.plan.terms.cabinet.info.version,
            protocol=PROTOCOL,
            name=core.plan.name,
            port=host.port,
            seats=len(core.seating) if core.plan.owned else 0,
            free=core.open_seats,
            spectators=core.watching,
            password=core.plan.lock is not None,
            playing=core.running,
            owner=core.name_of(core.people.owner),
        ),
        port=discovery_port() if port is None else port,
    )
    telling = asyncio.create_task(announce(announcer))
    try:
        while True:
            announcer.change(
                free=core.open_seats,
                spectators=core.watching,
                playing=core.running,
                owner=core.name_of(core.people.owner),
            )
            await asyncio.sleep(_LOOK)
    finally:
        telling.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await telling
