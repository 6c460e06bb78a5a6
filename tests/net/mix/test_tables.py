"""A round of a mix at several tables of one room at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from shutil import copytree

import msgspec
import pytest

from game.core.recording.replay import read_replay
from game.core.rules import Result, SeatResult
from net.host.room.mix_record import PastRound, unrecorded
from net.host.room.record import read_record
from net.messages import Begun, Bye, RoomChanged, Told
from net.states import RoomPhase
from tests.net.mix.evening import NAMES, Evening, gathered


@pytest.fixture
def six(tmp_path: Path) -> Iterator[Evening]:
    """Six people who play at two tables of three."""
    evening = gathered(tmp_path, "gems", "volcano")
    yield evening
    evening.room.close(evening.now)


def test_six_people_play_at_two_tables_and_nobody_presses_anything(six: Evening) -> None:
    six.begin(rounds=2)
    six.until("card")
    tables = {window.person: window.room.table for window in six.windows if window.room}
    assert sorted(tables.values()) == [0, 0, 0, 1, 1, 1]
    for window in six.windows:
        assert window.room is not None
        seated = {seat.person for seat in window.room.seats}
        assert seated == {other for other, table in tables.items() if table == window.room.table}, (
            "only one's own table"
        )
        assert [set(table.people) for table in window.room.tables] == [
            {one for one, table in tables.items() if table == number} for number in (0, 1)
        ]
    six.until("finale")
    assert [stage for _, stage, _ in six.stages if stage] == ["salt", *["card", "playing", "board"] * 2, "finale"]
    assert sum(one.points for one in six.mix.points) == 6 * 6 * 3, "6 a round each, the last one twice"
    assert not six.room.tables.several
    assert {window.room.table for window in six.windows if window.room} == {0}
    ends = [told for told in six.windows[0].told if isinstance(told, Told) and told.key.endswith("over")]
    sat = [set(names.values["names"].split(", ")) for names in ends if names.key == "net.log.table_over"]  # type: ignore[union-attr]
    first = [{NAMES[one - 1] for one, table in tables.items() if table == number} for number in (0, 1)]
    assert len(sat) == 4 and all(each in sat[:2] for each in first), "each table's end is told with who sat at it"


def test_who_is_done_first_is_led_to_the_other_table_and_points_wait_for_it(six: Evening) -> None:
    six.begin(rounds=1)
    six.until_all_play()
    other = six.room.tables.plays[1]
    mine = [window for window in six.windows if window.room and window.room.table == 1]
    other.cut(six.now)
    six.settle()
    assert other.core.phase is RoomPhase.AFTER and six.mix.stage == "playing"
    assert six.room.play.core.running, "the other table plays on"
    for window in mine:
        window.told.clear()
    before = six.now
    while any(window.room.table for window in mine if window.room):
        six.step()
    assert six.now - before < 60
    for window in mine:
        begun = [each for each in window.told if isinstance(each, Begun)]
        assert [each.viewer for each in begun] == [-2], "they look on"
        assert window.room is not None and window.room.phase == "playing"
    six.until("board")
    points = six.points
    assert [points[window.person] for window in mine] == [12, 12, 12], "6 each, times 2: it was not played to its end"
    assert sum(points.values()) == 6 * 6 * 2
    six.until("finale")


def test_duels_have_a_table_for_each_pair_and_an_odd_person_plays_a_computer(tmp_path: Path) -> None:
    evening = gathered(tmp_path, "tablut", "omok", names=NAMES[:5], thinks=0.5)
    evening.begin(rounds=1)
    evening.until("card")
    tables = evening.room.core.state().tables
    assert sorted((len(table.people), table.computers) for table in tables) == [(1, 1), (2, 0), (2, 0)]
    evening.until("finale")
    assert all(one.points in (0, 12, 24) for one in evening.mix.points)
    evening.room.close(evening.now)


def test_nobody_hears_of_another_table_while_they_play(six: Evening) -> None:
    six.begin(rounds=1)
    six.until_all_play()
    for window in six.windows:
        window.told.clear()
    while all(play.core.running for play in six.room.tables.plays):
        six.step()
    for window in six.windows:
        assert not any(isinstance(each, RoomChanged) and each.room.table != window.home for each in window.told)


def killed(evening: Evening) -> Evening:
    """Return the evening at a host that was started again after this one was killed in the middle of matches."""
    first = evening.room.play
    first.kept.wait()
    assert first.journal is not None
    left = copytree(evening.folder, evening.folder / "left")  # the other host still holds its files
    again = Evening(left, games=evening.games, seats=evening.seats, now=evening.now)
    again.room.core.plan = replace(again.room.core.plan, terms=evening.room.core.plan.terms)
    journal = left / first.journal.name
    again.room.resume(read_record(journal), read_replay(journal), journal, again.now)
    for window in evening.windows:
        again.enter(window.name, token=window.token)
    return again


@pytest.mark.parametrize("over", [(), (0,), (1,)])
def test_a_killed_host_goes_on_at_all_tables(six: Evening, over: tuple[int, ...]) -> None:
    six.begin(rounds=1)
    six.until("playing")
    while min(len(play.match.match.steps) if play.match else 0 for play in six.room.tables.plays) < 4:
        six.step()
    for number in over:
        six.room.tables.plays[number].cut(six.now)
        six.settle()
    steps = [play.match.match.hash() for play in six.room.tables.plays if play.match]
    points = six.mix.points
    again = killed(six)
    assert [play.match.match.hash() for play in again.room.tables.plays if play.match] == steps
    assert again.mix.stage == "playing" and again.mix.points == points
    homes = {window.person: window.room.table for window in six.windows if window.room}
    assert {window.person: window.home for window in again.windows} == homes or over
    again.until("finale")
    assert sum(one.points for one in again.mix.points) == 6 * 6 * 2
    again.room.close(again.now)


@pytest.mark.parametrize("name", ["", "../elsewhere.replay", "/etc/passwd", "none.replay", "a\0b"])
def test_a_record_that_names_no_recording_loses_one_table_only(six: Evening, name: str) -> None:
    six.begin(rounds=1)
    six.until_all_play()
    kept = six.room.core.evening.mix
    assert kept is not None and kept.now is not None
    assert unrecorded(kept).now is not None
    tables = (kept.now.tables[0], msgspec.structs.replace(kept.now.tables[1], journal=name))
    six.room.core.evening.mix = msgspec.structs.replace(kept, now=msgspec.structs.replace(kept.now, tables=tables))
    six.room.core.changed = True
    six.room.play.kept.keep()
    again = killed(six)
    again.until("finale")
    points = again.points
    assert [points[person] for person in tables[1].people] == [12, 12, 12]
    again.room.close(again.now)


def test_a_mix_of_another_computer_that_tells_what_cannot_be_goes_on(tmp_path: Path) -> None:
    evening = gathered(tmp_path, "omok", "tablut", names=NAMES[:4])
    evening.begin(rounds=2)
    evening.until("card")
    kept = evening.room.core.evening.mix
    assert kept is not None and kept.now is not None
    other = Result((SeatResult(1, 0),), "")
    tables = tuple(msgspec.structs.replace(table, results=(other,)) for table in kept.now.tables)
    now = msgspec.structs.replace(kept.now, tables=tables)
    told = unrecorded(msgspec.structs.replace(kept, now=now))
    assert told.now is not None and [table.results for table in told.now.tables] == [(), ()]
    past = (PastRound("omok", "free", ((1,), (), (2, 3))),)
    drawn = evening.room.mix.drawing.drawn(msgspec.structs.replace(kept, past=past))
    assert drawn is not None and drawn.round.game == "tablut"
    evening.room.close(evening.now)


@pytest.mark.parametrize("changed", [{"short": "gone"}, {"game": "gone"}])
def test_a_round_that_another_program_began_is_played_to_its_end_at_the_first_table(
    six: Evening, changed: dict[str, str]
) -> None:
    six.begin(rounds=1)
    six.until_all_play()
    kept = six.room.core.evening.mix
    assert kept is not None and kept.now is not None
    six.room.core.evening.mix = msgspec.structs.replace(kept, now=msgspec.structs.replace(kept.now, **changed))
    six.room.core.changed = True
    six.room.play.kept.keep()
    again = killed(six)
    assert not again.room.tables.several and again.room.core.running
    again.until("finale")
    assert [one.points for one in again.mix.points] == [12] * 6
    again.room.close(again.now)


@pytest.mark.parametrize("alike", [True, False])
def test_only_what_is_played_by_all_alone_has_the_same_chance_at_all_tables(tmp_path: Path, alike: bool) -> None:
    evening = gathered(tmp_path, "cisterns" if alike else "gems", names=NAMES if not alike else NAMES[:3])
    evening.begin(rounds=1)
    evening.until("playing")
    while not all(play.match for play in evening.room.tables.plays):
        evening.step()
    numbers = [(play.match.match.seed, play.match.match.key) for play in evening.room.tables.plays if play.match]
    assert len(numbers) == (3 if alike else 2) and len(set(numbers)) == (1 if alike else 2)
    evening.room.close(evening.now)


def test_who_comes_back_is_at_their_own_table(six: Evening) -> None:
    six.begin(rounds=1)
    six.until_all_play()
    away = next(window for window in six.windows if window.room and window.room.table == 1)
    six.lose(away)
    back = six.enter(away.name, token=away.token)
    assert back.room is not None and back.room.table == 1 and back.viewer >= 0
    assert back.person in [seat.person for seat in back.room.seats]
    six.say(back, Bye())
    six.windows.remove(back)
    six.until("finale")
    assert six.points[back.person] == 0


def test_who_comes_late_looks_on_and_sits_in_the_next_round(six: Evening) -> None:
    six.begin(rounds=2)
    six.until_all_play()
    late = six.enter("Late")
    assert not late.closed and late.viewer == -2
    six.until("board")
    six.until("card")
    assert late.person in six.room.core.seated_anywhere
    assert len(six.room.tables.plays) == 3, "seven sit at tables of three, two and two"
    six.until("finale")


def test_a_table_whose_people_all_go_lets_the_other_end(six: Evening) -> None:
    six.begin(rounds=1)
    six.until_all_play()
    for window in [window for window in six.windows if window.room and window.room.table == 1]:
        six.lose(window)
    six.until("finale")
    assert len(six.mix.points) == 6
    assert [
        told for window in six.windows for told in window.told if isinstance(told, Told) and "crash" in told.key
    ] == []
