"""Recordings that a host sends: one for each end, of this match, in the folder of replays whatever the host says."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from game.ground import paths
from game.ground.files import file_name, free_name
from game.ground.recordings import recording_name
from game.scenes.lan.connection import RoomConnection
from game.scenes.lan.log import ConnectionLog
from net.errors import ProtocolError
from net.limits import PROTOCOL, RECORDING, SECRET
from net.messages import Ended, HostMessage, Recorded, RoomChanged, Welcome
from net.wire import WireError, host_message, pack
from tests.net.transcript import room_of, transcript
from tests.showroom.lan import StillClient


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "a" / "b" / "c" / "home"
    monkeypatch.setenv("SOUK_HOME", str(home))
    return home


@pytest.fixture
def played(tmp_path: Path) -> tuple[list[HostMessage], bytes]:
    """What is told of a match from its begin to its end, and its recording."""
    folder = tmp_path / "host"
    folder.mkdir()
    messages = transcript(folder, "nullgame", steps=1000)
    assert isinstance(messages[-1], Ended)
    return messages, (folder / "nullgame0.souk").read_bytes()


def guest(messages: list[HostMessage]) -> tuple[RoomConnection, StillClient]:
    client = StillClient([Welcome(PROTOCOL, 1, bytes(SECRET), room_of("nullgame")), *messages])
    connection = RoomConnection(client, ConnectionLog(lambda: ""))
    connection.poll(0.0)
    return connection, client


def hear(connection: RoomConnection, client: StillClient, *messages: HostMessage) -> None:
    client.messages += messages
    for message in messages:
        if isinstance(message, RoomChanged):
            client.room = message.room
    connection.poll(1.0)


def outside(tmp_path: Path) -> list[Path]:
    """The files that were written anywhere but among the replays."""
    return [path for path in tmp_path.rglob("*") if path.is_file() and path.parent.name != "host"]


NAMES = ("/../../../../planted/by the host", "..", "x\0y", "..\\..\\planted", "a" * 64, "\u202e/etc", "CON", "\n")


@pytest.mark.parametrize("name", NAMES)
def test_a_room_that_is_called_like_a_path_leaves_its_recording_among_the_replays(
    name: str, played: tuple[list[HostMessage], bytes], tmp_path: Path
) -> None:
    messages, recording = played
    connection, client = guest(messages)
    room = msgspec.structs.replace(room_of("nullgame"), game=name, name=f"{name}/room"[:32])
    hear(connection, client, RoomChanged(room), Recorded(recording))
    written = [path for path in outside(tmp_path) if ".lock" not in path.name]
    assert written == ([connection.replay] if connection.replay else [])
    assert connection.replay is not None and connection.replay.parent == paths.replays()
    assert connection.replay.read_bytes() == recording


def test_one_recording_is_kept_for_each_end(played: tuple[list[HostMessage], bytes], tmp_path: Path) -> None:
    messages, recording = played
    connection, client = guest(messages)
    hear(connection, client, Recorded(recording))
    hear(connection, client, messages[-1], Recorded(recording))
    assert connection.over and isinstance(client.error, ProtocolError)
    assert len(list(paths.replays().glob("*.souk"))) == 1


def test_another_match_than_that_which_ended_is_not_kept(
    played: tuple[list[HostMessage], bytes], tmp_path: Path
) -> None:
    messages, recording = played
    ended = messages[-1]
    assert isinstance(ended, Ended)
    connection, client = guest([*messages[:-1], msgspec.structs.replace(ended, hash="another")])
    hear(connection, client, Recorded(recording))
    assert isinstance(client.error, ProtocolError)
    assert list(paths.replays().glob("*")) == []


def test_matches_that_end_faster_than_matches_can_fill_no_disk(
    played: tuple[list[HostMessage], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    messages, recording = played
    kept: list[Path] = []

    def keep(*_: object) -> Path:
        kept.append(paths.replays())
        return paths.replays()

    monkeypatch.setattr("game.scenes.lan.connection.keep_recording", keep)
    connection, client = guest([])
    for _ in range(40):
        hear(connection, client, *messages, Recorded(recording))
    assert not connection.over and 1 <= len(kept) <= 8


def test_a_recording_longer_than_the_protocol_says_is_no_message() -> None:
    assert isinstance(host_message(pack(Recorded(bytes(RECORDING)))[4:]), Recorded)
    with pytest.raises(WireError):
        host_message(pack(Recorded(bytes(RECORDING + 1)))[4:])


@settings(max_examples=50)
@given(text=st.text(max_size=300), suffix=st.sampled_from([".souk", ""]))
@example(text="../../x", suffix=".souk")
@example(text="가" * 300, suffix=".souk")
@example(text="\ud800", suffix="")
def test_whatever_a_file_is_called_it_lies_in_its_folder(text: str, suffix: str) -> None:
    folder = Path("/folder/of/replays")
    for stem in (text, recording_name(text, text, datetime(2026, 11, 20, tzinfo=UTC))):
        path = free_name(folder, stem, suffix)
        assert path.resolve().parent == folder.resolve() and len(path.name.encode()) <= 255
    assert file_name(text) == file_name(file_name(text)) or len(text.encode(errors="replace")) > 190
