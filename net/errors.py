"""What can go wrong between a client and its host; each error has its own sentence, which says what to do."""

from __future__ import annotations

import errno

from game.core.errors import SpokenError, reason
from net.messages import Dropped
from net.parts import DropReason


class LanError(SpokenError):
    """The connection to a match could not be made, or is over for good."""


class UnknownHostError(LanError):
    """No machine has the name that was given."""


class UnreachableError(LanError):
    """There is no route to the address: no network, or the system forbids it."""


class RefusedError(LanError):
    """The machine was reached, but nothing listens on the port."""


class TimedOutError(LanError):
    """Nothing answered: the address is wrong, or a firewall is in the way."""


class VersionError(LanError):
    """Host and client have different versions of the protocol or of the game."""


class PasswordError(LanError):
    """The password is wrong or missing."""


class FullError(LanError):
    """There is no seat free, or no room for another spectator."""


class KickedError(LanError):
    """The room's owner sent this person away."""


class ElsewhereError(LanError):
    """The same person came into the room from another program."""


class HostGoneError(LanError):
    """The host closed, or cannot be found again."""


class ProtocolError(LanError):
    """Host or client did not keep to the protocol."""


_DROPPED: dict[DropReason, type[LanError]] = {
    "protocol": VersionError,
    "version": VersionError,
    "password": PasswordError,
    "full": FullError,
    "playing": FullError,
    "watchers": FullError,
    "kicked": KickedError,
    "elsewhere": ElsewhereError,
    "closing": HostGoneError,
}

_FIELDS: dict[DropReason, dict[str, type]] = {
    "protocol": {"here": int, "there": int},
    "version": {"game": str, "here": int, "there": int},
    "kicked": {"seconds": int},
}
"""Values, with their types, that a host must give with a reason, for the sentence about it."""

TRY_AGAIN: frozenset[DropReason] = frozenset({"idle", "too_slow", "opening"})
"""Reasons after which a client that was welcomed before may connect again."""


def dropped_error(dropped: Dropped) -> LanError:
    """Return the error for a host's last message; that of a strange host if the reason's values are missing."""
    for name, kind in _FIELDS.get(dropped.why, {}).items():
        if not isinstance(dropped.values.get(name), kind):
            return ProtocolError("net.error.host_strange", what="dropped")
    brought = dropped.why == "version" and dropped.values.get("package")
    key = "net.dropped.package" if brought else f"net.dropped.{dropped.why}"
    return _DROPPED.get(dropped.why, ProtocolError)(key, **dropped.values)


_HUNG_UP = {errno.ECONNRESET, errno.ECONNABORTED, errno.EPIPE}
_NO_WAY = {errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN}


def connection_error(number: int, address: str, port: int) -> LanError:
    """Return the error for a failed attempt to connect, by the system's error number."""
    values: dict[str, str | int] = {"address": address, "port": port}
    if number == errno.ECONNREFUSED:
        return RefusedError("net.error.refused", **values)
    if number == errno.ETIMEDOUT:
        return TimedOutError("net.error.timed_out", **values)
    if number in _HUNG_UP:
        return RefusedError("net.error.hung_up", **values)
    if number in _NO_WAY:
        return UnreachableError("net.error.no_way", **values)
    return UnreachableError("net.error.unreachable", **values, why=reason(OSError(number, "")))
