"""A disk that refuses the record of a room: said once, tried again after a while, and nobody waits for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from net.host.room.record import RETRY, read_record, read_waiting, record_path
from net.host.room.room import Room
from net.messages import Ready, Start, Told
from tests.net.house import plan_of
from tests.net.test_states import FakeLink, enter, say


class Disk:
    """Refuses every write while it is `full`, and counts them."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.full = True
        self.writes = 0
        from game.ground import files

        self._write = files.write_whole
        patch.setattr(files, "write_whole", self._refusing)

    def _refusing(self, path: Path, data: bytes, **more: int) -> None:
        self.writes += 1
        if self.full:
            raise OSError(28, "No space left on device")
        self._write(path, data, **more)


def told(link: FakeLink) -> int:
    return sum(isinstance(message, Told) and message.key == "net.log.disk" for message in link.told)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


def test_a_room_that_could_not_be_kept_says_so_and_is_kept_later(tmp_path: Path, disk: Disk) -> None:
    kept = tmp_path / "kept.room"
    room = Room(plan_of(tmp_path, kept_at=kept))
    owner = enter(room, "Mia")
    for _ in range(50):
        room.settle(0.5)
    assert (told(owner), disk.writes) == (1, 1), "said once, and not tried at each turn"
    disk.full = False
    room.settle(RETRY - 0.1)
    assert not kept.exists()
    room.settle(RETRY + 0.6)
    room.settle(RETRY + 0.7)
    assert [person.name for person in read_waiting(kept).room.people] == ["Mia"]
    assert (told(owner), disk.writes) == (1, 2)
    room.close(100.0)


def test_seats_of_a_match_that_could_not_be_kept_are_kept_later(tmp_path: Path, disk: Disk) -> None:
    room = Room(plan_of(tmp_path))
    owner, other = enter(room, "Mia"), enter(room, "Omar")
    say(room, other, Ready(True), 0.0)
    say(room, owner, Start(), 0.0)
    for _ in range(50):
        room.settle(0.5)
    assert (told(owner), disk.writes) == (1, 1)
    assert room.play.shown, "the match is played all the same"
    disk.full = False
    room.settle(RETRY + 0.6)
    assert room.play.journal is not None
    assert len(read_record(room.play.journal).people) == 2 and record_path(room.play.journal).exists()
    room.close(100.0)
