"""Guests in a browser: from a touch to its picture, bytes, processor and memory a guest, and what watchers cost.

`python -m tests.bench.bench_guests 8 --watchers 40`. The pages are clients without a browser, which tell that they show
a picture as soon as it has come; half of them have a phone of 412×690, half one of 412×892. Each guest points at one
crossing after another of an Omok board of its own, twice a second; watchers look on at the first of these matches,
half of them upright, from addresses of their own. Beside them a table is drawn 60 times a second, as a host's window
would be.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path

from websockets.asyncio.client import connect as connect_watcher
from websockets.typing import Origin

from game.scenes import arcade
from tests.processes import children, processor_seconds
from tests.scenes.guests.evening import evening
from tests.scenes.guests.places import Board, room_places, sheet_of
from tests.scenes.guests.visitor import Visitor, own_megabytes, place_of
from tests.scenes.scene_driver import driving, plan

TOUCHES, PAUSE = 40, 0.5
FRAMES = 600
PHONES = ((412, 690), (412, 892))
_PEERS_OF_ADDRESS = 6


class Guest(Visitor):
    """A visitor who measures."""

    def measure(self, board: Board) -> list[float]:
        """Return the seconds from each touch to the first picture after it."""
        found = []
        for number in range(TOUCHES):
            self.rest(PAUSE)
            touched = time.monotonic()
            self.tap(*board.crossings[3 + number % 9, 3])
            if (came := self.hear(2.0)) is not None:
                found.append(came - touched)
        return found


async def watch(page: str, number: int, came: list[int]) -> None:
    """Watch until cancelled; add the bytes of every message."""
    place, invitation = place_of(page)
    width, height = (1280, 720) if number % 2 else sheet_of(PHONES[0])
    here = (f"127.0.1.{1 + number // _PEERS_OF_ADDRESS}", 0)
    origin = Origin(f"http://{place}")
    async with connect_watcher(
        f"ws://{place}/guest", origin=origin, proxy=None, max_size=None, local_addr=here
    ) as link:
        told = {"invitation": invitation, "token": f"{1000 + number:032x}", "name": "W", "watch": True}
        await link.send(json.dumps({**told, "width": width, "height": height}))
        async for message in link:
            if isinstance(message, bytes):
                came[number] += len(message)
                await link.send(json.dumps({"type": "shown", "number": struct.unpack_from(">I", message)[0]}))


async def watch_all(page: str, count: int) -> None:
    """Be so many watchers until the input ends; then tell how many bytes each was sent."""
    came = [0] * count
    watchers = [asyncio.create_task(watch(page, number, came)) for number in range(count)]
    await asyncio.to_thread(sys.stdin.read)
    for watcher in watchers:
        watcher.cancel()
    await asyncio.gather(*watchers, return_exceptions=True)
    print(json.dumps(came))


def frames() -> tuple[float, float]:
    """Return the milliseconds within which 95 of 100 frames of a window's table are drawn: by the clock, and of the
    processor, which waits for no other program.
    """
    found, of_processor = [], []
    with driving(lambda c: arcade.table(c, plan("omok", "human", "human"))) as driver:
        driver.step(20)
        for _ in range(FRAMES):
            began, busy = time.perf_counter(), time.thread_time()
            driver.step()
            found.append(time.perf_counter() - began)
            of_processor.append(time.thread_time() - busy)
            time.sleep(max(0.0, 1 / 60 - found[-1]))
    by_clock, busy = (1000 * statistics.quantiles(each, n=20)[-1] for each in (found, of_processor))
    return by_clock, busy


def stand_apart() -> None:
    """Leave the session of what is measured beside it: a window's host is begun in a session of its own, too."""
    group = Path("/proc/self/autogroup")
    rank = group.read_text(encoding="ascii").split()[-1] if group.exists() else "0"
    os.setsid()
    if rank != "0":
        group.write_text(rank, encoding="ascii")


