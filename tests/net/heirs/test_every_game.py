"""Every game moves: what everybody sees of a match is the same at the heir, byte for byte, secrets included."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.core.options import read
from game.core.recording.growing import written
from game.core.recording.replay import ReplayWriter, read_replay
from game.core.rules import SPECTATOR
from net.heirs import Handed
from net.host.match.hosted_match import HostedMatch, Terms
from net.host.room.handed import HandedFile, HandedRoom, log_of
from net.host.room.record import RoomRecord, WaitingRecord
from net.host.room.seating import RoomSeat
from net.messages import SeatLine, raw
from tests.in_turns import in_turns

GOLDEN = Path(__file__).parents[2] / "golden"
RECORDINGS = sorted(path.name for path in GOLDEN.glob("*.souk"))


def record_of(people: list[int]) -> RoomRecord:
    """A room with so many seats."""
    places = [RoomSeat() for _ in people]
    return RoomRecord("Room", places, (), 0, 0, b"", None, None, 0.0, 0.0, "")


@in_turns(one_in=18, name=RECORDINGS, share=[0.3, 0.8])
def test_every_view_is_the_same_at_the_heir(name: str, share: float, tmp_path: Path) -> None:
    whole = read_replay(GOLDEN / name)
    cabinet = CABINETS[whole.header.game]
    if whole.header.version != cabinet.info.version:
        pytest.skip("a recording by older rules")
    replay = msgspec.structs.replace(whole, steps=whole.steps[: int(len(whole.steps) * share)], end=None)
    lines = tuple(SeatLine(seat.name, seat.bot or "") for seat in replay.header.seats)
    people = list(range(len(lines)))
    options = read(cabinet.info.options, replay.header.options)

    def hosted(path: Path, past: msgspec.Struct) -> HostedMatch:
        return HostedMatch(
            Terms(cabinet, options),
            lines,
            past.header.seed,  # type: ignore[attr-defined]
            ReplayWriter.reopen(path),
            people,
            0.0,
            past=past,  # type: ignore[arg-type]
            held=True,
            key=past.header.key,  # type: ignore[attr-defined]
        )

    here = tmp_path / "here.souk"
    here.write_bytes(written(replay))
    before = hosted(here, replay)
    log = log_of(before, None)
    handed = HandedFile(Handed(2, cabinet.id, b"", log), 1, b"s" * 32)
    kept = WaitingRecord(record_of(people), cabinet.id, {})
    room = HandedRoom(handed, kept, log)
    there = tmp_path / "there.souk"
    moved = room.match_at(there, cabinet, 0xABCDEF)
    assert moved is not None and moved.header.key != replay.header.key
    after = hosted(there, moved)
    assert after.match.number == before.match.number == len(replay.steps)
    for viewer in (*people, SPECTATOR):
        assert bytes(raw(after.match.view(viewer))) == bytes(raw(before.match.view(viewer)))
        assert after.match.legal(viewer) == before.match.legal(viewer) if viewer in before.match.may_offer else True
    assert after.match.hash() == before.match.hash()
    for match in (before, after):
        match.close()
