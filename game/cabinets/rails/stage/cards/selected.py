"""The card at the right: it describes the selected thing – an industry, a town, a signal, whatever has no file of its
own – and offers what can be done with it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from game.cabinets.rails.match.cargo import LEAST_FOR_FUEL, MADE, TAKEN
from game.cabinets.rails.stage.cards.blueprints import blueprint_page
from game.cabinets.rails.stage.cards.knobs import KeptCard, Knob
from game.cabinets.rails.stage.cards.sheet import MUTED, Sheet
from game.cabinets.rails.stage.cards.station import station_page
from game.cabinets.rails.stage.cards.train import orders_page, vehicle_page
from game.cabinets.rails.stage.person.pasting import Pasting
from game.cabinets.rails.stage.person.play import Play, Selected
from game.cabinets.rails.stage.sight.course import Piece
from game.cabinets.rails.stage.sight.names import cargo_name, industry_name, place_name, vehicle_name
from game.cabinets.rails.stage.sight.sections import SIGNAL_LEGS, section_of
from game.cabinets.rails.track.signals import SignalModel
from game.engine import theme
from game.engine.canvas import Box

Page = Callable[[Play, Sheet], None]
"""What writes about the selected thing on a sheet."""


def industry_page(play: Play, sheet: Sheet) -> None:
    """Write about an industry: what it makes, what it takes, and how much of that is carried."""
    texts, line, place = play.surroundings.texts, sheet.line, play.selected.id
    one, seen = play.sight.land.industries[place], play.sight.view.industries[place]
    sheet.heading(industry_name(texts, one))
    if one.kind in MADE:
        sheet.row(line("makes"), cargo_name(texts, MADE[one.kind]))
        made = seen.made or one.output
        sheet.row(line("output"), line("a_period", units=made))
        if made:
            sheet.row(line("carried"), f"{100 * seen.carried // made}%")
            sheet.bar(seen.carried / made, theme.GOOD_ON_PAPER)
    if one.kind in TAKEN:
        sheet.row(line("takes"), cargo_name(texts, TAKEN[one.kind]))
        sheet.row(line("taken"), f"{seen.taken:,}")
    sheet.text(line("near"), MUTED)


def town_page(play: Play, sheet: Sheet) -> None:
    """Write about a town: its inhabitants, and what it takes."""
    line, place = sheet.line, play.selected.id
    seen = play.sight.view.towns[place]
    sheet.heading(place_name(play.surroundings.texts, play.sight.land.towns[place].name))
    sheet.row(line("inhabitants"), f"{seen.inhabitants:,}", "users")
    sheet.row(line("passengers"), line("a_period", units=seen.made))
    sheet.row(line("arrived"), f"{seen.passengers:,}")
    sheet.row(line("fuel_taken"), f"{seen.fuel:,}")
    if seen.inhabitants < LEAST_FOR_FUEL:
        sheet.text(line("no_fuel", people=LEAST_FOR_FUEL), MUTED)


def signal_page(play: Play, sheet: Sheet) -> None:
    """Write about a signal; while that is shown, the map lights up the signal's section."""
    sight, texts, line, number = play.sight, play.surroundings.texts, sheet.line, play.selected.id
    tile, leg = divmod(number, SIGNAL_LEGS)
    built = sight.works[tile]
    kind = SignalModel(dict(built.signals)[leg]).word
    sheet.heading(line(f"signal.{kind}"), play.company_colour(built.company))
    sheet.text(line(f"signal.{kind}_help"), MUTED)
    sheet.gap(4)
    here = Piece(tile % sight.size, tile // sight.size, leg)
    passing = next((one for one, way in sight.ways.items() if here in way.passing), 0)
    if passing:
        sheet.row(line("signal.green"), vehicle_name(texts, sight.vehicles[passing]), "check", theme.GOOD_ON_PAPER)
    else:
        sheet.text(line("signal.red"))
    section = section_of(sight, number)
    sheet.row(line("signal.section"), line("signal.tiles", count=sum(one.tiles for one in section.pieces)))
    sheet.row(line("signal.signals"), str(len(section.signals)), "signal")
    ends = [sight.station_at(one.y * sight.size + one.x) for one in section.platforms]
    for station in dict.fromkeys(ends):
        name = sight.name_of(texts, station)
        sheet.row(line("signal.platforms", station=name), str(ends.count(station)), "map-pin")
    if not (section.signals or section.platforms):
        sheet.text(line("signal.nowhere"), theme.RUST)


_WIDE: Final = 286.0
_PAGES: Final[dict[str, Page]] = {
    "orders": orders_page,
    "station": station_page,
    "vehicle": vehicle_page,
    "industry": industry_page,
    "town": town_page,
    "signal": signal_page,
}


class SelectedCard(KeptCard):
    """The card of the selected thing, with a page for each kind of thing."""

    paper = True

    def __init__(self, play: Play, pasting: Pasting) -> None:
        super().__init__(play.surroundings)
        self.play = play
        self._pasting = pasting
        self._blueprints = partial(blueprint_page, pasting)

    @property
    def page(self) -> Page | None:
        """The page of the selected thing, of orders or of blueprints; None if there is nothing to show."""
        kind = "orders" if self.play.orders else self.play.selected.kind
        return _PAGES[kind] if kind else self._blueprints if self._pasting.in_use else None

    def fit(self, right: float, top: float, bottom: float) -> None:
        """Place the card at the right, as high as its page; write the page again only if its content may have
        changed."""
        page, play = self.page, self.play
        if page is None:
            self.hide()
            self.touched()
            return
        if self.stays(page, play.sight, play.selected, play.plays, right, top, bottom):
            return
        sheet = Sheet(self.style, self.wide(_WIDE, 420.0), self.led)
        page(play, sheet)
        close = Knob(self.style, "close", self._put_away, sign="x")
        close.box = Box(right - 36, top + 8, 28, 28)
        self.stand(Box(right - sheet.wide, top, sheet.wide, min(bottom - top, sheet.high + 24)), sheet.column, close)

    def touched(self) -> None:
        """Force a new layout after a press or a move of the pointer, since the page may read differently now."""
        self.laid = None

    def _put_away(self) -> None:
        if self.page is self._blueprints:
            self._pasting.put_away()
            self.play.builder.tool = "rail"
        self.play.select(Selected())
