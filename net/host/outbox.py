"""What a match has to tell, held back until everything it follows from is on the disk."""

from __future__ import annotations

from game.core.recording.frames import FrameWriter
from game.core.rules import Viewer
from net.host.disk import Disk, DiskWork
from net.messages import ToClient


class Outbox:
    """Messages for viewers, in order. While one flush is under way, what is written meanwhile waits for the next."""

    def __init__(self, writer: FrameWriter, disk: Disk) -> None:
        self._writer = writer
        self._disk = disk
        self._held: list[tuple[Viewer, ToClient]] = []
        self._written = False
        self._flush: DiskWork | None = None
        self._flushed: list[tuple[Viewer, ToClient]] = []
        """What may be told once the flush is over."""

    def put(self, viewer: Viewer, message: ToClient) -> None:
        """Something is to be told."""
        self._held.append((viewer, message))

    def wrote(self) -> None:
        """Something was written to the journal that what is held now or later follows from."""
        self._written = True

    @property
    def empty(self) -> bool:
        """Whether everything was told."""
        return not (self._held or self._flush or self._written)

    def ready(self) -> list[tuple[Viewer, ToClient]]:
        """What may be told now. Begins to flush what was written since the last call."""
        ready: list[tuple[Viewer, ToClient]] = []
        while not self._flying:
            if self._flush is not None:
                if self._flush.error is not None:
                    self._writer.stop(self._flush.error)
                ready += self._flushed
                self._flush, self._flushed = None, []
            if not self._written:
                ready += self._held
                self._held = []
                break
            self._flushed, self._held, self._written = self._held, [], False
            self._flush = self._disk(self._writer.flushing())
        return ready

    def wait(self) -> None:
        """Wait for the flush that is under way."""
        if self._flush is not None:
            self._flush.wait()

    @property
    def _flying(self) -> bool:
        return self._flush is not None and not self._flush.done
