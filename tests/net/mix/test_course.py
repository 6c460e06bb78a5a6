"""A mix at its host: nobody presses anything, people come and go, and everything goes on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import msgspec
import pytest

from game.core.mix.points import LATE_POINTS
from game.core.rules import Result, SeatResult
from net.host.room.mix_record import mix_seed
from net.host.room.record import read_waiting
from net.ledger.lines import LedgerSeat, MatchLine
from net.ledger.standing import points_of
from net.messages import Bye, Choose, Ended, Kick, Ready, Rejected, Stand, Start, Told
from net.mix import Mix, MixStop, Salt, Strike
from tests.net.mix.evening import Evening


@pytest.fixture(autouse=True)
def drawn_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the same secrets each time, so that the programme of a test is always the same."""
    numbers = count(1)
    monkeypatch.setattr("net.host.room.mix.new_secret", lambda: next(numbers).to_bytes(32, "big"))


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """Three people at a table."""
    evening = Evening(tmp_path)
    for name in ("Mia", "Omar", "Jun"):
        evening.enter(name)
    yield evening
    evening.room.close(evening.now)


def test_an_evening_goes_from_card_to_finale_without_a_press(evening: Evening) -> None:
    evening.begin(rounds=3)
    evening.until("finale")
    stages = [stage for _, stage, _ in evening.stages if stage]
    assert stages == ["salt", *["card", "playing", "board"] * 3, "finale"]
    mix = evening.mix
    assert (mix.round, mix.of) == (3, 3)
    assert sum(one.points for one in mix.points) in range(3 * 6 * 4 - 3, 3 * 6 * 4 + 1), "6 a round, the last twice"
    assert evening.windows[1].mix == mix, "everybody was told"
    assert [end.ended.reason for end in evening.room.play.outcomes] == ["over"] * 3, "no match was cut"


def test_an_evening_of_minutes_ends_on_time(tmp_path: Path) -> None:
    evening = Evening(tmp_path, thinks=6.0)
    for name in ("Mia", "Omar", "Jun"):
        evening.enter(name)
    evening.begin(minutes=20)
    evening.until("finale")
    assert 0.7 < evening.now / 1200 < 1.05, "three games alone do not fill the time as well as thirteen"
    assert evening.mix.round > 3
    evening.room.close(evening.now)


def test_a_killed_host_goes_on_with_points_and_a_new_card(evening: Evening) -> None:
    evening.begin(rounds=3)
    evening.until("board")
    evening.until("card")
    before, evening.now = evening.mix, evening.now + 1
    evening.room.play.kept.wait()
    kept = read_waiting(evening.folder / "kept.room")
    again = Evening(evening.folder, now=evening.now)
    again.room.wait_again(kept, again.now)
    for window in evening.windows:
        again.enter(window.name, token=window.token)
    assert again.mix.points == before.points and again.mix.seal == before.seal
    again.until("finale")
    assert again.mix.round == 3
    again.room.close(again.now)


def test_points_of_a_mix_stand_in_the_ledger_and_are_left_out_elsewhere(evening: Evening) -> None:
    evening.begin(rounds=1)
    evening.until("playing")
    scores = tuple(SeatResult(seat + 1, 9 - seat) for seat in range(3))
    mixed = evening.room.play.mixed(Ended("over", 1, "h", Result(scores, "")))
    assert mixed is not None and mixed.line.weight == 2
    assert sorted(mixed.points.values()) == [0, 12, 24]
    seats = tuple(LedgerSeat(str(who), 1 + at, 0, points=each) for at, (who, each) in enumerate(mixed.points.items()))
    said = MatchLine("gems", "room", "h", "2026-11-21T19:00+00:00", "2026-11-21T19:00+00:00", 1, seats, mix=mixed.line)
    assert msgspec.json.decode(msgspec.json.encode(said), type=MatchLine) == said
    assert [points_of(said, seat) for seat in range(3)] == [*mixed.points.values()]
    plain = msgspec.structs.replace(said, mix=msgspec.UNSET, seats=(LedgerSeat("Mia", 1, 3),))
    assert b"mix" not in msgspec.json.encode(plain) and b"points" not in msgspec.json.encode(plain)


def test_a_sleeper_holds_nobody_up(tmp_path: Path) -> None:
    evening = Evening(tmp_path, games=("marrakech", "gems"))
    for name in ("Mia", "Omar", "Jun"):
        evening.enter(name, awake=name != "Jun")
    evening.begin(rounds=2)
    evening.until("finale")
    assert len(evening.mix.points) == 3
    evening.room.close(evening.now)


def logged(evening: Evening) -> list[str]:
    return [told.key.rpartition(".")[2] for told in evening.windows[0].told if isinstance(told, Told)]


def test_where_all_sleep_decisions_get_short_and_the_match_still_ends(tmp_path: Path) -> None:
    evening = Evening(tmp_path, games=("marrakech",))
    for name in ("Mia", "Omar", "Jun"):
        evening.enter(name, awake=False)
    evening.begin(rounds=1)
    evening.until("playing")
    began, usual = evening.now, evening.mix.seconds
    evening.until("finale")
    assert "mix_hurry" in logged(evening)
    assert evening.now - began < 3 * usual + 60


def test_a_match_that_takes_three_times_as_long_is_cut_and_brings_all_the_same(tmp_path: Path) -> None:
    evening = Evening(tmp_path, games=("marrakech",), thinks=0.0)
    for name in ("Mia", "Omar", "Jun"):
        evening.enter(name)
    evening.begin(rounds=1)
    evening.until("playing")
    assert evening.room.play.match is None or evening.room.play.match.ended is None
    evening.step()
    evening.now += 3 * evening.mix.seconds + 60
    evening.settle()
    evening.until("finale")
    points = {one.points for one in evening.mix.points}
    assert len(points) == 1 and points != {0}
    assert "mix_too_long" in logged(evening)


