"""The page of a station: waiting cargo, vehicles in it, and the large button that buys a train."""

from __future__ import annotations

from functools import partial
from typing import Final

from game.cabinets.rails.building.prices import COACH_UNITS, GOODS_UNITS
from game.cabinets.rails.contract.actions import Buy, Join
from game.cabinets.rails.contract.models import ENGINES
from game.cabinets.rails.contract.views import VehicleState
from game.cabinets.rails.match.look import Stock
from game.cabinets.rails.stage.cards.knobs import Knob
from game.cabinets.rails.stage.cards.sheet import MUTED, Sheet, draw_curves
from game.cabinets.rails.stage.hand.joining import near_stations
from game.cabinets.rails.stage.hand.orders import OrderSheet
from game.cabinets.rails.stage.person.play import Play
from game.cabinets.rails.stage.sight.names import cargo_name, vehicle_name
from game.cabinets.rails.stage.sight.offers import earning, feeders, longest_platform, made_at, next_in, taken_at
from game.cabinets.rails.stage.sight.sight import Sight
from game.engine import theme

_MOST_JOINED: Final = 2
_CHART: Final = 64.0


def station_page(play: Play, sheet: Sheet) -> None:
    """Write about a station: stocks with the parts of their rating, platforms, and vehicles that can be bought."""
    sight, texts, line = play.builder.ground, play.surroundings.texts, sheet.line
    station = sight.stations[play.selected.id]
    sheet.heading(sight.name_of(texts, station.id), play.company_colour(station.company))
    if taken := taken_at(sight, station.id):
        sheet.row(line("takes"), ", ".join(cargo_name(texts, cargo) for cargo in sorted(taken)), "check")
    made = made_at(sight, station.id)
    known = {stock.kind for stock in station.stocks}
    if unfetched := [cargo_name(texts, cargo) for cargo in made if cargo not in known]:
        sheet.row(line("gives"), ", ".join(unfetched), "plus")
    for stock in station.stocks:
        if stock.units or stock.kind in made:
            _stock(play, sheet, stock)
    serving = sight.serving(station.id)
    stopped = (one for one in serving if one.state == VehicleState.STOP)
    for one in [one for one in stopped if sight.station_at(one.tile) == station.id][:3]:
        load = line("load", units=one.load) if one.load else line("empty")
        sheet.row(vehicle_name(texts, one), load, "map-pin")
    if coming := next_in(sight, station.id):
        sheet.row(vehicle_name(texts, coming), line("comes_next"), "chevron-right")
    if waiting := sum(one.state == VehicleState.YARD for one in serving):
        sheet.row(line("in_yard"), str(waiting), "hourglass")
    if play.owns(station.company):
        sheet.gap(4)
        fed = _feeders(play, sheet, sight, station.id)
        _trains(play, sheet, sight, station.id, fed)
        _copying(play, sheet)
        _joining(play, sheet, station.id)
    if serving:
        _meter(play, sheet, station.id)
    sheet.tip()


def _stock(play: Play, sheet: Sheet, stock: Stock) -> None:
    """Write one kind of waiting cargo: its units, its rating, and the parts that the rating is made of."""
    words = sheet.line("stock", units=f"{stock.units:,}", rating=stock.rating)
    sheet.row(cargo_name(play.surroundings.texts, stock.kind), words)
    tone = theme.GOOD_ON_PAPER if stock.rating >= 60 else "#C98A2A" if stock.rating >= 40 else theme.RUST
    sheet.bar(stock.rating / 100, tone)
    parts = (("loading", stock.loading), ("fetched", stock.picked_up), ("few", stock.waiting))
    told = [sheet.line("rating.base", part=stock.rating - sum(part for _, part in parts))]
    told += [sheet.line(f"rating.{part}", part=percent) for part, percent in parts if percent]
    sheet.text(" ".join(told), MUTED)


def _meter(play: Play, sheet: Sheet, station: int) -> None:
    """Lay the knob that switches the station's meter (key `M`); if it is on, write what arrives and departs now."""
    meter = play.meter
    sheet.knobs(sheet.knob("meter", meter.turn, "gauge", sheet.line("meter.title"), mark="M"))
    if not meter.shown:
        return
    rates = meter.rates(play.sight, station)
    if not rates:
        sheet.text(sheet.line("meter.wait"), MUTED)
        return
    sheet.row(sheet.line("meter.rate"), f"{rates[-1].units:,}", "gauge")
    begin, end = rates[0].tick, max(rates[-1].tick, rates[0].tick + 1)
    points = [((tick - begin) / (end - begin), units) for tick, units in rates]
    sheet.room(_CHART, partial(draw_curves, [(points, theme.GOOD_ON_PAPER, 3.4)]))


