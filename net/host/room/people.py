"""The people of a room: names, tokens, and the owner."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from game.core.rules import GameInfo
from net.allowance import Allowance
from net.host.room.link import Link
from net.limits import NAME, HostLimits
from net.proof import digest, same
from net.states import LinkEvent

NOBODY = -1


@dataclass
class Person:
    """A person who was welcomed. `link` is None while their connection is lost, since the time `lost`."""

    number: int
    name: str
    token: bytes
    """Digest of the token by which the person comes back."""
    chat: Allowance
    changes: Allowance
    """Limit on how often the person may change the room for everybody."""
    link: Link | None = None
    lost: float = 0.0
    latency: int = 0
    program: bool = False
    """Whether it is a program without a person."""
    browser: bool = False
    """Whether the person sits at a browser."""
    keyed: bool = False
    """Whether the person came with the room's owner key."""
    settled: bool = False
    """Whether the person was ready for a match of this room once, or owns it: their seat is kept longer."""
    after: bytes = b""
    """Digest of the token that the person would show to the room's next host; empty while it is not known."""
    games: Mapping[str, int] = field(default_factory=dict)
    """Versions of the games that the person's program has; empty where it did not say."""
    table: int = 0
    """Number of the table at which the person sits, or looks on."""
    portrait: bytes = b""
    """The sign that the person drew; empty for none."""
    languages: tuple[str, ...] = ()
    """The languages that the person reads, the dearest first; empty where that is not known."""

    @property
    def present(self) -> bool:
        """Whether the person is connected."""
        return self.link is not None and not self.link.closed

    def lacks(self, info: GameInfo) -> bool:
        """Return whether the person's program said that it lacks a game, or has another version of it."""
        return bool(self.games) and self.games.get(info.id) != info.version

    def tell(self, frame: bytes) -> None:
        """Send packed messages, if the person is connected."""
        if self.link is not None and self.present:
            self.link.send(frame)

    def show(self, frames: Iterator[bytes]) -> None:
        """Send many packed messages, no faster than they are read, if the person is connected."""
        if self.link is not None and self.present:
            self.link.pour(frames)

    def move(self, event: LinkEvent) -> None:
        """Change the state of the person's connection, if there is one."""
        if self.link is not None and self.present:
            self.link.move(event)


def allowances(limits: HostLimits) -> tuple[Allowance, Allowance]:
    """Return a new person's allowances for chat and for changes of the room, both of which everybody is told."""
    return Allowance(limits.chat, limits.chat_burst), Allowance(limits.changes, limits.changes_burst)


@dataclass
class People:
    """The people of a room by number, in order of arrival."""

    owner: int = 0
    """Number of the person who owns the room; 0 while nobody does, NOBODY if nobody ever will."""
    handed: bool = False
    """Whether the last owner chose this one: then the owner key takes the room back only while nobody owns it."""
    count: int = 0
    """Number of people there ever were, which is the last number given."""
    _known: dict[int, Person] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Person]:
        return iter(tuple(self._known.values()))

    def __len__(self) -> int:
        return len(self._known)

    def get(self, number: int) -> Person | None:
        """Return the person with this number, or None if they are not known any more."""
        return self._known.get(number)

    @property
    def present(self) -> list[Person]:
        """The people who are connected."""
        return [person for person in self._known.values() if person.present]

    def by_token(self, token: bytes) -> Person | None:
        """Return the person with this token, or None."""
        wanted = digest(token)
        return next((person for person in self._known.values() if same(person.token, wanted)), None)

    def add(self, name: str, token: bytes, limits: HostLimits) -> Person:
        """Add a person under a name that nobody else has: after Mia comes Mia 2, after Player 1 comes Player 2."""
        self.count += 1
        return self.put(Person(self.count, self._free_name(name), digest(token), *allowances(limits)))

    def put(self, person: Person) -> Person:
        """Add a person who is known from before."""
        self._known[person.number] = person
        return person

    def remove(self, person: Person) -> None:
        """Forget a person."""
        self._known.pop(person.number, None)
        if self.owner == person.number:
            self.owner = 0

    def find_owner(self, seated: Collection[int]) -> bool:
        """Choose an owner if nobody owns the room, or a program does: people first, and of them the `seated`; nobody at
        a browser. Return whether the owner changed.

        A program that came with the owner's key stays owner.
        """
        known = self._known.get(self.owner)
        if self.owner and (self.handed or not (known is not None and known.program and not known.keyed)):
            return False
        before = self.owner
        present = [one for one in self.present if not one.browser]
        heirs = sorted(present, key=lambda one: (one.program, one.number not in seated, one.number))
        if known is None or (heirs and not heirs[0].program):
            self.owner = heirs[0].number if heirs else 0
        return self.owner != before

    def _free_name(self, name: str) -> str:
        taken = {person.name for person in self._known.values()}
        stem, _, last = name.rpartition(" ")
        if not (stem and last.isascii() and last.isdecimal() and len(last) < 3):
            stem, last = name, "1"
        free, number = name, int(last)
        while free in taken:
            number += 1
            ending = f" {number}"
            free = stem[: NAME - len(ending)].rstrip() + ending
        return free


def noticed(latency: int) -> int:
    """Return by how many milliseconds a latency must change to be told; smaller changes are not noticed."""
    return max(20, latency // 2) if latency else 0
