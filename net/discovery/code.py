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


def addresses_of(text: str, networks: Iterable[IPv4Interface]) -> list[Address]:
    """Return the addresses on these networks that have this code, those on this machine last.

    The check is four bits: of several networks, a second one fits now and then, and the loopback, which every machine
    has, fits one code of sixteen.
    """
    signs = text.strip().removeprefix("#").upper().translate(_READ_AS).replace("-", "").replace(" ", "")
    if len(signs) not in (_LENGTH, 2 * _LENGTH) or any(sign not in _SIGNS for sign in signs):
        return []
    low = _read(signs[:_LENGTH])
    port = _read(signs[_LENGTH:]) >> 4 if len(signs) > _LENGTH else PORT
    fitting = {
        host: None
        for network in sorted(networks, key=lambda network: network.ip.is_loopback)
        if IPv4Address(host := int(network.ip) & ~_HALF | low >> 4) in network.network
        and low & 15 == _check(host, port)
    }
    return [Address(str(IPv4Address(host)), port) for host in fitting]


def written_addresses(text: str) -> list[Address]:
    """Return the address that a text gives, or those it is the code of, the likeliest first. Raises AddressError."""
    return addresses_of(text, interfaces()) or [parse_address(text)]


def _check(host: int, port: int) -> int:
    return zlib.crc32(host.to_bytes(4, "big") + port.to_bytes(2, "big")) & 15


def _written(number: int) -> str:
    return "".join(_SIGNS[number >> 5 * place & 31] for place in reversed(range(_LENGTH)))


def _read(signs: str) -> int:
    number = 0
    for sign in signs:
        number = number << 5 | _SIGNS.index(sign)
    return number
