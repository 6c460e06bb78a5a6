"""What a hostile host says of recordings and of the ledger: a sentence, and nothing outside the folder of replays."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.cabinets.listed import CABINETS
from game.core.match.match import Match
from game.core.recording.replay import SeatRecord, begin_recording
from game.scenes.lan.ledger import keep_recording
from net.errors import ProtocolError
from net.limits import RECORDING

INFO = CABINETS["nullgame"].info


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path / "deep" / "deeper" / "home"))
    return tmp_path


@pytest.fixture
def recording(tmp_path: Path) -> bytes:
    path = tmp_path / "one.souk"
    seats = (SeatRecord("Mia"), SeatRecord("Omar"))
    match = Match(CABINETS["nullgame"].rules, 2, INFO.options(), 1)
    writer = begin_recording(path, INFO, 1, match.options, seats)
    while not match.over:
        for seat in match.waiting_for:
            match.force(seat)
        for step in match.tick(0.0):
            writer.append(step)
    writer.finish(match)
    data = path.read_bytes()
    path.unlink()
    return data


@pytest.mark.parametrize("room", ["by the host", "/../../../planted/by the host", "..", "x\0y", "\\..\\planted", "."])
def test_a_recording_stays_in_its_folder_whatever_a_room_is_called(home: Path, recording: bytes, room: str) -> None:
    kept = keep_recording(recording, "nullgame", room)
    assert kept.parent == home / "deep" / "deeper" / "home" / "replays"
    assert set(home.rglob("*.souk")) == {kept}


def test_what_is_longer_than_the_protocol_allows_is_not_kept(home: Path, recording: bytes) -> None:
    with pytest.raises(ProtocolError):
        keep_recording(recording + bytes(RECORDING), "nullgame", "Souk")
    assert not list(home.rglob("*.souk"))


def test_a_recording_of_another_game_is_not_kept(home: Path, recording: bytes) -> None:
    with pytest.raises(ProtocolError):
        keep_recording(recording, "marrakech", "Souk")
    assert not list(home.rglob("*.souk"))
