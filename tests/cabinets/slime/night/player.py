"""A client of a Slime night as a process: `python player.py PORT NAME KIND`. It comes again after every match."""

from __future__ import annotations

import os
import runpy
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path

KIT = Path(__file__).parents[4] / "examples" / "slime" / "python" / "client.py"
TURNS_ALIVE = 20
"""Turns after which a client that dies is gone."""


def receive(link: socket.socket, count: int) -> bytes:
    data = b""
    while len(data) < count:
        piece = link.recv(count - len(data))
        if not piece:
            raise OSError
        data += piece
    return data


def state(link: socket.socket) -> int:
    """Read on to the next state and return its turn."""
    while (first := receive(link, 1)) == b"\xff":
        pass
    return int.from_bytes((first + receive(link, 346))[:2], "little")


def play(port: int, name: str, kind: str) -> None:
    with socket.create_connection(("127.0.0.1", port)) as link:
        link.sendall(b"\0" + name.encode().ljust(23, b"\0"))
        receive(link, 1)
        while (turn := state(link)) < 180:
            if kind == "dies" and turn >= TURNS_ALIVE:
                os._exit(3)
            link.sendall(turn.to_bytes(2, "little") + bytes(5) if kind == "dies" else os.urandom(200))


def main() -> None:
    port, name, kind = sys.argv[1:]
    while True:
        with suppress(OSError, SystemExit):
            if kind == "good":
                sys.argv = [str(KIT), "127.0.0.1", port, "0", name]
                runpy.run_path(str(KIT), run_name="__main__")
            else:
                play(int(port), name, kind)
        time.sleep(0.05)


if __name__ == "__main__":
    main()
