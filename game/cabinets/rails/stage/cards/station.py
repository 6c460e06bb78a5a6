"""The page of a station: waiting cargo, vehicles in it, and the large button that buys a train."""

from __future__ import annotations

from functools import partial
from typing import Final

from game.cabinets.rails.building.prices import COACH_UNITS, GOODS_UNITS
from game.cabinets.rails.contract.actions import Buy, Call, Group, Join
from game.cabinets.rails.contract.models import ENGINES, Model
from game.cabinets.rails.contract.views import VehicleState
from game.cabinets.rails.match.look import Stock
from game.cabinets.rails.stage.cards.knobs import Knob
from game.cabinets.rails.stage.cards.page import Page
from game.cabinets.rails.stage.cards.sheet import MUTED, Sheet, draw_curves
from game.cabinets.rails.stage.hand.joining import near_stations
from game.cabinets.rails.stage.hand.orders import OrderSheet
from game.cabinets.rails.stage.sight.names import cargo_name, station_name, vehicle_name
from game.cabinets.rails.stage.sight.offers import earning, feeders, longest_platform, made_at, next_in, taken_at
from game.cabinets.rails.stage.sight.sight import Sight
from game.engine import theme

_MOST_JOINED: Final = 2
_CHART: Final = 64.0


class StationPage(Page):
    """A page about a station: stocks with the parts of their rating, platforms, and vehicles that can be bought."""

    def fill(self, sheet: Sheet) -> None:
        play, built = self.play, self.play.sight
        assert built is not None
        sight = play.ground(built)
        station = sight.stations.get(play.selected.id)
        if station is None:
            return
        texts = play.surroundings.texts
        sheet.heading(station_name(texts, station), play.company_colour(station.company))
        taken = [cargo_name(texts, cargo) for cargo in sorted(taken_at(sight, station.id))]
        if taken:
            sheet.row(self.line("takes"), ", ".join(taken), "check")
        made = made_at(sight, station.id)
        known = {stock.kind for stock in station.stocks}
        unfetched = [cargo_name(texts, cargo) for cargo in made if cargo not in known]
        if unfetched:
            sheet.row(self.line("gives"), ", ".join(unfetched), "plus")
        for stock in station.stocks:
            if stock.units or stock.kind in made:
                self._stock(sheet, stock)
        here = [one for one in sight.serving(station.id) if one.state == VehicleState.STOP]
        here = [one for one in here if sight.station_at(one.tile) == station.id]
        for one in here[:3]:
            load = self.line("load", units=one.load) if one.load else self.line("empty")
            sheet.row(vehicle_name(texts, one), load, "map-pin")
        coming = next_in(sight, station.id)
        if coming:
            sheet.row(vehicle_name(texts, coming), self.line("comes_next"), "chevron-right")
        waiting = [one for one in sight.serving(station.id) if one.state == VehicleState.YARD]
        if waiting:
            sheet.row(self.line("in_yard"), str(len(waiting)), "hourglass")
        if play.may_build and play.may_use(station.company):
            self._buying(sheet, sight, station.id)
            self._joining(sheet, station.id)
        if sight.serving(station.id):
            self._meter(sheet, station.id)
        sheet.tip()

    def _stock(self, sheet: Sheet, stock: Stock) -> None:
        """Write one kind of waiting cargo: its units, its rating, and the parts that the rating is made of."""
        name = cargo_name(self.play.surroundings.texts, stock.kind)
        sheet.row(name, self.line("stock", units=f"{stock.units:,}", rating=stock.rating))
        tone = theme.GOOD_ON_PAPER if stock.rating >= 60 else "#C98A2A" if stock.rating >= 40 else theme.RUST
        sheet.bar(stock.rating / 100, tone)
        parts = (("loading", stock.loading), ("fetched", stock.picked_up), ("few", stock.waiting))
        base = stock.rating - sum(part for _, part in parts)
        told = [self.line("rating.base", part=base)]
        told += [self.line(f"rating.{part}", part=percent) for part, percent in parts if percent]
        sheet.text(" ".join(told), MUTED)

    def _meter(self, sheet: Sheet, station: int) -> None:
        """Lay the knob that switches the station's meter (key `M`); if it is on, write what arrives and departs now."""
        meter, sight = self.play.meter, self.play.sight
        assert sight is not None
        knob = self.knob("meter", meter.turn, "gauge", self.line("meter.title"))
        knob.mark = "M"
        sheet.knobs(knob)
        if not meter.shown:
            return
        rates = meter.rates(sight, station)
        if not rates:
            sheet.text(self.line("meter.wait"), MUTED)
            return
        sheet.row(self.line("meter.rate"), f"{rates[-1].units:,}", "gauge")
        begin, end = rates[0].tick, max(rates[-1].tick, rates[0].tick + 1)
        points = [((tick - begin) / (end - begin), units) for tick, units in rates]
        sheet.room(_CHART, partial(draw_curves, [(points, theme.GOOD_ON_PAPER, 3.4)]))

    def _buying(self, sheet: Sheet, sight: Sight, station: int) -> None:
        play = self.play
        sheet.gap(4)
        fed = feeders(sight, station, play.company)
        for model, calls in fed:
            self._feeder(sheet, sight, station, model, calls)
        buy = play.purchase(station)
        if buy is None and fed:
            return
        if buy is None:
            alone = longest_platform(sight, station) > 0
            sheet.text(self.line("no_way" if alone else "no_train"), MUTED)
            return
        other = next(call.station for call in buy.calls if call.station != station)
        there = station_name(play.surroundings.texts, sight.stations[other])
        sheet.text(self.line("orders_to", station=there), MUTED)
        brings = earning(sight, buy.calls, GOODS_UNITS * buy.goods + COACH_UNITS * buy.coaches)
        if brings and not play.free:
            sheet.text(self.line("brings", coins=f"{brings:,}"), MUTED)
        trial = play.try_out([buy])
        pulled = "coaches" if buy.coaches else "wagons"
        text = self.line(f"buy_{pulled}" + ("_free" if play.free else ""), count=play.wagons, price=f"{trial.price:,}")
        sheet.gap(6)
        high = max(52.0, sheet.typeface.leading(theme.BODY) + 22)
        big = self.knob("buy", partial(self._buy, buy), "plus", text)
        big.lit, big.enabled = True, not trial.refused
        sheet.knobs(big, high=high)
        if trial.refused:
            sheet.text(play.surroundings.texts.line(f"rails.refuse.{trial.refused[0].reason}"), theme.RUST)
        less = self.knob("fewer", lambda: play.more_wagons(-1), "minus", tip=self.line("fewer"))
        more = self.knob("more", lambda: play.more_wagons(1), "plus", tip=self.line("more"))
        engine = self.knob("engine", self._engine, text=self.line(play.engine.word))
        sheet.knobs(less, more, engine, self._edits(buy, sight), shares=(0.17, 0.17, 0.47, 0.19))

    def _edits(self, buy: Buy, sight: Sight) -> Knob:
        """Return the knob that edits a purchase's orders before buying; disabled while one of its stations is not built
        yet."""
        knob = self.knob(f"orders.{buy.model}", partial(self._edit, buy), "list", tip=self.line("orders_edit"))
        knob.enabled = not any(call.station in sight.founded for call in buy.calls)
        return knob

    def _edit(self, buy: Buy) -> None:
        self.play.orders = OrderSheet(buy.calls, buy=buy)

    def _feeder(self, sheet: Sheet, sight: Sight, station: int, model: Model, calls: tuple[Call, ...]) -> None:
        """Lay a button that buys a ship, a truck or a bus, with a line that says its orders."""
        play = self.play
        other = next(call.station for call in calls if call.station != station)
        there = station_name(play.surroundings.texts, sight.stations[other])
        orders = " · ".join(self.line(f"order.{call.order}") for call in calls)
        sheet.text(self.line("feeder_orders", station=there, orders=orders), MUTED)
        buy = Buy(model, 0, 0, calls)
        trial = play.try_out([buy])
        words = self.line(f"buy_{model}", price=f"{trial.price:,}")
        knob = self.knob(f"buy.{model}", partial(self._buy, buy), "plus", words)
        knob.lit, knob.enabled = True, not trial.refused
        high = max(44.0, sheet.typeface.leading(theme.BODY) + 16)
        sheet.knobs(knob, self._edits(buy, sight), high=high, shares=(0.8, 0.2))

    def _joining(self, sheet: Sheet, station: int) -> None:
        """Lay a button for each nearby station that can be joined with this one."""
        play, sight = self.play, self.play.sight
        assert sight is not None
        for other in near_stations(sight, station, play.company)[:_MOST_JOINED]:
            name = station_name(play.surroundings.texts, sight.stations[other])
            press = partial(self._do, Join((station, other)))
            sheet.knobs(self.knob(f"join.{other}", press, "copy", self.line("join", station=name)))

    def _do(self, group: Group) -> None:
        self.refuse(self.play.do(group))

    def _buy(self, buy: Buy) -> None:
        self.refuse(self.play.do(buy))

    def _engine(self) -> None:
        play = self.play
        play.engine = ENGINES[(ENGINES.index(play.engine) + 1) % len(ENGINES)]
