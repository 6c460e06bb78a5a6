"""The lobby's access to the LAN: interfaces that tests can replace, and their real implementations."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias

from game.cabinets.listed import CABINETS
from game.ground import paths
from game.scenes.lan.actions import Client
from game.scenes.process.host import HostPlan, HostProcess, Opened
from net.address import Address
from net.client.client import LanClient
from net.client.tokens import TokenFile, seat_kept
from net.discovery.discovery import Finder, Found, discovery_port
from net.discovery.interfaces import LOOPBACK, LocalNetwork, interfaces
from net.discovery.messages import Offer
from net.errors import FullError, HostGoneError, KickedError, PasswordError
from net.messages import HostMessage, RoomState, Told, Welcome


@dataclass(frozen=True)
class Joining:
    """A room to join at once, as a command line names it."""

    address: Address
    name: str = ""
    watch: bool = False
    password: str = ""
    owner: bytes = b""


class MatchFinder(Protocol):
    """A search for hosted matches: `net.discovery.discovery.Finder`, or a stand-in of a test."""

    @property
    def found(self) -> Sequence[Found]:
        """The matches found so far."""

    def poll(self, now: float) -> None:
        """Continue the search without waiting."""

    def close(self) -> None:
        """End the search."""


class RoomHost(Protocol):
    """A room that this program hosts: `HostProcess`, or a stand-in of a test."""

    ended: bool
    """Whether the host has ended by itself after opening its room."""
    phones: tuple[str, ...]
    """What a phone opens to join, the likeliest first; empty where none may."""
    phones_refused: str
    """Why phones cannot join, in words; empty where they can."""
    phones_unasked: bool
    """Whether nobody has opened the page for phones for a while."""
    journal: Path | None
    """File of the recording of the match that began last; None for none."""

    def poll(self, now: float) -> Opened | None:
        """Return the opened room, once; None before. Raises HostError."""

    def go_on(self) -> None:
        """Let a host that was prepared open its room."""

    def abandon(self) -> None:
        """Leave the host running for the people in the room."""

    def close(self) -> None:
        """End the host."""


class Connect(Protocol):
    def __call__(self, address: Address, name: str, *, watch: bool, password: str, owner: bytes, room: str) -> Client:
        """Begin to connect to a room; `room` is its id, as far as it was found on the LAN."""


SeatedIn: TypeAlias = Callable[[Found, str], bool]
Open: TypeAlias = Callable[[HostPlan], RoomHost]

_LET_GO = (FullError, HostGoneError, KickedError, PasswordError)
"""Errors after which a person has no claim to their seat any more: the host refused or removed them."""


def was_seated(found: Found, name: str) -> bool:
    """Whether joining by this name sends the token of a seat in that match. The host may have given the seat away."""
    offer = found.offer
    return offer.playing and seat_kept(_tokens(), found.address, name, offer.host_id) == _match(offer)


def _filed(address: Address) -> Address:
    """Return the address under which a token is kept: rooms of this machine share one, whichever of its addresses is
    used.
    """
    ours = {str(interface.ip) for interface in interfaces()}
    return Address(str(LOOPBACK.ip), address.port) if address.host in ours else address


def _tokens() -> Path:
    return paths.cache() / "lan"


def _match(room: Offer | RoomState) -> str:
    return f"{room.game}/{room.name}"


class RememberedClient(LanClient):
    """A connection that keeps its token on disk, so that a window that was closed finds its seat again."""

    def __init__(
        self, address: Address, name: str, *, watch: bool, password: str, owner: bytes, room: str = ""
    ) -> None:
        self._told_of_disk = False
        self._tokens = TokenFile(_tokens(), _filed(address), name, room)
        games = {cabinet.id: cabinet.info.version for cabinet in CABINETS.values()}
        token = self._tokens.token
        super().__init__(
            address,
            name,
            games,
            watch=watch,
            password=password,
            token=token,
            owner=owner,
            persevere=bool(owner),  # the person's own room surely exists: do not give it up because it is slow
            patience=math.inf,
        )

    def poll(self, now: float) -> list[HostMessage]:
        told = super().poll(now)
        room = self.room
        if told and self.connected and room is not None:
            if any(isinstance(message, Welcome) for message in told):
                self._tokens.belongs_to(self.room_id)
            seated = room.phase in ("playing", "paused") and self.seat is not None
            self._tokens.keep(self.token, _match(room) if seated else "")
            if self._tokens.failed and not self._told_of_disk:
                self._told_of_disk = True
                told.append(Told("net.log.token_unkept", {}))
        elif isinstance(self.error, _LET_GO):
            self._tokens.keep(self.token)
        return told

    def close(self) -> None:
        super().close()
        self._tokens.close()


def connect(address: Address, name: str, *, watch: bool, password: str, owner: bytes, room: str = "") -> Client:
    """Connect to a room over TCP."""
    return RememberedClient(address, name, watch=watch, password=password, owner=owner, room=room)


def open_room(plan: HostPlan) -> RoomHost:
    """Start a host in another process. Raises HostError."""
    return HostProcess(plan)


def find_matches() -> tuple[MatchFinder, Sequence[str]]:
    """Return a finder for every local network, and this machine's addresses on them."""
    network = LocalNetwork(discovery_port())
    return Finder(network), [str(here.ip) for here in network.interfaces if here != LOOPBACK]
