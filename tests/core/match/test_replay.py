"""The replay file: written, read, verified; changed, cut off, on a full disk."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.cabinets.nullgame.rules import Nullgame, Options
from game.core import holding
from game.core.match.match import Match
from game.core.recording.replay import (
    MAGIC,
    Header,
    Playback,
    ReplayError,
    ReplayWriter,
    SeatRecord,
    read_header,
    read_replay,
    resume_match,
)
from game.core.rules import NATURE, Ask, Event, Move
from tests.games.sealed import Bid, Sealed
from tests.games.sealed import Options as SealedOptions
from tests.systems import needs_full_disk, needs_pipes_among_files

HEADER = Header("nullgame", 1, 3, {"smallest": 12}, (SeatRecord("수아"), SeatRecord("expert", "expert")), "2026-01-01")


def record(path: Path, steps: int = 1000, header: Header = HEADER) -> Match:
    """A random match, recorded; at most so many decisions of it."""
    writer = ReplayWriter(path, header)
    match = play(writer, steps)
    writer.finish(match)
    assert writer.failure is None
    return match


def play(writer: ReplayWriter, steps: int = 1000) -> Match:
    random = Random(5)
    match = Match(Nullgame(), 2, Options(), HEADER.seed, journal=writer)
    match.tick(0.0)
    while not match.over and match.number < steps:
        (seat,) = match.waiting_for
        legal = match.legal(seat)
        assert legal
        match.offer(seat, random.choice(legal))
        match.tick(0.0)
    return match


def test_what_was_recorded_plays_again(tmp_path: Path) -> None:
    match = record(tmp_path / "a.souk")
    replay = read_replay(tmp_path / "a.souk")
    assert replay.header == HEADER == read_header(tmp_path / "a.souk")
    playback = Playback(replay, Nullgame())
    playback.verify()
    assert playback.match.hash() == match.hash()
    playback.seek(2)
    assert playback.position == 2
    assert playback.forward().events == match.steps[2].events
    assert playback.scores()[-1] == match.scores()


def test_undone_steps_are_not_in_the_replay(tmp_path: Path) -> None:
    writer = ReplayWriter(tmp_path / "a.souk", HEADER)
    match = play(writer, 4)
    number = match.number
    assert match.undo((number - 1) % 2 if number % 2 else 1)
    while not match.over:
        match.force(match.waiting_for[0])
        match.tick(0.0)
    writer.finish(match)
    playback = Playback(read_replay(tmp_path / "a.souk"), Nullgame())
    playback.verify()
    assert [step.moves for step in playback.match.steps] == [step.moves for step in match.steps]


@settings(max_examples=300)
@given(where=st.integers(0, 10**9), bit=st.integers(0, 7))
def test_any_flipped_bit_is_refused(tmp_path_factory: pytest.TempPathFactory, where: int, bit: int) -> None:
    path = tmp_path_factory.getbasetemp() / "flip.souk"
    record(path)
    data = bytearray(path.read_bytes())
    data[where % len(data)] ^= 1 << bit
    path.write_bytes(data)
    with pytest.raises(ReplayError):
        Playback(read_replay(path), Nullgame()).verify()


def test_a_recording_that_was_cut_off_can_be_watched_up_to_there(tmp_path: Path) -> None:
    path = tmp_path / "a.souk"
    record(path)
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        try:
            playback = Playback(read_replay(path), Nullgame())
        except ReplayError as error:
            assert error.key in {"replay.error.no_replay", "replay.error.no_header"}
            continue
        with pytest.raises(ReplayError) as caught:
            playback.verify()
        assert caught.value.key == "replay.error.unfinished"


def test_a_full_disk_ends_the_recording_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.souk"
    writer = ReplayWriter(path, HEADER)
    disk = _FullDisk(path, room=250)
    monkeypatch.setattr(writer, "_file", disk)
    match = play(writer)
    writer.finish(match)
    assert match.over
    assert writer.failure is not None
    assert writer.failure.key == "replay.error.stopped"
    playback = Playback(read_replay(path), Nullgame())
    assert 0 < len(playback) < match.number
    playback.seek(len(playback))


@needs_full_disk
def test_a_disk_that_is_full_from_the_start(tmp_path: Path) -> None:
    path = tmp_path / "full"
    path.symlink_to("/dev/full")
    writer = ReplayWriter(path, HEADER)
    match = play(writer)
    assert match.over
    assert writer.failure is not None


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(ReplayError) as caught:
        ReplayWriter(tmp_path / "file" / "a.souk", HEADER)
    assert caught.value.key == "replay.error.write"


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"game": "chess"}, "replay.error.game"),
        ({"version": 99}, "replay.error.version"),
        ({"options": {"smallest": 1000}}, "replay.error.options"),
        ({"seats": (SeatRecord("a"),) * 9}, "replay.error.seats"),
    ],
)
def test_a_replay_of_something_else_is_refused(tmp_path: Path, change: dict[str, Any], key: str) -> None:
    record(tmp_path / "a.souk", header=msgspec.structs.replace(HEADER, **change))
    replay = read_replay(tmp_path / "a.souk")
    with pytest.raises(ReplayError) as caught:
        Playback(replay, Nullgame())
    assert caught.value.key == key


@pytest.mark.parametrize(
    "data",
    [b"", b"hello", MAGIC, MAGIC + b"\xff" * 40, MAGIC + b"\x00\x00\x00\x01" + b"\x00" * 9],
    ids=["empty", "text", "bare", "huge frame", "wrong digest"],
)
def test_what_is_no_replay_is_said(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.souk"
    path.write_bytes(data)
    with pytest.raises(ReplayError):
        read_replay(path)
    with pytest.raises(ReplayError):
        read_header(path)


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(ReplayError) as caught:
        read_replay(tmp_path / "none.souk")
    assert caught.value.key == "replay.error.read"


class _FullDisk(io.FileIO):
    """A file on a disk with so many bytes of room left."""

    def __init__(self, path: Path, room: int) -> None:
        super().__init__(path, "ab")
        self._room = room

    def write(self, data: Any) -> int:
        part = bytes(data)[: self._room]
        self._room -= len(part)
        return super().write(part)


@pytest.mark.parametrize("cut", [0, 1, 5])
def test_a_recording_that_stopped_goes_on(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "a.souk"
    whole = record(tmp_path / "whole.souk")
    record(path, steps=5)
    path.write_bytes(path.read_bytes()[: -cut or None])
    writer = ReplayWriter.reopen(path)
    match = Match(Nullgame(), 2, Options(), HEADER.seed)
    resume_match(read_replay(path), match)
    recorded = read_replay(tmp_path / "whole.souk")
    for step in recorded.steps[match.number :]:
        writer.append(match.play(step.moves))
    writer.finish(match)
    assert match.hash() == whole.hash()
    Playback(read_replay(path), Nullgame()).verify()


def test_a_recording_is_gone_on_with_as_it_is_once_it_is_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.souk"
    record(path, steps=5)
    whole = path.read_bytes()
    path.write_bytes(whole[:-40])
    monkeypatch.setattr(holding, "hold", lambda file: path.write_bytes(whole))  # who held it wrote on until then
    ReplayWriter.reopen(path).close()
    assert path.read_bytes() == whole


def test_a_move_that_waited_for_others_is_kept(tmp_path: Path) -> None:
    header = Header("sealed", 1, 3, {}, (SeatRecord("a"), SeatRecord("b")))
    writer = ReplayWriter(tmp_path / "a.souk", header)
    match = Match(Sealed(), 2, SealedOptions(), 3, journal=writer)
    match.tick(0.0)
    for amount in (1, 4):
        writer.seal(match.number, Move(1, Bid(amount)))
    writer.sync()
    replay = read_replay(tmp_path / "a.souk")
    resumed = Match(Sealed(), 2, SealedOptions(), 3)
    resume_match(replay, resumed)
    assert resumed.number == match.number
    assert resumed.waiting_for == (0,)
    resumed.offer(0, Bid(2))
    (step,) = resumed.tick(0.0)
    assert step.moves == (Move(0, Bid(2)), Move(1, Bid(4)))
    writer.append(step)
    assert read_replay(tmp_path / "a.souk").sealed == ()


class HugeDraws(Sealed):
    """The cards are dealt from more outcomes than any word of memory can number."""

    def ask(self, state: Any) -> Ask | None:
        ask = super().ask(state)
        return Ask((NATURE,), outcomes=10**40) if ask and ask.seats == (NATURE,) else ask

    def step(self, state: Any, moves: Sequence[Move]) -> list[Event]:
        if moves[0].seat == NATURE:
            moves = [Move(NATURE, moves[0].action % 1000)]
        return super().step(state, moves)


def test_outcomes_beyond_a_word_are_recorded(tmp_path: Path) -> None:
    path, rules = tmp_path / "a.souk", HugeDraws()
    writer = ReplayWriter(path, msgspec.structs.replace(HEADER, game="sealed", options={}))
    match = Match(rules, 2, SealedOptions(), 3, journal=writer)
    match.tick(0.0)
    while not match.over:
        for seat in match.waiting_for:
            match.force(seat)
        match.tick(0.0)
    writer.finish(match)
    drawn = [step.moves[0].action for step in match.steps[:2]]
    assert min(drawn) >= 1 << 64
    assert [step.moves[0].action for step in read_replay(path).steps[:2]] == drawn
    Playback(read_replay(path), rules).verify()


@needs_pipes_among_files
def test_a_pipe_among_the_files_keeps_nobody_waiting(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.souk"
    os.mkfifo(pipe)
    for read in (read_replay, read_header):
        with pytest.raises(ReplayError, match="no_replay"):
            read(pipe)
    with pytest.raises(ReplayError, match="write"):
        ReplayWriter(pipe, HEADER)


def test_a_file_larger_than_any_match_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "huge.souk"
    record(file)
    with file.open("r+b") as recorded:
        recorded.truncate(1 << 40)  # a hole: nothing is on the disk
    with pytest.raises(ReplayError, match="size"):
        read_replay(file)
    assert read_header(file) == HEADER


def test_an_endless_device_is_no_replay() -> None:
    with pytest.raises(ReplayError, match="no_replay"):
        read_replay(Path("/dev/zero"))
