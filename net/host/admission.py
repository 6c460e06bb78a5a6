"""Admission to a room: versions and the password, before anybody is let in."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from game.core.rules import GameInfo
from net.host.link import Link
from net.limits import PROTOCOL, HostLimits
from net.messages import Challenge, ClientMessage, Hello, Proof, tag_of
from net.proof import Lock, mac_of, new_secret, same
from net.states import LinkEvent, LinkState

_ADDRESSES = 256


class Admission:
    """Lets in who speaks this protocol, knows this game and proves the password.

    `info` is the game that is played now. `known` says whether a token is one this room gave: who holds one has proven
    the password before.
    `enter` is called with who may come in.
    """

    def __init__(
        self,
        info: Callable[[], GameInfo],
        lock: Lock | None,
        limits: HostLimits,
        known: Callable[[bytes], bool],
        enter: Callable[[Link, Hello, float], None],
    ) -> None:
        self._info = info
        self._lock = lock
        self._limits = limits
        self._known = known
        self._enter = enter
        self._wrong: OrderedDict[str, int] = OrderedDict()
        """How often an address gave a wrong password."""
        self._proofs: dict[Link, tuple[float, bool]] = {}
        """Connections that gave a proof, when each will be answered, and whether it was right: both answers take
        equally long."""
        self._answered: OrderedDict[str, float] = OrderedDict()
        """When the last proof of an address is answered: one after another, however many connections it has."""

    def received(self, link: Link, message: ClientMessage, now: float) -> None:
        """Take a message of somebody who is not in yet."""
        match message:
            case Hello():
                self._greet(link, message, now)
            case Proof() if link in self._proofs:
                link.drop("unexpected", about=tag_of(message))
            case Proof(mac=mac):
                self._prove(link, mac, now)
            case _:
                link.move(LinkEvent.CLOSED)
                link.close()

    def lost(self, link: Link) -> None:
        """Forget a connection."""
        self._proofs.pop(link, None)

    def tick(self, now: float) -> None:
        """Answer proofs whose time has come."""
        for link, (due, right) in list(self._proofs.items()):
            if now < due:
                continue
            del self._proofs[link]
            if right:
                assert link.hello is not None
                self._wrong.pop(link.address, None)
                self._enter(link, link.hello, now)
            else:
                link.drop("password")

    @property
    def next_due(self) -> float | None:
        """When the next proof is answered; None where none waits."""
        return min((due for due, _ in self._proofs.values()), default=None)

    def _greet(self, link: Link, hello: Hello, now: float) -> None:
        info = self._info()
        if hello.protocol != PROTOCOL:
            link.drop("protocol", here=PROTOCOL, there=hello.protocol)
        elif hello.games and hello.games.get(info.id) != info.version:
            link.drop("version", game=info.id, here=info.version, there=hello.games.get(info.id, 0))
        elif self._lock is None or (hello.token and self._known(hello.token)):
            self._enter(link, hello, now)
        else:
            link.hello, link.nonce = hello, new_secret()
            link.move(LinkEvent.CHALLENGED)
            link.tell(Challenge(link.nonce, self._lock.salt, self._lock.rounds))

    def _prove(self, link: Link, mac: bytes, now: float) -> None:
        assert self._lock is not None
        assert link.hello is not None
        assert link.state is LinkState.PROVING
        right = same(mac, mac_of(self._lock.key, link.nonce, link.hello.nonce))
        count = self._wrong.pop(link.address, 0)
        seconds = min(self._limits.wrong_password * 2 ** min(count, 16), self._limits.wrong_password_most)
        due = max(now, self._answered.pop(link.address, now)) + seconds
        self._answered[link.address] = due
        self._wrong[link.address] = count + (not right)
        for known in (self._wrong, self._answered):
            if len(known) > _ADDRESSES:
                known.popitem(last=False)
        self._proofs[link] = due, right
