"""Whose turn it is to open the room of a lost host, and what an heir holds to open it with."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from net.evening import Talk
from net.heirs import LOST, Handed, HeirLine, Kept, KeptLog
from net.limits import LOG, TALK
from net.messages import HostMessage, RoomChanged, Said, Welcome
from net.parts import DropReason, TalkLine

ASKING = 5.0
"""Seconds in which the person at an heir's computer may say no."""
PASSED_OVER = 8.0
"""Seconds without a word from an heir after which the next one's turn comes."""


@dataclass(frozen=True)
class Turn:
    """The heir who is to open the room now."""

    person: int
    seconds: float
    """Seconds until their computer opens it by itself."""


def turn_of(
    heirs: Sequence[HeirLine], me: int, silence: float, words: Mapping[int, tuple[DropReason, float]]
) -> Turn | None:
    """Return whose turn it is after so much silence of the host, as far as the computer of `me` knows; None for nobody.

    `words`: what the other heirs' computers said last, each with the silence then.
    """
    ready = LOST
    for line in heirs:
        opens = ready + ASKING
        if not line.port:
            continue
        word, at = words.get(line.person, ("", 0.0))
        if word == "not_here":
            ready = max(ready, at)
            continue
        passes = max(ready, at) + PASSED_OVER - ASKING
        if line.person == me or silence < passes:
            return Turn(line.person, max(0.0, opens - silence)) if silence >= ready else None
        ready = passes
    return None


class Holding:
    """The room and its match's log as far as the host has told them to this heir, within bounds."""

    def __init__(self) -> None:
        self.kept: Kept | None = None
        self.past = b""
        """The log as the host before this one had told it, until the match is over; empty for none."""
        self._log = bytearray()
        self._talk: deque[TalkLine] = deque(maxlen=TALK)

    def hear(self, message: HostMessage) -> None:
        """Take in what the host tells."""
        match message:
            case Welcome():
                self.past = bytes(self._log) or self.past
                self.kept = None
                self._log.clear()
                self._talk.clear()
            case Kept():
                self.kept = message
            case RoomChanged(room=room) if room.phase == "waiting":
                self.past = b""
            case KeptLog(at=at, data=data):
                self._add(at, data)
            case Talk(lines=lines):
                self._talk.extend(lines)
            case Said(person=person, name=name, text=text):
                self._talk.append(TalkLine(person, name, text))
            case _:
                pass

    def _add(self, at: int, data: bytes) -> None:
        """Add a piece of the log. One that does not fit, or is too much, leaves none: the room alone is held then."""
        if at == 0:
            self._log.clear()
        if at != len(self._log) or at + len(data) > LOG:
            self._log.clear()
            return
        self._log += data

    @property
    def talk(self) -> tuple[TalkLine, ...]:
        """What was said in the room lately."""
        return tuple(self._talk)

    def handed(self) -> Handed | None:
        """Return the room as an heir's host takes it; None where none was told."""
        kept = self.kept
        if kept is None:
            return None
        return Handed(kept.generation, kept.game, kept.room, bytes(self._log), kept.windows, kept.sealed)
