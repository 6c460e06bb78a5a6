"""Computer players of Volcano Isle. They count positions, not time, and find the plan of a turn again each time."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from game.cabinets.volcano import ground as g
from game.cabinets.volcano import search
from game.cabinets.volcano.island import Island, island_of
from game.cabinets.volcano.state import Action, Done, Place, View
from game.cabinets.volcano.tiles import KINDS
from game.cabinets.volcano.value import Seats, next_of, value
from game.cabinets.volcano.weights import weights_of
from game.core.bots import Bot, RandomBot, Request
from game.core.compiled import array

KEEP, REPLY = 12, 4
"""Places after which builds are looked at, in the own turn and in a reply."""
TRIED = {2: 8, 3: 4, 4: 4}
"""Places that are tried against replies, by seats."""
SAMPLES = {2: 4, 3: 2, 4: 2}
"""Tiles that the next seat may draw for its reply."""


def seats_of(view: View) -> Seats:
    """What a view says of the seats, for a search."""
    stock = array(count for seat in view.seats for count in (seat.huts, seat.temples, seat.towers))
    gone = array(int(seat.out) for seat in view.seats)
    weights = array(weights_of(view.builds, len(view.seats)))
    return Seats(stock, gone, weights, view.buried == "owner", view.builds == "many")


def stack_of(view: View) -> int:
    """Tiles still to be laid after the one in hand."""
    return view.stack + sum(seat.holds for seat in view.seats)


def depth_of(view: View, island: Island, tops: int = 1) -> search.Depth:
    """A twin of a view's island to search on, with room for so many places."""
    return search.Depth(g.copied(island.ground), seats_of(view), search.new_desk(), array([0] * 2 * tops))


class Thinker(Bot[View, Action]):
    """Thinks on a twin of the island."""

    def decide(self, request: Request) -> Action:
        view: View = request.view
        island = island_of(view.tiles, view.houses)
        seats, chance = seats_of(view), Random(request.seed)
        if view.phase == "build":
            return self._build(view, island, seats, request.legal or (), chance)
        if not view.hexes:
            return Place(0, 0, chance.randrange(6))
        return self._place(view, island, seats, chance)

    @abstractmethod
    def _place(self, view: View, island: Island, seats: Seats, chance: Random) -> Place:
        """Where the tile goes."""

    @abstractmethod
    def _build(self, view: View, island: Island, seats: Seats, legal: Sequence[Action], chance: Random) -> Action:
        """What is built, or Done."""


class GreedyBot(Thinker):
    """The place and build that show most at once."""

    def _place(self, view: View, island: Island, seats: Seats, chance: Random) -> Place:
        desk, kind = search.new_desk(), KINDS[view.hand]
        ground = g.copied(island.ground)
        count = search.show_most(ground, seats, self.setup.seat, kind.left, kind.right, desk)
        best = max(desk.ranks[:count])
        return island.place(int(chance.choice([desk.places[n] for n in range(count) if desk.ranks[n] == best])))

    def _build(self, view: View, island: Island, seats: Seats, legal: Sequence[Action], chance: Random) -> Action:
        codes = island.build_codes(self.setup.seat, seats.stock)
        builds = {island.made(code): code for code in codes}
        wanted = [
            action for action in legal if action in builds and not (view.built and builds[action] % g.CODES == g.HUT)
        ]
        if not wanted:
            return Done()
        g.survey(island.ground, self.setup.seat)
        gains = [search.gain(island.ground, builds[action]) for action in wanted]
        return chance.choice([action for action, gain in zip(wanted, gains, strict=True) if gain == max(gains)])


class ExpertBot(Thinker):
    """The place and build after which it stands best, once the next seat has replied."""

    def _place(self, view: View, island: Island, seats: Seats, chance: Random) -> Place:
        kind, count = KINDS[view.hand], len(view.seats)
        now, then, later = (depth_of(view, island, tops) for tops in (TRIED[count], 1, 1))
        sampled = [KINDS[number] for number in chance.choices(range(len(KINDS)), view.left, k=SAMPLES[count])]
        draws = array(field for tile in sampled for field in (tile.left, tile.right))
        seat, stack = self.setup.seat, stack_of(view)
        best = search.think(now, then, later, seat, kind.left, kind.right, stack, KEEP, draws, REPLY)
        return island.place(int(best))

    def _build(self, view: View, island: Island, seats: Seats, legal: Sequence[Action], chance: Random) -> Action:
        seat, stack = self.setup.seat, stack_of(view)
        ground, _, desk, _ = depth_of(view, island)
        kind = min(("hut", "temple", "tower", "expand").index(view.built), g.EXPAND) if view.built else -1
        best = search.best_build(ground, seats, seat, kind, stack, desk)
        stays = value(ground, seats, seat, next_of(seats.gone, seat), stack, desk.room)
        if view.built and best <= stays:
            return Done()
        return island.made(int(desk.found[1]))


BOTS: Mapping[str, type[Bot[Any, Any]]] = {"random": RandomBot, "greedy": GreedyBot, "expert": ExpertBot}
