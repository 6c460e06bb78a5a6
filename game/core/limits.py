"""What a bot may take before it counts as failed."""

from __future__ import annotations

import msgspec


class Limits(msgspec.Struct, frozen=True):
    """What a bot may take before it counts as failed."""

    decision: float = 10.0
    """Seconds for one decision."""
    start: float = 30.0
    """Seconds to start, to load and to make the bot of a match."""
    restarts: int = 2
    """How often a failed bot is started again in one match."""
    first: float = 30.0
    """Seconds for its first decision, which may have to compile."""
    memory: int = 1 << 30
    """Bytes of data, where the system can limit them (Linux and macOS)."""
