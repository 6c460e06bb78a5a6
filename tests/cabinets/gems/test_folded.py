"""Gem Merchants with log and chart folded away: larger cards, and every figure is as large as texts are."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.cabinets.gems.stage.places import CONFIRM, USUAL, WIDE, Table, bank_key, deck_key, market_key, own_key, places
from game.cabinets.gems.stage.stage import GemsStage
from game.engine.input import CommandName, KeyPressed
from game.engine.scene import Context, Scene
from game.engine.stage import Folds
from game.scenes import arcade
from game.scenes.table.folding import KEY
from game.scenes.table.scene import TableScene
from tests.scenes.scene_driver import Driver, driving, plan

NOBLES = (1, 2, 3, 4, 5)


def table_of(seats: int, *folded: str) -> Callable[[Context], Scene]:
    def make(context: Context) -> Scene:
        context.settings.folded = folded
        return arcade.table(context, plan("gems", *["human"] * seats))

    return make


def table(driver: Driver) -> TableScene:
    assert isinstance(driver.top, TableScene)
    return driver.top


def stage(driver: Driver) -> GemsStage:
    found = table(driver).stage
    assert isinstance(found, GemsStage)
    return found


def test_cards_are_half_as_large_again() -> None:
    usual, wide = places(NOBLES), places(NOBLES, "wide")
    assert wide.spots[market_key(0)].size[0] >= 1.45 * usual.spots[market_key(0)].size[0]
    assert all(wide.spots[key].size >= usual.spots[key].size for key in usual.spots if key[0] in ("market", "noble"))


@pytest.mark.parametrize("found", [USUAL, WIDE], ids=["usual", "wide"])
def test_no_part_of_the_table_lies_over_another(found: Table) -> None:
    boxes = [found.nobles, found.market, found.bank, found.tray, found.board, found.shelf]
    assert all(found.whole.contains(box) for box in boxes)
    assert not any(one.colliderect(two) for number, one in enumerate(boxes) for two in boxes[:number])
    layout = places(NOBLES, "wide" if found is WIDE else "usual")
    for key, spot in layout.spots.items():
        assert found.whole.contains(spot.box), key
        assert layout.at(*spot.middle) == key
    assert found.board.contains(layout.spots[own_key(0)].box) and found.bank.contains(layout.spots[bank_key(5)].box)
    assert found.tray.collidepoint(layout.middle(CONFIRM)) and found.market.contains(layout.spots[deck_key(1)].box)


def test_one_key_folds_and_lays_out_again_and_it_is_kept_for_the_next_match() -> None:
    with driving(table_of(2)) as driver:
        driver.until(lambda: table(driver).board.choosing)
        before = table(driver).layout.board.width
        driver.send(KeyPressed(KEY))
        assert stage(driver).folded and table(driver).layout.board.width > 1.4 * before
        assert not table(driver).log.visible and table(driver).frame.side is None  # type: ignore[union-attr]
        assert [*driver.context.settings.folded] == ["gems"]
        following = arcade.table(driver.context, plan("gems", "human", "random"))
        driver.context.stack.replace(following, cut=True)
        driver.until(lambda: driver.top is following and table(driver).board.choosing)
        assert stage(driver).folded
        driver.send(KeyPressed(KEY))
        assert not stage(driver).folded and table(driver).log.visible
        assert not driver.context.settings.folded


def test_what_is_folded_is_played_by_pointer_and_the_log_comes_over_it() -> None:
    with driving(table_of(2, "gems")) as driver:
        driver.until(lambda: table(driver).board.choosing)
        driver.command(CommandName.LOG)
        assert table(driver).log.visible
        driver.command(CommandName.LOG)
        assert not table(driver).log.visible
        board, shown = table(driver).layout.board, stage(driver).shown
        assert shown is not None and board.width == pytest.approx(stage(driver).width)
        for key in (bank_key(0), bank_key(1), bank_key(2), CONFIRM):
            x, y = stage(driver).layout(shown).middle(key)
            driver.click(board.left + x, board.top + y)
        driver.until(lambda: table(driver).board.choosing)
        assert shown.seats[0].tokens != stage(driver).shown.seats[0].tokens  # type: ignore[union-attr]


def test_a_game_whose_board_would_not_be_larger_has_nothing_to_fold() -> None:
    def omok(context: Context) -> Scene:
        context.settings.folded = ("omok",)
        return arcade.table(context, plan("omok", "human", "human"))

    with driving(omok) as driver:
        driver.until(lambda: table(driver).board.choosing)
        before = table(driver).layout
        driver.send(KeyPressed(KEY))
        assert not isinstance(table(driver).stage, Folds) and table(driver).layout == before


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("language", ["ko", "en"])
def test_nothing_is_cut_in_large_text(seats: int, language: str) -> None:
    with driving(table_of(seats, "gems"), size=(960, 540), text_size=150, language=language) as driver:
        driver.until(lambda: table(driver).board.choosing)
        driver.step()
        assert driver.context.typeface.overflows == []
