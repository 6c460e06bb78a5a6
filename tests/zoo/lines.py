"""Programs that speak lines, broken in the way that the first argument names. They need nothing of Souk."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any


def mark(text: str) -> None:
    """Add a line to the file that the test reads."""
    with Path(os.environ["ZOO_MARKS"]).open("a", encoding="utf-8") as file:
        file.write(f"{text}\n")


def say(message: Any) -> None:
    """Send one line."""
    sys.stdout.write((message if isinstance(message, str) else json.dumps(message)) + "\n")
    sys.stdout.flush()


def misbehave(way: str, message: dict[str, Any]) -> None:
    """Answer a request wrongly."""
    number = message["id"]
    match way:
        case "garbage":
            say("Hello! I think I take two stones. \x07" + "really " * 50)
        case "binary":
            sys.stdout.buffer.write(b"\xff\xfe\x00\n")
            sys.stdout.flush()
        case "long":
            while True:
                sys.stdout.write("x" * (1 << 16))
        case "wrong id":
            say({"type": "answer", "id": number + 7, "action": {"stones": 1}})
        case "wrong action":
            say({"type": "answer", "id": number, "action": {"stones": 1.5}})
        case "no action":
            say({"type": "answer", "id": number})
        case "failed":
            say({"type": "failed", "id": number, "kind": "crash", "key": "no.such.text"})
        case "silent":
            mark("hanging")
            time.sleep(600)
        case "exit":
            sys.stderr.write("out of ideas\n")
            sys.exit(6)
        case "close":
            os.close(1)
            time.sleep(600)


def main(way: str) -> None:
    """Read lines and answer them."""
    mark(f"process {os.getpid()}")
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "setup":
            say({"type": "ready", "id": message["id"]})
        elif way == "tame":
            say({"type": "answer", "id": message["id"], "action": message["legal"][0]})
        else:
            misbehave(way, message)


main(sys.argv[1])
