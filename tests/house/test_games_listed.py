"""The lists of games: each game is imported when it is asked for, and a broken one takes only itself away."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from game.cabinets.listed import CABINETS, BrokenGameError, Listed, offered
from game.cabinets.slime.scenes import opening
from game.cabinets.slime.scenes.contest import ContestPlan
from game.cabinets.slime.scenes.hall import ContestHall
from game.cabinets.slime.scenes.table import END
from game.cabinets.stages import PRESENTATIONS, STAGES
from game.cabinets.words import book, lexicon
from game.commands import main
from game.core.cabinet import Cabinet
from game.engine.input import CommandName
from game.engine.scene import Context
from game.ground.texts import LANGUAGES, Texts
from game.scenes import arcade
from game.scenes.page.more import MoreMenu
from game.scenes.setup.scene import SetupScene
from game.scenes.table.scene import TableScene
from game.scenes.title.bazaar import BazaarMap
from game.scenes.title.scene import TitleScene
from game.scenes.title.stands import stands
from tests.house.test_layers import BORROWED
from tests.in_turns import some
from tests.scenes.scene_driver import Driver, driving

PLACES = {"marrakech": "marrakech.cabinet:MARRAKECH", "broken": "no_such_game.cabinet:BROKEN"}


@contextmanager
def listed(listed_in: Listed[Any], game: str, place: str) -> Iterator[None]:
    """One more game in a list."""
    listed_in.places[game] = place
    try:
        yield
    finally:
        del listed_in.places[game]
        listed_in._broken.pop(game, None)


@contextmanager
def before_the_street(
    told: list[str], played: str = "slime", language: str = "en"
) -> Iterator[tuple[Driver, TitleScene]]:
    def make(context: Context) -> TitleScene:
        context.notify = told.append
        context.settings.played = (played,)
        title = arcade.title(context)
        assert isinstance(title, TitleScene)
        return title

    with driving(make, language=language) as driver:
        driver.step(3)
        assert isinstance(driver.top, TitleScene)
        yield driver, driver.top


def test_a_game_that_cannot_be_imported_is_left_out() -> None:
    games = Listed[Cabinet](PLACES, lambda brought: brought.cabinet)
    assert games.names == ("marrakech", "broken")
    assert list(games) == ["marrakech"] and len(games) == 1 and "broken" not in games
    assert games.get("broken") is None
    with pytest.raises(BrokenGameError) as told:
        games["broken"]
    assert list(games.broken()) == ["broken"]
    for language in LANGUAGES:
        sentence = Texts(language).line(told.value.key, told.value.values)
        assert "broken" in sentence and "no_such_game" in sentence


def test_list_names_what_is_broken_and_shows_the_rest(capsys: pytest.CaptureFixture[str]) -> None:
    with listed(CABINETS, "broken", PLACES["broken"]):
        assert main(["list"]) == 0
        assert main(["play", "broken", "--headless"]) == 1
    told = capsys.readouterr()
    assert "marrakech" in told.out and told.err.count("no_such_game") == 2


def test_the_shutters_of_a_broken_game_are_down_and_the_title_says_why() -> None:
    told: list[str] = []
    stalls = len(stands())
    with (
        listed(CABINETS, "unruly", PLACES["broken"]),
        listed(PRESENTATIONS, "unruly", "no_such_game.presentation:BROKEN"),
        before_the_street(told) as (_, title),
    ):
        assert list(title.street.shutters.troubles) == ["unruly"] and len(title.street.stands) == stalls + 1
    assert len(told) == 1 and "unruly" in told[0]


def test_a_game_far_along_the_street_that_cannot_be_imported_is_found_out_before_anybody_walks_there() -> None:
    told: list[str] = []
    with (
        listed(CABINETS, "unruly", PLACES["broken"]),
        listed(PRESENTATIONS, "unruly", "omok.presentation:PRESENTATION"),
    ):
        assert "unruly" in [stand.game for stand in stands()]
        with before_the_street(told) as (driver, title):
            driver.until(lambda: "unruly" in title.street.shutters.troubles)
            driver.command(CommandName.MENU)
            driver.step(3)
            assert isinstance(driver.top, BazaarMap) and len(told) == 1


def test_the_first_picture_waits_for_no_game() -> None:
    code = (
        "import os, sys; from game.engine.loop.window import Window; from game.commands import main\n"
        "def present(window):\n"
        "    names = [name.split('.') for name in sys.modules if name.startswith('game.cabinets.')]\n"
        "    print(*{name[2] for name in names if name[-1] == 'rules'}, flush=True)\n"
        "    os._exit(0)\n"
        "Window.present = present; main([])"
    )
    environment = os.environ | {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True, env=environment
    )
    assert len(done.stdout.splitlines()[-1].split()) <= 1, done.stdout


def test_a_broken_stage_lets_its_shutters_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(STAGES._broken, "slime", BrokenGameError("cabinets.broken", game="slime", why="NameError"))
    told: list[str] = []
    with before_the_street(told) as (driver, title):
        assert list(title.street.shutters.troubles) == ["slime"]
        driver.step(120)  # the matches of the stalls beside begin after the first picture
        assert title.street.screens and "slime" not in title.street.screens
    assert len(told) == 1 and "NameError" in told[0]


@pytest.mark.parametrize("damage", ["missing", pytest.param("short", marks=pytest.mark.slow)])
def test_a_stall_whose_demonstration_cannot_begin_stays_open(
    damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The word game without its Korean words: the rest of the street goes on, and English is played."""
    shutil.copytree(lexicon.DATA, tmp_path / "data")
    (tmp_path / "data" / "ko.words").unlink()
    if damage == "short":
        (tmp_path / "data" / "ko.words").write_bytes((lexicon.DATA / "ko.words").read_bytes()[:1000])
    monkeypatch.setattr(lexicon, "DATA", tmp_path / "data")
    for cached in (lexicon.lexicon, book.book, book._with_extra):
        cached.cache_clear()
    told: list[str] = []
    with before_the_street(told, "words", "ko") as (driver, title):
        driver.step(120)
        assert title.street.shutters.are_up(title.street.stand) and "words" not in title.street.screens
        assert len(title.street.screens) > 1 and len(told) == 1 and "ko.words" in told[0]
        title.stack.push(arcade.setup(title.context, "words"))
        driver.step(3)
        scene = driver.top
        assert isinstance(scene, SetupScene)
        for begin in (scene.start, scene._on_guide):
            assert begin is not None
            begin()
            assert told.pop() == told[0] and driver.top is scene
        scene._show_rules()
        driver.step(3)
        driver.top.stack.pop()
        scene.options["mode"] = "letter"
        scene.start()
        driver.step(30)
        assert isinstance(driver.top, TableScene) and len(told) == 1


