"""What the end of each match of an evening tells: points, series, hearts, what comes next; and games to choose."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from game.cabinets.listed import offered
from game.core.cabinet import Cabinet
from game.engine.input import CommandName
from game.engine.scene import Context
from game.engine.widgets import Dialog
from game.ground.crash import CrashError
from game.ground.texts import Texts
from game.scenes.evening.games import GameButton, GamesMenu
from game.scenes.evening.tally import RoomTally, hearts_told, next_told, points_told, series_told
from game.scenes.staging.preview import Preview, begun_preview
from game.scenes.table.menu import MenuChoice
from game.scenes.table.results import ResultsScene
from net.evening import Wish
from net.ledger.standing import Standing
from net.messages import Ended, RoomChanged
from net.mix import MixPoints, MixState
from net.parts import Customs, Wins
from tests.engine.widgets.page_driver import widgets
from tests.scenes.lan.test_table import RESULT, AtTable, asked, at_table
from tests.showroom.lan import ME, OWNER, room

LEDGER = [Standing("Leila", 12, 2, 1), Standing("Omar", 12, 2, 1), Standing("Skylark", 4, 2, 0)]
VOTES = Customs(votes=True, best_of=3)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))


def after(**wishes: int) -> RoomChanged:
    """The room after a match, with what people wish for: by game, a person."""
    state = room("en", "nullgame", "after")
    by = {person: game for game, person in wishes.items()}
    people = tuple(msgspec.structs.replace(one, wish=by.get(one.person, "")) for one in state.people)
    return RoomChanged(
        msgspec.structs.replace(state, limit=0, people=people, customs=VOTES, series=(Wins(OWNER, 1), Wins(ME, 1)))
    )


def ended(here: AtTable, how: str = "over") -> RoomTally:
    """End the match; return what is shown of the evening."""
    result = RESULT if how == "over" else None
    here.table.tonight = lambda: LEDGER
    here.hear(Ended(how, 1, "00", result), after(omok=OWNER))  # type: ignore[arg-type]
    shown = ResultsScene if how == "over" else Dialog
    here.driver.until(lambda: isinstance(here.driver.top, shown))
    here.driver.step(2)
    (tally,) = widgets(here.driver, RoomTally)
    return tally


@pytest.mark.parametrize("how", ["over", "agreed", "stopped"])
def test_every_end_tells_points_series_hearts_and_what_comes_next(how: str) -> None:
    with at_table(asked()) as here:
        told = [wordings[0] for _, wordings in ended(here, how).facts()]
        assert told == [
            "Tonight: 1. Leila 12 · 1. Omar 12 · 3. Skylark 4",
            "Best of 3: Leila 1, Skylark 1",
            "Omok ♥ 1",
            "Next: what 3 of 5 wish for",
        ]


def test_hearts_come_while_the_end_is_looked_at() -> None:
    with at_table(asked()) as here:
        tally = ended(here)
        here.hear(after(omok=OWNER, words=ME))
        assert ["Omok ♥ 1 · Word Lanterns ♥ 1", "Omok ♥ 1"] in [wordings for _, wordings in tally.facts()]


@pytest.mark.parametrize("how", ["over", "stopped"])
def test_nobody_stands_at_a_bare_table_after_a_wish(how: str) -> None:
    with at_table(asked()) as here:
        ended(here, how)
        end = type(here.driver.top)
        here.driver.context.stack.pop(MenuChoice.WISH)
        here.driver.until(lambda: isinstance(here.driver.top, GamesMenu))
        menu = here.driver.top
        assert isinstance(menu, GamesMenu)
        menu.stack.pop(next(item.value for item in menu.items if item.label == "Omok"))
        here.driver.until(lambda: isinstance(here.driver.top, end))
        assert [wish.game for wish in here.client.sent if isinstance(wish, Wish)] == ["omok"]


def test_who_looks_at_the_board_is_left_there() -> None:
    with at_table(asked()) as here:
        ended(here)
        here.driver.command(CommandName.BACK)
        here.driver.until(lambda: here.driver.top is here.table)
        here.driver.step(200)
        assert here.driver.top is here.table


def test_an_owner_whom_the_host_does_not_answer_sees_the_end_again() -> None:
    with at_table(asked(), owner=ME) as here:
        ended(here)
        here.driver.context.stack.pop(MenuChoice.AGAIN)
        here.driver.step(30)
        assert here.driver.top is here.table, "first the host has time to answer"
        here.driver.until(lambda: isinstance(here.driver.top, ResultsScene))


@pytest.mark.parametrize("phone", [False, True])
def test_a_card_of_a_menu_says_what_a_phone_is_good_for_where_one_has_come(phone: bool) -> None:
    with at_table(asked()) as here:
        ended(here)
        now = after().room
        people = tuple(msgspec.structs.replace(one, browser=phone and one.person == OWNER) for one in now.people)
        here.hear(RoomChanged(msgspec.structs.replace(now, people=people)))
        here.driver.context.stack.pop(MenuChoice.WISH)
        here.driver.until(lambda: isinstance(here.driver.top, GamesMenu))
        here.driver.step()
        told = {button.label: button.told for button in widgets(here.driver, GameButton) if button.told}
        names = {"Caravan Rails": "watch", "Workshop": "watch", "Rooftops": "pad"}
        line = here.driver.context.texts.line
        assert told == ({name: line(f"lobby.room.by_phone.{use}") for name, use in names.items()} if phone else {})


def test_a_menu_of_games_has_two_columns_with_pictures_and_hearts_and_keeps_its_order() -> None:
    with at_table(asked()) as here:
        ended(here)
        here.driver.context.stack.pop(MenuChoice.WISH)
        here.driver.until(lambda: isinstance(here.driver.top, GamesMenu))
        here.driver.step(len(offered()) + 2)
        buttons = widgets(here.driver, GameButton)
        before = [(button.label, button.box) for button in buttons]
        assert len(buttons) == len(offered()) and all(button.pictured for button in buttons)
        assert len({button.box.left for button in buttons}) == 2
        here.hear(after(omok=OWNER, words=ME))
        assert {button.label: button.hearts for button in buttons if button.hearts} == {"Omok": 1, "Word Lanterns": 1}
        assert [(button.label, button.box) for button in widgets(here.driver, GameButton)] == before


def test_a_game_whose_picture_breaks_can_still_be_wished_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(context: Context, cabinet: Cabinet) -> Preview | None:
        if cabinet.id == "omok":
            raise CrashError("app.crash_unwritten", reason="", error="ValueError")
        return begun_preview(context, cabinet)

    monkeypatch.setattr("game.scenes.evening.games.begun_preview", breaks)
    with at_table(asked()) as here:
        ended(here)
        here.driver.context.stack.pop(MenuChoice.WISH)
        here.driver.until(lambda: isinstance(here.driver.top, GamesMenu))
        here.driver.step(len(offered()) + 2)
        assert "Omok" in [button.label for button in widgets(here.driver, GameButton) if button.pictured]


def test_a_mix_tells_its_own_points_and_in_how_many_seconds_it_goes_on() -> None:
    texts = Texts("en")
    mix = MixState("m", "board", b"s" * 32, 2, 5, 12_000, points=(MixPoints(ME, 9), MixPoints(OWNER, 9)))
    state = msgspec.structs.replace(room("en", "nullgame", "after"), mix=mix)
    assert points_told(state, LEDGER, texts)[0] == "Tonight: 1. Skylark 9 · 1. Leila 9"
    assert next_told(state, False, texts, 4.2) == "The next round begins in 8 s"
    assert next_told(state, False, texts, 20.0) == "The next round begins by itself."


def test_after_the_final_of_a_mix_no_further_round_is_told() -> None:
    texts = Texts("en")
    mix = MixState("m", "board", b"s" * 32, 5, 5, 12_000, weight=2)
    state = msgspec.structs.replace(room("en", "nullgame", "after"), mix=mix)
    assert next_told(state, False, texts, 4.2) == "In 8 s: who won the mix"
    assert next_told(state, False, texts, 20.0) == "That was the final. Who won the mix is told by itself."


def test_a_room_without_customs_says_who_chooses() -> None:
    texts, state = Texts("en"), room("en", "nullgame", "after")
    assert next_told(state, True, texts, 0.0) == "Next: what you choose"
    assert next_told(state, False, texts, 0.0) == "Next: what Leila chooses"
    assert series_told(state, texts) == "" and hearts_told(state, texts) == []
    assert points_told(state, [], texts) == ["Nobody has points tonight yet"]
