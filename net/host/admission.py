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

    `known` says whether a token is one this room gave: who holds one has proven the password before.
    `enter` is called with who may come in.
    """

    def __init__(
        self,
        info: GameInfo,
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
        self._condemned: dict[Link, float] = {}
        """Who gave a wrong password, and when they will be told."""

    def received(self, link: Link, message: ClientMessage, now: float) -> None:
        """Take a message of somebody who is not in yet."""
        match message:
            case Hello():
                self._greet(link, message, now)
            case Proof() if link in self._condemned:
                link.drop("unexpected", about=tag_of(message))
            case Proof(mac=mac):
                self._prove(link, mac, now)
            case _:
                link.move(LinkEvent.CLOSED)
                link.close()

    def lost(self, link: Link) -> None:
        """Forget a connection."""
        self._condemned.pop(link, None)

    def tick(self, now: float) -> None:
        """Tell those whose time has come that their password was wrong."""
        for link, due in list(self._condemned.items()):
            if now >= due:
                del self._condemned[link]
                link.drop("password")

    @property
    def next_due(self) -> float | None:
        """When there is somebody to tell next."""
        return min(self._condemned.values(), default=None)

    def _greet(self, link: Link, hello: Hello, now: float) -> None:
        info = self._info
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
        if same(mac, mac_of(self._lock.key, link.nonce, link.hello.nonce)):
            self._wrong.pop(link.address, None)
            self._enter(link, link.hello, now)
            return
        count = self._wrong.pop(link.address, 0)
        self._wrong[link.address] = count + 1
        if len(self._wrong) > _ADDRESSES:
            self._wrong.popitem(last=False)
        seconds = min(self._limits.wrong_password * 2 ** min(count, 16), self._limits.wrong_password_most)
        self._condemned[link] = now + seconds
