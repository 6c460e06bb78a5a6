"""The adviser's findings about a network and the ways out of a jam, computed from a view alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.cabinets.rails.contract.actions import Group, Rail, Signal
from game.cabinets.rails.jams.sentences import ring
from game.cabinets.rails.running.advising import advice, offers
from game.cabinets.rails.running.dump import copied
from game.cabinets.rails.stage.person.play import Play
from game.cabinets.rails.stage.sight.sight import Sight

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

    def see(self, sight: Sight) -> bool:
        """Take in a view. Return whether its rings of jammed trains differ from those before."""
        rings = sight.view.rings
        if rings == self._rings:
            return False
        self._rings = rings
        self.offers, self.told = [], ""
        if rings:
            key, values = ring(rings[0])
            self.told = self.play.surroundings.texts.line(key, values)
            if self.play.may_build:
                self.offers = self._find_offers(sight)
        return bool(rings)

    def _find_offers(self, sight: Sight) -> list[Offer]:
        """Return the ways out of a jam that are possible now; those that build something come first."""
        texts, size = self.play.surroundings.texts, sight.size
        found = [
            Offer(texts.line(*one.sentence), one.groups, one.y * size + one.x, any(map(_builds, one.groups)))
            for one in offers(copied(sight.state), self.play.seat)
        ]
        return sorted(found, key=lambda offer: not offer.builds)[:_MOST_OFFERS]

    def look(self, sight: Sight, drawn: Sequence[Group]) -> None:
        """Examine the network of a view together with drawn groups that are not built yet, and keep the findings."""
        play = self.play
        said = advice(copied(sight.state), play.seat, drawn)
        texts = play.surroundings.texts
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
