"""A host in its own process, `python -m tests.net.lan_host FOLDER [--seats N] …`, and its measures.

Its game is the relay game, or one of Souk's.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from game.cabinets.listed import CABINETS
from game.cabinets.listed import hosted as hosted_games
from net.host.host import Host
from net.host.match.hosted_match import Terms
from net.host.room.core import RoomPlan
from net.host.room.room import Room
from net.host.room.seating import RoomSeat
from net.limits import SECRET
from net.proof import digest, lock
from tests.commands.command_line import ROOT
from tests.games.relay import RELAY, Options
from tests.processes import processor_seconds

OWNER = b"o" * SECRET


async def serve(arguments: argparse.Namespace) -> None:
    """Host until standard input ends; the port goes to standard output."""
    terms = Terms(RELAY, Options(turns=arguments.turns), limit=arguments.limit)
    if arguments.game:
        cabinet = CABINETS[arguments.game]
        options = msgspec.json.decode(arguments.options, type=cabinet.info.options)
        terms = Terms(cabinet, options, limit=arguments.limit)
    plan = RoomPlan(
        name="relay",
        terms=terms,
        places=tuple(RoomSeat() for _ in range(arguments.seats)),
        journal=lambda game: Path(arguments.folder) / f"{secrets.token_hex(4)}.souk",
        owner_key=digest(OWNER),
        lock=lock(arguments.password) if arguments.password else None,
        seed=5,
        games=hosted_games() if arguments.games else {},
        lists=Path(arguments.folder),
    )
    host = Host(Room(plan))
    await host.listen(0, arguments.address)
    print(json.dumps({"port": host.port}), flush=True)
    asyncio.get_running_loop().add_reader(sys.stdin, host.stop)
    await host.run()


def main() -> None:
    """Read the command line and serve."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--turns", type=int, default=100_000)
    parser.add_argument("--limit", type=float, default=10.0)
    parser.add_argument("--password", default="")
    parser.add_argument("--game", default="")
    parser.add_argument("--options", default="{}", help="of that game, as JSON")
    parser.add_argument("--games", action="store_true", help="let every game be chosen and wished for")
    parser.add_argument("--address", default="127.0.0.1")
    asyncio.run(serve(parser.parse_args()))


def crowded() -> bool:
    """Whether other programs leave this machine no time to measure anything (Linux and macOS)."""
    return os.getloadavg()[0] > 1.5 * (os.cpu_count() or 1)


class HostProcess:
    """A running host and what the system says about it."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process = process
        self.address = ("127.0.0.1", port)

    @property
    def memory(self) -> int:
        """The most bytes it ever held (Linux)."""
        return 1024 * int(self._line("status", "VmHWM:").split()[1])

    @property
    def cpu(self) -> float:
        """Seconds of processor time it has used (Linux)."""
        return processor_seconds(self.process.pid)

    @property
    def files(self) -> int:
        """How many files and sockets it holds open (Linux)."""
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))

    def _line(self, file: str, key: str) -> str:
        text = Path(f"/proc/{self.process.pid}/{file}").read_text(encoding="utf-8")
        return next(line for line in text.splitlines() if line.startswith(key))


@contextmanager
def hosted(folder: Path, *words: str, prefix: tuple[str, ...] = ()) -> Iterator[HostProcess]:
    """A host process, ended afterwards. `prefix` runs it elsewhere, such as in a namespace."""
    command = [*prefix, sys.executable, "-m", "tests.net.lan_host", str(folder), *words]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        try:
            assert process.stdout is not None
            yield HostProcess(process, json.loads(process.stdout.readline())["port"])
            assert process.poll() is None, "the host ended by itself"
        finally:
            assert process.stdin is not None
            process.stdin.close()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


if __name__ == "__main__":
    main()
