"""A short code for an address on a local network, to be read off a wall and typed.

Four signs of Crockford's base 32 (no I, L, O, U) encode the lower half of an IPv4 address; people on the same network
know the upper half. Four bits check the whole address, so that a typing error leads nowhere. A port other than the
usual one takes four more signs.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Interface

from net.address import Address, parse_address
from net.discovery.interfaces import interfaces
from net.limits import PORT

_SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_READ_AS = str.maketrans("ILO", "110")
_LENGTH = 4
_HALF = 0xFFFF


def code_of(address: Address) -> str:
    """Return the code of an IPv4 address and port.

    >>> code_of(Address("192.168.0.12", 25250)), code_of(Address("192.168.0.12", 4000))
    ('0065', '0063-1YG3')

    Raises ValueError for a name.
    """
    host = int(IPv4Address(address.host))
    check = _check(host, address.port)
    code = _written((host & _HALF) << 4 | check)
    return code if address.port == PORT else f"{code}-{_written(address.port << 4 | check)}"


def address_of(text: str, networks: Iterable[IPv4Interface]) -> Address | None:
    """Return the address on one of these networks that has this code; None if it is malformed or of another network."""
    signs = text.strip().removeprefix("#").upper().translate(_READ_AS).replace("-", "").replace(" ", "")
    if len(signs) not in (_LENGTH, 2 * _LENGTH) or any(sign not in _SIGNS for sign in signs):
        return None
    low = _read(signs[:_LENGTH])
    port = _read(signs[_LENGTH:]) >> 4 if len(signs) > _LENGTH else PORT
    for network in networks:
        host = int(network.ip) & ~_HALF | low >> 4
        if IPv4Address(host) in network.network and low & 15 == _check(host, port):
            return Address(str(IPv4Address(host)), port)
    return None


def written_address(text: str) -> Address:
    """Return the address that a text gives, or that it is the code of. Raises AddressError."""
    return address_of(text, interfaces()) or parse_address(text)


def _check(host: int, port: int) -> int:
    return zlib.crc32(host.to_bytes(4, "big") + port.to_bytes(2, "big")) & 15


def _written(number: int) -> str:
    return "".join(_SIGNS[number >> 5 * place & 31] for place in reversed(range(_LENGTH)))


def _read(signs: str) -> int:
    number = 0
    for sign in signs:
        number = number << 5 | _SIGNS.index(sign)
    return number
