"""One person's play: what they draw, select and read on the map. Map and cards show it, and change it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from game.cabinets.rails.building.plans import Trial
from game.cabinets.rails.contract.actions import ORDERS, Buy, Call, Group
from game.cabinets.rails.contract.models import VehicleModel, model_named
from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.contract.views import Cargo, Why
from game.cabinets.rails.jams.reasons import chain
from game.cabinets.rails.match.look import VehicleView
from game.cabinets.rails.running.twin import Twin
from game.cabinets.rails.stage.field.field import Field
from game.cabinets.rails.stage.hand.builder import Builder
from game.cabinets.rails.stage.hand.orders import OrderSheet, with_founded
from game.cabinets.rails.stage.person.copying import LineCopy
from game.cabinets.rails.stage.person.meter import Meter
from game.cabinets.rails.stage.person.pace import Pace
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
    """The person at this screen, who plays or watches. Sight and field are there once the match has `begun`."""

    sight: Sight
    field: Field

    def __init__(self, surroundings: Surroundings) -> None:
        options: Options = surroundings.options
        self.surroundings = surroundings
        self.options = options
        seats = len(surroundings.looks)
        self.alone = seats == 1
        manner = "alone" if self.alone else options.time
        self.pace = Pace(manner, options.ticks)
        self.builder = Builder(gathers=manner == "rounds")
        self.line_copy = LineCopy()
        self.shared = self.alone or options.company == "shared" or bool(options.yard)
        self.begun = False
        self.twin = Twin()
        self.asked: Seat | None = None
        self.selected = Selected()
        self.meter = Meter()
        self.orders: OrderSheet | None = None
        """The orders being edited; None for none."""
        self.following = 0
        """The vehicle that the camera follows; 0 for none."""
        self.overlay = 0
        self.wagons = USUAL_WAGONS
        self.engine = VehicleModel.FREIGHT
        self.news: list[News] = []
        self.plays = False
        """Whether a person at this screen has been asked, and so may build; a watcher may not."""
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
        self.sight, self.begun = sight, True
        self.meter.see(sight)
        self.builder.sit(self.seat, self.company)
        self.builder.see(sight)
        self.forget_gone()
        if self.orders and self.orders.vehicle and self.orders.vehicle not in sight.vehicles:
            self.orders = None
        if self.following not in sight.vehicles:
            self.following = 0

    def forget_gone(self) -> None:
        """Drop the selection if the selected thing no longer exists: sold, removed, or undone."""
        kind, number = self.selected
        gone = {
            "vehicle": number not in self.sight.vehicles,
            "station": number not in self.builder.ground.stations,
            "signal": kind == "signal" and not stands(self.sight, number),
        }
        if gone.get(kind):
            self.select(Selected())

    def ask(self, seat: Seat | None) -> None:
        """Note that a seat at this screen is asked, or none: who was asked lets time pass from then on."""
        self.asked = seat
        self.builder.sit(self.seat, self.company)
        if seat is None:
            return
        self.plays = self.pace.leads = True
        if self.begun and self.pace.manner == "rounds" and self._round != self.sight.view.round:
            self._round = self.sight.view.round
            self.cash_before, self._cash = self._cash, self.cash

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

    def owns(self, company: int) -> bool:
        """Return whether the person may build and buy for a company."""
        return self.plays and company == self.company

    @property
    def cash(self) -> int:
        """Coins of the person's company."""
        cash = self.sight.view.cash
        return cash[self.company] if self.company < len(cash) else 0

    @property
    def jammed(self) -> bool:
        """Whether any trains block each other in a ring now."""
        return bool(self.sight.view.rings)

    def company_colour(self, company: int) -> Colour:
        """Return the colour of a company; neutral for towns and for no company."""
        looks = self.surroundings.looks
        return looks[company].colour if 0 <= company < len(looks) else MUTED

    def line(self, key: str, **values: object) -> str:
        """Return the text `rails_stage.<key>` in the language of the screen."""
        return self.surroundings.texts.line(f"rails_stage.{key}", **values)

    def select(self, what: Selected) -> None:
        """Show a thing on the card, and close the page of orders."""
        self.orders = None
        if what != self.selected:
            self.selected = what
            self.wagons = self._fitting(USUAL_WAGONS)

    def _fitting(self, wagons: int) -> int:
        """Return the number of wagons, limited to what fits the platforms of the selected station."""
        long = longest_platform(self.builder.ground, self.selected.id) if self.selected.kind == "station" else 0
        return max(1, min(wagons, 2 * long - 1, MOST_WAGONS)) if long else wagons

    def more_wagons(self, steps: int) -> None:
        """Change the length of the next train by so many wagons, as far as the platform has room."""
        self.wagons = max(1, self._fitting(self.wagons + steps))

    def news_of(self, text: str, tile: int = -1, tone: str = "") -> None:
        """Add a line of news; only the latest ones are kept."""
        self.told += 1
        self.news.append(News(text, tile, tone))
        del self.news[:-_NEWS]

    def say(self, key: str) -> None:
        """Show for a while why something was not done, given a text key."""
        self.refusal, self.refused_for = key, REFUSED

    def turn_overlay(self) -> None:
        """Switch to the next overlay over the map, and name it in the news."""
        self.overlay = (self.overlay + 1) % len(OVERLAYS)
        self.news_of(self.line(f"overlay.{OVERLAYS[self.overlay]}"))

    def follow(self, vehicle: int) -> None:
        """Let the camera follow a vehicle, or stop following it."""
        self.following = 0 if self.following == vehicle else vehicle

    def purchase(self, station: int) -> Buy | None:
        """Return the train that a station's large button buys; None if no orders can be proposed."""
        ground = self.builder.ground
        calls = proposed(ground, station, self.company)
        if not calls:
            return None
        people = Cargo.PASSENGERS in made_at(ground, calls[0].station) and calls[0].order == "go"
        wagons = (0, self.wagons) if people else (self.wagons, 0)
        return Buy(self.engine.word, *wagons, calls)

    def edit_orders(self) -> None:
        """Open the page of orders for the selected vehicle, if it belongs to this person."""
        one = self.sight.vehicles[self.selected.id] if self.selected.kind == "vehicle" else None
        if one and self.owns(one.company) and (calls := self.sight.orders_of(one)):
            self.orders = OrderSheet([Call(call.station, ORDERS[call.order]) for call in calls], one.id)

    @property
    def train_to_copy(self) -> VehicleView | None:
        """The person's train whose line is copied: the selected one, the latest that serves the selected station, or
        with neither selected the latest of all; None if there is none.
        """
        (kind, number), sight = self.selected, self.sight
        known = sight.serving(number) if kind == "station" else sight.view.vehicles
        trains = [one for one in known if self.owns(one.company) and one.model.is_train]
        meant = [one for one in trains if one.id == number] if kind == "vehicle" else trains
        return max(meant, key=lambda one: one.id, default=None)

    def copy_line(self) -> None:
        """Let the next two places of the map be joined by a line like that of `train_to_copy`."""
        one = self.train_to_copy
        if one is not None:
            self.builder.drop()
            self.select(Selected())
            self.line_copy.begin(one)

    def add_stop(self, station: int) -> None:
        """Add a station as a stop to the orders that are edited, or say why that is not possible."""
        sight, sheet = self.sight, self.orders
        assert sheet is not None
        model = model_named(sheet.buy.model) if sheet.buy else sight.vehicles[sheet.vehicle].model
        if sight.stations[station].company not in (self.company, -1):
            self.say("rails.trouble.2")
        elif not sheet.has_room:
            self.say("rails.refuse.calls")
        else:
            sheet.add(station, usual_order(sight, station, model))

    def try_out(self, groups: Sequence[Group]) -> Trial:
        """Return what groups would cost on top of the draft, and why they would be refused."""
        return self.builder.price_of(with_founded(groups, self.builder.ground.founded))

    def do(self, *groups: Group) -> str:
        """Build groups now, or add them to the draft in a round. Return the text key of their refusal, or ""."""
        trial = self.try_out(groups)
        if trial.refused:
            return f"rails.refuse.{trial.refused[0].reason}"
        self.builder.add(with_founded(groups, self.builder.ground.founded))
        return ""

    def attempt(self, *groups: Group) -> None:
        """Do as `do`, and show a refusal."""
        if reason := self.do(*groups):
            self.say(reason)

    def follow_on(self, before: Play) -> None:
        """Take over everything a person did in another `Play` of the same match."""
        self.builder, self.pace, self.plays = before.builder, before.pace, before.plays
        self.selected, self.following, self.overlay = before.selected, before.following, before.overlay
        self.wagons, self.engine, self.news = before.wagons, before.engine, before.news
        self.kept_in, self.meter = before.kept_in, before.meter

    def why(self, one: VehicleView) -> list[str]:
        """Return sentences that say why a vehicle stands; empty if it moves."""
        told = chain(self.sight.vehicles, one.id, self.sight.size) if one.why != Why.NOTHING else ()
        return [self.surroundings.texts.line(key, values) for key, values in told]
