"""A room in a mix that goes on at another computer, or at its own after a kill: who was there keeps their seat."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from net.heirs import Handed, Heir, Move
from net.host.room.mix import MixCourse
from net.host.room.record import WaitingRecord
from tests.net.mix.evening import Evening, gathered


def with_heir(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """Six people at two tables, whose second one could take the room over."""
    evening = gathered(folder, "gems", "volcano")
    omar = evening.windows[1]
    monkeypatch.setattr(type(evening.room.core.plan), "ours", lambda plan, address: False)
    evening.say(omar, Heir(b"k" * 32))
    evening.settle()
    evening.say(omar, Heir(b"k" * 32, 4242))
    (knock,) = evening.room.heirs.take_knocks()
    evening.room.heirs.knocked(knock, reached=True)
    return evening


def test_while_several_tables_play_a_room_is_not_moved_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = with_heir(tmp_path, monkeypatch)
    mia, omar = evening.windows[:2]
    evening.begin(rounds=2)
    evening.until("playing")
    evening.say(mia, Move(omar.person))
    assert mia.refused() == "net.refuse.several" and not evening.room.core.moving
    evening.room.tables.plays[0].cut(evening.now)
    evening.settle()
    evening.say(mia, Move(omar.person))
    assert not evening.room.core.moving, "the other table still plays"
    evening.until("finale")
    evening.room.close(evening.now)


def test_at_a_card_of_several_tables_a_room_moves_and_everybody_has_a_seat_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = with_heir(tmp_path, monkeypatch)
    mia, omar = evening.windows[:2]
    evening.begin(rounds=2)
    evening.until("board")
    evening.until("card")
    points = evening.points
    evening.say(mia, Move(omar.person))
    assert evening.room.core.moving
    (handed,) = (each for each in omar.told if isinstance(each, Handed))
    there = Evening(tmp_path / "heir", games=evening.games, seats=6, now=evening.now)
    there.room.wait_again(msgspec.json.decode(handed.room, type=WaitingRecord), there.now)
    assert sorted(there.room.core.seated_anywhere) == [2, 3, 4, 5, 6], "before their windows are there"
    assert there.points == points
    evening.room.close(evening.now)
    there.room.close(there.now)


@pytest.mark.parametrize("stage", ["card", "board"])
def test_who_comes_back_a_little_late_after_a_kill_has_a_seat_in_the_next_round(tmp_path: Path, stage: str) -> None:
    evening = gathered(tmp_path, "marrakech", "gems", "volcano", names=("Mia", "Omar", "Jun"))
    evening.begin(rounds=3)
    evening.until(stage)
    again = Evening(tmp_path / "again", games=evening.games, now=evening.now)
    again.room.wait_again(evening.room.play.kept.whole(), again.now)
    assert isinstance(again.room.mix, MixCourse) and again.mix.stage == "card"
    for window in evening.windows:
        again.now += 0.5
        again.enter(window.name, token=window.token)
    again.until("playing")
    assert sorted(again.room.core.seated_anywhere) == [1, 2, 3]
    again.room.close(again.now)
