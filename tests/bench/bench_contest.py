"""Silent connections of one address at the Slime contest's server, and honest programs that want a team meanwhile.

    python -m tests.bench.bench_contest [--silent 36] [--greetings 120]

The silent ones connect again as often as they are let go.
"""

from __future__ import annotations

import argparse
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from tests.cabinets.slime.clients import MALFORMED, hello
from tests.commands.command_line import ROOT
from tests.net.lan_peer import Address

STRANGER, HONEST = "127.0.0.66", "127.0.0.67"
PATIENCE = 10.0


class Silent:
    """Connections that say nothing, as many as there can be."""

    def __init__(self, address: Address, count: int) -> None:
        self._address = address
        self.opened = 0
        self._links = [self._connect() for _ in range(count)]

    def _connect(self) -> socket.socket:
        self.opened += 1
        link = socket.create_connection(self._address, PATIENCE, (STRANGER, 0))
        link.setblocking(False)
        return link

    def insist(self) -> None:
        """Connect again where one was let go."""
        for number, link in enumerate(self._links):
            with suppress(BlockingIOError, ConnectionError):
                if link.recv(64):
                    continue
                link.close()
                self._links[number] = self._connect()


@contextmanager
def server() -> Iterator[Address]:
    """The contest's server in a process of its own."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    words = ["main.py", "slime-server", "--headless", "--unlisted", "--address", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen([sys.executable, *words], cwd=ROOT, stdout=subprocess.DEVNULL) as running:
        try:
            end = time.monotonic() + 6 * PATIENCE
            while True:
                with suppress(ConnectionError), socket.create_connection(("127.0.0.1", port), PATIENCE):
                    break
                assert time.monotonic() < end, "no server"
                time.sleep(0.05)
            yield "127.0.0.1", port
        finally:
            running.terminate()


def greet(address: Address, silent: Silent) -> float | None:
    """How long an honest program waits for its team; None where it gets none."""
    begun = time.monotonic()
    with socket.create_connection(address, PATIENCE, (HONEST, 0)) as link:
        link.sendall(hello(0, "Honest"))
        link.settimeout(0.01)
        while time.monotonic() - begun < PATIENCE:
            silent.insist()
            with suppress(TimeoutError):
                answer = link.recv(1)
                return time.monotonic() - begun if answer and answer != MALFORMED else None
    return None


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line, greet, print."""
    parser = argparse.ArgumentParser(description="Greet a contest that is beset by silent connections.")
    parser.add_argument("--silent", type=int, default=36)
    parser.add_argument("--greetings", type=int, default=120)
    options = parser.parse_args(arguments)
    with server() as address:
        silent = Silent(address, options.silent)
        waits = [greet(address, silent) for _ in range(options.greetings)]
    welcome = sorted(wait for wait in waits if wait is not None)
    print(
        f"{len(welcome)} of {len(waits)} greetings got a team beside {options.silent} silent connections, which were "
        f"opened {silent.opened} times; {welcome[-1] * 1000 if welcome else 0:.0f} ms at the longest"
    )
    return 0 if len(welcome) == len(waits) else 1


if __name__ == "__main__":
    sys.exit(main())
