"""Holds back messages of a match until everything they depend on is on the disk."""

from __future__ import annotations

from collections import deque

from game.core.recording.frames import FrameWriter
from game.core.rules import Viewer
from net.host.match.disk import Disk, DiskWork
from net.parts import ToClient


class Outbox:
    """Messages for viewers, in order. What is written during a flush waits for the next flush.

    Messages that flow wait for no flush, only for their turn: a power cut may undo the last of them.
    """

    def __init__(self, writer: FrameWriter, disk: Disk) -> None:
        self._writer = writer
        self._disk = disk
        self._held: deque[tuple[Viewer, ToClient, int]] = deque()
        """Messages to be told, each with the number of writes that it depends on."""
        self._writes = 0
        self._flushed = 0
        """Number of writes that are on the disk."""
        self._flush: DiskWork | None = None
        self._flushing = 0
        """Number of writes that will be on the disk once the running flush is over."""

    def put(self, viewer: Viewer, message: ToClient, *, flows: bool = False) -> None:
        """Add a message to be told once everything written so far is on the disk; without waiting if it `flows`."""
        self._held.append((viewer, message, 0 if flows else self._writes))

    def wrote(self) -> None:
        """Note that the journal was written: messages put from now on wait until that is on the disk."""
        self._writes += 1

    @property
    def empty(self) -> bool:
        """Whether everything was told."""
        return not self._held

    def ready(self) -> list[tuple[Viewer, ToClient]]:
        """Return what may be told now, and begin to flush what was written since the last call."""
        while not self._flying:
            if self._flush is not None:
                if self._flush.error is not None:
                    self._writer.stop(self._flush.error)
                self._flush, self._flushed = None, self._flushing
            if self._flushed == self._writes:
                break
            self._flushing = self._writes
            self._flush = self._disk(self._writer.flushing())
        ready = []
        while self._held and self._held[0][2] <= self._flushed:
            viewer, message, _ = self._held.popleft()
            ready.append((viewer, message))
        return ready

    def wait(self) -> None:
        """Block until the running flush is over."""
        if self._flush is not None:
            self._flush.wait()

    @property
    def _flying(self) -> bool:
        return self._flush is not None and not self._flush.done
