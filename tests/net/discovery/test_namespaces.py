"""Discovery between machines: network namespaces with networks of their own and no default route."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.commands.command_line import ROOT, environment
from tests.net.namespaces import Lab, Namespace, ip
from tests.processes import PATIENCE

PORT = 25251


@contextmanager
def announced(machine: Namespace, name: str) -> Iterator[None]:
    """A host that announces itself on that machine."""
    command = machine.command(sys.executable, "-m", "tests.net.announcing", name, str(PORT))
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE) as process:
        try:
            yield
            assert process.poll() is None, "the host ended by itself"
        finally:
            assert process.stdin is not None
            process.stdin.close()
            process.wait(20)


def discover(machine: Namespace, home: Path, seconds: float = 1.2) -> dict[str, Any]:
    """What `main.py discover --json` prints on that machine."""
    command = [sys.executable, str(ROOT / "main.py"), "discover", "--json", "--seconds", str(seconds)]
    outcome = subprocess.run(
        machine.command(*command),
        env=environment(home),
        capture_output=True,
        encoding="utf-8",
        timeout=240,
        check=False,
    )
    assert outcome.returncode == 0, outcome.stderr
    document: dict[str, Any] = json.loads(outcome.stdout)
    return document


@contextmanager
def running(machine: Namespace, home: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """`main.py` with these words on that machine; what it says of errors is shown when the test fails."""
    command = machine.command(sys.executable, str(ROOT / "main.py"), *words)
    with subprocess.Popen(command, env=environment(home), stdout=subprocess.PIPE, encoding="utf-8") as process:
        try:
            yield process
        finally:
            process.kill()


def names(document: dict[str, Any]) -> dict[str, str]:
    """The matches that were found: the address of each by its name."""
    return {match["name"]: match["address"] for match in document["matches"]}


def discovered(machine: Namespace, home: Path, expected: Sequence[str]) -> dict[str, Any]:
    """What is found once these names are, however long the hosts take to start."""
    end = time.monotonic() + PATIENCE
    while True:
        document = discover(machine, home)
        if set(names(document)) == set(expected) or time.monotonic() > end:
            return document


@pytest.mark.slow
def test_two_hosts_on_two_networks_are_both_found(machines: Lab, tmp_path: Path) -> None:
    seeker, wide, narrow = machines.machine(), machines.machine(), machines.machine()
    machines.cable(seeker, "10.77.1.2/24", wide, "10.77.1.1/24")
    machines.cable(seeker, "10.77.2.130/25", narrow, "10.77.2.129/25")
    assert "default" not in ip("-n", seeker.name, "route", "show")
    with announced(wide, "wide"), announced(narrow, "narrow"):
        document = discovered(seeker, tmp_path, ["wide", "narrow"])
        assert names(document) == {"wide": "10.77.1.1", "narrow": "10.77.2.129"}
        assert all(match["latency_ms"] < 1000 for match in document["matches"])
        assert document["interfaces"] == ["10.77.1.2/24", "10.77.2.130/25", "127.0.0.1/8"]
        assert names(discovered(narrow, tmp_path, ["narrow"])) == {"narrow": "10.77.2.129"}, "no word between networks"


@pytest.mark.slow
def test_one_host_on_two_networks_is_found_on_each(machines: Lab, tmp_path: Path) -> None:
    host, wide, narrow = machines.machine(), machines.machine(), machines.machine()
    machines.cable(host, "172.20.0.1/16", wide, "172.20.99.2/16")
    machines.cable(host, "192.168.7.1/25", narrow, "192.168.7.126/25")
    with announced(host, "both"):
        assert names(discovered(wide, tmp_path, ["both"])) == {"both": "172.20.0.1"}
        assert names(discovered(narrow, tmp_path, ["both"])) == {"both": "192.168.7.1"}
        (match,) = discovered(host, tmp_path, ["both"])["matches"]
        assert match["address"] in {"127.0.0.1", "172.20.0.1", "192.168.7.1"}


@pytest.mark.slow
def test_a_cable_that_is_plugged_in_later_is_noticed_at_both_ends(machines: Lab, tmp_path: Path) -> None:
    seeker, host = machines.machine(), machines.machine()
    with announced(host, "later"):
        assert names(discovered(host, tmp_path, ["later"])) == {"later": "127.0.0.1"}
        command = [sys.executable, str(ROOT / "main.py"), "discover", "--json", "--seconds", "8"]
        with subprocess.Popen(
            seeker.command(*command), env=environment(tmp_path), stdout=subprocess.PIPE, encoding="utf-8"
        ) as process:
            machines.cable(seeker, "10.77.3.2/30", host, "10.77.3.1/30")
            output, _ = process.communicate(timeout=240)
        assert names(json.loads(output)) == {"later": "10.77.3.1"}


@pytest.mark.slow
def test_a_match_is_found_joined_and_played_from_two_networks(machines: Lab, tmp_path: Path) -> None:
    host, wide, narrow = machines.machine(), machines.machine(), machines.machine()
    machines.cable(host, "10.77.1.1/24", wide, "10.77.1.2/24")
    machines.cable(host, "10.77.2.129/25", narrow, "10.77.2.130/25")
    words = ["host", "nullgame", "--name", "Friday", "--seats", "open,open", "--start-when-full", "--json"]
    with ExitStack() as stack:
        processes = [stack.enter_context(running(host, tmp_path, *words))]
        for machine, address in ((wide, "10.77.1.1"), (narrow, "10.77.2.129")):
            (match,) = discovered(machine, tmp_path, ["Friday"])["matches"]
            assert (match["address"], match["game"], match["seats"]) == (address, "nullgame", 2)
            target = f"{match['address']}:{match['port']}"
            guest = running(machine, tmp_path, "join", target, "--bot", "random", "--json")
            processes.append(stack.enter_context(guest))
        documents = [json.loads(process.communicate(timeout=240)[0]) for process in processes]
    hashes = {document.get("hash") or document["matches"][0]["hash"] for document in documents}
    assert len(hashes) == 1


def test_on_a_machine_without_any_network_the_advice_is_given(machines: Lab, tmp_path: Path) -> None:
    alone = machines.machine()
    command = alone.command(sys.executable, str(ROOT / "main.py"), "discover", "--seconds", "0.3")
    outcome = subprocess.run(
        command, env=environment(tmp_path), capture_output=True, encoding="utf-8", timeout=240, check=False
    )
    assert outcome.returncode == 0
    assert "No room was found" in outcome.stdout
