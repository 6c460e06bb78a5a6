"""A proxy for TCP that makes a network worse: delay either way, and what a lost packet costs."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from random import Random

PIECE = 1400
"""Bytes of a packet."""


class Lane:
    """One direction of one connection. TCP keeps the order, so a lost packet holds up what follows it."""

    def __init__(self, delay: float, loss: float, random: Random) -> None:
        self._delay = delay
        self._loss = loss
        self._random = random
        self._free = 0.0

    def arrival(self, now: float, size: int) -> float:
        """When `size` bytes that are sent at `now` are there.

        A lost packet is sent again after a round trip and a little, as fast retransmission does; losing that one
        as well costs twice as long again.
        """
        late = 0.0
        for _ in range(-(-size // PIECE)):
            wait = 2.2 * self._delay + 0.02
            while self._random.random() < self._loss:
                late += wait
                wait *= 2
        self._free = max(self._free, now + self._delay + late)
        return self._free


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, lane: Lane) -> None:
    loop = asyncio.get_running_loop()
    travelling: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

    async def arrive() -> None:
        data = b"begin"
        while data:
            when, data = await travelling.get()
            await asyncio.sleep(when - loop.time())
            writer.write(data)
        writer.close()

    arriving = asyncio.create_task(arrive())
    data = b"begin"
    while data:
        try:
            data = await reader.read(1 << 16)
        except ConnectionError:
            data = b""
        travelling.put_nowait((lane.arrival(loop.time(), len(data)), data))
    await arriving


async def _serve(target: tuple[str, int], delay: float, loss: float, seed: int, pipe: Connection) -> None:
    random = Random(seed)
    tasks: set[asyncio.Task[None]] = set()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_connection(*target)
        except OSError:  # nobody listens there now
            writer.close()
            return
        for source, drain in ((reader, back), (there, writer)):
            task = asyncio.create_task(_carry(source, drain, Lane(delay, loss, random)))
            tasks.add(task)
            task.add_done_callback(tasks.discard)

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    pipe.send(server.sockets[0].getsockname()[1])
    await asyncio.get_running_loop().run_in_executor(None, pipe.poll, None)


def _main(target: tuple[str, int], delay: float, loss: float, seed: int, pipe: Connection) -> None:
    asyncio.run(_serve(target, delay, loss, seed, pipe))


@contextmanager
def proxied(target: tuple[str, int], *, delay: float, loss: float, seed: int = 1) -> Iterator[tuple[str, int]]:
    """The address of a proxy to `target` in a process of its own; `delay` in seconds one way, `loss` a probability."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_main, args=(target, delay, loss, seed, theirs), daemon=True)
    process.start()
    theirs.close()
    try:
        yield "127.0.0.1", ours.recv()
    finally:
        process.kill()
        process.join()
