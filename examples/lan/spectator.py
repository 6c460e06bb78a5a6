"""Watch a match on the LAN: written from docs/lan-protocol.md with sockets and msgpack only.

    python spectator.py ADDRESS[:PORT] [PASSWORD]

It prints the events of each step, and the hash of the final state.
"""

import hashlib
import hmac
import os
import socket
import struct
import sys
import time
import unicodedata
from typing import Any

import msgpack

PROTOCOL = 4
PORT = 25250
MOST_BYTES = 4 << 20
PING_SECONDS = 5.0


class Connection:
    """Frames over a socket: 4 bytes of length, big-endian, then one msgpack map."""

    def __init__(self, host: str, port: int) -> None:
        self.socket = socket.create_connection((host, port), timeout=10)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.data = b""

    def send(self, kind: str, **fields: Any) -> None:
        body = msgpack.packb({"type": kind, **fields})
        self.socket.sendall(struct.pack(">I", len(body)) + body)

    def receive(self, seconds: float) -> dict[str, Any] | None:
        """Return the next message, or None if none came within `seconds`."""
        self.socket.settimeout(seconds)
        try:
            while (message := self._whole()) is None:
                data = self.socket.recv(65536)
                if not data:
                    sys.exit("the host closed the connection")
                self.data += data
        except TimeoutError:
            return None
        return message

    def _whole(self) -> dict[str, Any] | None:
        if len(self.data) < 4:
            return None
        (length,) = struct.unpack(">I", self.data[:4])
        if length > MOST_BYTES:
            sys.exit("that is no Souk match")
        if len(self.data) < 4 + length:
            return None
        body, self.data = self.data[4 : 4 + length], self.data[4 + length :]
        message: dict[str, Any] = msgpack.unpackb(body)
        return message


def proof(challenge: dict[str, Any], nonce: bytes, password: str) -> bytes:
    """Return the proof that the password is known; the password itself is never sent."""
    written = unicodedata.normalize("NFC", password).encode()
    key = hashlib.pbkdf2_hmac("sha256", written, challenge["salt"], challenge["rounds"])
    return hmac.new(key, b"souk lan proof 1" + challenge["nonce"] + nonce, hashlib.sha256).digest()


def show(step: dict[str, Any]) -> None:
    """Print one step of the match."""
    events = ", ".join(f"{event['kind']} {event.get('data', {})}" for event in step["events"])
    print(f"{step['number']:4}  {events}")


def watch(connection: Connection, password: str) -> None:
    """Print what happens until the match is over."""
    nonce = os.urandom(32)
    connection.send("hello", protocol=PROTOCOL, name="spectator.py", nonce=nonce, watch=True)
    pinged = time.monotonic()
    while True:
        now = time.monotonic()
        if now - pinged >= PING_SECONDS:
            pinged = now
            connection.send("ping", stamp=int(now * 1000) % 2**31)
        message = connection.receive(1.0)
        if message is None:
            continue
        kind = message["type"]
        if kind == "challenge":
            connection.send("proof", mac=proof(message, nonce, password))
        elif kind == "welcome":
            room = message["room"]
            print(f"{room['name']}: {room['game']}, version {room['version']}, {room['phase']}")
        elif kind == "begun":
            print("at the table:", ", ".join(seat["name"] for seat in message["seats"]))
        elif kind == "past":
            for step in message["steps"]:
                show(step)
        elif kind == "stepped":
            show(message["step"])
        elif kind == "rewound":
            print(f"back to before step {message['number']}")
        elif kind == "talk":
            for said in message["lines"]:
                print(f"{said['name']}: {said['text']}")
        elif kind == "said":
            print(f"{message['name']}: {message['text']}")
        elif kind == "ended":
            print(f"over: {message['hash']}")
            connection.send("bye")
            return
        elif kind == "dropped":
            sys.exit(f"dropped: {message['why']}")


def main() -> None:
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    host, _, port = sys.argv[1].partition(":")
    watch(Connection(host, int(port or PORT)), sys.argv[2] if len(sys.argv) == 3 else "")


if __name__ == "__main__":
    main()
