"""A room in this process with its people, and its move to a second host of which one of them is the heir."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from game.cabinets.listed import CABINETS
from game.commands.shared.handing import Handing
from game.core.cabinet import Cabinet
from game.core.errors import SpokenError
from net.address import Address
from net.client.client import LanClient
from net.client.remote_match import RemoteMatch
from net.heirs import Handed, Heir, Heirs, Move, Moved, Opened
from net.host.room.handed import HandedFile
from net.host.room.room import Room
from net.ledger.lines import new_signing_key, public_key
from net.messages import Begun, HostMessage, Play, Ready, Rewound, Start, Stepped, Told, raw
from tests.net.house import OWNER_KEY, House, house, plan_of


@dataclass
class Guest:
    """A person's program: its connection, all it was told, and what it shows of the match."""

    client: LanClient
    match: RemoteMatch
    told: list[HostMessage] = field(default_factory=list)
    views: dict[int, bytes] = field(default_factory=dict)
    """The last view before each step, as bytes."""
    before: dict[int, bytes] = field(default_factory=dict)
    """The same, as it was when the room moved."""
    key: bytes = field(default_factory=new_signing_key)

    def poll(self) -> None:
        for message in self.client.poll(time.monotonic()):
            self.told.append(message)
            self.match.take(message, time.monotonic())
            match message:
                case Moved():
                    self.told, self.before = [message], dict(self.views)
                case Begun(number=number, view=view) | Rewound(number=number, view=view):
                    self.views[number] = bytes(view)
                case Stepped(step=step, view=view):
                    self.views[step.number + 1] = bytes(view)

    def heard(self, kind: type[Any]) -> list[Any]:
        return [message for message in self.told if isinstance(message, kind)]

    def lines(self) -> list[str]:
        return [told.key for told in self.heard(Told)]


class Party:
    """Guests who are polled together."""

    def __init__(
        self, stack: ExitStack, folder: Path, running: House, cabinet: Cabinet, names: list[str], password: str = ""
    ) -> None:
        self.stack, self.folder, self.cabinet = stack, folder, cabinet
        self.running, self.password = running, password
        self.guests: list[Guest] = []
        for name in names:
            self.come(name)

    def come(self, name: str, **more: Any) -> Guest:
        games = {self.cabinet.id: self.cabinet.info.version}
        owner = OWNER_KEY if not self.guests else b""
        more = {"password": self.password, **more}
        client = LanClient(Address("127.0.0.1", self.running.port), name, games, owner=owner, **more)
        guest = Guest(client, RemoteMatch(self.cabinet.info))
        self.guests.append(guest)
        self.until(lambda: client.connected)
        return guest

    def until(self, holds: Callable[[], object], seconds: float = 20.0) -> None:
        """Poll everybody until something holds."""
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, [(guest.client.state, guest.told[-3:]) for guest in self.guests]
            for guest in self.guests:
                guest.poll()
            time.sleep(0.002)

    def begin(self) -> None:
        for guest in self.guests[1:]:
            guest.client.send(Ready(True))
        owner = self.guests[0]
        self.until(lambda: all(seat.ready or seat.person == owner.client.person for seat in self.seats()))
        owner.client.send(Start())
        self.until(lambda: all(guest.heard(Begun) for guest in self.guests))

    def seats(self) -> Any:
        room = self.guests[-1].client.room
        assert room is not None
        return [seat for seat in room.seats if seat.kind == "person"]

    def play(self, steps: int) -> None:
        """Play so many steps on, each with the first legal action of who is asked."""
        goal = max(guest.match._number for guest in self.guests) + steps

        def on() -> bool:
            for guest in self.guests:
                question = guest.match.question
                if question is not None and question.asked and guest.match.sent is None and question.legal:
                    number = guest.match.decide()
                    assert number is not None
                    guest.client.send(Play(number, raw(question.legal[0])))
            inside = [guest for guest in self.guests if guest.client.connected]
            return all(guest.match._number >= goal or guest.match.ended for guest in inside)

        self.until(on)

    def listen(self, guest: Guest) -> int:
        """Make somebody an heir: their program listens, and the host reaches it."""
        guest.client.send(Heir(public_key(guest.key)))

        def mine() -> list[int]:
            told = guest.heard(Heirs)[-1:]
            return [one.port for said in told for one in said.heirs if one.person == guest.client.person]

        self.until(mine)
        listener = self.stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        port: int = listener.getsockname()[1]
        guest.client.send(Heir(public_key(guest.key), port))
        self.until(lambda: mine() == [port])
        return port

    def hand(self, heir: Guest) -> HandedFile:
        """The owner asks for the move; what the heir's program is given."""
        self.guests[0].client.send(Move(heir.client.person))
        self.until(lambda: heir.heard(Handed))
        return HandedFile(heir.heard(Handed)[-1], heir.client.person, heir.key)

    def open(self, handed: HandedFile, **plan: Any) -> House:
        """Open the room at the heir's."""
        path = self.folder / "handed"
        path.write_bytes(msgspec.msgpack.encode(handed))
        troubles: list[SpokenError] = []
        folder = self.folder / f"host-{handed.said.generation}"
        folder.mkdir()
        before = plan_of(folder, self.cabinet, games={**CABINETS, self.cabinet.id: self.cabinet}, seed=None, **plan)
        handing = Handing(path, before, troubles.append)
        assert not path.exists()
        room = Room(handing.plan())
        handing.open(room, time.monotonic())
        self.troubles = troubles
        return self.stack.enter_context(house(handing.plan(), room))

    def move(self, heir: Guest) -> House:
        """Move the room; everybody but the owner follows."""
        handed = self.hand(heir)
        there, generation = self.open(handed), handed.said.generation
        heir.client.send(Opened(there.port))
        self.until(lambda: all([told.generation for told in one.heard(Moved)] == [generation] for one in self.guests))
        self.guests[0].client.close()
        gone = self.guests.pop(0)
        self.left = gone
        self.running = there
        self.until(lambda: all(one.client.address.port == there.port and one.client.connected for one in self.guests))
        return there


@contextmanager
def party(folder: Path, cabinet: Cabinet, *names: str, **plan: Any) -> Iterator[Party]:
    """A host, and people in its room; the first owns it."""
    with ExitStack() as stack:
        (folder / "host-1").mkdir()
        before = plan_of(folder / "host-1", cabinet, seats=len(names), games={**CABINETS, cabinet.id: cabinet}, **plan)
        running = stack.enter_context(house(before))
        people = Party(stack, folder, running, cabinet, list(names), plan.get("password", ""))
        stack.callback(lambda: [guest.client.close() for guest in people.guests])
        yield people
