"""What an own player was asked in the games that go on: they are played again, from the answers of all players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.cabinets.l4g.evaluation.lockstep import Block, play_again, step_of
from game.cabinets.l4g.evaluation.outsider_wire import BATCH
from game.cabinets.l4g.rules import packed_view as s


class Past:
    """The past of one outsider, by its number among them."""

    def __init__(self, outsider: int) -> None:
        self._outsider = outsider
        self.blocks: Sequence[Block] = ()
        """The blocks whose games go on, in the order of their first slots."""

    def begin_anew(self, sheet: bytes) -> None:
        """Forget a game up to a call, this one included: the object that answers the next one is new."""
        turn, spawns = s.HEAD.unpack_from(sheet)[1], sheet[s.CALL] == s.SPAWN
        self._forget(sheet[s.SLOT], 2 * turn + spawns + 1)

    def forget(self, slot: int) -> None:
        """Forget a game up to the call that it waits for: the object that answers that one is new."""
        block, own = self._found(slot)
        self._forget(slot, step_of(block, own))

    def batches(self) -> Iterator[bytes]:
        """Yield the sheets of all calls that the player's objects have answered, at most BATCH at once."""
        waiting = b""
        for block in self.blocks:
            for slot in range(len(block.waits)):
                count = play_again(block, slot, self._outsider)
                waiting += memoryview(block.recalled[0])[: count * s.LENGTH]
                while len(waiting) >= BATCH * s.LENGTH:
                    yield waiting[: BATCH * s.LENGTH]
                    waiting = waiting[BATCH * s.LENGTH :]
        if waiting:
            yield waiting

    def _forget(self, slot: int, step: int) -> None:
        block, own = self._found(slot)
        block.since[self._outsider][own] = step

    def _found(self, slot: int) -> tuple[Block, int]:
        """Return the block of a slot, and its number there."""
        block = next(block for block in reversed(self.blocks) if block.first_slot <= slot)
        return block, slot - block.first_slot
