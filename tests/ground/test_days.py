"""What is noted of the matches of the day: the first try of a day, and the best one."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.ground.days import Day, note_day, played_days

pytestmark = pytest.mark.usefixtures("plain_home")
TODAY, EARLIER = "2026-11-26", "2026-11-20"


def test_the_first_try_counts_and_the_best_one_is_kept() -> None:
    note_day("rails", TODAY, 0, counts=True)
    note_day("rails", TODAY, 100_000, counts=True)
    note_day("rails", TODAY, 250_000, counts=False)
    note_day("rails", TODAY, 20_000, counts=False)
    assert played_days("rails") == {TODAY: Day(100_000, 250_000)}


def test_days_of_games_are_kept_apart() -> None:
    note_day("cisterns", EARLIER, 60, counts=True)
    assert played_days("cisterns") == {EARLIER: Day(60, 60)} and played_days("rails") == {}


NO_DAY = b'{"2026-02-30": {"counted": 1}}'


@pytest.mark.parametrize("wrong", [b"[", NO_DAY, b'{"2026": {}}', b'{"2026-11-26": {"counted": -1}}', b"[" * 9000])
def test_a_file_that_cannot_be_read_is_as_none(tmp_path: Path, wrong: bytes) -> None:
    note_day("rails", TODAY, 100_000, counts=True)
    (file,) = tmp_path.rglob("days.json")
    file.write_bytes(wrong)
    assert played_days("rails") == {}
