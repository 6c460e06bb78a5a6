"""Secrets of a LAN match: tokens that bring people back, and a password that is proved without being sent."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
import unicodedata

import msgspec

from net.limits import ROUNDS, SECRET

_PURPOSE = b"souk lan proof 1"


def new_secret() -> bytes:
    """Return a random secret that nobody can guess, for a token, a nonce or a salt."""
    return secrets.token_bytes(SECRET)


def digest(secret: bytes) -> bytes:
    """Return the digest of a token, which is kept instead of the token."""
    return hashlib.sha256(secret).digest()


def same(one: bytes, other: bytes) -> bool:
    """Return whether two secrets are equal, in a time that does not reveal where they differ."""
    return hmac.compare_digest(one, other)


class Lock(msgspec.Struct, frozen=True):
    """What a host keeps of its password."""

    salt: bytes
    rounds: int
    key: bytes


def lock(password: str) -> Lock:
    """Return the lock that `password` opens."""
    salt = new_secret()
    return Lock(salt, ROUNDS, key_of(password, salt, ROUNDS))


def key_of(password: str, salt: bytes, rounds: int) -> bytes:
    """Return the key of a password: PBKDF2-HMAC-SHA256 over its NFC text in UTF-8."""
    written = unicodedata.normalize("NFC", password).encode()
    return hashlib.pbkdf2_hmac("sha256", written, salt, rounds)


def mac_of(key: bytes, host_nonce: bytes, client_nonce: bytes) -> bytes:
    """Return the proof that the key is known; it holds for one connection only."""
    return hmac.new(key, _PURPOSE + host_nonce + client_nonce, hashlib.sha256).digest()


class KeyDerivation:
    """Runs `key_of` in a thread of its own: a million rounds take a third of a second. `found` is None until it is
    done.
    """

    def __init__(self, password: str, salt: bytes, rounds: int) -> None:
        self.found: bytes | None = None
        threading.Thread(target=self._derive, args=(password, salt, rounds), name="souk-key", daemon=True).start()

    def _derive(self, password: str, salt: bytes, rounds: int) -> None:
        self.found = key_of(password, salt, rounds)
