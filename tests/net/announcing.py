"""A host that only announces itself: `python -m tests.net.announcing NAME UDP_PORT`, until its input is closed."""

from __future__ import annotations

import asyncio
import sys

from net.discovery.discovery import Announcer, announce, new_host_id
from net.discovery.messages import Offer
from net.limits import PROTOCOL


async def main(name: str, port: int) -> None:
    """Announce until standard input ends."""
    offer = Offer(
        host_id=new_host_id(),
        game="nullgame",
        game_version=1,
        protocol=PROTOCOL,
        name=name,
        port=25250,
        seats=4,
        free=4,
        spectators=0,
        password=False,
    )
    task = asyncio.create_task(announce(Announcer(offer, port=port)))
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
