"""The search for matches: which exist, changes among them, and advice where none is found."""

from __future__ import annotations

from collections.abc import Sequence

from game.scenes.lan.link import MatchFinder, find_matches
from game.scenes.lan.log import ConnectionLog
from net.address import Address
from net.allowance import Allowance
from net.discovery.discovery import Found

LOOPBACK = "127.0.0.1"
_LOOKS = (2.0, 4)
"""How often a changed list of matches is taken: a second in the long run, and at once. A flood of forged ones costs the
page little.
"""
_MOST_TOLD = 3
"""The most matches that appear or vanish together and are told by name."""
PATIENCE = 5.0
"""Seconds of searching in vain after which the page gives advice."""


class Search:
    """Matches on the LAN as they appear, change and vanish; changes go to the log."""

    def __init__(self, finder: MatchFinder | None, log: ConnectionLog) -> None:
        """`finder`: the search to use; None for the real LAN, from `begin` on."""
        self.found: Sequence[Found] = ()
        self.addresses: Sequence[str] = ()
        """This machine's addresses on the searched networks."""
        self._finder = finder
        self._log = log
        self._known: dict[str, Found] = {}
        """The matches found at the last look, by the host's id."""
        self.inside: Address | None = None
        """Address of the room that this person is in or about to enter; nothing is told of that one. None for none."""
        self._looks = Allowance(*_LOOKS)
        self._seconds = 0.0
        self._advised = False

    @property
    def in_vain(self) -> bool:
        """Whether the search has found nothing for a while."""
        return self._advised and not self.found

    @property
    def only(self) -> str:
        """The address of the only match found; empty for none or several."""
        return self.found[0].address.told if len(self.found) == 1 else ""

    def listen(self, now: float) -> None:
        """Poll the finder while nobody looks at the page: messages left unread would later count as new."""
        if self._finder is not None:
            self._finder.poll(now)

    def named(self, host_id: str) -> Found | None:
        return next((found for found in self.found if found.offer.host_id == host_id), None)

    def leads_to(self, found: Found, address: Address) -> bool:
        """Whether the address leads to this match; a room on this machine is found under another of its addresses."""
        own = address.host == LOOPBACK and found.host in self.addresses
        return found.address.port == address.port and (own or found.host == address.host)

    def reached_at(self, address: Address) -> tuple[Address, ...]:
        """Return the addresses at which others reach a room that this person is in at `address`, the
        likeliest first.
        """
        if address.host != LOOPBACK:
            return (address,)
        return tuple(Address(host, address.port) for host in self.addresses) or (address,)

    def begin(self) -> None:
        """Start the search, unless a finder was given."""
        if self._finder is None:
            self._finder, self.addresses = find_matches()
            key = "lobby.log.searching" if self.addresses else "discovery.no_network"
            self._log.say(key, count=len(self.addresses), addresses=", ".join(self.addresses))

    def poll(self, now: float, seconds: float) -> bool:
        """Search on, `seconds` after the last call. Returns whether `found` changed."""
        assert self._finder is not None
        self._finder.poll(now)
        self._seconds += seconds
        found = tuple(self._finder.found)
        if found != self.found and self._looks.take(now):
            self.found = found
            self._tell_changes()
            return True
        if not found and self.inside is None and not self._advised and self._seconds > PATIENCE:
            self._advised = True
            self._log.say("lobby.log.none", "warning")
        return False

    def close(self) -> None:
        """End the search."""
        if self._finder:
            self._finder.close()

    def _tell_changes(self) -> None:
        """Write into the log which matches appeared and vanished."""
        now = {match.offer.host_id: match for match in self.found}
        new = [match for host, match in now.items() if host not in self._known]
        gone = [match for host, match in self._known.items() if host not in now]
        if len(now) > len(self._known) + 1 or len(new) > _MOST_TOLD:
            self._log.say("lobby.log.found", count=len(now))
        else:
            self._tell("appeared", "good", new)
        if len(gone) > _MOST_TOLD:
            self._log.say("lobby.log.many_vanished", "step", count=len(gone))
        else:
            self._tell("vanished", "step", gone)
        self._known = now

    def _tell(self, key: str, tone: str, matches: Sequence[Found]) -> None:
        for match in matches:
            if self.inside is None or not self.leads_to(match, self.inside):
                self._log.say(f"lobby.log.{key}", tone, name=match.offer.name)
