"""What is advised before one acts: findings about a network, ways out of a jam, what is wrong with orders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.cabinets.rails.building.plans import play as carry_out
from game.cabinets.rails.contract.actions import ORDERS, Group, Plan, Rail, Signal
from game.cabinets.rails.jams.reasons import ring
from game.cabinets.rails.match.look import CallView
from game.cabinets.rails.match.troubles import troubles_of
from game.cabinets.rails.running.advising import advice, offers
from game.cabinets.rails.running.dump import copied
from game.cabinets.rails.running.ticks import after_building
from game.cabinets.rails.stage.hand.orders import OrderSheet
from game.cabinets.rails.stage.person.play import Play
from game.cabinets.rails.stage.sight.sight import Sight


def tried_calls(play: Play, sheet: OrderSheet) -> tuple[CallView, ...]:
    """Return the stops of an edited order list, each with what would be wrong with it; the sheet keeps the answer."""
    key = play.sight.tracks, sheet.calls
    if sheet.tried is None or sheet.tried[0] != key:
        sheet.tried = key, _tried(play, sheet)
    return sheet.tried[1]


def _tried(play: Play, sheet: OrderSheet) -> tuple[CallView, ...]:
    state = copied(play.sight.state)
    before = set(state.site.vehicles)
    state.site.free = True
    outcome = carry_out(state.site, play.seat, play.company, Plan(0, (sheet.group,)))
    told: Sequence[tuple[int, int]] = [(0, -1)] * len(sheet.calls)
    if not outcome.refused:
        after_building(state)
        vehicle = sheet.vehicle or min(set(state.site.vehicles) - before, default=0)
        told = troubles_of(state).get(state.site.vehicles[vehicle].list, [])
    return tuple(
        CallView(call.station, ORDERS.index(call.order), int(trouble), cargo)
        for call, (trouble, cargo) in zip(sheet.calls, told, strict=True)
    )


_MOST_OFFERS = 3


class Said(NamedTuple):
    """A finding of the adviser: a tile and a sentence."""

    tile: int
    text: str


class Offer(NamedTuple):
    """A way out of a jam: its sentence, and the groups of a plan that carry it out."""

    text: str
    groups: tuple[Group, ...]
    tile: int
    builds: bool
    """Whether the groups build something, which is then previewed on the map."""


class Advice:
    """Findings and offers for one person."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.findings: list[Said] = []
        self.place = -1
        """Index of the finding that is shown; -1 for none."""
        self.offers: list[Offer] = []
        self.told = ""
        """The sentence that describes the first ring of a jam; "" for no jam."""
        self._rings: tuple[tuple[int, ...], ...] = ()

    def see(self) -> bool:
        """Take in a view. Return whether its rings of jammed trains differ from those before."""
        rings = self.play.sight.view.rings
        if rings == self._rings:
            return False
        self._rings = rings
        self.offers, self.told = [], ""
        if rings:
            key, values = ring(rings[0])
            self.told = self.play.surroundings.texts.line(key, values)
            if self.play.plays:
                self.offers = self._find_offers(self.play.sight)
        return bool(rings)

    def _find_offers(self, sight: Sight) -> list[Offer]:
        """Return the ways out of a jam that are possible now; those that build something come first."""
        texts, size = self.play.surroundings.texts, sight.size
        found = [
            Offer(texts.line(*one.sentence), one.groups, one.y * size + one.x, any(map(_builds, one.groups)))
            for one in offers(copied(sight.state), self.play.seat)
        ]
        return sorted(found, key=lambda offer: not offer.builds)[:_MOST_OFFERS]

    def look(self) -> None:
        """Examine the network together with what is drawn and not built yet, and keep the findings."""
        sight, builder, texts = self.play.sight, self.play.builder, self.play.surroundings.texts
        said = advice(copied(sight.state), self.play.seat, (*builder.drafted, *builder.groups))
        self.findings = [Said(one.y * sight.size + one.x, texts.line(*one.sentence)) for one in said]
        self.place = -1

    def step(self, steps: int) -> Said | None:
        """Return the finding `steps` after the current one, in a ring; None if there are none."""
        if not self.findings:
            return None
        self.place = (self.place + steps) % len(self.findings)
        return self.findings[self.place]

    def forget(self) -> None:
        """Drop all findings."""
        self.findings, self.place = [], -1


def _builds(group: Group) -> bool:
    return isinstance(group, Rail | Signal)
