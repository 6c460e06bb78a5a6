"""Local networks without sockets: what discovery speaks over in tests, under a clock that tests move."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import IPv4Address, IPv4Interface

from net.discovery.interfaces import Datagram


class Air:
    """Every machine of a test, and what is on its way between them. `delay` is in seconds."""

    def __init__(self) -> None:
        self.now = 100.0
        self.delay = {"": 0.0}
        self.lossy: set[str] = set()
        self.machines: list[Machine] = []

    def machine(self, *interfaces: str) -> Machine:
        """A machine with these interfaces, such as 10.0.0.1/24."""
        machine = Machine(self, [IPv4Interface(text) for text in interfaces])
        self.machines.append(machine)
        return machine

    def carry(self, data: bytes, source: str, port: int, targets: list[tuple[Machine, str]]) -> None:
        """Bring `data` to those who are not cut off."""
        for machine, address in targets:
            if source not in self.lossy and address not in self.lossy:
                arrival = self.now + self.delay.get(source, 0.0) + self.delay.get(address, 0.0)
                machine.arriving.append(Datagram(data, source, port, arrival))


class Machine:
    """One process on one machine, as net.interfaces.Network."""

    def __init__(self, air: Air, interfaces: list[IPv4Interface]) -> None:
        self.air = air
        self.interfaces = interfaces
        self.arriving: list[Datagram] = []
        self.sent: list[bytes] = []
        self.answered: list[tuple[bytes, str]] = []
        self.closed = False

    def refresh(self, now: float) -> None:
        """Interfaces are what the test says."""

    def broadcast(self, data: bytes) -> float:
        """Send to every machine that shares a network."""
        self.sent.append(data)
        for own in self.interfaces:
            targets = [
                (machine, str(other.ip))
                for machine in self.air.machines
                for other in machine.interfaces
                if machine is not self and other.network == own.network
            ]
            self.air.carry(data, str(own.ip), 4000, targets)
        return self.air.now

    def answer(self, data: bytes, host: str, port: int) -> None:
        """Send to the machine with that address, from the interface on its network."""
        self.answered.append((data, host))
        for machine in self.air.machines:
            for other in machine.interfaces:
                for own in self.interfaces:
                    if str(other.ip) == host and other.network == own.network:
                        self.air.carry(data, str(own.ip), 25251, [(machine, host)])

    def receive(self) -> Iterator[Datagram]:
        """What has arrived by the clock of the test."""
        arrived = [datagram for datagram in self.arriving if datagram.stamp <= self.air.now]
        self.arriving = [datagram for datagram in self.arriving if datagram.stamp > self.air.now]
        yield from arrived

    def reaches(self, host: str) -> bool:
        """Whether an address belongs to one of this machine's networks."""
        return any(IPv4Address(host) in interface.network for interface in self.interfaces)

    def fileno(self) -> int:
        """Nothing to wait on."""
        return -1

    def close(self) -> None:
        """Hear nothing any more."""
        self.closed = True
        self.air.machines.remove(self)
