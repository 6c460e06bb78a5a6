"""`main.py discover`, as a program."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from net.discovery.discovery import DISCOVERY_PORT, PORT_VARIABLE, Announcer, discovery_port, new_host_id
from tests.commands.command_line import ROOT, environment, souk
from tests.net.discovery.on_loopback import free_port, loopback, offer, until
from tests.net.house import Peer
from tests.net.processes import Souk


def discover(home: Path, *words: str) -> subprocess.Popen[str]:
    """`main.py discover`, running."""
    command = [sys.executable, str(ROOT / "main.py"), "discover", *words]
    return subprocess.Popen(
        command, env=environment(home), stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    )


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
        Announcer(offer(host_id=new_host_id(), game="unheard_of", playing=True, free=0, port=25251), loopback(port)),
    ]
    heading, *lines = listened(tmp_path, announcers, "--seconds", "1.5", "--port", str(port)).splitlines()
    assert heading.split() == ["Room", "Game", "Seats", "Watching", "Password", "Latency", "Address"]
    first, second = sorted(lines, reverse=True)
    assert "하늘의 판" in first
    assert "3 of 4 free" in first
    assert "127.0.0.1:25250" in first
    assert "unheard_of" in second
    assert "playing, 0 of 4 free" in second


def test_the_command_says_what_to_do_where_nobody_is(tmp_path: Path) -> None:
    outcome = souk(tmp_path, "discover", "--seconds", "0.2", "--port", str(free_port()))
    assert outcome.returncode == 0
    assert "No room was found" in outcome.stdout
    assert "irewall" in outcome.stdout
    assert "main.py join ADDRESS" in outcome.stdout
    assert souk(tmp_path, "discover", "--port", "0").returncode == 2
    assert souk(tmp_path, "discover", "--seconds", "nan").returncode == 2


@pytest.mark.parametrize("chosen_by", ["option", "environment"])
def test_a_host_is_found_on_another_port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chosen_by: str) -> None:
    port = str(free_port())
    words = ["host", "nullgame", "--name", "Elsewhere", "--port", "0", "--json"]
    if chosen_by == "option":
        words += ["--discovery-port", port]
    else:
        monkeypatch.setenv(PORT_VARIABLE, port)
    with Souk(tmp_path, *words) as host:
        tcp = host.first_line()["port"]
        guest = Peer(tcp)
        guest.enter("Leila")
        monkeypatch.setenv(PORT_VARIABLE, port)
        document = json.loads(souk(tmp_path, "discover", "--json", "--seconds", "1.5").stdout)
        guest.close()
    (match,) = document["matches"]
    assert (match["name"], match["owner"], match["port"]) == ("Elsewhere", "Leila", tcp)


@pytest.mark.parametrize("written", ["", "0", "65536", "1e3", "²", "9" * 5000])
def test_what_is_no_port_chooses_none(monkeypatch: pytest.MonkeyPatch, written: str) -> None:
    monkeypatch.setenv(PORT_VARIABLE, written)
    assert discovery_port() == DISCOVERY_PORT
