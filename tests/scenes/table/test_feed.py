"""Feeds: what a table is told of a match here and of a recorded one."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from game.cabinets.listed import CABINETS
from game.cabinets.nullgame.rules import Take
from game.core.errors import SpokenError
from game.core.recording.replay import ReplayError, read_replay
from game.core.rules import SPECTATOR
from game.ground.settings import Settings
from game.scenes.feeds.feed import LogEntry, Notice, game_number
from game.scenes.feeds.local import LocalFeed, start_local
from game.scenes.feeds.replay import open_replay
from game.scenes.feeds.turns import numbered, turns_of
from tests.processes import wait_until
from tests.scenes.scene_driver import plan, played
from tests.systems import needs_full_disk


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    return tmp_path


def people(game: str = "nullgame", seats: int = 2) -> LocalFeed:
    return LocalFeed(CABINETS[game], plan(game, *["human"] * seats))


def test_updates_carry_the_view_after_each_step() -> None:
    feed = people()
    opening = feed.poll(0.0)
    assert [update.position for update in opening] == [1]
    heap = opening[0].view.heap
    assert feed.play(0, Take(2)) is None
    (update,) = feed.poll(0.0)
    assert update.view.heap == heap - 2
    assert [event.kind for event in update.events] == ["took"]


def test_the_viewer_is_who_is_asked() -> None:
    feed = people()
    feed.poll(0.0)
    assert feed.viewer == 0
    feed.play(0, Take(1))
    feed.poll(0.0)
    assert feed.viewer == 1 and feed.choice is not None and feed.choice.seat == 1


def test_refusals_are_text_keys() -> None:
    feed = people()
    feed.poll(0.0)
    assert feed.play(0, Take(9)) == "nullgame.refuse.number"
    assert feed.play(1, Take(1)) == "match.refuse.not_asked"


def test_undo_goes_back_and_is_told_as_a_jump() -> None:
    feed = people()
    (opening,) = feed.poll(0.0)
    assert not feed.can_undo
    feed.play(0, Take(3))
    feed.poll(0.0)
    assert feed.can_undo and feed.undo()
    (update,) = feed.poll(0.0)
    assert update.jump and update.position == 1 and update.view == opening.view
    assert len(feed.entries) == 1


def test_a_match_is_recorded_as_it_goes() -> None:
    feed = start_local(plan("nullgame", "human", "human"), Settings())
    played(feed)
    feed.close()
    assert feed.recording is not None
    replay = read_replay(feed.recording)
    assert replay.end is not None and len(replay.steps) == len(feed.entries)
    assert feed.recording.name.endswith(" nullgame Seat 0, Seat 1-1.souk")


def test_a_match_nobody_moved_in_leaves_no_recording() -> None:
    feed = start_local(plan("nullgame", "human", "human"), Settings())
    feed.poll(0.0)
    assert feed.recording is not None and feed.recording.exists()
    feed.close()
    assert not feed.recording.exists()


def test_where_nothing_can_be_recorded_the_match_goes_on(home: Path) -> None:
    home.joinpath("replays").write_text("a file where the folder should be", encoding="utf-8")
    feed = start_local(plan("nullgame", "human", "human"), Settings())
    assert [notice.key for notice in feed.take_notices()] == ["replay.error.write"]
    assert feed.take_notices() == []
    assert played(feed).over
    feed.close()


def test_a_recording_asked_for_is_kept_even_when_empty(tmp_path: Path) -> None:
    feed = start_local(plan("nullgame", "human", "human"), Settings(), tmp_path / "mine.souk")
    feed.close()
    assert read_replay(tmp_path / "mine.souk").steps == ()


@needs_full_disk
def test_a_full_disk_ends_the_recording_and_nothing_else() -> None:
    feed = start_local(plan("nullgame", "human", "human"), Settings(), Path("/dev/full"))
    assert played(feed).over
    assert [notice.key for notice in feed.take_notices()] == ["replay.error.stopped"]
    assert feed.take_notices() == []
    feed.close()


def test_an_unknown_bot_is_refused_before_anything_starts() -> None:
    with pytest.raises(SpokenError):
        start_local(plan("nullgame", "human", "nobody"), Settings())


def test_a_failing_bot_is_told_once_and_the_match_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text("class Broken: pass\n", encoding="utf-8")
    feed = start_local(plan("nullgame", "human", f"{file}:Broken"), Settings())
    try:
        feed.poll(0.0)
        assert feed.play(0, Take(1)) is None
        notices: list[Notice] = []
        seconds = count(0.0, 0.05)

        def over() -> bool:
            feed.poll(next(seconds))
            notices.extend(feed.take_notices())
            return len(feed.entries) >= 3

        wait_until(over, "the fallback of the broken bot")
        assert [notice.seat for notice in notices] == [1]
    finally:
        feed.close()


def test_computers_alone_are_watched_by_a_spectator() -> None:
    feed = LocalFeed(CABINETS["nullgame"], plan("nullgame", "expert", "expert"))
    assert feed.viewer == SPECTATOR and feed.choice is None


def test_a_rematch_has_the_same_seats_and_other_chance() -> None:
    feed = start_local(plan("marrakech", "human", "human"), Settings())
    again = feed.again()
    assert again is not None
    assert again.seats == feed.seats and again.plan.seed != feed.plan.seed
    assert again.recording != feed.recording
    feed.close()
    again.close()


@pytest.fixture
def recording() -> Path:
    feed = played(start_local(plan("marrakech", "human", "human", "human"), Settings()))
    feed.close()
    assert feed.recording is not None
    return feed.recording


def test_a_replay_goes_forward_and_leaps(recording: Path) -> None:
    feed = open_replay(recording)
    assert feed.poll(0.0) == [] and feed.position == 0
    assert feed.forward()
    (update,) = feed.poll(0.0)
    assert update.position == 1 and not update.jump
    feed.seek(40)
    (update,) = feed.poll(0.0)
    assert update.jump and update.position == 40
    forty = update.view
    feed.seek(len(feed))
    assert feed.over and feed.result is not None and not feed.forward()
    feed.seek(40)
    assert feed.poll(0.0)[-1].view == forty and feed.result is None


def test_a_replay_tells_what_the_match_told(recording: Path) -> None:
    feed = open_replay(recording)
    live = played(LocalFeed(CABINETS["marrakech"], plan("marrakech", "human", "human", "human")))
    assert [entry.events for entry in feed.entries] == [entry.events for entry in live.entries]
    assert [entry.scores for entry in feed.entries] == [entry.scores for entry in live.entries]


def test_a_cut_off_replay_is_watched_up_to_there(recording: Path) -> None:
    data = recording.read_bytes()
    recording.write_bytes(data[: len(data) // 2])
    feed = open_replay(recording)
    assert len(feed) > 0 and not feed.has_end
    assert [notice.key for notice in feed.take_notices()] == ["table.replay.unfinished"]


def test_a_changed_replay_is_refused(recording: Path) -> None:
    data = bytearray(recording.read_bytes())
    data[len(data) // 2] ^= 1
    recording.write_bytes(bytes(data))
    with pytest.raises(ReplayError):
        open_replay(recording)


def test_turns_gather_a_movers_steps_and_the_chance_between() -> None:
    steps = [((), 0), ((2,), 0), ((), 0), ((2,), 0), ((0,), 1), ((), 1)]
    entries = [LogEntry(number, movers, (), turn, ()) for number, (movers, turn) in enumerate(steps)]
    turns = turns_of(entries)
    assert [(turn.seat, turn.begin, len(turn.entries)) for turn in turns] == [(None, 0, 1), (2, 1, 3), (0, 4, 2)]
    assert numbered(turns) == [0, 1, 2]
    assert numbered(turns[1:]) == [1, 2]


def test_a_numbered_match_tells_its_number_as_people_write_it() -> None:
    info = CABINETS["l4g"].info
    assert [game_number(info, seed) for seed in (7, -5, (1 << 64) - 5)] == [7, -5, -5]
    assert game_number(CABINETS["nullgame"].info, 7) is None
    assert LocalFeed(CABINETS["l4g"], plan("l4g", "human", "human", seed=-5)).number == -5


def test_who_moved_in_private_is_told_to_nobody_else() -> None:
    feed = played(people("l4g", 3), steps=3)
    logs = [[entry.movers for entry in feed._logs[seat]] for seat in range(3)]
    assert logs == [[(), (0, 1, 2), (seat,)] for seat in range(3)], "all chose a square, then each knows of itself"


def test_what_some_do_in_a_turn_of_all_belongs_to_it() -> None:
    steps = [
        LogEntry(number, movers, (), turn, ())
        for number, (movers, turn) in enumerate([((), 0), ((0, 1, 2), 1), ((1,), 1), ((0, 1, 2), 2), ((0, 2), 2)])
    ]
    assert [(turn.seat, turn.begin) for turn in turns_of(steps)] == [(None, 0), (None, 1), (None, 3)]
