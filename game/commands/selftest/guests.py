"""The part of the self-test that is a guest in a browser: the page's gate, a drawer, and the first picture."""

from __future__ import annotations

import json
from importlib.util import find_spec

from game.commands.selftest.lan import HERE, SECONDS, started
from game.commands.shared.errors import CommandError
from game.commands.shared.words import texts

_WAIT = 3 * SECONDS
"""Seconds for the first picture, which where drawers are not forked a process that loads everything has to draw."""


def check_guests() -> str | None:
    """Come into a room as a browser does, and be shown a picture. Without the libraries for it there are no guests,
    which is no failure.
    """
    if not all(find_spec(name) for name in ("websockets", "PIL")):
        return texts().line("cli.selftest.no_guests")
    room = ("host", "nullgame", "--seats", "open,open", "--address", HERE, "--port", "0", "--json")
    with started(*room) as host:
        assert host.stderr is not None
        port = json.loads(host.stderr.readline())["port"]
        with started("phones", f"{HERE}:{port}", "--here", "--port", "0", "--json", "--child") as gate:
            assert gate.stderr is not None and gate.stdin is not None
            if not _sees(json.loads(gate.stderr.readline())["phones"][0]):
                raise CommandError("cli.selftest.guest")
            gate.stdin.close()
            gate.wait(SECONDS)
    return None


def _sees(page: str) -> bool:
    """Return whether somebody who opens this address and sits down is sent a picture."""
    from websockets.exceptions import ConnectionClosed
    from websockets.sync.client import connect
    from websockets.typing import Origin

    place, _, invitation = page.removeprefix("http://").partition("/#")
    knock = {"invitation": invitation, "token": "0" * 32, "name": "Souk", "width": 824, "height": 1480}
    with connect(f"ws://{place}/guest", origin=Origin(f"http://{place}"), proxy=None, max_size=None) as link:
        link.send(json.dumps(knock))
        try:
            while isinstance(link.recv(timeout=_WAIT), str):
                pass
        except (TimeoutError, ConnectionClosed):
            return False
    return True
