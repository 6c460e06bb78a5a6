"""The page of a signal: which trains may pass it, which one does now, and where a passing train may stop next."""

from __future__ import annotations

from game.cabinets.rails.contract.actions import SIGNALS
from game.cabinets.rails.stage.cards.page import Page
from game.cabinets.rails.stage.cards.sheet import MUTED, Sheet
from game.cabinets.rails.stage.sight.names import station_name, vehicle_name
from game.cabinets.rails.stage.sight.records import ways_of
from game.cabinets.rails.stage.sight.sections import SIGNAL_LEGS, section_of
from game.cabinets.rails.stage.trains.course import Piece
from game.engine import theme


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
        kind = SIGNALS[dict(built.signals)[leg] - 1]
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
