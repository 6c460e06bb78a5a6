"""A host that is lost, and what its heirs hold of its room."""

from __future__ import annotations

from typing import Any

import msgspec

from net.client.succession import Holding
from net.heirs import Handed, HeirLine, Kept, Moved
from net.host.room.handed import HandedFile
from net.ledger.lines import public_key
from tests.net.heirs.moving import Guest, Party
from tests.net.house import House

LONG = 60.0
"""Seconds of silence after which a host is lost for every heir."""


def holding(guest: Guest) -> Holding:
    """What a window holds of all that its client was told."""
    holds = Holding()
    for message in guest.told:
        holds.hear(message)
    return holds


def kept(heir: Guest) -> HandedFile:
    """What the heir's program would give to a host of its own now."""
    return HandedFile(
        held(heir), heir.client.person, heir.key, holding(heir).talk, heir.client.following.heirs, *heir.client.address
    )


def follow_the_match(party: Party, *heirs: Guest) -> None:
    """Wait until the heirs were told the room and all of the match."""

    def log() -> int:
        told = party.running.room.heirs.telling.log
        return len(told.data) if told is not None else 0

    party.until(lambda: all(one.heard(Kept) for one in heirs))
    party.until(lambda: party.running.ask(log) == len(held(heirs[0]).log))
    party.until(lambda: all(held(one).log == held(heirs[0]).log for one in heirs))


def held(heir: Guest) -> Handed:
    """The room as the heir would open it."""
    said = holding(heir).handed()
    assert said is not None
    return said


def lose(party: Party) -> None:
    """Kill the host with its owner's window: no goodbye, and whoever connects is refused."""
    running, owner = party.running, party.guests.pop(0)
    owner.client.close()

    def cut() -> None:
        for connection in list(running.host.connected):
            connection.cut()
        running.host.stop()

    running.ask(cut)
    party.until(lambda: not any(guest.client.connected for guest in party.guests))


def found(party: Party, heir: Guest, followers: list[Guest], **plan: Any) -> House:
    """Open the room at an heir's, whose own client goes there; the followers find that the host is lost."""
    handed = kept(heir)
    there = party.open(handed, **plan)
    for guest in (heir, *followers):
        guest.told = []
        guest.client.following.heirs = lines_at(guest, heir, there.port)
    key = public_key(heir.key)
    heir.client.go_to(Moved(heir.client.person, handed.said.generation, "127.0.0.1", there.port, key))
    for guest in followers:
        guest.client.following.silence = LONG
    party.running = there
    return there


def lines_at(guest: Guest, heir: Guest, port: int) -> tuple[HeirLine, ...]:
    """The heirs that a guest was told, with the port at which one of them has opened the room."""
    lines = guest.client.following.heirs
    return tuple(
        msgspec.structs.replace(line, port=port) if line.person == heir.client.person else line for line in lines
    )
