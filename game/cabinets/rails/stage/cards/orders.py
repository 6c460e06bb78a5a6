"""The page that edits a train's orders: the list of stops, the order at the selected stop, and what is wrong with
it."""

from __future__ import annotations

from functools import partial
from typing import Final

from game.cabinets.rails.contract.actions import ORDERS
from game.cabinets.rails.contract.views import Trouble
from game.cabinets.rails.match.look import CallView
from game.cabinets.rails.stage.cards.page import Page
from game.cabinets.rails.stage.cards.sheet import MUTED, Sheet
from game.cabinets.rails.stage.hand.orders import OrderSheet, remedy
from game.cabinets.rails.stage.person.advice import OrderTrials
from game.cabinets.rails.stage.person.play import Play, Selected
from game.cabinets.rails.stage.sight.names import station_name, vehicle_name
from game.engine import theme
from game.engine.text.fitting import fitted

_MOST_ROWS: Final = 5
"""Greatest number of stops listed at once, around the selected one."""


class OrdersPage(Page):
    """A page with a row for each stop, and below them the knobs for the selected stop."""

    def __init__(self, play: Play) -> None:
        super().__init__(play)
        self._trials = OrderTrials(play)

    def fill(self, sheet: Sheet) -> None:
        play, sight, edited = self.play, self.play.sight, self.play.orders
        if sight is None or edited is None:
            return
        texts = play.surroundings.texts
        one = sight.vehicles.get(edited.vehicle)
        model = edited.buy.model if edited.buy else ""
        sheet.heading(self.line("orders_of", vehicle=vehicle_name(texts, one)) if one else self.line("orders_new"))
        sharing = sum(each.list == one.list for each in sight.view.vehicles) if one else 1
        if sharing > 1:
            sheet.text(self.line("orders_shared", count=sharing), MUTED)
        calls = self._trials(edited)
        self._rows(sheet, edited, calls)
        if edited.adding:
            sheet.text(self.line("orders_adding"), theme.RUST)
            stop = self.knob("orders.cancel", partial(self._add, edited, False), "x", self.line("back"))
            sheet.knobs(stop)
            return
        self._in_hand(sheet, edited, calls[edited.place])
        self._signs(sheet, edited)
        self._ends(sheet, edited, model)
        sheet.tip()

    def _rows(self, sheet: Sheet, edited: OrderSheet, calls: tuple[CallView, ...]) -> None:
        sight, texts = self.play.sight, self.play.surroundings.texts
        assert sight is not None
        first = max(0, min(edited.place - _MOST_ROWS // 2, len(calls) - _MOST_ROWS))
        for place, call in enumerate(calls[first : first + _MOST_ROWS], first):
            station = sight.stations.get(call.station)
            name = station_name(texts, station) if station else "?"
            text = f"{place + 1} {name} · {self.line(f'order.{ORDERS[call.order]}')}"
            text = fitted(sheet.typeface, text, sheet.width - 60, theme.BODY)
            sign = "triangle-alert" if call.trouble else "map-pin"
            row = self.knob(f"call.{place}", partial(edited.take, place), sign, text)
            row.lit = place == edited.place
            sheet.knobs(row)

    def _in_hand(self, sheet: Sheet, edited: OrderSheet, call: CallView) -> None:
        """Write the selected stop: knobs that switch its order, and its trouble with a remedy."""
        kind = edited.calls[edited.place].order
        sheet.gap(2)
        before = self.knob("order.before", partial(edited.turn, -1), "chevron-left", tip=self.line("order_before"))
        text = fitted(sheet.typeface, self.line(f"order.{kind}"), sheet.width * 0.76 - 34, theme.BODY)
        order = self.knob("order", partial(edited.turn, 1), text=text)
        after = self.knob("order.after", partial(edited.turn, 1), "chevron-right", tip=self.line("order_after"))
        sheet.knobs(before, order, after, shares=(0.12, 0.76, 0.12))
        if not call.trouble:
            sheet.text(self.line(f"order_about.{kind}"), MUTED)
            return
        sheet.text(self.play.trouble(call), theme.RUST)
        if remedy(Trouble(call.trouble)) or len(edited.calls) > 1:
            mend = partial(edited.mend, Trouble(call.trouble))
            text = fitted(sheet.typeface, self.remedy_line(call), sheet.width - 60, theme.BODY)
            knob = self.knob("mend", mend, "wand-sparkles", text)
            knob.lit = True
            sheet.gap(4)
            sheet.knobs(knob)

    def _signs(self, sheet: Sheet, edited: OrderSheet) -> None:
        sheet.gap(4)
        up = self.knob("orders.up", partial(edited.move, -1), "arrow-up", tip=self.line("orders_up"))
        down = self.knob("orders.down", partial(edited.move, 1), "arrow-down", tip=self.line("orders_down"))
        out = self.knob("orders.out", edited.remove, "trash-2", tip=self.line("orders_out"))
        out.enabled = up.enabled = down.enabled = len(edited.calls) > 1
        add = self.knob("orders.add", partial(self._add, edited, True), "plus", tip=self.line("orders_add"))
        add.enabled = edited.has_room
        sheet.knobs(add, up, down, out)

    def _ends(self, sheet: Sheet, edited: OrderSheet, model: str) -> None:
        play = self.play
        trial = play.try_out([edited.group])
        text = self.line("orders_give")
        if model:
            text = self.line("orders_buy", price=f"{trial.price:,}") if not play.free else self.line("orders_buy_free")
        give = self.knob("orders.give", partial(self._give, edited), "check", text)
        give.lit = True
        give.enabled = not trial.refused
        back = self.knob("orders.cancel", partial(play.select, play.selected), "x", tip=self.line("back"))
        high = max(44.0, sheet.typeface.leading(theme.BODY) + 16)
        sheet.knobs(give, back, high=high, shares=(0.8, 0.2))
        if trial.refused:
            sheet.text(play.surroundings.texts.line(f"rails.refuse.{trial.refused[0].reason}"), theme.RUST)

    def _add(self, edited: OrderSheet, adding: bool) -> None:
        edited.adding = adding

    def _give(self, edited: OrderSheet) -> None:
        play = self.play
        reason = play.do(edited.group)
        self.refuse(reason)
        if not reason:
            play.orders = None
            play.select(play.selected if edited.buy else Selected("vehicle", edited.vehicle))
