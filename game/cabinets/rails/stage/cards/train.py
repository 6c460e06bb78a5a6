"""The pages of a vehicle: its load, earnings and why it waits; and its orders, with what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from game.cabinets.rails.contract.actions import ORDERS, Buy, Call, Go, Halt, Orders, Sell, Turn
from game.cabinets.rails.contract.views import Trouble, Why
from game.cabinets.rails.match.look import CallView, VehicleView
from game.cabinets.rails.stage.cards.sheet import MUTED, Sheet
from game.cabinets.rails.stage.field.trains import LOADS
from game.cabinets.rails.stage.field.trains import vehicle as drawn_vehicle
from game.cabinets.rails.stage.hand.orders import OrderSheet, mended, remedy, remedy_line
from game.cabinets.rails.stage.person.advice import tried_calls
from game.cabinets.rails.stage.person.play import Play, Selected
from game.cabinets.rails.stage.sight.names import cargo_name, trouble_line, vehicle_name
from game.cabinets.rails.track.feeding import ON_WATER
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.text.fitting import fitted

_MOST_ROWS: Final = 5
"""Greatest number of stops listed at once, around the selected one."""
_EAST: Final = 16


def orders_page(play: Play, sheet: Sheet) -> None:
    """Write a row for each stop, and below them the knobs for the selected stop."""
    sight, edited, line = play.sight, play.orders, sheet.line
    assert edited is not None
    one = sight.vehicles.get(edited.vehicle)
    name = vehicle_name(play.surroundings.texts, one) if one else ""
    sheet.heading(line("orders_of", vehicle=name) if one else line("orders_new"))
    sharing = sum(each.list == one.list for each in sight.view.vehicles) if one else 1
    if sharing > 1:
        sheet.text(line("orders_shared", count=sharing), MUTED)
    calls = tried_calls(play, edited)
    _rows(play, sheet, edited, calls)
    if edited.adding:
        sheet.text(line("orders_adding"), theme.RUST)
        sheet.knobs(sheet.knob("orders.cancel", partial(edited.add_next, False), "x", line("back")))
        return
    _in_hand(play, sheet, edited, calls[edited.place])
    several = len(edited.calls) > 1
    add = partial(edited.add_next, True)
    sheet.gap(4)
    sheet.knobs(
        sheet.knob("orders.add", add, "plus", tip=line("orders_add"), enabled=edited.has_room),
        sheet.knob("orders.up", partial(edited.move, -1), "arrow-up", tip=line("orders_up"), enabled=several),
        sheet.knob("orders.down", partial(edited.move, 1), "arrow-down", tip=line("orders_down"), enabled=several),
        sheet.knob("orders.out", edited.remove, "trash-2", tip=line("orders_out"), enabled=several),
    )
    _ends(play, sheet, edited)
    sheet.tip()


def _rows(play: Play, sheet: Sheet, edited: OrderSheet, calls: Sequence[CallView]) -> None:
    first = max(0, min(edited.place - _MOST_ROWS // 2, len(calls) - _MOST_ROWS))
    for place, call in enumerate(calls[first : first + _MOST_ROWS], first):
        name = play.sight.name_of(play.surroundings.texts, call.station)
        text = f"{place + 1} {name} · {sheet.line(f'order.{ORDERS[call.order]}')}"
        text = fitted(sheet.typeface, text, sheet.width - 60, theme.BODY)
        sign = "triangle-alert" if call.trouble else "map-pin"
        sheet.knobs(sheet.knob(f"call.{place}", partial(edited.take, place), sign, text, lit=place == edited.place))


def _in_hand(play: Play, sheet: Sheet, edited: OrderSheet, call: CallView) -> None:
    """Write the selected stop: knobs that switch its order, and its trouble with a remedy."""
    kind, line = edited.calls[edited.place].order, sheet.line
    text = fitted(sheet.typeface, line(f"order.{kind}"), sheet.width * 0.76 - 34, theme.BODY)
    sheet.gap(2)
    sheet.knobs(
        sheet.knob("order.before", partial(edited.turn, -1), "chevron-left", tip=line("order_before")),
        sheet.knob("order", partial(edited.turn, 1), text=text),
        sheet.knob("order.after", partial(edited.turn, 1), "chevron-right", tip=line("order_after")),
        shares=(0.12, 0.76, 0.12),
    )
    trouble = Trouble(call.trouble)
    if not trouble:
        sheet.text(line(f"order_about.{kind}"), MUTED)
        return
    sheet.text(trouble_line(play.surroundings.texts, call), theme.RUST)
    if remedy(trouble) or len(edited.calls) > 1:
        text = fitted(sheet.typeface, remedy_line(play.surroundings.texts, call), sheet.width - 60, theme.BODY)
        sheet.gap(4)
        sheet.knobs(sheet.knob("mend", partial(edited.mend, trouble), "wand-sparkles", text, lit=True))


def _ends(play: Play, sheet: Sheet, edited: OrderSheet) -> None:
    trial, line = play.try_out([edited.group]), sheet.line
    text = line("orders_give")
    if edited.buy:
        text = line("orders_buy_free") if play.free else line("orders_buy", price=f"{trial.price:,}")
    give = partial(_give, play, edited)
    sheet.knobs(
        sheet.knob("orders.give", give, "check", text, lit=True, enabled=not trial.refused),
        sheet.knob("orders.cancel", partial(play.select, play.selected), "x", tip=line("back")),
        high=sheet.tall(44.0, 16),
        shares=(0.8, 0.2),
    )
    sheet.refusal(trial)


def _give(play: Play, edited: OrderSheet) -> None:
    if reason := play.do(edited.group):
        play.say(reason)
    else:
        play.select(play.selected if edited.buy else Selected("vehicle", edited.vehicle))


def vehicle_page(play: Play, sheet: Sheet) -> None:
    """Write about a vehicle: a drawing with its wagons filled, orders, next stop, speed and earnings."""
    one = play.sight.vehicles[play.selected.id]
    texts, line = play.surroundings.texts, sheet.line
    sheet.heading(vehicle_name(texts, one), play.field.colour_of(one))
    sheet.room(26 if one.goods + one.coaches < 12 else 16, partial(_draw, play, one))
    sheet.row(line(f"state.{one.state.name.lower()}"), line("kmh", speed=one.speed * 3 // 10), "gauge")
    if one.load:
        sheet.row(cargo_name(texts, one.cargo), line("load", units=one.load))
    sheet.row(line("earned"), f"{one.earned:,}", "coins")
    if one.served:
        sheet.row(line("waits_share"), f"{100 * one.stood // one.served}%", "hourglass")
    _orders(play, sheet, one)
    for reason in play.why(one)[:3]:
        sheet.text(reason, theme.RUST)
    if play.owns(one.company):
        _knobs(play, sheet, one)


def _draw(play: Play, one: VehicleView, canvas: Canvas, box: Box) -> None:
    """Draw a train or another vehicle in a box, heading east, with as much cargo as it carries."""
    field = play.field
    if not one.model.is_train:
        kind, hold = one.model.word, one.model.goods + one.model.passengers
        pixels = canvas.px(30 if one.model.mode == ON_WATER else 48)
        load = -(-LOADS * one.load // hold)
        drawn = drawn_vehicle(kind, field.colour_of(one), one.cargo, load, _EAST, pixels)
        canvas.put_middle(drawn, box.left + 20, box.centery)
        return
    bits = field.bits(one)
    count = len(bits)
    pixels = max(8, min(canvas.px(44), int(canvas.px(box.width) / (count / 2 + 0.4))))
    step = pixels / 2 / canvas.scale
    x = box.left + step * (count - 0.5)
    for bit in bits:
        canvas.put_middle(drawn_vehicle(*bit, _EAST, pixels), x, box.centery)
        x -= step


def _orders(play: Play, sheet: Sheet, one: VehicleView) -> None:
    sight, texts = play.sight, play.surroundings.texts
    calls = sight.orders_of(one)
    given = [Call(each.station, ORDERS[each.order]) for each in calls]
    for place, call in enumerate(calls):
        name = sight.name_of(texts, call.station)
        sheet.row(name, sheet.line(f"order.{ORDERS[call.order]}"), "chevron-right" if place == one.call else "minus")
        if not call.trouble:
            continue
        sheet.text(trouble_line(texts, call), theme.RUST)
        found = mended(given, place, Trouble(call.trouble))
        if found and play.owns(one.company):
            words = fitted(sheet.typeface, remedy_line(texts, call), sheet.width - 60, theme.BODY)
            mend = partial(play.attempt, Orders((one.id,), found))
            sheet.knobs(sheet.knob(f"mend.{place}", mend, "wand-sparkles", words))


def _knobs(play: Play, sheet: Sheet, one: VehicleView) -> None:
    number, halted = one.id, one.why == Why.HALTED
    again = Buy(one.model.word, one.goods, one.coaches, (), number)
    halt, told, sign = (Go((number,)), "go_on", "play") if halted else (Halt((number,)), "halt", "hand")
    rows: tuple[tuple[str, str, str, Callable[[], None], bool, str], ...] = (
        ("follow", "follow", "eye", partial(play.follow, number), play.following == number, "F"),
        ("orders", "orders_edit", "list", play.edit_orders, False, "O"),
        ("halt", told, sign, partial(play.attempt, halt), halted, ""),
        ("turn", "turn", "rotate-ccw", partial(play.attempt, Turn((number,))), False, ""),
        ("again", "again", "plus", partial(play.attempt, again), False, ""),
        ("line_copy", "line_copy", "copy", play.copy_line, False, "C"),
        ("sell", "sell", "trash-2", partial(play.attempt, Sell((number,))), False, ""),
    )
    sheet.gap(4)
    knobs = [
        sheet.knob(name, press, icon, sheet.line(f"short.{tip}"), tip=sheet.line(tip), lit=lit, mark=mark)
        for name, tip, icon, press, lit, mark in rows
    ]
    if not one.model.is_train:
        del knobs[[name for name, *_ in rows].index("line_copy")]
    for first in range(0, len(knobs), 2):
        sheet.knobs(*knobs[first : first + 2])
    sheet.tip()
