"""Programs that speak lines, broken in the way that the first argument names. They need nothing of Souk."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

HEAP_OF_TWO = 2
KILL = signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL
"""The signal that ends a process at once."""


def mark(text: str) -> None:
    """Add a line to the file that the test reads."""
    with Path(os.environ["ZOO_MARKS"]).open("a", encoding="utf-8") as file:
        file.write(f"{text}\n")


def say(message: Any) -> None:
    """Send one line."""
    write((message if isinstance(message, str) else json.dumps(message)) + "\n")


def write(text: str) -> None:
    """Send what need not be a line."""
    sys.stdout.write(text)
    sys.stdout.flush()


def answer(number: int, action: Any) -> None:
    """Reply to a question."""
    say({"type": "answer", "id": number, "action": action})


def hang() -> None:
    """Never come back."""
    mark("hanging")
    time.sleep(600)


def leave_child() -> None:
    """Leave a child that holds all pipes open and is deaf to polite signals."""
    if sys.platform == "win32":
        program = [sys.executable, "-c", "import time; time.sleep(600)"]
        child = subprocess.Popen(program, close_fds=False).pid
    else:
        child = os.fork()
    if not child:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            time.sleep(60)
    mark(f"process {child}")


def misbehave(way: str, message: dict[str, Any]) -> None:
    """Answer a request wrongly."""
    number = message["id"]
    right = {"type": "answer", "id": number, "action": {"stones": 1}}
    match way:
        case "garbage":
            say("Hello! I think I take two stones. \x07" + "really " * 50)
        case "empty":
            write("\n")
        case "several lines":
            write(json.dumps(right, indent=1) + "\n")
        case "binary":
            sys.stdout.buffer.write(b"\xff\xfe\x00\n")
            sys.stdout.flush()
        case "half":
            write('{"type":"answer","id":')
            hang()
        case "half and end":
            write('{"type":"answer","id":')
            sys.exit(7)
        case "gigabyte":
            for _ in range(1 << 10):
                write("x" * (1 << 20))
        case "deep":
            say(f'{{"type":"answer","id":{number},"action":' + "[" * 500_000 + "]" * 500_000 + "}")
        case "list":
            say([right])
        case "nan":
            say(f'{{"type":"answer","id":{number},"action":{{"stones":NaN}}}}')
        case "huge number":
            answer(number, {"stones": 10**400})
        case "wrong id":
            answer(number + 7, {"stones": 1})
        case "wrong type":
            answer(number, {"stones": "two"})
        case "float":
            answer(number, {"stones": 1.5})
        case "no action":
            say({"type": "answer", "id": number})
        case "ready":
            say({"type": "ready", "id": number})
        case "failed":
            say({"type": "failed", "id": number, "kind": "crash", "key": "no.such.text"})
        case "twice":
            say(right)
            say(right)
        case "illegal":
            answer(number, {"stones": 3 if message["view"]["heap"] <= HEAP_OF_TWO else 1})
        case "tired" if "answered" not in Path(os.environ["ZOO_MARKS"]).read_text(encoding="utf-8"):
            mark("answered")
            answer(message["id"], {"stones": 1})
        case "silent" | "tired":
            hang()
        case "exit":
            sys.stderr.write("out of ideas\n")
            sys.exit(6)
        case "killed":
            os.kill(os.getpid(), KILL)
        case "children":
            leave_child()
            sys.exit(5)
        case "close":
            os.close(1)
            time.sleep(600)
        case "late":
            if message["number"] == 1:
                mark("thinking")
                while not Path(os.environ["ZOO_MARKS"] + ".go").exists():
                    time.sleep(0.005)
            answer(number, {"stones": 3 if message["number"] == 1 else 2})
        case "terminal":
            for path in ("/dev/tty", "/dev/stderr"):
                try:
                    Path(path).write_text("GRAFFITI\n", encoding="utf-8")
                except OSError:
                    mark(f"refused {path}")
            say(right)
        case "stays":
            say(right)


def main(way: str) -> None:
    """Read lines and answer them."""
    mark(f"process {os.getpid()}")
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello" if way == "deaf":
                hang()
            case "hello":
                say({"type": "ready", "id": message["id"]})
            case "end":
                mark(f"end {message['number']}")
                if way == "stays":
                    leave_child()
                    time.sleep(600)
            case "ask" if way == "tame":
                answer(message["id"], message["legal"][0])
            case "ask":
                misbehave(way, message)


main(sys.argv[1])