def test_the_street_has_every_game_but_templates_and_is_entered_where_one_played_last() -> None:
    games = [stand.game for stand in stands()]
    assert games == list(offered())
    with before_the_street([], played=games[-1]) as (_, title):
        assert [stand.game for stand in title.street.stands] == games
        assert title.street.stand.game == games[-1]


def test_every_game_has_a_picture_and_every_picture_a_game() -> None:
    assert CABINETS.names == PRESENTATIONS.names == STAGES.names
    assert not CABINETS.broken() and not STAGES.broken()


@pytest.mark.parametrize("game", some(3, CABINETS.names))
def test_a_bot_imports_no_game_but_its_own(game: str) -> None:
    """As a bot's process does: the cabinet, by its id. One that is made of other games' puzzles needs those."""
    needed = {game} | {other for module, other in BORROWED if module.split(".")[2] == game}
    code = (
        "import sys; from game.core.bot import worker; from game.cabinets.listed import CABINETS\n"
        f"bots = CABINETS[{game!r}].bots\n"
        "found = {name.split('.')[2] for name in sys.modules if name.startswith('game.cabinets.')}\n"
        "print(*sorted(found - {'listed'}), 'pygame' in sys.modules)"
    )
    environment = {"SOUK_PLAIN": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True, env=environment
    )
    assert done.stdout.split() == [*sorted(needed), "False"]


def test_a_scene_of_a_game_opens_from_the_street_and_leads_back(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(opening, "ContestPlan", partial(ContestPlan, address="127.0.0.1", port=0))
    monkeypatch.setattr("game.scenes.contest.hall.Broadcast", lambda *_: None)
    with before_the_street(told) as (driver, title):
        driver.context.stack.push(MoreMenu(driver.context, "slime"))
        driver.until(lambda: isinstance(driver.top, MoreMenu))
        driver.command(CommandName.CONFIRM)
        driver.until(lambda: isinstance(driver.top, ContestHall) or bool(told))
        hall = driver.top
        assert isinstance(hall, ContestHall), told
        hall.resumed(END)
        driver.until(lambda: driver.top is title)
        assert hall.contest.server._doors[0].fileno() == -1
