"""What the adviser found in the network, and the ways out of a jam: worked out from what the view shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.cabinets.rails.advising.offers import advice, offers
from game.cabinets.rails.contract.actions import Group, Rail, Signal
from game.cabinets.rails.jams.sentences import ring
from game.cabinets.rails.seen.match import match_of
from game.cabinets.rails.stage.person.play import Play
from game.cabinets.rails.stage.sight.sight import Sight

_MOST_OFFERS = 3


class Said(NamedTuple):
    """A finding: a place and a sentence."""

    tile: int
    text: str


class Offer(NamedTuple):
    """A way out: a sentence, and what does it."""

    text: str
    groups: tuple[Group, ...]
    tile: int
    builds: bool
    """Whether something is built, which is seen as a ghost."""


class Advice:
    """Kept for one person."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.findings: list[Said] = []
        self.place = -1
        """Which finding is told."""
        self.offers: list[Offer] = []
        self.told = ""
        """The ring in words."""
        self._rings: tuple[tuple[int, ...], ...] = ()

    def see(self, sight: Sight) -> bool:
        """The match is where this view says. Returns whether there are other rings than before."""
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
        """The ways out that one could take now, those that build something first."""
        texts, size = self.play.surroundings.texts, sight.size
        found = [
            Offer(texts.line(*one.sentence), one.groups, one.y * size + one.x, any(map(_builds, one.groups)))
            for one in offers(match_of(sight.view, sight.land, self.play.options), self.play.seat)
        ]
        return sorted(found, key=lambda offer: not offer.builds)[:_MOST_OFFERS]

    def look(self, sight: Sight, drawn: Sequence[Group]) -> None:
        """Look at the network as it is, with what is drawn and not built."""
        play = self.play
        said = advice(match_of(sight.view, sight.land, play.options), play.seat, drawn)
        texts = play.surroundings.texts
        self.findings = [Said(one.y * sight.size + one.x, texts.line(*one.sentence)) for one in said]
        self.place = -1

    def step(self, steps: int) -> Said | None:
        """The next finding."""
        if not self.findings:
            return None
        self.place = (self.place + steps) % len(self.findings)
        return self.findings[self.place]

    def forget(self) -> None:
        """Tell no findings any more."""
        self.findings, self.place = [], -1


def _builds(group: Group) -> bool:
    return isinstance(group, Rail | Signal)
