"""Which heirs before this one are gone while their host is silent."""

from __future__ import annotations

import socket

from net.address import Address
from net.client.knocking import LOOKS_FROM, LOOKS_UNTIL, Elders
from tests.processes import wait_until

OMAR = 2


def closed_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
    return port


def test_an_heir_whose_port_is_closed_is_gone() -> None:
    elders, where = Elders(), {OMAR: Address("127.0.0.1", closed_port())}
    assert not elders.gone(LOOKS_FROM - 0.1, where)
    wait_until(lambda: elders.gone(LOOKS_FROM, where) == {OMAR}, "no refusal")
    assert elders.gone(30.0, {}) == {OMAR}, "it stays so until the host is heard"
    assert not elders.gone(0.0, where)


def test_an_heir_who_listens_is_not_gone_nor_who_is_first_looked_for_when_it_may_be_opening() -> None:
    elders = Elders()
    with socket.create_server(("127.0.0.1", 0)) as server:
        where = {OMAR: Address(*server.getsockname())}
        assert not elders.gone(LOOKS_FROM, where)
        server.accept()[0].close()
        assert not elders.gone(LOOKS_UNTIL - 0.1, where)
    assert not elders.gone(LOOKS_UNTIL - 0.1, where)
    elders.close()
    assert not elders.gone(LOOKS_UNTIL, {OMAR: Address("127.0.0.1", closed_port())})
    elders.close()
