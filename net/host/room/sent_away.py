"""People who were sent away, for how long, and how they are recognised if they come again."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from net.host.room.people import Person
from net.parts import Away
from net.proof import digest, same

MOST = 256
"""The most people remembered; beyond it, those sent away first may come again."""
_LONGEST = 86_400.0
"""The most seconds for which a person stays out after a restart, should the machine's clock have been set back."""


class AwayRecord(msgspec.Struct, frozen=True):
    """A person who was sent away, as kept on the disk."""

    person: int
    name: Annotated[str, Meta(max_length=80)]
    token: bytes
    """Digest of the token by which the person would come back."""
    address: Annotated[str, Meta(max_length=64)]
    """The person's address; empty if they had already gone."""
    until: float
    """Time by the machine's clock, in seconds since 1970, until which they stay out: a host's own clock starts anew."""


class SentAway:
    """The people whom an owner sent away from a room, until their time is over or they are pardoned."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        """`clock`: the machine's clock; asked only for what is kept on the disk."""
        self._clock = clock
        self._people: list[tuple[AwayRecord, float]] = []
        """The people, each with the time by the host's clock until which they stay out."""

    def add(self, person: Person, now: float, seconds: float) -> None:
        """Keep a person out for `seconds`: whoever has their token, and new people from their address."""
        address = person.link.address if person.link is not None else ""
        gone = AwayRecord(person.number, person.name, person.token, address, self._clock() + seconds)
        self._people = [*self._people[1 - MOST :], (gone, now + seconds)]

    def seconds_left(self, token: bytes, address: str, now: float) -> float:
        """Return for how many seconds a token, or a new person from an address, is kept out; 0 if not."""
        brought = digest(token) if token else b""
        kept = (
            until - now
            for gone, until in self._people
            if (token and same(brought, gone.token)) or (address and address == gone.address)
        )
        return max([0.0, *kept])

    def pardon(self, person: int) -> bool:
        """Let a person come again. Return whether they had been sent away."""
        before = len(self._people)
        self._people = [one for one in self._people if one[0].person != person]
        return len(self._people) < before

    def expire(self, now: float) -> bool:
        """Forget people whose time is over. Return whether there were any."""
        before = len(self._people)
        self._people = [one for one in self._people if one[1] > now]
        return len(self._people) < before

    def listed(self) -> tuple[Away, ...]:
        """Return the people as everybody in the room may see them."""
        return tuple(Away(gone.person, gone.name) for gone, _ in self._people)

    # On the disk.

    def record(self) -> tuple[AwayRecord, ...]:
        """Return what is kept on the disk."""
        return tuple(gone for gone, _ in self._people)

    def restore(self, record: Sequence[AwayRecord], now: float) -> None:
        """Go on from what was kept on the disk."""
        passed = now - self._clock()
        self._people = [(gone, min(gone.until + passed, now + _LONGEST)) for gone in record[-MOST:]]
        self.expire(now)
