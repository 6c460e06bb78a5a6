"""The card at the right: it describes the selected thing – an industry, a town, a signal, whatever has no file of its
own – and offers what can be done with it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.cabinets.rails.cargo.catchment import LEAST_FOR_FUEL, MADE, TAKEN
from game.cabinets.rails.stage.cards.blueprints import BlueprintPage
from game.cabinets.rails.stage.cards.knobs import KeptCard, Knob
from game.cabinets.rails.stage.cards.orders import OrdersPage
from game.cabinets.rails.stage.cards.page import Page
from game.cabinets.rails.stage.cards.sheet import MUTED, Sheet
from game.cabinets.rails.stage.cards.station import StationPage
from game.cabinets.rails.stage.cards.train import VehiclePage
from game.cabinets.rails.stage.person.pasting import Pasting
from game.cabinets.rails.stage.person.play import Play, Selected
from game.cabinets.rails.stage.sight.names import cargo_name, industry_name, station_name, town_name, vehicle_name
from game.cabinets.rails.stage.sight.records import ways_of
from game.cabinets.rails.stage.sight.sections import SIGNAL_LEGS, section_of
from game.cabinets.rails.stage.trains.course import Piece
from game.cabinets.rails.track.signals import SignalModel
from game.engine import theme
from game.engine.canvas import Box


class IndustryPage(Page):
    """A page about an industry: what it makes, what it takes, and how much of that is carried."""

    def fill(self, sheet: Sheet) -> None:
        sight, texts = self.play.sight, self.play.surroundings.texts
        assert sight is not None
        place = self.play.selected.id
        one = sight.industry(place)
        seen = sight.view.industries[place] if place < len(sight.view.industries) else None
        sheet.heading(industry_name(texts, one))
        if one.kind in MADE:
            sheet.row(self.line("makes"), cargo_name(texts, MADE[one.kind]))
            made = seen.made if seen and seen.made else one.output
            sheet.row(self.line("output"), self.line("a_period", units=made))
            if seen and made:
                sheet.row(self.line("carried"), f"{100 * seen.carried // made}%")
                sheet.bar(seen.carried / made, theme.GOOD_ON_PAPER)
        if one.kind in TAKEN:
            sheet.row(self.line("takes"), cargo_name(texts, TAKEN[one.kind]))
            sheet.row(self.line("taken"), f"{seen.taken if seen else 0:,}")
        sheet.text(self.line("near"), MUTED)


class TownPage(Page):
    """A page about a town: its inhabitants, and what it takes."""

    def fill(self, sheet: Sheet) -> None:
        sight, texts = self.play.sight, self.play.surroundings.texts
        assert sight is not None
        place = self.play.selected.id
        town = sight.town(place)
        seen = sight.view.towns[place] if place < len(sight.view.towns) else None
        people = seen.inhabitants if seen else town.inhabitants
        sheet.heading(town_name(texts, town.name))
        sheet.row(self.line("inhabitants"), f"{people:,}", "users")
        sheet.row(self.line("passengers"), self.line("a_period", units=seen.made if seen else people // 16))
        if seen:
            sheet.row(self.line("arrived"), f"{seen.passengers:,}")
            sheet.row(self.line("fuel_taken"), f"{seen.fuel:,}")
        if people < LEAST_FOR_FUEL:
            sheet.text(self.line("no_fuel", people=LEAST_FOR_FUEL), MUTED)


class SignalPage(Page):
    """A page about a signal; while it is shown, the map lights up the signal's section."""

    def fill(self, sheet: Sheet) -> None:
        play, sight = self.play, self.play.sight
        assert sight is not None
        texts, number = play.surroundings.texts, play.selected.id
        tile, leg = divmod(number, SIGNAL_LEGS)
        built = sight.works.get(tile)
        if built is None or leg not in dict(built.signals):
            return
        kind = SignalModel(dict(built.signals)[leg]).word
        sheet.heading(self.line(f"signal.{kind}"), play.company_colour(built.company))
        sheet.text(self.line(f"signal.{kind}_help"), MUTED)
        sheet.gap(4)
        ways, here = ways_of(sight), Piece(tile % sight.size, tile // sight.size, leg)
        passing = next((one for one, way in ways.items() if here in way.pieces[way.head : -1]), 0)
        if passing:
            name = vehicle_name(texts, sight.vehicles[passing])
            sheet.row(self.line("signal.green"), name, "check", theme.GOOD_ON_PAPER)
        else:
            sheet.text(self.line("signal.red"))
        section = section_of(sight, number)
        tiles = sum(one.tiles for one in section.pieces)
        sheet.row(self.line("signal.section"), self.line("signal.tiles", count=tiles))
        sheet.row(self.line("signal.signals"), str(len(section.signals)), "signal")
        ends = [sight.station_at(one.y * sight.size + one.x) for one in section.platforms]
        for station in dict.fromkeys(ends):
            name = station_name(texts, sight.stations[station])
            sheet.row(self.line("signal.platforms", station=name), str(ends.count(station)), "map-pin")
        if not (section.signals or section.platforms):
            sheet.text(self.line("signal.nowhere"), theme.RUST)


_WIDE: Final = 286.0
_PAGES: Final[dict[str, Callable[[Play], Page]]] = {
    "orders": OrdersPage,
    "station": StationPage,
    "vehicle": VehiclePage,
    "industry": IndustryPage,
    "town": TownPage,
    "signal": SignalPage,
}


class SelectedCard(KeptCard):
    """The card of the selected thing, with a `Page` for each kind of thing."""

    paper = True

    def __init__(self, play: Play, pasting: Pasting) -> None:
        """Make a page for each kind of thing."""
        super().__init__(play.surroundings)
        self.play = play
        self._pasting = pasting
        self._pages = {kind: make(play) for kind, make in _PAGES.items()}
        self._pages["blueprint"] = BlueprintPage(play, pasting)

    @property
    def page(self) -> Page | None:
        """The page of the selected thing, of orders or of blueprints; None if there is nothing to show."""
        kind = "orders" if self.play.orders else self.play.selected.kind
        return self._pages.get(kind or ("blueprint" if self._pasting.in_use else ""))

    def fit(self, right: float, top: float, bottom: float) -> None:
        """Place the card at the right, as high as its page; measure the page again only if its content may have
        changed."""
        page, play = self.page, self.play
        if page is None or play.sight is None:
            self.hide()
            self.touched()
            return
        if self.stays(page, play.sight, play.selected, play.plays, right, top, bottom):
            return
        wide = min(420.0, self.typeface.grown(26) / 26 * _WIDE)
        sheet = Sheet(self.style, wide, self.led)
        page.fill(sheet)
        column = sheet.column
        high = min(bottom - top, column.high(sheet.width) + 24)
        close = Knob(self.style, "close", self._put_away, sign="x")
        close.box = Box(right - 36, top + 8, 28, 28)
        self.stand(Box(right - wide, top, wide, high), column, close)

    def touched(self) -> None:
        """Force a new layout after a press or a move of the pointer, since the page may read differently now."""
        self.laid = None

    def _put_away(self) -> None:
        if self.page is self._pages["blueprint"]:
            self._pasting.put_away()
            self.play.builder.tool = "rail"
        self.play.select(Selected())
