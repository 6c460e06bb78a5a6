"""The page of a vehicle: its load, orders, next stop and earnings, and why it waits."""

from __future__ import annotations

from functools import partial
from typing import Final

from game.cabinets.rails.contract.actions import ORDERS, Buy, Call, Go, Halt, Orders, Sell, Turn
from game.cabinets.rails.contract.views import Trouble, VehicleState, Why
from game.cabinets.rails.match.look import CallView, VehicleView
from game.cabinets.rails.stage.cards.page import Page
from game.cabinets.rails.stage.cards.sheet import Sheet
from game.cabinets.rails.stage.hand.orders import mended
from game.cabinets.rails.stage.sight.names import cargo_name, station_name, vehicle_name
from game.cabinets.rails.stage.trains.art import LOADS
from game.cabinets.rails.stage.trains.art import vehicle as drawn_vehicle
from game.cabinets.rails.track.feeding import ON_WATER
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.text.fitting import fitted

_EAST: Final = 16
_STATES: Final = {
    VehicleState.YARD: "yard",
    VehicleState.STOP: "stop",
    VehicleState.WAITING: "waiting",
    VehicleState.MOVING: "moving",
    VehicleState.WRECK: "wreck",
}


class VehiclePage(Page):
    """A page about a vehicle: a drawing with its wagons filled, orders, next stop, speed and earnings."""

    def fill(self, sheet: Sheet) -> None:
        play, sight = self.play, self.play.sight
        assert sight is not None and play.field is not None
        one = sight.vehicles.get(play.selected.id)
        if one is None:
            return
        texts = play.surroundings.texts
        sheet.heading(vehicle_name(texts, one), play.field.colour_of(one))
        sheet.room(26 if one.goods + one.coaches < 12 else 16, partial(self._draw, one))
        sheet.row(self.line(f"state.{_STATES[one.state]}"), self.line("kmh", speed=one.speed * 3 // 10), "gauge")
        if one.load:
            sheet.row(cargo_name(texts, one.cargo), self.line("load", units=one.load))
        sheet.row(self.line("earned"), f"{one.earned:,}", "coins")
        if one.served:
            sheet.row(self.line("waits_share"), f"{100 * one.stood // one.served}%", "hourglass")
        self._orders(sheet, one)
        for reason in play.why(one)[:3]:
            sheet.text(reason, theme.RUST)
        if play.may_build and play.may_use(one.company):
            self._knobs(sheet, one)

    def _draw(self, one: VehicleView, canvas: Canvas, box: Box) -> None:
        """Draw a train or another vehicle in a box, heading east, with as much cargo as it carries."""
        field = self.play.field
        assert field is not None
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

    def _orders(self, sheet: Sheet, one: VehicleView) -> None:
        play, sight, texts = self.play, self.play.sight, self.play.surroundings.texts
        assert sight is not None
        calls = sight.orders_of(one)
        for place, call in enumerate(calls):
            station = sight.stations.get(call.station)
            name = station_name(texts, station) if station else "?"
            here = place == one.call
            sheet.row(name, self.line(f"order.{ORDERS[call.order]}"), "chevron-right" if here else "minus")
            if not call.trouble:
                continue
            sheet.text(play.trouble(call), theme.RUST)
            given = [Call(each.station, ORDERS[each.order]) for each in calls]
            found = mended(given, place, Trouble(call.trouble))
            if found and play.may_build and play.may_use(one.company):
                mend = partial(self._do, Orders((one.id,), found))
                sheet.knobs(self.knob(f"mend.{place}", mend, "wand-sparkles", self._fitted(sheet, call)))

    def _fitted(self, sheet: Sheet, call: CallView) -> str:
        return fitted(sheet.typeface, self.remedy_line(call), sheet.width - 60, theme.BODY)

    def _knobs(self, sheet: Sheet, one: VehicleView) -> None:
        play, number = self.play, one.id
        sheet.gap(4)
        halted = one.why == Why.HALTED
        follow = self.knob("follow", partial(play.follow, number), "eye", tip=self.line("follow"))
        follow.lit, follow.mark = play.following == number, "F"
        orders = self.knob("orders", play.edit_orders, "list", tip=self.line("orders_edit"))
        orders.mark = "O"
        group = Go((number,)) if halted else Halt((number,))
        told = self.line("go_on" if halted else "halt")
        halt = self.knob("halt", partial(self._do, group), "play" if halted else "hand", tip=told)
        halt.lit = halted
        turn = self.knob("turn", partial(self._do, Turn((number,))), "rotate-ccw", tip=self.line("turn"))
        again = self.knob("again", partial(self._do, self._like(one)), "copy", tip=self.line("again"))
        sell = self.knob("sell", partial(self._do, Sell((number,))), "trash-2", tip=self.line("sell"))
        sheet.knobs(follow, orders, halt, turn, again, sell)
        sheet.tip()

    def _like(self, one: VehicleView) -> Buy:
        return Buy(one.model.word, one.goods, one.coaches, (), one.id)

    def _do(self, *groups: object) -> None:
        self.refuse(self.play.do(*groups))  # type: ignore[arg-type]
