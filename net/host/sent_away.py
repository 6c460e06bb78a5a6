"""People who were sent away, for how long, and how they are recognised if they come again."""

from __future__ import annotations

from typing import NamedTuple

from net.host.people import Person
from net.parts import Away
from net.proof import digest, same

MOST = 256
"""The most people remembered; beyond it, those sent away first may come again."""


class _SentAway(NamedTuple):
    person: int
    name: str
    token: bytes
    """Digest of the token by which the person who was sent away would come back."""
    address: str
    """Address of the person who was sent away; empty if they had already gone."""
    until: float


class SentAway:
    """The people whom an owner sent away from a room, until their time is over or they are pardoned."""

    def __init__(self) -> None:
        self._people: list[_SentAway] = []

    def add(self, person: Person, now: float, seconds: float) -> None:
        """Keep a person out for `seconds`: whoever has their token, and new people from their address."""
        address = person.link.address if person.link is not None else ""
        gone = _SentAway(person.number, person.name, person.token, address, now + seconds)
        self._people = [*self._people[1 - MOST :], gone]

    def seconds_left(self, token: bytes, address: str, now: float) -> float:
        """Return for how many seconds a token, or a new person from an address, is kept out; 0 if not."""
        brought = digest(token) if token else b""
        kept = (
            gone.until - now
            for gone in self._people
            if (token and same(brought, gone.token)) or (address and address == gone.address)
        )
        return max([0.0, *kept])

    def pardon(self, person: int) -> bool:
        """Let a person come again. Return whether they had been sent away."""
        before = len(self._people)
        self._people = [gone for gone in self._people if gone.person != person]
        return len(self._people) < before

    def expire(self, now: float) -> bool:
        """Forget people whose time is over. Return whether there were any."""
        before = len(self._people)
        self._people = [gone for gone in self._people if gone.until > now]
        return len(self._people) < before

    def listed(self) -> tuple[Away, ...]:
        """Return everybody who is kept out, for the room's state."""
        return tuple(Away(gone.person, gone.name) for gone in self._people)
