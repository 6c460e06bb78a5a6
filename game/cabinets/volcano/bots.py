"""Computer players of Volcano Isle. Their effort is a count of positions, not time; each action is searched anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from game.cabinets.volcano import ground as g
from game.cabinets.volcano import search
from game.cabinets.volcano.island import Island, island_of
from game.cabinets.volcano.state import BUILDS, Action, Done, Place, View
from game.cabinets.volcano.tiles import KINDS, TileKind
from game.cabinets.volcano.value import Seats
from game.cabinets.volcano.weights import weights_of
from game.core.bots import Bot, RandomBot, Request
from game.core.compiled import array

KEEP, REPLY = 12, 4
"""Number of best places after which builds are examined, in the bot's own turn and in a reply."""
TRIED = {2: 8, 3: 4, 4: 4}
"""Number of places or builds tried against replies, by number of seats."""
SAMPLES = {2: 4, 3: 2, 4: 2}
"""Number of tiles sampled as the next seat's draw."""
_NO_TILE = TileKind(0, 0, 0)


def seats_of(view: View) -> Seats:
    """Return the seats of a view in the form that the search takes."""
    gone = array(int(seat.out) for seat in view.seats)
    weights = array(weights_of(view.builds, len(view.seats)))
    return Seats(array(view.stock), gone, weights, view.buried == "owner", view.builds == "many")


def stack_of(view: View) -> int:
    """Return the number of tiles still to be laid after the one in hand."""
    return view.stack + sum(seat.holds for seat in view.seats)


def position_of(view: View, island: Island, tops: int = 1) -> search.Position:
    """Return a copy of a view's position to search on, with room for the `tops` best actions."""
    return search.Position(g.copied(island.ground), seats_of(view), search.new_desk(tops))


class GreedyBot(Bot[View, Action]):
    """Plays the place and build with the greatest immediate gain."""

    def decide(self, request: Request) -> Action:
        view: View = request.view
        island, chance = island_of(view), Random(request.seed)
        if view.phase == "build":
            return self._build(view, island, request.legal or (), chance)
        if not view.hexes:
            return Place(0, 0, chance.randrange(6))
        position, kind = position_of(view, island), KINDS[view.hand]
        count = search.show_most(position, self.setup.seat, kind.left, kind.right)
        shown, places = position.desk.ranks[:count], position.desk.places
        best = [places[number] for number in range(count) if shown[number] == max(shown)]
        return island.place(int(chance.choice(best)))

    def _build(self, view: View, island: Island, legal: Sequence[Action], chance: Random) -> Action:
        """Return the build with the greatest immediate gain, but no second hut in a turn."""
        builds = {island.made(code): code for code in island.build_codes(self.setup.seat, view.stock)}
        wanted = [
            action for action in legal if action in builds and not (view.built and builds[action] % g.CODES == g.HUT)
        ]
        if not wanted:
            return Done()
        g.survey(island.ground, self.setup.seat)
        gains = [search.gain(island.ground, builds[action]) for action in wanted]
        return chance.choice([action for action, gain in zip(wanted, gains, strict=True) if gain == max(gains)])


class ExpertBot(Bot[View, Action]):
    """Plays the place and build with the best position after the next seat's reply."""

    def decide(self, request: Request) -> Action:
        view: View = request.view
        island, chance, count = island_of(view), Random(request.seed), len(view.seats)
        if not view.hexes:
            return Place(0, 0, chance.randrange(6))
        now, then, later = (position_of(view, island, tops) for tops in (TRIED[count], 1, 1))
        tile = KINDS[view.hand] if view.phase == "tile" else _NO_TILE
        kind = BUILDS.index(view.built) if view.built else -1
        samples = chance.choices(KINDS, view.left if any(view.left) else None, k=SAMPLES[count])
        draws = array(field for sample in samples for field in (sample.left, sample.right))
        seat, stack = self.setup.seat, stack_of(view)
        best = search.think(now, then, later, seat, tile.left, tile.right, kind, stack, KEEP, draws, REPLY)
        if view.phase == "tile":
            return island.place(int(best))
        return Done() if best == search.STOP else island.made(int(best))


BOTS: Mapping[str, type[Bot[Any, Any]]] = {"random": RandomBot, "greedy": GreedyBot, "expert": ExpertBot}
