"""Processor time of a lobby's frames while forged rooms come and go on the LAN.

    python -m tests.bench.bench_lobby_flood [SECONDS]

Each frame the finder knows other rooms: 240 of them, with names of emoji and marks, a thousand new ones a second.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from random import Random

import msgspec

from net.discovery.discovery import Found
from tests.scenes.lobby.lobby_driver import MATCHES, at_lobby

ROOMS, FRESH = 240, 17
"""Rooms that are known at a time, and new ones in a frame: a thousand a second."""
SIGNS = ("😀", "é\u0301", "가", "x", "🎉", "ש", "{name}", "../")


def forged(random: Random, number: int) -> Found:
    """A room that nobody opened."""
    name = "".join(random.choice(SIGNS) for _ in range(32))[:32]
    offer = msgspec.structs.replace(
        random.choice(MATCHES).offer, host_id=f"{random.getrandbits(64):016x}", name=name, playing=random.random() < 0.5
    )
    return Found(offer, f"10.0.{number % 60}.9", random.random() / 10)


def frames(seconds: float, fresh: int) -> list[float]:
    """Return the processor time of each frame, in milliseconds."""
    random, took = Random(5), list[float]()
    found = [forged(random, number) for number in range(ROOMS if fresh else 4)]
    with at_lobby(found) as lobby:
        lobby.driver.step(30)
        for number in range(round(60 * seconds)):
            if fresh:
                found = [*found[fresh:], *(forged(random, number) for _ in range(fresh))]
                lobby.net.finder.found = found
            before = time.process_time()
            lobby.driver.step()
            took.append(1000 * (time.process_time() - before))
    return sorted(took)


def main() -> None:
    os.environ["SOUK_HOME"] = tempfile.mkdtemp()
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    for what, fresh in (("quiet", 0), ("1,000 rooms a second", FRESH)):
        took = frames(seconds, fresh)
        middle, most = took[len(took) // 2], took[len(took) * 99 // 100]
        print(f"{what}: middle {middle:.1f} ms, 99 of 100 {most:.1f}, worst {took[-1]:.1f}")


if __name__ == "__main__":
    main()
