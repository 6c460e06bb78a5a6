"""What goes wrong between a client and its host, each with its own sentence and what to do about it."""

from __future__ import annotations

import errno

from game.core.errors import SpokenError, reason
from net.messages import Dropped
from net.parts import DropReason


class LanError(SpokenError):
    """The connection to a match could not be made, or is over for good."""


class UnknownHostError(LanError):
    """No machine has that name."""


class UnreachableError(LanError):
    """There is no way to that address: no network, or the system forbids it."""


class RefusedError(LanError):
    """The machine is there, and nothing listens on that port."""


class TimedOutError(LanError):
    """Nothing answers: a wrong address, or a firewall."""


class VersionError(LanError):
    """Host and client have different versions, of the protocol or of the game."""


class PasswordError(LanError):
    """The password is wrong or missing."""


class FullError(LanError):
    """There is no place, at the table or among the spectators."""


class KickedError(LanError):
    """The room's owner sent us away."""


class ElsewhereError(LanError):
    """We came in again from somewhere else."""


class HostGoneError(LanError):
    """The host closed, or cannot be found again."""


class ProtocolError(LanError):
    """One of the two did not keep to the protocol."""


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
"""Details that a host gives with a reason, for the sentence about it."""

TRY_AGAIN: frozenset[DropReason] = frozenset({"idle", "too_slow"})
"""Reasons that a client which was welcomed before may mend by connecting again."""


def dropped_error(dropped: Dropped) -> LanError:
    """The error for a host's last message; that of a strange host where the reason's details are missing."""
    for name, kind in _FIELDS.get(dropped.why, {}).items():
        if not isinstance(dropped.values.get(name), kind):
            return ProtocolError("net.error.host_strange", what="dropped")
    return _DROPPED.get(dropped.why, ProtocolError)(f"net.dropped.{dropped.why}", **dropped.values)


_HUNG_UP = {errno.ECONNRESET, errno.ECONNABORTED, errno.EPIPE}
_NO_WAY = {errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN}


def connection_error(number: int, address: str, port: int) -> LanError:
    """The error for a failed connection attempt, by the system's error number."""
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
