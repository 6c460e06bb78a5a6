"""`main.py discover`, as a program."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from net.discovery import (
    Announcer,
    new_host_id,
)
from tests.command_line import ROOT, environment, souk
from tests.discovery import free_port, loopback, offer, until


def discover(home: Path, *words: str) -> subprocess.Popen[str]:
    """`main.py discover`, running."""
    command = [sys.executable, str(ROOT / "main.py"), "discover", *words]
    return subprocess.Popen(command, env=environment(home), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def listened(home: Path, announcers: Sequence[Announcer], *words: str) -> str:
    """What the command prints while these are announced."""
    with discover(home, *words) as process:
        until(lambda: process.poll() is not None, *announcers, seconds=60)
        output, errors = process.communicate()
        assert (process.returncode, errors) == (0, "")
    for announcer in announcers:
        announcer.close()
    return output


def test_the_command_prints_one_document(tmp_path: Path) -> None:
    port = free_port()
    announcer = Announcer(offer(name="하늘의 판", password=True), loopback(port))
    document = json.loads(listened(tmp_path, [announcer], "--json", "--seconds", "1.5", "--port", str(port)))
    (match,) = document["matches"]
    assert match.pop("latency_ms") < 1000
    assert match == {**msgspec.to_builtins(offer(name="하늘의 판", password=True)), "address": "127.0.0.1"}
    assert "127.0.0.1/8" in document["interfaces"]
    assert document["hears"] is True
    assert document["garbage"] == 0


def test_the_command_prints_a_table(tmp_path: Path) -> None:
    port = free_port()
    announcers = [
        Announcer(offer(host_id=new_host_id(), name="하늘의 판"), loopback(port)),
        Announcer(offer(host_id=new_host_id(), game="unheard_of", playing=True, free=0), loopback(port)),
    ]
    heading, *lines = listened(tmp_path, announcers, "--seconds", "1.5", "--port", str(port)).splitlines()
    assert heading.split() == ["Match", "Game", "Seats", "Watching", "Password", "Latency", "Address"]
    first, second = sorted(lines, reverse=True)
    assert "하늘의 판" in first
    assert "3 of 4 free" in first
    assert "127.0.0.1:25250" in first
    assert "unheard_of" in second
    assert "playing, 0 of 4 free" in second


def test_the_command_says_what_to_do_where_nobody_is(tmp_path: Path) -> None:
    outcome = souk(tmp_path, "discover", "--seconds", "0.2", "--port", str(free_port()))
    assert outcome.returncode == 0
    assert "No match was found" in outcome.stdout
    assert "irewall" in outcome.stdout
    assert "main.py join ADDRESS" in outcome.stdout
    assert souk(tmp_path, "discover", "--port", "0").returncode == 2
    assert souk(tmp_path, "discover", "--seconds", "nan").returncode == 2