def _other_end(play: Play, sight: Sight, buy: Buy, station: int) -> str:
    other = next(call.station for call in buy.calls if call.station != station)
    return sight.name_of(play.surroundings.texts, other)


def _feeders(play: Play, sheet: Sheet, sight: Sight, station: int) -> bool:
    """Lay a button for each ship, truck or bus, with a line that says its orders. Return whether there is any."""
    fed = feeders(sight, station, play.company)
    for model, calls in fed:
        buy = Buy(model, 0, 0, calls)
        orders = " · ".join(sheet.line(f"order.{call.order}") for call in calls)
        sheet.text(sheet.line("feeder_orders", station=_other_end(play, sight, buy, station), orders=orders), MUTED)
        trial = play.try_out([buy])
        words = sheet.line(f"buy_{model}", price=f"{trial.price:,}")
        enabled = not trial.refused
        knob = sheet.knob(f"buy.{model}", partial(play.attempt, buy), "plus", words, lit=True, enabled=enabled)
        sheet.knobs(knob, _edits(play, sheet, buy, sight), high=sheet.tall(44.0, 16), shares=(0.8, 0.2))
    return bool(fed)


def _trains(play: Play, sheet: Sheet, sight: Sight, station: int, fed: bool) -> None:
    """Lay the large button that buys a train, or say why none can be bought, unless there are other vehicles."""
    line, buy = sheet.line, play.purchase(station)
    if buy is None:
        if not fed:
            sheet.text(line("no_way" if longest_platform(sight, station) else "no_train"), MUTED)
        return
    sheet.text(line("orders_to", station=_other_end(play, sight, buy, station)), MUTED)
    brings = earning(sight, buy.calls, GOODS_UNITS * buy.goods + COACH_UNITS * buy.coaches)
    if brings and not play.free:
        sheet.text(line("brings", coins=f"{brings:,}"), MUTED)
    trial = play.try_out([buy])
    key = ("buy_coaches" if buy.coaches else "buy_wagons") + "_free" * play.free
    text = line(key, count=play.wagons, price=f"{trial.price:,}")
    sheet.gap(6)
    big = sheet.knob("buy", partial(play.attempt, buy), "plus", text, lit=True, enabled=not trial.refused)
    sheet.knobs(big, high=sheet.tall(52.0, 22))
    sheet.refusal(trial)
    sheet.knobs(
        sheet.knob("fewer", partial(play.more_wagons, -1), "minus", tip=line("fewer")),
        sheet.knob("more", partial(play.more_wagons, 1), "plus", tip=line("more")),
        sheet.knob("engine", partial(_next_engine, play), text=line(play.engine.word)),
        _edits(play, sheet, buy, sight),
        shares=(0.17, 0.17, 0.47, 0.19),
    )


def _edits(play: Play, sheet: Sheet, buy: Buy, sight: Sight) -> Knob:
    """Return the knob that edits a purchase's orders before buying; disabled while one of its stations is not built
    yet."""

    def edit() -> None:
        play.orders = OrderSheet(buy.calls, buy=buy)

    enabled = not any(call.station in sight.founded for call in buy.calls)
    return sheet.knob(f"orders.{buy.model}", edit, "list", tip=sheet.line("orders_edit"), enabled=enabled)


def _copying(play: Play, sheet: Sheet) -> None:
    """Lay the knob that copies the line of a train that calls here, if there is one."""
    if play.train_to_copy is not None:
        knob = sheet.knob(
            "line_copy", play.copy_line, "copy", sheet.line("line_copy_short"), tip=sheet.line("line_copy"), mark="C"
        )
        sheet.knobs(knob)


def _joining(play: Play, sheet: Sheet, station: int) -> None:
    """Lay a button for each nearby station that can be joined with this one."""
    for other in near_stations(play.sight, station, play.company)[:_MOST_JOINED]:
        name = play.sight.name_of(play.surroundings.texts, other)
        press = partial(play.attempt, Join((station, other)))
        sheet.knobs(sheet.knob(f"join.{other}", press, "copy", sheet.line("join", station=name)))


def _next_engine(play: Play) -> None:
    play.engine = ENGINES[(ENGINES.index(play.engine) + 1) % len(ENGINES)]
