"""The page after a match of Caravan Rails: what it says of each company, and the ways that lead to it."""

from __future__ import annotations

import msgspec
import pytest

from game.cabinets.rails.contract.actions import Buy
from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.contract.views import Cargo
from game.cabinets.rails.match.look import Look, Lost, Sale
from game.cabinets.rails.rules import RailsRules
from game.cabinets.rails.running.viewing import look_of
from game.cabinets.rails.scenes.books import BooksScene, account, books_of
from game.core.rules import SPECTATOR
from game.engine.input import CommandName
from game.engine.scene import Context, Scene
from game.engine.widgets.segments import OptionsWidget
from game.scenes.feeds.feed import SeatInfo
from game.scenes.replays.table import ReplayTable, replay_table
from game.scenes.staging.looks import looks_for
from game.scenes.table.menu import MenuChoice, TableMenu
from game.scenes.table.results import ResultsScene
from tests import ROOT
from tests.cabinets.rails.matches import COAL_LINE, SINGLE, advance, begun, coal_land, play
from tests.scenes.scene_driver import driving

GOLDEN = ROOT / "tests" / "golden" / "rails-2.souk"


def told() -> Look:
    """What is seen of two companies, one of which carried coal and passengers and had to wait."""
    state = begun(coal_land(), seats=2)
    view = look_of(state)
    sales = (
        Sale(0, Cargo.COAL, 0, 1, 480, 2_000),
        Sale(0, Cargo.PASSENGERS, 1, 0, 90, 900),
        Sale(1, Cargo.COAL, 0, 1, 10, 40),
    )
    return replaced(view, sales=sales, delivered=(2_900, 40), units=(570, 10), spent=(11_400, 0))


def replaced(view: Look, **fields: object) -> Look:
    """The view with other fields."""
    return msgspec.structs.replace(view, lost=(Lost(0, 70, 8 * 3_725), Lost(1, 3, 8)), **fields)


def test_the_books_of_each_company() -> None:
    books = books_of(told(), 0)
    assert books.best is not None and (books.best.cargo, books.best.coins) == (Cargo.COAL, 2_000)
    assert books.cargoes == ((Cargo.COAL, 480, 2_000), (Cargo.PASSENGERS, 90, 900))
    assert (books.income, books.units, books.per_thousand) == (2_900, 570, 50)
    assert [(loss.tile, loss.ticks) for loss in books.losses] == [(70, 29_800)]
    other = books_of(told(), 1)
    assert (other.per_thousand, len(other.lines)) == (None, 1), "nothing was spent: no rate"


def test_a_line_is_called_by_the_stations_at_its_ends() -> None:
    state = begun(coal_land())
    play(state, *SINGLE)
    view = look_of(state)
    with driving(
        lambda context: BooksScene(context, view, state.land, looks_for((SeatInfo("A", None),), context.settings))
    ) as driver:
        page = driver.top
        assert isinstance(page, BooksScene)
        route = page.route(Sale(0, Cargo.COAL, 0, 1, 480, 2_000))
        assert route == "Coal mine · Amber Mine → Power station · Basil Power"


def test_the_nearest_station_says_where_time_was_lost() -> None:
    state = begun(coal_land())
    train = Buy("freight", 5, 0, COAL_LINE)
    play(state, *SINGLE, train, train)
    advance(state, 600)
    view = look_of(state)
    losses = books_of(view, 0).losses
    assert losses and all(loss.near is not None for loss in losses)
    stations = {station.id: station.tile % view.size for station in view.stations}
    for loss in losses:
        assert loss.near is not None
        far = {number: abs(x - loss.tile % view.size) for number, x in stations.items()}
        assert far[loss.near.id] == min(far.values())


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_page_turns_from_company_to_company_and_nothing_is_cut(language: str) -> None:
    def page(context: Context) -> Scene:
        looks = looks_for((SeatInfo("Amina", person=True), SeatInfo("Basil", "greedy")), context.settings)
        return BooksScene(context, told(), coal_land(), looks)

    with driving(page, language=language) as driver:
        scene = driver.top
        assert isinstance(scene, BooksScene)
        values = {row.value for row in scene.figures(scene.books)}
        assert {"2,900", "570", "50", "1:02:05"} <= values
        seats = next(widget for widget in scene.group.walk() if isinstance(widget, OptionsWidget))
        scene.group.focus(seats)
        driver.command(CommandName.RIGHT)
        driver.step(2)
        assert scene.books.income == 40
        assert not scene.context.typeface.overflows


def test_results_and_a_replay_lead_to_it_and_it_leads_back() -> None:
    with driving(lambda context: replay_table(context, GOLDEN)) as driver:
        driver.until(lambda: isinstance(driver.top, ReplayTable))
        table = driver.top
        assert isinstance(table, ReplayTable)
        table.open_menu()
        driver.until(lambda: isinstance(driver.top, TableMenu))
        assert isinstance(driver.top, TableMenu) and MenuChoice.ACCOUNT in driver.top.choices
        driver.context.stack.pop(MenuChoice.RESULTS)
        driver.until(lambda: isinstance(driver.top, ResultsScene) and not driver.context.stack.fading)
        assert isinstance(driver.top, ResultsScene) and MenuChoice.ACCOUNT in driver.top.choices
        driver.context.stack.pop(MenuChoice.ACCOUNT)
        driver.until(lambda: isinstance(driver.top, BooksScene) and not driver.context.stack.fading)
        driver.command(CommandName.BACK)
        driver.until(lambda: isinstance(driver.top, ResultsScene))


def test_the_page_opens_from_a_view() -> None:
    state = begun(coal_land())
    play(state, *SINGLE)
    opened = account({"land": msgspec.to_builtins(state.land)}, RailsRules().view(state, SPECTATOR), ())
    assert opened is not None
    assert account({}, RailsRules().view(RailsRules().start(1, Options()), SPECTATOR), ()) is None
