"""What one person does and looks at: the stage's hand, what is selected, what it all costs. Cards read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from game.cabinets.rails.building.fleet import MODELS
from game.cabinets.rails.contract.actions import Buy, Call, Group, Model
from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.contract.views import CallView, Cargo, VehicleModel, VehicleView
from game.cabinets.rails.jams.sentences import chain
from game.cabinets.rails.jams.why import Why
from game.cabinets.rails.stage.field.field import Field
from game.cabinets.rails.stage.hand.builder import Builder, Trial
from game.cabinets.rails.stage.hand.orders import KINDS, OrderSheet, with_founded
from game.cabinets.rails.stage.person.meter import Meter
from game.cabinets.rails.stage.person.pace import Pace
from game.cabinets.rails.stage.sight.names import cargo_name
from game.cabinets.rails.stage.sight.offers import longest_platform, made_at, proposed, usual_order
from game.cabinets.rails.stage.sight.sections import stands
from game.cabinets.rails.stage.sight.sight import Sight
from game.core.rules import Seat
from game.engine.colour import MUTED, Colour
from game.engine.stage import REFUSED, Surroundings
from game.engine.tween import Point

OVERLAYS: Final = ("reservations", "waits", "heat", "none")
USUAL_WAGONS: Final = 5
MOST_WAGONS: Final = 23
_NEWS: Final = 30


class Selected(NamedTuple):
    """What the card shows: a vehicle, station, industry, town or signal, by its id, place or number."""

    kind: str = ""
    id: int = 0


class News(NamedTuple):
    """A line of what happened, and where."""

    text: str
    tile: int = -1
    tone: str = ""


class Play:
    """The person at this screen, or who looks on."""

    def __init__(self, surroundings: Surroundings) -> None:
        options: Options = surroundings.options
        self.surroundings = surroundings
        self.options = options
        seats = len(surroundings.looks)
        self.alone = seats == 1
        manner = "alone" if self.alone else options.time
        self.pace = Pace(manner, options.ticks)
        self.builder = Builder(gathers=manner == "rounds")
        self.shared = self.alone or options.company == "shared" or bool(options.yard)
        self.field: Field | None = None
        self.sight: Sight | None = None
        self.asked: Seat | None = None
        self.selected = Selected()
        self.meter = Meter()
        self.orders: OrderSheet | None = None
        """Orders that are being edited."""
        self.following = 0
        self.overlay = 0
        self.wagons = USUAL_WAGONS
        self.express = False
        self.news: list[News] = []
        self.plays = False
        """Whether a person here has been asked."""
        self.cash_before: int | None = None
        self.offered: object = None
        """What was offered to a match that runs, and in which round."""
        self._round = -1
        self._cash: int | None = None
        self.told = 0
        """How often something was told."""
        self.pointer: Point = (-1e4, -1e4)
        """Where the pointer is on the stage."""
        self.refusal = ""
        """Why what was tried last was not done, as a text key."""
        self.refused_for = 0.0
        self.kept_in: Path | None = None
        """The file that this match was written to."""

    def see(self, sight: Sight) -> None:
        """The match is where this view says."""
        self.sight = sight
        self.meter.see(sight)
        self.builder.see(sight, self.seat)
        self.forget_gone()
        if self.orders and self.orders.vehicle and self.orders.vehicle not in sight.vehicles:
            self.orders = None
        if self.following and self.following not in sight.vehicles:
            self.following = 0

    def forget_gone(self) -> None:
        """Select nothing where what was selected is no more: sold, taken away, or drawn and taken back."""
        kind, number = self.selected
        if self.sight is None or not kind:
            return
        rows: Mapping[str, Mapping[int, Any]] = {
            "vehicle": self.sight.vehicles,
            "station": self.ground(self.sight).stations,
        }
        if (kind in rows and number not in rows[kind]) or (kind == "signal" and not stands(self.sight, number)):
            self.select(Selected())

    def ground(self, sight: Sight) -> Sight:
        """What stands, and what was drawn in this round upon it."""
        return self.builder.ground(sight)

    @property
    def seat(self) -> Seat:
        """Through whose eyes cards are filled."""
        if self.asked is not None:
            return self.asked
        viewer = self.surroundings.viewer
        return viewer if 0 <= viewer < len(self.surroundings.looks) else 0

    @property
    def free(self) -> bool:
        """Whether nothing costs anything: so in lessons, whatever the options say."""
        brief = self.surroundings.brief
        return bool(brief.get("free")) if isinstance(brief, dict) else self.options.free

    @property
    def company(self) -> int:
        """Whose property is one's own."""
        return 0 if self.shared else self.seat

    @property
    def cash(self) -> int:
        """Coins of the own company."""
        view = self.sight.view if self.sight else None
        return view.cash[self.company] if view and self.company < len(view.cash) else 0

    def select(self, what: Selected) -> None:
        """Show this on the card."""
        self.orders = None
        if what != self.selected:
            self.selected = what
            self.wagons = self._fitting(USUAL_WAGONS)

    def _fitting(self, wagons: int) -> int:
        """At most as many wagons as the platforms of the selected station have room for."""
        if self.selected.kind != "station" or self.sight is None:
            return wagons
        long = longest_platform(self.ground(self.sight), self.selected.id)
        return max(1, min(wagons, 2 * long - 1, MOST_WAGONS)) if long else wagons

    def more_wagons(self, steps: int) -> None:
        """A longer or shorter train, as far as the platform has room."""
        self.wagons = max(1, self._fitting(self.wagons + steps))

    def news_of(self, text: str, tile: int = -1, tone: str = "") -> None:
        """Something happened."""
        self.told += 1
        self.news.append(News(text, tile, tone))
        del self.news[:-_NEWS]

    def calls_from(self, station: int) -> tuple[Call, ...]:
        """The orders that are proposed for a vehicle bought at a station."""
        return proposed(self.ground(self.sight), station, self.company) if self.sight else ()

    def purchase(self, station: int) -> Buy | None:
        """The train that the large button of a station buys; None where no orders can be proposed."""
        calls = self.calls_from(station)
        if not calls or self.sight is None:
            return None
        model: Model = "express" if self.express else "freight"
        people = Cargo.PASSENGERS in made_at(self.ground(self.sight), calls[0].station) and calls[0].order == "go"
        return Buy(model, 0, self.wagons, calls) if people else Buy(model, self.wagons, 0, calls)

    def edit_orders(self) -> None:
        """Take the orders of the selected vehicle in hand."""
        sight, (kind, number) = self.sight, self.selected
        if kind == "vehicle" and sight and self.may_build and self.may_use(sight.vehicles[number].company):
            calls = [Call(call.station, KINDS[call.order]) for call in sight.orders_of(sight.vehicles[number])]
            if calls:
                self.orders = OrderSheet(calls, number)

    def add_stop(self, station: int) -> None:
        """A station becomes a stop of the orders in hand."""
        sight, sheet = self.sight, self.orders
        if sight is None or sheet is None:
            return
        model = sight.vehicles[sheet.vehicle].model if sheet.vehicle else MODELS[sheet.buy.model] if sheet.buy else 0
        if sight.stations[station].company not in (self.company, -1):
            self.say("rails.trouble.2")
        elif not sheet.has_room:
            self.say("rails.refuse.calls")
        else:
            sheet.add(station, usual_order(sight, station, VehicleModel(model)))

    def try_out(self, groups: Sequence[Group]) -> Trial:
        """What groups would cost after what was drawn in this round, and why they would be refused."""
        if self.sight is None:
            return Trial(0, ())
        return self.builder.price_of(self.sight, self.seat, self._as_drawn(groups))

    def _as_drawn(self, groups: Sequence[Group]) -> tuple[Group, ...]:
        return with_founded(groups, self.ground(self.sight).founded if self.sight else ())

    def do(self, *groups: Group) -> str:
        """Do something at once, or add it to what is drawn in a round; the reason as a text key where it is refused."""
        trial = self.try_out(groups)
        if trial.refused:
            return f"rails.refuse.{trial.refused[0].reason}"
        self.builder.add(self._as_drawn(groups))
        return ""

    @property
    def may_build(self) -> bool:
        """Whether this person builds: somebody who looks on does not."""
        return self.plays

    def follow_on(self, before: Play) -> None:
        """Take the place of another one of this match."""
        self.builder, self.pace, self.plays = before.builder, before.pace, before.plays
        self.selected, self.following, self.overlay = before.selected, before.following, before.overlay
        self.wagons, self.express, self.news = before.wagons, before.express, before.news
        self.kept_in, self.meter = before.kept_in, before.meter

    def begin_choice(self) -> None:
        """A person here is asked: time passes by them from here on."""
        self.plays = self.pace.leads = True
        if self.sight and self.pace.manner == "rounds" and self._round != self.sight.view.round:
            self._round = self.sight.view.round
            self.cash_before, self._cash = self._cash, self.cash

    def may_use(self, company: int) -> bool:
        """Whether something of this company is one's own."""
        return company == self.company

    def company_colour(self, company: int) -> Colour:
        """The colour of a company; neutral for towns and nobody."""
        looks = self.surroundings.looks
        return looks[company].colour if 0 <= company < len(looks) else MUTED

    def turn_overlay(self) -> None:
        """Show the next overlay over the map, and say which it is."""
        self.overlay = (self.overlay + 1) % len(OVERLAYS)
        self.news_of(self.surroundings.texts.line(f"rails_stage.overlay.{OVERLAYS[self.overlay]}"))

    def say(self, key: str) -> None:
        """Say for a while why something was not done."""
        self.refusal, self.refused_for = key, REFUSED

    def follow(self, vehicle: int) -> None:
        """Let the view follow a vehicle, or no more."""
        self.following = 0 if self.following == vehicle else vehicle

    @property
    def jammed(self) -> bool:
        """Whether trains are in a ring now."""
        return bool(self.sight and self.sight.view.rings)

    def why(self, one: VehicleView) -> list[str]:
        """Why a vehicle stands, in sentences."""
        if self.sight is None or one.why == Why.NOTHING:
            return []
        return [
            self.surroundings.texts.line(key, values)
            for key, values in chain(self.sight.vehicles, one.id, self.sight.size)
        ]

    def trouble(self, call: CallView) -> str:
        """What is wrong with a stop of an order list."""
        values = {"cargo": cargo_name(self.surroundings.texts, call.cargo)} if call.cargo >= 0 else {}
        return self.surroundings.texts.line(f"rails.trouble.{call.trouble}", values)
