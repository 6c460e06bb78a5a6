"""Admission to a room: checks versions and the password before anybody is let in."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from game.core.elsewhere import wheel_of
from game.core.rules import GameInfo
from net.host.room.link import Link
from net.limits import PROTOCOL, HostLimits
from net.messages import Challenge, ClientMessage, Hello, Proof, tag_of
from net.proof import Lock, mac_of, new_secret, same
from net.states import LinkEvent, LinkState

_ADDRESSES = 256


class Admission:
    """Lets in clients that speak this protocol, know the game and prove the password.

    `info` returns the game played now. `known` tells whether a token was given by this room: its holder has proved the
    password before. `spared` tells whether a token's holder may come in without the game: they belong to the room, and
    look on. `enter` is called for each client that may come in.
    """

    def __init__(
        self,
        info: Callable[[], GameInfo],
        lock: Lock | None,
        limits: HostLimits,
        known: Callable[[bytes], bool],
        spared: Callable[[bytes], bool],
        enter: Callable[[Link, Hello, float], None],
    ) -> None:
        self._info = info
        self._lock = lock
        self._limits = limits
        self._known = known
        self._spared = spared
        self._enter = enter
        self._wrong: OrderedDict[str, int] = OrderedDict()
        """Number of wrong passwords from each address."""
        self._proofs: dict[Link, tuple[float, bool]] = {}
        """Connections that sent a proof, with the time of its answer and whether it is right. Both answers take equally
        long.
        """
        self._answered: OrderedDict[str, float] = OrderedDict()
        """Time at which the last proof of each address is answered: proofs of one address are answered one after
        another.
        """

    def received(self, link: Link, message: ClientMessage, now: float) -> None:
        """Handle a message of a client that is not in the room yet."""
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
        """Answer the proofs whose time has come."""
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
        """Time at which the next proof is answered; None if none waits."""
        return min((due for due, _ in self._proofs.values()), default=None)

    def _greet(self, link: Link, hello: Hello, now: float) -> None:
        info = self._info()
        if hello.protocol != PROTOCOL:
            link.drop("protocol", here=PROTOCOL, there=hello.protocol)
        elif hello.games and hello.games.get(info.id) != info.version and not self._spared(hello.token):
            package = "" if info.id in hello.games else wheel_of(info.id)
            link.drop("version", game=info.id, here=info.version, there=hello.games.get(info.id, 0), package=package)
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
