"""People who come, strike, end or lack something, in every state of a mix."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.errors import SpokenError
from game.core.mix.points import LATE_POINTS
from net.evening import Appoint
from net.mix import MixStop, Strike
from net.states import RoomPhase
from tests.net.mix.evening import Evening


def three(folder: Path, *games: str) -> Evening:
    """Three people in a room of four seats."""
    evening = Evening(folder, games=games or ("marrakech", "gems", "volcano"), seats=4)
    for name in ("Mia", "Omar", "Jun"):
        evening.enter(name)
    return evening


@pytest.mark.parametrize(
    ("stage", "points"), [("salt", 0), ("card", LATE_POINTS), ("playing", 2 * LATE_POINTS), ("board", 2 * LATE_POINTS)]
)
def test_who_comes_late_is_in_the_next_round_with_points_for_those_missed(
    tmp_path: Path, stage: str, points: int
) -> None:
    evening = three(tmp_path)
    evening.begin(rounds=4)
    if stage != "salt":
        evening.until("board")
        evening.until("card")
        evening.until(stage)
    late = evening.enter("Late")
    assert evening.points[late.person] == points
    if stage != "salt":
        if stage == "card":
            evening.until("playing")
        if stage != "board":
            evening.until("board")
        evening.until("card")
    else:
        evening.until("card")
    assert late.person in evening.room.core.seated_anywhere
    evening.until("finale")
    assert len(evening.mix.points) == 4
    evening.room.close(evening.now)


def test_who_comes_to_the_finale_is_in_the_room_and_has_no_points(tmp_path: Path) -> None:
    evening = three(tmp_path)
    evening.begin(rounds=1)
    evening.until("finale")
    late = evening.enter("Late")
    assert not late.closed and len(evening.mix.points) == 3
    evening.begin(rounds=1)
    evening.until("finale")
    assert len(evening.mix.points) == 4, "it plays in the next mix"
    evening.room.close(evening.now)


@pytest.mark.parametrize("stage", ["salt", "card", "playing", "board"])
def test_a_deputy_ends_the_mix_in_every_state(tmp_path: Path, stage: str) -> None:
    evening = three(tmp_path)
    mia, omar, _ = evening.windows
    evening.say(mia, Appoint(omar.person, deputy=True))
    evening.begin(rounds=2)
    if stage != "salt":
        evening.until(stage)
    evening.say(omar, MixStop())
    evening.until("finale", 5.0)
    assert omar.refused() == "" and evening.room.core.phase in (RoomPhase.AFTER, RoomPhase.WAITING)
    assert evening.room.wake(evening.now) <= 0.01 or stage != "playing", "all are led back without a message"
    evening.step()
    evening.begin(rounds=1)
    assert evening.mix.stage == "salt"
    evening.until("finale")
    evening.room.close(evening.now)


def test_everybody_strikes_as_long_as_a_game_is_left(tmp_path: Path) -> None:
    evening = three(tmp_path)
    evening.begin(rounds=2)
    evening.until("card")
    for window in evening.windows:
        evening.say(window, Strike(1))
    assert [window.refused() for window in evening.windows] == ["", "", "net.refuse.mix_no_game"]
    assert [one.struck for one in sorted(evening.mix.points, key=lambda one: one.person)] == [True, True, False]
    evening.until("finale")
    evening.room.close(evening.now)


def test_a_strike_while_no_game_is_announced_for_want_of_people_is_refused(tmp_path: Path) -> None:
    evening = three(tmp_path)
    evening.begin(rounds=2)
    evening.until("card")
    tokens = [(window.name, window.token) for window in evening.windows]
    for window in [*evening.windows]:
        evening.lose(window)
    while evening.mix.game:
        evening.step()
    mia, *_ = [evening.enter(name, token=token) for name, token in tokens]
    evening.say(mia, Strike(1))
    assert mia.refused() == "net.refuse.no_mix"
    evening.until("finale")
    evening.room.close(evening.now)


def test_what_one_guest_lacks_is_not_drawn_while_they_are_here(tmp_path: Path) -> None:
    evening = three(tmp_path)
    games = evening.room.core.plan.games
    lacking = {game: cabinet.info.version for game, cabinet in games.items() if game != "gems"}
    old = evening.enter("Old", games=lacking)
    assert not old.closed
    evening.begin(rounds=3)
    evening.until("finale")
    played = {game for _, stage, game in evening.stages if stage == "playing"}
    assert "gems" not in played and played
    evening.room.close(evening.now)


def test_a_stall_that_is_broken_leaves_the_mix_and_the_round_is_drawn_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = three(tmp_path, "gems", "volcano")

    def broken(*args: object, **more: object) -> object:
        raise SpokenError("net.error.disk")

    evening.begin(rounds=1)
    evening.until("card")
    game = evening.mix.game
    rules = type(evening.room.core.plan.games[game].rules)
    monkeypatch.setattr(rules, "start", broken)
    while evening.mix.game == game:
        evening.step()
    evening.until("finale")
    assert evening.room.core.evening.mix is not None and game in evening.room.core.evening.mix.off
    assert sum(one.points for one in evening.mix.points) == 6 * 3 * 2
    evening.room.close(evening.now)
