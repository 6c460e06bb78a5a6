"""A mix at its host: nobody presses anything, people come and go, and everything goes on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.core.mix.points import LATE_POINTS
from game.core.recording.replay import Playback, read_replay
from game.core.rules import Result, SeatResult
from net.heirs import HeirLine, Rival
from net.host.match.hosted_match import HostedMatch
from net.host.room.record import read_waiting
from net.ledger.lines import LedgerSeat, MatchLine
from net.ledger.standing import points_of
from net.messages import Bye, Choose, Ended, Kick, Ready, Rejected, SeatLine, Stand, Start, Told
from net.mix import Mix, MixStop, Salt, Strike, mix_seed
from tests.net.mix.evening import Evening


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
    evening = Evening(tmp_path, thinks=7.0)
    evening.room.core.plan = replace(evening.room.core.plan, seed=7)
    for name in ("Mia", "Omar", "Jun"):
        evening.enter(name)
    evening.begin(minutes=20)
    evening.until("finale")
    assert 0.85 < evening.now / 1200 < 1.1, "only how long the last two rounds take is not foreseen"
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


def taken_over(evening: Evening, *windows: int) -> Evening:
    """Return the evening at an heir's, to whom it was lost in the middle of a round, before anybody is there."""
    again = Evening(evening.folder, now=evening.now + 25)
    again.room.core.people.owner = 0
    again.room.heirs.majority.found(windows)
    again.room.wait_again(evening.room.play.kept.whole(), again.now)
    return again


def test_who_comes_a_little_late_to_an_heir_has_a_seat_in_the_round_that_was_lost(evening: Evening) -> None:
    evening.begin(rounds=3)
    evening.until("playing")
    again = taken_over(evening, 2, 3)
    again.enter("Mia", token=evening.windows[0].token)
    began = again.now
    assert (again.mix.stage, again.mix.lasts, again.mix.game) == ("card", 3000, evening.mix.game)
    again.now += 1.5
    for window in evening.windows[1:]:
        again.enter(window.name, token=window.token)
    again.until("playing")
    assert again.now - began < 5, "its card is known"
    assert sorted(again.room.core.seated_anywhere) == [1, 2, 3]
    again.until("card")
    assert again.mix.lasts == 10_000
    again.room.close(again.now)


def test_a_lost_round_begins_soon_once_everybody_is_back(evening: Evening) -> None:
    evening.begin(rounds=3)
    evening.until("playing")
    again = taken_over(evening, 1, 2, 3)
    began = again.now
    for window in evening.windows:
        again.enter(window.name, token=window.token)
    again.until("playing")
    assert again.now - began < 2
    again.room.close(again.now)


def test_a_mix_does_not_go_on_where_too_few_of_its_people_are(evening: Evening) -> None:
    evening.begin(rounds=3)
    evening.until("playing")
    again = taken_over(evening, 2, 3)
    again.windows.append(evening.windows[0])
    again.enter("Omar", token=evening.windows[1].token)
    for _ in range(40):
        again.step()
    assert again.mix.stage == "card" and again.room.core.cut_off, "the others may play on elsewhere"
    again.enter("Jun", token=evening.windows[2].token)
    again.until("playing")
    again.room.close(again.now)


def test_nobody_is_missed_who_comes_back_at_the_hosts_own_computer(evening: Evening) -> None:
    evening.begin(rounds=3)
    evening.until("playing")
    again = taken_over(evening, 1, 2, 3)
    again.room.core.plan = replace(again.room.core.plan, ours=lambda address: True)
    again.room.core.rivals = (Rival(2, HeirLine(3, 25250, bytes(32), "192.168.0.3")),)
    for window in evening.windows:
        again.enter(window.name, token=window.token)
    again.until("playing", 20)
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


def test_a_computer_chooses_for_who_sleeps_and_the_match_is_recorded_like_any_other(tmp_path: Path) -> None:
    evening = Evening(tmp_path, games=("gems",))
    for name in ("Mia", "Omar", "Jun"):
        evening.enter(name, awake=name != "Jun")
    evening.begin(rounds=1)
    evening.until("board")
    match = evening.room.play.match
    assert match is not None and evening.room.play.journal is not None
    late = [(step, move) for step in match.match.steps for move in step.moves if move.forced and move.seat >= 0]
    assert len(late) > 5 and {move.seat for _, move in late} == {match.seats.index(sleeper(match, "Jun"))}
    replay = read_replay(evening.room.play.journal)
    playback = Playback(replay, CABINETS["gems"].rules)
    chosen = 0
    for step, move in late:
        playback.seek(step.number)
        chosen += playback.match.fallback(move.seat) != move.action
    assert chosen > len(late) / 2, "a fallback is the first of all moves, a computer chooses"
    playback.seek(len(replay.steps))
    assert playback.match.hash() == match.match.hash()
    evening.room.close(evening.now)


def sleeper(match: HostedMatch, name: str) -> SeatLine:
    return next(line for line in match.seats if line.name == name)


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
    assert evening.points[late.person] == LATE_POINTS
    evening.until("board")
    evening.until("card")
    assert late.person in evening.room.core.seated_anywhere
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
    points = evening.points
    evening.say(jun, Bye())
    evening.windows.remove(jun)
    evening.now += 400
    evening.settle()
    again = evening.enter("Jun", token=jun.token)
    assert again.person == jun.person
    now = evening.points
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
    evening.step()
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
