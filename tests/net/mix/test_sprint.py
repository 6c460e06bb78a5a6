"""Who shares the first place after the final plays for it once; where that is shared again, they all have won."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from game.core.rules import SPECTATOR
from net.evening import Stop
from net.ledger.mixes import Agrees
from net.messages import Waiting
from net.mix import Strike
from tests.net.mix.evening import Evening, gathered, kept_evening
from tests.net.mix.test_seal import check, lines_of


def with_final_over(evening: Evening, third: int = 0) -> Evening:
    """The evening at the board of its final, after which the first two people share the first place; the third has
    `third` more points than they.
    """
    evening.begin(rounds=1)
    evening.until_all_play()
    kept = evening.room.core.evening.mix
    assert kept is not None
    evening.room.core.evening.mix = msgspec.structs.replace(kept, points={1: 9, 2: 9, 3: 9 + third})
    evening.say(evening.windows[0], Stop())
    evening.until("board")
    return evening


@pytest.fixture
def tied(tmp_path: Path) -> Evening:
    return with_final_over(gathered(tmp_path, "gems", "rooftops", names=("Mia", "Omar", "Jun")), third=-4)


def test_who_shares_the_first_place_plays_for_it_once_and_the_others_look_on(tied: Evening) -> None:
    assert tied.mix.sprint and not tied.mix.ending
    tied.until("card")
    assert (tied.mix.game, tied.mix.short, tied.mix.weight, tied.mix.sprint) == ("rooftops", "sprint", 1, True)
    assert [place.person for place in tied.room.core.seating] == [1, 2]
    tied.say(tied.windows[0], Strike(tied.mix.round))
    assert tied.windows[0].refused() == "net.refuse.no_mix"
    tied.until_all_play()
    tied.step()
    assert [window.viewer for window in tied.windows] == [0, 1, SPECTATOR]
    assert isinstance(tied.windows[2].told[-1], Waiting), "who does not play it looks on"
    before = tied.points
    tied.say(tied.windows[0], Stop())
    tied.until("board")
    assert tied.mix.ending and tied.points == before, "a sprint without an end brings nothing"
    tied.until("finale")
    assert tied.points == before
    tied.room.close(tied.now)


def test_nobody_plays_for_a_place_that_is_not_shared_or_while_one_of_them_is_away(tmp_path: Path) -> None:
    names = ("Mia", "Omar", "Jun")
    evening = with_final_over(gathered(tmp_path, "gems", "rooftops", names=names), third=4)
    assert not evening.mix.sprint and evening.mix.ending
    evening.until("finale")
    evening.room.close(evening.now)
    (tmp_path / "other").mkdir()
    evening = with_final_over(gathered(tmp_path / "other", "gems", "rooftops", names=names), third=-4)
    evening.lose(evening.windows[1])
    evening.until("finale")
    assert [stage for _, stage, _ in evening.stages].count("card") == 1
    evening.room.close(evening.now)


@pytest.mark.parametrize("third", [-4, 4])
def test_an_heir_who_takes_over_at_the_board_of_the_final_plays_no_other_final(tmp_path: Path, third: int) -> None:
    evening = with_final_over(gathered(tmp_path, "gems", "rooftops", names=("Mia", "Omar", "Jun")), third)
    again = Evening(evening.folder, ("gems", "rooftops"), now=evening.now)
    again.room.wait_again(evening.room.play.kept.whole(), again.now)
    for window in evening.windows:
        again.enter(window.name, token=window.token)
    again.until("card" if third < 0 else "finale", 30)
    assert again.mix.sprint is (third < 0) and again.points == evening.points
    again.room.close(again.now)


@pytest.mark.slow
def test_who_shares_the_sprint_shares_the_first_place_and_its_line_is_no_drawn_round(tmp_path: Path) -> None:
    pytest.importorskip("nacl")
    evening = kept_evening(tmp_path, "gems", "rooftops")
    evening = with_final_over(evening, third=-4)
    evening.until("finale")
    assert evening.points[1] == evening.points[2] > evening.points[3], "nobody of them moved"
    assert [line.said.mix.format for line in lines_of(evening) if line.said.mix][-1] == "sprint"
    assert check(lines_of(evening)) == (1, Agrees.YES, "", 0)
    evening.room.close(evening.now)
