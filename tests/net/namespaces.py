"""Machines and networks of their own inside this one: Linux network namespaces with cables between them."""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

_numbers = itertools.count()


class UnavailableError(Exception):
    """This system lets nobody make network namespaces; says why."""


class Namespace:
    """One machine."""

    def __init__(self, name: str) -> None:
        self.name = name

    def command(self, *words: str) -> list[str]:
        """The command line that runs `words` on this machine."""
        return ["ip", "netns", "exec", self.name, *words]


class Lab:
    """Some machines and the cables between them."""

    def __init__(self) -> None:
        self._mark = f"souk{os.getpid()}x{next(_numbers)}"
        self._namespaces: list[Namespace] = []
        self._cables = 0

    def machine(self) -> Namespace:
        """A machine with nothing but loopback: no interface and no route."""
        namespace = Namespace(f"{self._mark}n{len(self._namespaces)}")
        ip("netns", "add", namespace.name)
        self._namespaces.append(namespace)
        ip("-n", namespace.name, "link", "set", "lo", "up")
        return namespace

    def cable(self, one: Namespace, address: str, other: Namespace, other_address: str) -> None:
        """Connect two machines; addresses are written with their prefix. No route leads beyond that network."""
        self._cables += 1
        ends = [(one, f"v{self._cables}a", address), (other, f"v{self._cables}b", other_address)]
        (_, first, _), (_, second, _) = ends
        ip("-n", one.name, "link", "add", first, "type", "veth", "peer", "name", second, "netns", other.name)
        for namespace, interface, own in ends:
            ip("-n", namespace.name, "address", "add", own, "dev", interface)
            ip("-n", namespace.name, "link", "set", interface, "up")

    def switch(self, machines: dict[Namespace, str]) -> Namespace:
        """A machine that only joins others, each with its address and prefix, into one network."""
        hub = self.machine()
        ip("-n", hub.name, "link", "add", "br0", "type", "bridge")
        ip("-n", hub.name, "link", "set", "br0", "up")
        for machine, address in machines.items():
            self._plug(hub, machine)
            end = f"v{self._cables}b"
            ip("-n", machine.name, "address", "add", address, "dev", end)
            ip("-n", machine.name, "link", "set", end, "up")
        return hub

    def join(self, one: Namespace, other: Namespace) -> str:
        """Join two switches; the name of the cable's end at the first, which can be set down and up."""
        self._plug(one, other)
        ip("-n", other.name, "link", "set", f"v{self._cables}b", "master", "br0", "up")
        return f"v{self._cables}a"

    def _plug(self, hub: Namespace, machine: Namespace) -> None:
        self._cables += 1
        near, far = f"v{self._cables}a", f"v{self._cables}b"
        ip("-n", hub.name, "link", "add", near, "type", "veth", "peer", "name", far, "netns", machine.name)
        ip("-n", hub.name, "link", "set", near, "master", "br0", "up")

    def close(self) -> None:
        """Remove the machines, and with them their cables."""
        for namespace in self._namespaces:
            subprocess.run(["ip", "netns", "delete", namespace.name], check=False, capture_output=True)
        self._namespaces.clear()


def ip(*words: str) -> str:
    """Run `ip`. Raises UnavailableError with what it said."""
    outcome = subprocess.run(["ip", *words], capture_output=True, encoding="utf-8", check=False, timeout=240)
    if outcome.returncode:
        raise UnavailableError(f"ip {' '.join(words)}: {outcome.stderr.strip()}")
    return outcome.stdout


@contextmanager
def lab() -> Iterator[Lab]:
    """A lab that is cleared away afterwards. Raises UnavailableError where namespaces are not allowed."""
    if shutil.which("ip") is None:
        raise UnavailableError("the program `ip` is not installed (Debian: iproute2)")
    made = Lab()
    try:
        made.machine()
        yield made
    finally:
        made.close()
