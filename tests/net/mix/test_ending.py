"""Ending a round of a mix, or all of it, where several tables play."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from net.evening import Stop
from net.host.match.disk import DiskWork, at_once
from net.messages import Choose, Rematch
from net.mix import Mix, MixStop
from net.parts import ToHost
from tests.net.mix.evening import Evening, gathered


@pytest.fixture
def playing(tmp_path: Path) -> Evening:
    """Six people at two tables at which matches run."""
    evening = gathered(tmp_path, "gems", "volcano")
    evening.begin(rounds=2)
    evening.until_all_play()
    return evening


def test_the_end_of_a_round_is_that_of_all_its_tables(playing: Evening) -> None:
    owner, before = playing.windows[0], playing.now
    playing.say(owner, Stop())
    playing.until("board", 5.0)
    assert playing.now - before < 5 and [one.points for one in playing.mix.points] == [6] * 6
    playing.until("finale")
    assert [stage for _, stage, _ in playing.stages if stage].count("board") == 2, "the mix goes on"
    playing.room.close(playing.now)


def test_the_end_of_a_mix_is_that_of_all_its_tables(playing: Evening) -> None:
    playing.say(playing.windows[0], MixStop())
    playing.until("finale", 1.0)
    playing.until_one_table()
    assert not any(play.core.running for play in playing.room.tables.plays)
    playing.room.close(playing.now)


class Late:
    """An evening at whose second table the match still begins, while that of the first runs."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.evening = gathered(folder, "gems", "volcano")
        self._patch, self._held = patch, list[DiskWork]()
        self.evening.begin(rounds=1)
        self.evening.until("card")
        self.owner = self.evening.windows[0]
        assert self.owner.room is not None
        self._late = self.evening.room.tables.plays[1 - self.owner.room.table]
        patch.setattr(self._late.core, "begin_disk_work", self._slow)
        self.evening.until("playing")
        assert self._late.starting and self._late.match is None

    def _slow(self, call: Callable[[], None]) -> DiskWork:
        self._held.append(DiskWork(call))
        return self._held[-1]

    def begin(self) -> None:
        """Let the match begin."""
        self._patch.setattr(self._late.core, "begin_disk_work", at_once)
        for work in self._held:
            work.run()


@pytest.fixture
def late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Late:
    return Late(tmp_path, monkeypatch)


@pytest.mark.parametrize("message", [Stop(), MixStop()], ids=["round", "mix"])
def test_a_match_that_only_begins_ends_as_soon_as_it_has_begun(late: Late, message: Stop | MixStop) -> None:
    evening = late.evening
    evening.say(late.owner, message)
    late.begin()
    evening.until("finale", 60.0)
    evening.until_one_table()
    assert not any(window.question and window.question.asked for window in evening.windows)
    evening.room.close(evening.now)


@pytest.mark.parametrize(
    "message", [Mix(rounds=1), Choose("volcano", {}, ("open", "open")), Rematch()], ids=["mix", "choose", "rematch"]
)
def test_nothing_else_begins_before_all_are_led_back_from_a_mix_that_was_ended(late: Late, message: ToHost) -> None:
    evening = late.evening
    evening.say(late.owner, MixStop())
    evening.say(late.owner, message)
    assert late.owner.refused() == "net.refuse.mix"
    late.begin()
    evening.until_one_table()
    evening.begin(rounds=1)
    evening.until("finale")
    evening.room.close(evening.now)