def test_what_is_drawn_is_sealed_before_and_can_be_drawn_again_after(evening: Evening) -> None:
    evening.begin(rounds=1)
    told = evening.windows[1].mix
    assert told is not None and not told.secret and not told.salts
    evening.until("card")
    assert not evening.mix.secret
    evening.until("finale")
    mix, kept = evening.mix, evening.room.core.evening.mix
    assert kept is not None and mix.seal == told.seal == kept.seal and mix.secret
    assert [each.salt[:4] for each in mix.salts] == [b"Mia.", b"Omar", b"Jun."]
    assert mix_seed(mix.secret, mix.salts) == kept.seed


def test_all_who_know_a_game_begin_at_once(evening: Evening) -> None:
    evening.begin(rounds=1)
    evening.until("card")
    before = evening.now
    for window in evening.windows:
        evening.say(window, Ready(True))
    assert evening.mix.stage == "playing" and evening.now == before


def test_a_strike_has_another_game_drawn_once_for_each(evening: Evening) -> None:
    evening.begin(rounds=3)
    evening.until("card")
    game, mia = evening.mix.game, evening.windows[0]
    evening.say(mia, Strike(1))
    assert evening.mix.stage == "card" and evening.mix.game != game
    evening.say(mia, Strike(1))
    assert mia.refused() == "net.refuse.struck"


def test_who_comes_late_plays_from_the_next_round_on(evening: Evening) -> None:
    evening.begin(rounds=3)
    evening.until("playing")
    late = evening.enter("Late")
    assert not late.closed and evening.mix.stage == "playing"
    assert {one.person: one.points for one in evening.mix.points}[late.person] == LATE_POINTS
    evening.until("board")
    evening.until("card")
    assert late.person in [seat.person for seat in evening.room.core.state().seats]
    evening.until("finale")


@pytest.mark.parametrize("stage", ["salt", "card", "playing", "board"])
def test_who_leaves_keeps_points_and_comes_back_by_the_token(evening: Evening, stage: str) -> None:
    jun = evening.windows[2]
    evening.begin(rounds=3)
    evening.until("board")
    if stage != "board":
        if stage == "salt":
            evening.say(evening.windows[0], MixStop())
            evening.begin(rounds=3)
        evening.until(stage)
    points = {one.person: one.points for one in evening.mix.points}
    evening.say(jun, Bye())
    evening.windows.remove(jun)
    evening.now += 400
    evening.settle()
    again = evening.enter("Jun", token=jun.token)
    assert again.person == jun.person
    now = {one.person: one.points for one in evening.mix.points}
    assert now[jun.person] >= points[jun.person] and len(now) == 3
    evening.until("finale")


def test_the_owner_goes_and_the_mix_goes_on(evening: Evening) -> None:
    evening.begin(rounds=2)
    evening.until("playing")
    evening.lose(evening.windows[0])
    evening.now += 1000
    evening.until("finale")
    assert len(evening.mix.points) == 3


def test_everybody_goes_and_the_mix_waits(evening: Evening) -> None:
    evening.begin(rounds=2)
    evening.until("card")
    tokens = [(window.name, window.token) for window in evening.windows]
    for window in [*evening.windows]:
        evening.lose(window)
    for _ in range(200):
        evening.step()
    for name, token in tokens:
        evening.enter(name, token=token)
    evening.until("finale")
    assert len(evening.mix.points) == 3


def test_only_who_arranges_the_room_begins_and_ends_a_mix(evening: Evening) -> None:
    mia, omar, _ = evening.windows
    evening.say(omar, Mix(rounds=2))
    assert omar.refused() == "net.refuse.not_owner" and evening.room.core.evening.mix is None
    evening.begin(rounds=2)
    evening.say(mia, Mix(rounds=2))
    assert mia.refused() == "net.refuse.mix"
    evening.until("playing")
    evening.say(omar, MixStop())
    assert evening.mix.stage != "finale"
    evening.say(mia, MixStop())
    evening.until("finale", 0.1)
    evening.begin(rounds=1)
    assert evening.mix.stage == "salt", "after one mix comes another"


def test_a_mix_is_not_rearranged_under_its_people(evening: Evening) -> None:
    mia = evening.windows[0]
    evening.begin(rounds=2)
    evening.until("card")
    for message in (Start(), Stand(), Choose("marrakech", {}, ("open",) * 2)):
        mia.told.clear()
        evening.say(mia, message)
        assert mia.refused() == "net.refuse.mix", message
    evening.say(mia, Kick(evening.windows[2].person))
    assert len(evening.mix.points) == 2
    evening.until("finale")


def test_what_comes_at_the_wrong_time_is_refused(evening: Evening) -> None:
    omar = evening.windows[1]
    evening.say(omar, Salt(b"s" * 32))
    assert omar.refused() == "net.refuse.no_mix"
    evening.say(evening.windows[0], MixStop())
    assert evening.windows[0].refused() == "net.refuse.no_mix"
    evening.begin(rounds=2)
    evening.until("card")
    omar.told.clear()
    evening.say(omar, Strike(7))
    assert [each.why for each in omar.told if isinstance(each, Rejected)] == ["net.refuse.no_mix"]


def test_a_mix_for_which_no_game_is_left_is_refused(evening: Evening) -> None:
    mia = evening.windows[0]
    evening.say(mia, Mix(rounds=2, off=evening.games))
    assert mia.refused() == "net.refuse.mix_no_game"
