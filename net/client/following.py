"""What a client knows of a room before it moves or its host is lost, so that it finds it again at the heir and sees
whether it is the same.

The address is the old host's word; who answers there is believed once they sign as the heir that was told.
"""

from __future__ import annotations

from ipaddress import AddressValueError, IPv4Address
from typing import NamedTuple

from net.address import Address
from net.heirs import LOST, HeirLine, Heirs, Moved, is_claim, next_token
from net.messages import Begun, Ended, HostMessage, Rewound, Stepped, Told, Welcome
from net.parts import DropReason

_LONGEST_STEP = 1.0
"""Seconds that silence grows by between two polls, at most: a computer that slept has not missed the host."""


class Before(NamedTuple):
    """A host that seemed lost, and the token that opens a seat there."""

    address: Address
    token: bytes
    generation: int


class Following:
    """Follows one connection's messages. `moved` is set from the old host's last word to the heir's `welcome`, and
    while an heir of a lost host is tried.
    """

    def __init__(self) -> None:
        self.moved: Moved | None = None
        self.heirs: tuple[HeirLine, ...] = ()
        """Who would open the room if its host were lost, the first first."""
        self.generation = 0
        self.silence = 0.0
        """Seconds since the host's last byte."""
        self.words: dict[int, tuple[DropReason, float]] = {}
        """What each heir's computer said last, and the silence then; see `said`."""
        self.own: Moved | None = None
        """The room where it was opened on this computer, until this client is in it."""
        self.before: Before | None = None
        """Where the room was before its host seemed lost; None where it was nowhere else."""
        self._polled: float | None = None
        self._tried = 0
        self.differs_at: int | None = None
        """Number of the step before which the heir shows another view than the old host did; None where none does."""
        self._seen: tuple[int, int, bytes] | None = None
        """Viewer, number and view of the match as last seen; None where none runs."""
        self._before: tuple[int, int, bytes] | None = None
        """The same as it was when the room moved, until the heir has shown the match."""

    def address(self, moved: Moved, person: int, now_at: str) -> Address | None:
        """Return where a room moved to; None for an address that no host may name: a computer is not led to itself or
        to everybody.
        """
        if moved.person == person:
            return Address("127.0.0.1", moved.port)
        try:
            heir = IPv4Address(moved.address)
        except AddressValueError:
            return None
        if heir.is_multicast or heir.is_unspecified or heir.is_reserved:
            return None
        if heir.is_loopback and not now_at.startswith(("127.", "localhost")):
            return None
        return Address(str(heir), moved.port)

    def grow_silent(self, now: float) -> None:
        """Count the time in which nothing was heard."""
        if self._polled is not None:
            self.silence += min(max(0.0, now - self._polled), _LONGEST_STEP)
        self._polled = now

    def heard(self) -> None:
        """Note that the host lives."""
        self.silence = 0.0
        self.words.clear()

    def said(self, heir: int, word: DropReason) -> None:
        """Note what an heir's computer says of the room; a refusal counts from when it was first heard."""
        before = self.words.get(heir)
        if before is None or before[0] != "not_here":
            self.words[heir] = word, self.silence

    def opened(self, moved: Moved) -> None:
        """Note that the room was opened on this computer: it is tried there next."""
        self.own, self._tried = moved, 0

    @property
    def seeks(self) -> bool:
        """Whether the host counts as lost, so that its heirs are tried."""
        return self.own is not None or (self.silence >= LOST and bool(self.heirs))

    def next_heir(self, person: int, now_at: str) -> Moved | None:
        """Return which heir to try now, in turns with the old host, for which None stands."""
        others = [self._move_to(line) for line in self.reachable(person, now_at) if line.person != person]
        turns: list[Moved | None] = [*others, None] if self.own is None else [self.own, *others, self.own, None]
        self._tried = (self._tried + 1) % len(turns)
        return turns[self._tried - 1]

    def reachable(self, person: int, now_at: str) -> tuple[HeirLine, ...]:
        """Return the heirs at whom a host may make this computer call, and `person` themselves."""
        return tuple(
            line
            for line in self.heirs
            if line.person == person
            or (line.port and line.address and self.address(self._move_to(line), person, now_at) is not None)
        )

    def elders(self, person: int, now_at: str) -> dict[int, Address]:
        """Return where the heirs are whose turn comes before this person's; empty where this one is no heir."""
        heirs = [line.person for line in self.heirs]
        before = heirs[: heirs.index(person)] if person in heirs else []
        found = {
            line.person: self.address(self._move_to(line), person, now_at) for line in self.reachable(person, now_at)
        }
        return {number: at for number, at in found.items() if number in before and at is not None}

    def _move_to(self, line: HeirLine) -> Moved:
        return Moved(line.person, self.generation + 1, line.address, line.port, line.key)

    def back_to(self, moved: Moved) -> Before | None:
        """Return where to go back if the room's host says that the one before it was not lost; else None."""
        before = self.before
        if moved.person or before is None or moved.generation != before.generation:
            return None
        self.moved, self.heirs, self.before = None, (), None
        return before

    def arrives(self, address: Address, token: bytes) -> None:
        """Note that an heir of a lost host has let this client in, which was at this address with this token."""
        self.before = Before(address, token, self.generation)
        self._before, self._seen, self.own = self._seen, None, None

    def token(self, token: bytes, room: str, moved: Moved) -> bytes:
        """Note that the room moves now. Return the token to show to the heir."""
        self.moved, self._before, self._seen, self.heirs = moved, self._seen, None, ()
        return self.token_for(token, room, moved)

    def token_for(self, token: bytes, room: str, moved: Moved) -> bytes:
        """Return the token to show at an heir's; at another heir of the same generation it is the one shown here."""
        return next_token(token, room, moved.generation) if token and moved.generation > self.generation else token

    def is_heir(self, welcome: Welcome, nonce: bytes, room: str) -> bool:
        """Return whether this welcome is the heir's."""
        moved = self.moved
        if moved is None:
            return True
        same = (welcome.room_id, welcome.generation) == (room, moved.generation)
        return same and is_claim(welcome.signature, moved.key, nonce, room, moved.generation)

    def hear(self, message: HostMessage) -> list[Told]:
        """Follow what is shown of the match. Return lines about a match that goes on elsewhere."""
        match message:
            case Heirs(heirs=heirs):
                self.heirs = heirs
            case Welcome(room=room, generation=generation):
                moved, self.moved = self.moved, None
                self.heirs, self.generation, self.own = (), generation, None
                if room.phase == "waiting":
                    self._before = None
                if moved is not None:
                    names = [one.name for one in room.people if one.person == moved.person]
                    return [Told("net.log.moved", {"heir": names[0] if names else "?"})]
            case Begun(viewer=viewer, number=number, view=view):
                self._seen = viewer, number, bytes(view)
                return self._compared()
            case Stepped(step=step, view=view) if self._seen is not None:
                self._seen = self._seen[0], step.number + 1, bytes(view)
            case Rewound(number=number, view=view) if self._seen is not None:
                self._seen = self._seen[0], number, bytes(view)
            case Ended():
                self._seen = None
            case _:
                pass
        return []

    def _compared(self) -> list[Told]:
        before, self._before = self._before, None
        if before is None or self._seen is None or before[0] != self._seen[0]:
            return []
        if self._seen[1] < before[1]:
            return [Told("net.log.went_back", {"count": before[1] - self._seen[1]})]
        if self._seen[1] == before[1] and self._seen != before:
            self.differs_at = before[1]
            return [Told("net.log.differs", {"number": before[1]})]
        return []
