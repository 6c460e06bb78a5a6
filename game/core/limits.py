"""Limits beyond which a bot counts as failed."""

from __future__ import annotations

import msgspec


class Limits(msgspec.Struct, frozen=True):
    """Limits of time, memory and restarts beyond which a bot counts as failed."""

    decision: float = 10.0
    """Seconds for one decision, except the first."""
    start: float = 30.0
    """Seconds to start the process, load the bot and set it up for a match."""
    restarts: int = 2
    """How often a failed bot is started again in one match."""
    first: float = 30.0
    """Seconds for the first decision, in which code may have to be compiled."""
    memory: int = 1 << 30
    """Bytes of memory for data, where the system can limit them; of each process on Windows."""
