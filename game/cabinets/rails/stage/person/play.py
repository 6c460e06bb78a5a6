"""One person's play: the plan being drawn, what is selected, and what it costs. Cards read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from game.cabinets.rails.building.plans import Trial
from game.cabinets.rails.contract.actions import ORDERS, Buy, Call, Group
from game.cabinets.rails.contract.models import VehicleModel, model_named
from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.contract.views import Cargo, Why
from game.cabinets.rails.jams.sentences import chain
from game.cabinets.rails.match.look import CallView, VehicleView
from game.cabinets.rails.running.twin import Twin
from game.cabinets.rails.stage.field.field import Field
from game.cabinets.rails.stage.hand.builder import Builder
from game.cabinets.rails.stage.hand.orders import OrderSheet, with_founded
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
    """The thing shown on the card: its kind (vehicle, station, industry, town, signal) and its id or index."""

    kind: str = ""
    id: int = 0


class News(NamedTuple):
    """A line of news: its text, the tile it happened on, and its tone."""

    text: str
    tile: int = -1
    tone: str = ""


class Play:
    """The person at this screen, who plays or watches."""

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
        self.twin = Twin()
        self.asked: Seat | None = None
        self.selected = Selected()
        self.meter = Meter()
        self.orders: OrderSheet | None = None
        """The orders being edited; None for none."""
        self.following = 0
        self.overlay = 0
        self.wagons = USUAL_WAGONS
        self.engine = VehicleModel.FREIGHT
        self.news: list[News] = []
        self.plays = False
        """Whether a person at this screen has been asked, and so plays."""
        self.cash_before: int | None = None
        self.offered: object = None
        """Round and serial numbers of the plans last handed to a running match."""
        self._round = -1
        self._cash: int | None = None
        self.told = 0
        """Count of all lines of news so far, by which the news card notices a new one."""
        self.pointer: Point = (-1e4, -1e4)
        """Where the pointer is on the stage, in logical pixels."""
        self.refusal = ""
        """Text key of why the last attempt was refused; "" for none."""
        self.refused_for = 0.0
        self.kept_in: Path | None = None
        """The file that this match is saved in; None if it is not saved."""

    def see(self, sight: Sight) -> None:
        """Take in a view of the match."""
        self.sight = sight
        self.meter.see(sight)
        self.builder.see(sight, self.seat)
        self.forget_gone()
        if self.orders and self.orders.vehicle and self.orders.vehicle not in sight.vehicles:
            self.orders = None
        if self.following and self.following not in sight.vehicles:
            self.following = 0

    def forget_gone(self) -> None:
        """Drop the selection if the selected thing no longer exists: sold, removed, or undone."""
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
        """Return the view with the draft of this round added as if it were built."""
        return self.builder.ground(sight)

    @property
    def seat(self) -> Seat:
        """The seat whose information the cards show."""
        if self.asked is not None:
            return self.asked
        viewer = self.surroundings.viewer
        return viewer if 0 <= viewer < len(self.surroundings.looks) else 0

    @property
    def free(self) -> bool:
        """Whether building and buying cost nothing: always in lessons, else as the options say."""
        brief = self.surroundings.brief
        return bool(brief.get("free")) if isinstance(brief, dict) else self.options.free

    @property
    def company(self) -> int:
        """The company that the person at this screen plays for."""
        return 0 if self.shared else self.seat

    @property
    def cash(self) -> int:
        """Coins of the person's company."""
        view = self.sight.view if self.sight else None
        return view.cash[self.company] if view and self.company < len(view.cash) else 0

    def select(self, what: Selected) -> None:
        """Show a thing on the card, and close the page of orders."""
        self.orders = None
        if what != self.selected:
            self.selected = what
            self.wagons = self._fitting(USUAL_WAGONS)

    def _fitting(self, wagons: int) -> int:
        """Return the number of wagons, limited to what fits the platforms of the selected station."""
        if self.selected.kind != "station" or self.sight is None:
            return wagons
        long = longest_platform(self.ground(self.sight), self.selected.id)
        return max(1, min(wagons, 2 * long - 1, MOST_WAGONS)) if long else wagons

    def more_wagons(self, steps: int) -> None:
        """Change the length of the next train by so many wagons, as far as the platform has room."""
        self.wagons = max(1, self._fitting(self.wagons + steps))

    def news_of(self, text: str, tile: int = -1, tone: str = "") -> None:
        """Add a line of news; only the latest ones are kept."""
        self.told += 1
        self.news.append(News(text, tile, tone))
        del self.news[:-_NEWS]

    def calls_from(self, station: int) -> tuple[Call, ...]:
        """Return the orders proposed for a vehicle bought at a station."""
        return proposed(self.ground(self.sight), station, self.company) if self.sight else ()

    def purchase(self, station: int) -> Buy | None:
        """Return the train that a station's large button buys; None if no orders can be proposed."""
        calls = self.calls_from(station)
        if not calls or self.sight is None:
            return None
        model = self.engine.word
        people = Cargo.PASSENGERS in made_at(self.ground(self.sight), calls[0].station) and calls[0].order == "go"
        return Buy(model, 0, self.wagons, calls) if people else Buy(model, self.wagons, 0, calls)

    def edit_orders(self) -> None:
        """Open the page of orders for the selected vehicle, if it belongs to this person."""
        sight, (kind, number) = self.sight, self.selected
        if kind == "vehicle" and sight and self.may_build and self.may_use(sight.vehicles[number].company):
            calls = [Call(call.station, ORDERS[call.order]) for call in sight.orders_of(sight.vehicles[number])]
            if calls:
                self.orders = OrderSheet(calls, number)

    def add_stop(self, station: int) -> None:
        """Add a station as a stop to the edited orders, or say why that is not possible."""
        sight, sheet = self.sight, self.orders
        if sight is None or sheet is None:
            return
        bought = model_named(sheet.buy.model) if sheet.buy else VehicleModel.FREIGHT
        model = sight.vehicles[sheet.vehicle].model if sheet.vehicle else bought
        if sight.stations[station].company not in (self.company, -1):
            self.say("rails.trouble.2")
        elif not sheet.has_room:
            self.say("rails.refuse.calls")
        else:
            sheet.add(station, usual_order(sight, station, model))

    def try_out(self, groups: Sequence[Group]) -> Trial:
        """Return what groups would cost on top of the draft, and why they would be refused."""
        if self.sight is None:
            return Trial()
        return self.builder.price_of(self.sight, self.seat, self._as_drawn(groups))

    def _as_drawn(self, groups: Sequence[Group]) -> tuple[Group, ...]:
        return with_founded(groups, self.ground(self.sight).founded if self.sight else ())

    def do(self, *groups: Group) -> str:
        """Build groups now, or add them to the draft in a round. Return the text key of their refusal, or ""."""
        trial = self.try_out(groups)
        if trial.refused:
            return f"rails.refuse.{trial.refused[0].reason}"
        self.builder.add(self._as_drawn(groups))
        return ""

    @property
    def may_build(self) -> bool:
        """Whether the person here may build; a watcher may not."""
        return self.plays

    def follow_on(self, before: Play) -> None:
        """Take over everything a person did in another `Play` of the same match."""
        self.builder, self.pace, self.plays = before.builder, before.pace, before.plays
        self.selected, self.following, self.overlay = before.selected, before.following, before.overlay
        self.wagons, self.engine, self.news = before.wagons, before.engine, before.news
        self.kept_in, self.meter = before.kept_in, before.meter

    def begin_choice(self) -> None:
        """Note that a person here is asked: from now on they let time pass."""
        self.plays = self.pace.leads = True
        if self.sight and self.pace.manner == "rounds" and self._round != self.sight.view.round:
            self._round = self.sight.view.round
            self.cash_before, self._cash = self._cash, self.cash

    def may_use(self, company: int) -> bool:
        """Return whether the person plays for this company."""
        return company == self.company

    def company_colour(self, company: int) -> Colour:
        """Return the colour of a company; neutral for towns and for no company."""
        looks = self.surroundings.looks
        return looks[company].colour if 0 <= company < len(looks) else MUTED

    def turn_overlay(self) -> None:
        """Switch to the next overlay over the map, and name it in the news."""
        self.overlay = (self.overlay + 1) % len(OVERLAYS)
        self.news_of(self.surroundings.texts.line(f"rails_stage.overlay.{OVERLAYS[self.overlay]}"))

    def say(self, key: str) -> None:
        """Show for a while why something was not done, given a text key."""
        self.refusal, self.refused_for = key, REFUSED

    def follow(self, vehicle: int) -> None:
        """Let the camera follow a vehicle, or stop following it."""
        self.following = 0 if self.following == vehicle else vehicle

    @property
    def jammed(self) -> bool:
        """Whether any trains block each other in a ring now."""
        return bool(self.sight and self.sight.view.rings)

    def why(self, one: VehicleView) -> list[str]:
        """Return sentences that say why a vehicle stands; empty if it moves."""
        if self.sight is None or one.why == Why.NOTHING:
            return []
        return [
            self.surroundings.texts.line(key, values)
            for key, values in chain(self.sight.vehicles, one.id, self.sight.size)
        ]

    def trouble(self, call: CallView) -> str:
        """Return the sentence about what is wrong with a stop of an order list."""
        values = {"cargo": cargo_name(self.surroundings.texts, call.cargo)} if call.cargo >= 0 else {}
        return self.surroundings.texts.line(f"rails.trouble.{call.trouble}", values)
