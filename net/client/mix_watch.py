"""What a window remembers of the beginning of a mix, to say at the end whether the host could choose the games."""

from __future__ import annotations

import hashlib

from net.mix import MixState
from net.proof import new_secret


class MixWatch:
    """Our part in the seed of a mix, and the seal that was told before we sent it."""

    def __init__(self) -> None:
        self._id = ""
        self._seal = self._salt = b""
        self._played = False
        """Whether a match has begun: had our bytes come too late for the seed, that would have been told before."""

    def salt(self, mix: MixState, person: int) -> bytes | None:
        """Return the random bytes to be sent for a mix that begins; None where there is nothing to send."""
        if mix.stage != "salt" or mix.id == self._id or all(one.person != person for one in mix.points):
            return None
        self._id, self._seal, self._salt, self._played = mix.id, mix.seal, new_secret(), False
        return self._salt

    def refused(self) -> None:
        """Note that our bytes did not go into the seed: its host could have chosen it, as far as is known here."""
        self._seal = b""

    def lost(self) -> None:
        """Note that the connection was lost: it is not known of bytes just sent whether the host has them."""
        if not self._played:
            self.refused()

    def verdict(self, mix: MixState) -> bool | None:
        """Return, once, whether a revealed mix was sealed before we sent our bytes, and has them; None if that is
        hidden yet or cannot be known here.
        """
        self._played = self._played or mix.stage == "playing"
        if not mix.secret or mix.id != self._id or not self._seal or not self._played:
            return None
        seal, self._seal = self._seal, b""
        ours = any(one.salt == self._salt for one in mix.salts)
        return ours and hashlib.sha256(mix.secret).digest() == seal == mix.seal
