"""The bots of Omok. Their budgets are nodes, not time, and they never place on a forbidden point."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from game.cabinets.omok import board as b
from game.cabinets.omok import deep, search
from game.cabinets.omok.board import NOWHERE, Board, allowed, five_points, put
from game.cabinets.omok.state import Action, Choose, Count, Pick, Place, Swap, View, board_of, far
from game.core.bots import Bot, RandomBot, Request
from game.core.settling import Accept


class Thinker(Bot[View, Action]):
    """Base of the bots that search; it answers the asks of an opening by the same values as stones."""

    nodes = 0
    fours = 0
    remembered = 10
    """How many positions a search remembers, as a power of 2."""

    def decide(self, request: Request) -> Action:
        view: View = request.view
        match view.phase:
            case "stone":
                return self._stone(view, _places(request), Random(request.seed))
            case "fifths":
                return self._fifth(view, _places(request))
            case "pick":
                worths = [self._worth_after(view, point) for point in view.fifths]
                return Pick(worths.index(min(worths)))
            case "count":
                return Count(1)
            case "swap":
                return Swap(self._better_colour(view) != self._colour_held(view))
        words = view.where.split()
        if "black" in words:
            return Choose("black" if self._better_colour(view) == b.BLACK else "white")
        return Choose("one")

    def _colour_held(self, view: View) -> int:
        return b.BLACK if view.black == self.setup.seat else b.WHITE

    def _better_colour(self, view: View) -> int:
        """Return the colour to move, or the other one if the mover stands worse."""
        return view.colour if self._stand(board_of(view), view.colour, self.nodes) >= 0 else 3 - view.colour

    def _stand(self, board: Board, mover: int, nodes: int) -> int:
        """Return how well `mover` stands, by a search of `nodes` nodes."""
        memory = search.new_memory(board, self.remembered)
        search.choose(board, mover, memory, max(1, nodes), self.fours)
        return int(memory.left[2])

    def _worth_after(self, view: View, point: int) -> int:
        """Return what the position is worth to black after a fifth stone on `point`."""
        board = board_of(view)
        put(board, point, b.BLACK)
        return -self._stand(board, b.WHITE, self.nodes // 8)

    def _fifth(self, view: View, places: Sequence[Place]) -> Action:
        """Return the best fifth stone among the points that are worth a look."""
        board = board_of(view)
        memory = search.new_memory(board, 0)
        count = search.candidates(board, b.BLACK, memory, 0, False)
        listed = {int(point) for point in memory.found[:count]}
        near = [place for place in places if place.point(view.size) in listed]
        return max(near or places[:1], key=lambda place: self._worth_after(view, place.point(view.size)))

    def _stone(self, view: View, places: Sequence[Place], chance: Random) -> Action:
        """Return the stone to place.

        In the opening it is one of the points nearest to the centre, but off the centre itself once a stone lies.
        """
        if view.steps or len(view.moves) < 3:
            away = [max(len(view.moves) > 0, far(place.point(view.size), view.size)) for place in places]
            return chance.choice([place for place, lines in zip(places, away, strict=True) if lines == min(away)])
        point = self._point(board_of(view), view.colour, chance)
        return Place.on(point, view.size) if point != NOWHERE else places[0]

    def _point(self, board: Board, colour: int, chance: Random) -> int:
        """Return the point to place on in the normal game; NOWHERE if no point is found."""
        return search.choose(board, colour, search.new_memory(board, self.remembered), self.nodes, self.fours)


def _places(request: Request) -> Sequence[Place]:
    """Return the stones among the listed actions."""
    return [action for action in request.legal or () if isinstance(action, Place)]


class GreedyBot(Thinker):
    """Takes the point that makes or stops most, looking one stone ahead."""

    def _point(self, board: Board, colour: int, chance: Random) -> int:
        memory = search.new_memory(board, 0)
        for whose in (colour, 3 - colour):
            if five_points(board, whose, memory.found, 0) and allowed(board, memory.found[0], colour):
                return int(memory.found[0])
        count = search.candidates(board, colour, memory, 0, False)
        worths = [memory.found[search.WIDTH + place] for place in range(count)]
        best = [memory.found[place] for place in range(count) if worths[place] == worths[0]]
        return int(chance.choice(best or [NOWHERE]))


class ExpertBot(Thinker):
    """Wins by fours where it can, sees the opponent's wins by fours, and looks some stones ahead."""

    nodes = 12000
    fours = 2000
    remembered = 13

    def decide(self, request: Request) -> Action:
        view: View = request.view
        offered = view.phase == "stone" and view.draw_offered_by == 1 - self.setup.seat
        if offered and self._stand(board_of(view), view.colour, self.nodes) <= 0:
            return Accept()
        return super().decide(request)


class MasterBot(ExpertBot):
    """Looks further than the expert, with point values fitted to its own games, and finds longer wins by fours."""

    compiled = True
    nodes = 400_000
    fours = 40_000
    remembered = 18

    def _stand(self, board: Board, mover: int, nodes: int) -> int:
        return deep.choose(board, mover, self.remembered, nodes, self.fours)[1]

    def _point(self, board: Board, colour: int, chance: Random) -> int:
        return deep.choose(board, colour, self.remembered, self.nodes, self.fours)[0]


BOTS: Mapping[str, type[Bot[Any, Any]]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "expert": ExpertBot,
    "master": MasterBot,
}