def helper(*words: str) -> subprocess.Popen[str]:
    """Start a part of this bench as a process of its own."""
    command = [sys.executable, "-m", "tests.bench.bench_guests", *words]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")


def answer(process: subprocess.Popen[str]) -> list[float]:
    said, _ = process.communicate("")
    return list(json.loads(said.splitlines()[-1]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("guests", type=int, nargs="?", default=1)
    parser.add_argument("--watchers", type=int, default=0)
    parser.add_argument("--watch", help=argparse.SUPPRESS)
    parser.add_argument("--frames", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.frames:
        stand_apart()
        print(json.dumps(frames()))
    elif arguments.watch:
        asyncio.run(watch_all(arguments.watch, arguments.watchers))
    else:
        measure(arguments.guests, arguments.watchers)


def measure(count: int, watchers: int) -> None:
    boards = {sheet_of(phone): (Board(sheet_of(phone)), room_places(sheet_of(phone))[0]) for phone in PHONES}
    alone = answer(helper("--frames"))
    with ExitStack() as links:
        home = Path(links.enter_context(tempfile.TemporaryDirectory()))
        evenings = [
            links.enter_context(evening(home / str(number), "omok", "--seats", "open,greedy"))
            for number in range(count)
        ]
        guests = [
            Guest(begun.page, number, sheet_of(PHONES[number % 2]), links) for number, begun in enumerate(evenings)
        ]
        for guest in guests:
            guest.rest(1.0)
            guest.tap(*boards[guest.sheet][1])
            guest.rest(2.0)
            guest.bytes.clear()
        drawers = {begun: children(begun.nursery) for begun in evenings}
        watching = helper("--watch", evenings[0].page, "--watchers", str(watchers)) if watchers else None
        if watching is not None:
            time.sleep(10.0)
        shared = children(evenings[0].nursery) - drawers[evenings[0]]
        parts = {
            "drawers": [drawer for each in drawers.values() for drawer in each],
            "gates": [begun.gate.pid for begun in evenings],
            "hosts": [begun.host.pid for begun in evenings],
            "shared drawers": [*shared],
        }
        beside = helper("--frames")
        before, since = {name: used(each) for name, each in parts.items()}, time.monotonic()
        found: list[float] = []
        threads = [
            threading.Thread(target=lambda g=guest: found.extend(g.measure(boards[g.sheet][0]))) for guest in guests
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        passed = time.monotonic() - since
        spent = {name: used(each) - before[name] for name, each in parts.items()}
        print(f"guests {count}, touches {len(found)}: first picture {max(g.first for g in guests):.2f} s")
        percentiles = [1000 * value for value in statistics.quantiles(found, n=20)]
        print(f"touch to picture: p50 {statistics.median(found) * 1000:.0f} ms, p95 {percentiles[-1]:.0f} ms")
        average = sum(guest.bytes.total() for guest in guests) / count / passed / 1000
        peak = max(max(guest.bytes.values()) for guest in guests) / 1000
        print(f"a guest: {average:.0f} kB/s, in the peak second {peak:.0f} kB")
        print("of a core: " + ", ".join(f"{name} {100 * each / passed:.0f} %" for name, each in spent.items()))
        for name, without, beside_them in zip(("by the clock", "of the processor"), alone, answer(beside), strict=True):
            print(f"a window's frames, p95 {name}: {without:.1f} ms alone, {beside_them:.1f} ms beside the guests")
        memory = [own_megabytes(drawer) for each in drawers.values() for drawer in each]
        print(f"a drawer's own memory: {min(memory):.0f}–{max(memory):.0f} MB")
        if watching is not None:
            bytes_each = answer(watching)
            rate = statistics.mean(bytes_each) / (time.monotonic() - since + 10.0) / 1000
            print(
                f"watchers {watchers}: {len(shared)} drawings for all, {rate:.0f} kB/s each, least {min(bytes_each)} B"
            )


def used(processes: Iterable[int]) -> float:
    return sum(map(processor_seconds, processes))


if __name__ == "__main__":
    main()
