"""Report the events of a step as sentences, sounds, and coins that fly from where they were earned to the top bar."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from game.cabinets.rails.contract.views import VehicleState
from game.cabinets.rails.presentation import BELL, CHIME, WHEELS
from game.cabinets.rails.stage.field.field import Field
from game.cabinets.rails.stage.person.play import Play
from game.cabinets.rails.stage.sight.sight import Sight
from game.core.rules import Event
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Canvas
from game.engine.colour import LANTERN
from game.engine.ornament import coin
from game.engine.text import Typeface, Weight
from game.engine.tween import Point, ease_in_out

FLIGHT: Final = 0.9
_MOST_FLIGHTS: Final = 8
_SAID: Final = (
    "unjammed",
    "crashed",
    "first_train",
    "starved",
    "record",
    "second_cargo",
    "chain",
    "large_town",
    "rewarded",
    "refused_piece",
)
_BAD: Final = ("crashed", "refused_piece")
_A_CHIME: Final = 1000
"""Income in coins after which a chime sounds each time."""
_BETWEEN: Final = 4.0
"""Least number of seconds between two sounds of departing trains."""


class Flight(NamedTuple):
    """Coins that fly from a tile to the ribbon of a seat."""

    tile: int
    seat: int
    value: int
    passed: float


class Reports:
    """Turns events into news, sounds and flying coins."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.flights: list[Flight] = []
        self._silent = 0.0

    def reset(self) -> None:
        """Let all flying coins arrive at once."""
        self.flights.clear()

    def update(self, seconds: float) -> None:
        """Move the flying coins on by some seconds."""
        self._silent -= seconds
        self.flights = [
            one._replace(passed=one.passed + seconds) for one in self.flights if one.passed + seconds < FLIGHT
        ]

    def tell(self, before: Sight, sight: Sight, events: Sequence[Event]) -> None:
        """Report what happened in the step from one view to the next."""
        play = self.play
        texts = play.surroundings.texts
        for event in events:
            if event.kind in _SAID:
                tone = "bad" if event.kind in _BAD else ""
                values = {**event.data, "units": f"{event.data['units']:,}"} if "units" in event.data else event.data
                play.news_of(texts.line(f"rails.event.{event.kind}", values), _tile(event, sight), tone)
            if event.kind == "jammed":
                play.surroundings.play_sound(BELL)
            elif event.kind == "crashed":
                play.surroundings.play_sound(Sound.ELIMINATED)
        if self._silent <= 0 and _set_out(before, sight):
            self._silent = _BETWEEN
            play.surroundings.play_sound(WHEELS)
        self._pay(before, sight)

    def _pay(self, before: Sight, sight: Sight) -> None:
        """Start flying coins where income was earned; several sums become one if there are too many."""
        for company, value in enumerate(sight.view.delivered):
            earned = value - (before.view.delivered[company] if company < len(before.view.delivered) else 0)
            if earned <= 0:
                continue
            where = self._where(before, sight, company)
            for tile in where[: max(1, _MOST_FLIGHTS - len(self.flights))]:
                self.flights.append(Flight(tile, company, earned // max(1, len(where)), 0.0))
            chimes = value // _A_CHIME > (value - earned) // _A_CHIME
            self.play.surroundings.play_sound(CHIME if chimes and company == self.play.company else Sound.COIN)

    @staticmethod
    def _where(before: Sight, sight: Sight, company: int) -> list[int]:
        """Return the tiles of a company's vehicles that earned something since the view before."""
        tiles = [
            one.tile
            for one in sight.view.vehicles
            if one.company == company and one.id in before.vehicles and one.earned > before.vehicles[one.id].earned
        ]
        return tiles or [0]


def _tile(event: Event, sight: Sight) -> int:
    """Return the tile of an event; -1 if it has none."""
    if "tile" in event.data:
        return int(event.data["tile"])
    return int(event.data["y"]) * sight.size + int(event.data["x"]) if "x" in event.data else -1


def _set_out(before: Sight, sight: Sight) -> bool:
    """Return whether a train has departed from a stop since the view before."""
    stopped = {one.id for one in before.view.vehicles if one.state == VehicleState.STOP}
    return any(one.id in stopped and one.state == VehicleState.MOVING for one in sight.view.vehicles)


def draw_flights(canvas: Canvas, typeface: Typeface, field: Field, flights: Iterable[Flight], goal: Point) -> None:
    """Draw each flying coin with its amount, on its way from the tile where it was earned to the point `goal`."""
    size = field.land.size
    for one in flights:
        start = field.camera.outside(one.tile % size + 0.5, one.tile // size)
        share = ease_in_out(one.passed / FLIGHT)
        x = start[0] + (goal[0] - start[0]) * share
        y = start[1] + (goal[1] - start[1]) * share - 60 * share * (1 - share)
        canvas.put_middle(coin(5, canvas.px(24)), x, y)
        if share < 0.6 and field.camera.window.collidepoint(x, y):
            typeface.line(canvas, f"+{one.value:,}", x + 18, y, theme.BODY, Weight.BOLD, LANTERN, outline=2.5)
