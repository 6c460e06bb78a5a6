"""The address of a match: turns what people type into a host and a port."""

from __future__ import annotations

import re
import unicodedata
from ipaddress import AddressValueError, IPv4Address
from typing import NamedTuple

from game.core.errors import SpokenError
from net.limits import PORT

MOST_CHARACTERS = 253
"""The most characters of a host name (RFC 1035, section 2.3.4)."""

_LABEL = re.compile(r"[^\W_](?:[\w-]{0,61}\w)?")
_DECIMAL = re.compile(r"[0-9]{1,5}")


class AddressError(SpokenError):
    """The text that was typed is no address; the error's sentence shows what an address looks like."""


class Address(NamedTuple):
    """A host, as an IPv4 address or a name, and a TCP port."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"

    @property
    def told(self) -> str:
        """The address as people tell it to each other: the port is left out if it is the usual one."""
        return self.host if self.port == PORT else str(self)


def parse_address(text: str, default_port: int = PORT) -> Address:
    """Return the address that `HOST[:PORT]` means; HOST is an IPv4 address or a name of this network, in any script.

    Full-width characters, as Korean and Japanese keyboards type them, count as the plain ones.

    >>> parse_address(" 192.168.0.7 "), parse_address("하늘-노트북.local:4000")
    (Address(host='192.168.0.7', port=25250), Address(host='하늘-노트북.local', port=4000))

    Raises AddressError.
    """
    plain = unicodedata.normalize("NFKC", text).strip()
    if not plain:
        raise AddressError("discovery.address.empty", port=default_port)
    if plain.count(":") > 1:
        raise AddressError("discovery.address.six", text=_quoted(plain))
    host, colon, port = plain.partition(":")
    return Address(_host(host.strip()), parse_port(port) if colon else default_port)


def parse_port(text: str) -> int:
    """Return a port from 1 to 65535. Raises AddressError."""
    plain = text.strip()
    if not _DECIMAL.fullmatch(plain) or not 1 <= int(plain) <= 65535:
        raise AddressError("discovery.address.port", text=_quoted(plain))
    return int(plain)


def _host(text: str) -> str:
    labels = text.removesuffix(".").split(".")
    if all(label.isascii() and label.isdecimal() for label in labels):
        try:
            return str(IPv4Address(text))
        except AddressValueError as error:
            raise AddressError("discovery.address.four", text=_quoted(text)) from error
    if len(text) > MOST_CHARACTERS or not all(_LABEL.fullmatch(label) for label in labels):
        raise AddressError("discovery.address.name", text=_quoted(text))
    return text.lower()


def _quoted(text: str) -> str:
    """Return the beginning of what was typed, with unprintable characters replaced, to quote it in a sentence."""
    shown = "".join(sign if sign.isprintable() else "·" for sign in text[:41])
    return shown if len(shown) <= 40 else shown[:39] + "…"
