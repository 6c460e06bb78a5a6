"""Games in which players that people wrote hold some seats, each in a process of its own."""

from __future__ import annotations

from game.cabinets.l4g.lineup import Chunk, ChunkDone, Lineup


def play_chunk(lineup: Lineup, chunk: Chunk, worker: int) -> ChunkDone:
    """Play the games of a chunk as worker number `worker`."""
    raise NotImplementedError
