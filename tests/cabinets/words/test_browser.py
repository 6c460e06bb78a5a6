"""The dictionary as people use it: what narrows a search, what a row says, copying, what a match lets it show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from game.cabinets.words.book import book
from game.cabinets.words.cabinet import WORDS
from game.cabinets.words.rules import Words
from game.cabinets.words.scenes.browser import BrowserScene, reference
from game.cabinets.words.search import LONG, USUAL, matches, narrowed
from game.cabinets.words.state import Options, Try
from game.core.rules import Move
from game.engine.input import Command, CommandName, TextTyped
from game.engine.scene import Context
from game.engine.widgets import MemoryClipboard
from game.scenes.feeds.local import LocalFeed
from game.scenes.table.menu import MenuChoice, TableMenu
from game.scenes.table.results import ResultsScene
from game.scenes.table.scene import TableScene
from tests.scenes.scene_driver import Driver, driving, plan


@pytest.fixture
def stall() -> Iterator[Driver]:
    with driving(lambda context: BrowserScene(context, "기*"), language="ko") as driver:
        yield driver


def browser(driver: Driver) -> BrowserScene:
    scene = driver.top
    assert isinstance(scene, BrowserScene)
    return scene


def test_a_search_is_narrowed_by_list_and_length() -> None:
    rules = book(Options())
    found = matches(rules.lexicon, "기*")
    usual = narrowed(rules, found, USUAL, 0)
    assert "기차" in usual and 0 < len(usual) < len(found) / 2
    vehicles = narrowed(rules, found, "vehicle", 0)
    assert "기차" in vehicles and len(vehicles) < 20
    assert {len(word) for word in narrowed(rules, found, "", 3)} == {3}
    assert all(len(word) >= LONG for word in narrowed(rules, matches(rules.lexicon, "*"), "", LONG))


def test_it_narrows_and_copies(stall: Driver) -> None:
    scene = browser(stall)
    assert scene.listed is not None and scene.listed.count > 1_000
    scene._set("_part", "vehicle")
    scene._set("_length", 2)
    assert "기차" in scene.found and scene.listed.count < 20
    stall.send(TextTyped("차"))
    assert list(scene.found) == ["기차"], "it is searched as one types"
    scene.style.clipboard = MemoryClipboard()
    scene.listed.choose()
    assert scene.style.clipboard.read() == "기차"
    stall.step(2)
    about, then = scene.told_of["기차"]
    assert about.endswith("탈것") and "차이" in then
    scene.search("rl?")
    assert list(scene.found) == ["기차"], "a keyboard may still be Latin"
    for pattern, told in (("기차뷁", "none"), ("", "empty")):
        scene.search(pattern)
        assert scene.listed.empty == scene.context.texts.line(f"words.search.{told}")


def test_a_match_under_way_shows_what_it_teaches() -> None:
    state = Words().start(2, Options(position="기", teach="danger"))
    Words().step(state, [Move(state.order[0], Try("기차"), spent=900)])
    view = Words().view(state, 0)
    assert reference(Options(), view, True) is None
    for teach, whole in (("danger", False), ("answers", True)):
        opened = reference(Options(teach=teach), view, True)
        assert opened is not None
        with driving(opened, language="ko") as driver:
            scene = browser(driver)
            scene.search("차*")
            assert bool(scene.found) == whole
            scene.search("차례")
            assert list(scene.found) == ["차례"]
            assert scene.worth("차례") == "19" and scene.worth("기차") == "–", "points now; it was said"
    for after in (reference(Options(), view, False), reference(Options(), None, False)):
        assert after is not None


@pytest.mark.parametrize("teach", ["off", "answers"])
def test_it_is_in_the_menu_where_the_match_allows_and_in_results(teach: str) -> None:
    options = Options(rounds=1, seconds=0, words="usual", teach=teach)

    def table(context: Context) -> TableScene:
        return TableScene(context, LocalFeed(WORDS, replace(plan("words", "human", "human"), options=options)))

    with driving(table, language="ko") as driver:
        scene = driver.top
        assert isinstance(scene, TableScene)
        driver.until(lambda: scene.feed.choice is not None)
        scene.open_menu()
        driver.until(lambda: isinstance(driver.top, TableMenu))
        assert isinstance(driver.top, TableMenu)
        assert (MenuChoice.LOOK_UP in driver.top.choices) == (teach == "answers")
        driver.context.stack.pop(MenuChoice.LOOK_UP)
        wanted = BrowserScene if teach == "answers" else TableScene
        driver.until(lambda: isinstance(driver.top, wanted))
        driver.context.stack.home()
        driver.until(lambda: driver.top is scene)
        assert MenuChoice.LOOK_UP not in scene.results_choices() or teach == "answers"
        driver.until(lambda: scene.stage.asked is not None and not scene.stage.busy)
        driver.send(TextTyped("ㅈㅈ"), Command(CommandName.CONFIRM))
        driver.until(lambda: scene.feed.over)
        assert MenuChoice.LOOK_UP in scene.results_choices()
        driver.until(lambda: isinstance(driver.top, ResultsScene) and not driver.context.stack.fading)
        driver.context.stack.pop(MenuChoice.LOOK_UP)
        driver.until(lambda: isinstance(driver.top, BrowserScene) and not driver.context.stack.fading)
        driver.context.stack.pop()
        driver.until(lambda: isinstance(driver.top, ResultsScene))
