"""The file of a night: what is read back is what was written, however the server ended."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from io import FileIO
from pathlib import Path
from random import Random

import msgspec
import pytest

from game.cabinets.slime.night.log import NightLog, log_of
from game.cabinets.slime.night.night import Again, Began, Called, Ended, Night, Paired, Paused, Stayed, Stepped, Undone
from game.cabinets.slime.night.pairing import next_round
from game.cabinets.slime.night.schedule import Form, ScheduleError, TeamEntry
from game.cabinets.slime.night.ties import Absent
from game.core.rules import Move
from tests.cabinets.slime.night.play import schedule_of

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
SCHEDULE = schedule_of(Form.GROUPS_BRACKET, 5, groups=2, best_of=3)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return log_of(tmp_path / "evening.toml")


def play_some(log: NightLog, chance: Random, entries: int) -> Iterator[Night]:
    """Note entries as a server would, with every kind among them; yield the night before each and at last."""
    yield log.night
    for _ in range(entries):
        night = log.night
        tie = night.tie
        if tie is None:
            following = next_round(night.schedule, night.seed, night.rounds)
            if following is None:
                return
            log.note(Paired(following), NOON)
        elif night.playing is None:
            options = [Called(tie.sides()), Began(tie.sides(), str(2**63), str(2**64 - 1)), Paused(paused=True)]
            log.note(chance.choice([*options, Stayed(Absent.FIRST)]), NOON)
        else:
            step = Stepped((Move(0, {"headings": [1, None, 2, 3, 0], "message": "안녕"}), Move(1, None, forced=True)))
            options = [step, step, Ended((chance.randrange(9), 4), 0), Again()]
            log.note(chance.choice([*options, Undone()] if night.before else options), NOON)
        yield log.night


def outline(night: Night) -> bytes:
    """All that a night is, but for the nights before it."""
    return msgspec.json.encode(msgspec.structs.replace(night, before=None))


@pytest.mark.parametrize("seed", range(3))
def test_every_prefix_of_the_file_is_the_night_as_it_was(path: Path, seed: int) -> None:
    log = NightLog(path, SCHEDULE, 7, NOON)
    nights = [outline(night) for night in play_some(log, Random(seed), 60)]
    assert log.night.before is not None
    log.close()
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    assert len(lines) == len(nights)
    for count, expected in enumerate(nights, 1):
        torn = lines[count][: len(lines[count]) // 2] if count < len(lines) else b""
        path.write_bytes(b"".join(lines[:count]) + torn)
        again = NightLog(path, SCHEDULE, 99, NOON)
        again.close()
        assert outline(again.night) == expected
        assert path.read_bytes() == b"".join(lines[:count]), "a line that was not finished is dropped"


def test_a_file_in_use_is_not_touched(path: Path) -> None:
    log = NightLog(path, SCHEDULE, 7, NOON)
    before = path.read_bytes()
    with pytest.raises(ScheduleError) as caught:
        NightLog(path, SCHEDULE, 7, NOON)
    assert caught.value.key == "slime_night.error.in_use"
    assert path.read_bytes() == before
    log.close()


def test_times_and_members_may_change_in_the_middle_but_not_who_plays(path: Path) -> None:
    NightLog(path, SCHEDULE, 7, NOON).close()
    teams = (TeamEntry("Team 0", sent="secret", members=("Ana",)), *SCHEDULE.teams[1:])
    changed = msgspec.structs.replace(SCHEDULE, minutes=9.0, title="Finals", teams=teams)
    log = NightLog(path, changed, 7, NOON)
    assert log.night.schedule == changed
    log.close()
    before = path.read_bytes()
    with pytest.raises(ScheduleError) as caught:
        NightLog(path, schedule_of(Form.BRACKET, 5, best_of=3), 7, NOON)
    assert caught.value.key == "slime_night.error.other"
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("line", "at"),
    [(b"no JSON", 2), (b'{"at":"","entry":{"type":"ended","squares":[1,2],"winner":0}}', 2), (b"\xff", 2)],
)
def test_a_file_that_is_no_night_says_where_and_stays(path: Path, line: bytes, at: int) -> None:
    NightLog(path, SCHEDULE, 7, NOON).close()
    path.write_bytes(path.read_bytes() + line + b"\n")
    before = path.read_bytes()
    with pytest.raises(ScheduleError) as caught:
        NightLog(path, SCHEDULE, 7, NOON)
    assert (caught.value.key, caught.value.values["line"]) == ("slime_night.error.no_night", at)
    assert path.read_bytes() == before


def test_what_a_full_disk_did_not_take_is_written_later(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = NightLog(path, SCHEDULE, 7, NOON)

    def full(file: FileIO, data: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    class Full(FileIO):
        write = full  # type: ignore[assignment]

    held, log._file = log._file, Full(path, "a+")
    log.note(Paused(paused=True), NOON)
    assert log.failure is not None and log.failure.key == "slime_night.error.unwritable"
    assert log.night.paused
    log._file.close()
    log._file = held
    log.note(Called((0, 1)), NOON)
    assert log.failure is None
    log.close()
    again = NightLog(path, SCHEDULE, 7, NOON)
    assert again.night.paused
    again.close()
    assert len(path.read_bytes().splitlines()) == 3
