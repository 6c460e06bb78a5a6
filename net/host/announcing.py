"""Keeping the announcement of a room on the LAN up to date."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from game.core.cabinet import Cabinet
from game.core.options import describe
from net.discovery.discovery import Announcer, announce, discovery_port
from net.discovery.messages import Offer
from net.host.host import Host
from net.host.room.core import RoomCore
from net.host.room.room import Room
from net.limits import PROTOCOL

_LOOK = 0.25
"""Seconds between two looks at the room."""


def changing(core: RoomCore) -> dict[str, Any]:
    """Return the fields of a room's offer that may change, as a room outlives its matches and may change its game."""
    cabinet, options = core.plan.terms.cabinet, core.plan.terms.options
    return {
        "game": cabinet.id,
        "game_version": cabinet.info.version,
        "mode": mode_of(cabinet, options),
        "seats": len(core.seating) if core.plan.owned else 0,
        "free": core.open_seats,
        "spectators": core.watching,
        "playing": core.running,
        "owner": core.name_of(core.people.owner),
    }


def mode_of(cabinet: Cabinet, options: Any) -> str:
    """Return the value of a game's first option if that is a choice of words; else an empty text."""
    first = next(iter(describe(cabinet.info.options)), None)
    value = getattr(options, first.name) if first and first.kind == "choice" else None
    return value if isinstance(value, str) else ""


async def announce_room(room: Room, host: Host, port: int | None = None) -> None:
    """Announce the room on the LAN until cancelled, on this UDP port or by default on the program's."""
    core = room.core
    first = Offer(
        host_id=core.id,
        protocol=PROTOCOL,
        name=core.plan.name,
        port=host.port,
        password=core.plan.lock is not None,
        **changing(core),
    )
    announcer = Announcer(first, port=discovery_port() if port is None else port)
    telling = asyncio.create_task(announce(announcer))
    try:
        while True:
            announcer.change(**changing(core))
            await asyncio.sleep(_LOOK)
    finally:
        telling.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await telling
