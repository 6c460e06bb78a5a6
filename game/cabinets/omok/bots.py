"""Computer players of Omok. They count nodes, not time, and never place where they must not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from game.cabinets.omok import board as b
from game.cabinets.omok import search
from game.cabinets.omok.field import Field, allowed, five_points, put
from game.cabinets.omok.position import field_of
from game.cabinets.omok.state import Action, Choose, Count, Pick, Place, Swap, View, centre_of, inside
from game.cabinets.omok.threats import cautious, threatened_win
from game.core.bots import Bot, RandomBot, Request
from game.core.settling import Accept


class Thinker(Bot[View, Action]):
    """Answers the asks of an opening by the same values as stones."""

    nodes = 0
    fours = 0
    remembered = 10
    """Positions that a search remembers, as a power of 2."""

    def decide(self, request: Request) -> Action:
        view: View = request.view
        chance = Random(request.seed)
        match view.phase:
            case "stone":
                return self._stone(view, chance)
            case "fifths":
                return self._fifth(view, request.legal or ())
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
        """The colour that is to move, unless its stones are worth less than those of the other."""
        mover = 1 + len(view.moves) % 2
        return mover if self._stand(field_of(view), mover, view, self.nodes) >= 0 else 3 - mover

    def _stand(self, field: Field, mover: int, view: View, nodes: int) -> int:
        """How well the one to move stands, by a search of so many nodes."""
        room = search.new_room(field, self.remembered)
        search.choose(field, mover, room, max(1, nodes), self.fours)
        return int(room.left[2])

    def _worth_after(self, view: View, point: int) -> int:
        """What black has from a fifth stone there."""
        field = field_of(view)
        put(field, b.index_of(point, view.size), b.BLACK)
        return -self._stand(field, b.WHITE, view, self.nodes // 8)

    def _fifth(self, view: View, legal: Sequence[Action]) -> Action:
        """The best of the points that are worth a look."""
        places = [action for action in legal if isinstance(action, Place)]
        field = field_of(view)
        room = search.new_room(field, 0)
        count = search.candidates(field, b.BLACK, room, 0, False)
        listed = {b.point_of(room.found[place], view.size) for place in range(count)}
        near = [place for place in places if place.x + view.size * place.y in listed]
        return max(near or places[:1], key=lambda place: self._worth_after(view, place.x + view.size * place.y))

    def _stone(self, view: View, chance: Random) -> Action:
        if not view.moves:
            return placed(centre_of(view.size), view.size)
        if view.steps or len(view.moves) < 3:
            return self._opening_stone(view, chance)
        field = field_of(view)
        index = self._point(field, 1 + len(view.moves) % 2, chance)
        return placed(b.point_of(index, view.size), view.size) if index else self._anywhere(view)

    def _point(self, field: Field, colour: int, chance: Random) -> int:
        """Where to place in the normal game, as a place of the field; 0 where there is nothing to choose by."""
        return search.choose(field, colour, search.new_room(field, self.remembered), self.nodes, self.fours)

    def _opening_stone(self, view: View, chance: Random) -> Action:
        """One of the points near the centre that the opening allows."""
        free = [point for point in range(view.size**2) if point not in view.moves and point not in view.fifths]
        fit = [point for point in free if inside(point, view.where or "any", view.size)]
        for reach in ("in1", "in2", "in3", "in4"):
            near = [point for point in fit if inside(point, reach, view.size)]
            if near:
                return placed(chance.choice(near), view.size)
        return placed(chance.choice(fit), view.size)

    def _anywhere(self, view: View) -> Action:
        barred = {foul.point for foul in view.forbidden} | {*view.moves}
        return placed(next(point for point in range(view.size**2) if point not in barred), view.size)


def placed(point: int, size: int) -> Place:
    """The action of a stone there."""
    return Place(point % size, point // size)


class GreedyBot(Thinker):
    """The point that makes or stops most, one stone deep."""

    def _point(self, field: Field, colour: int, chance: Random) -> int:
        room = search.new_room(field, 0)
        for whose in (colour, 3 - colour):
            if five_points(field, whose, room.found, 0) and allowed(field, room.found[0], colour):
                return int(room.found[0])
        count = search.candidates(field, colour, room, 0, False)
        worths = [room.found[search.WIDTH + place] for place in range(count)]
        return int(chance.choice([room.found[place] for place in range(count) if worths[place] == worths[0]] or [0]))


class ExpertBot(Thinker):
    """Wins by fours where that is to be had, sees those of the other, and looks some stones ahead."""

    nodes = 12000
    fours = 2000
    remembered = 13

    def decide(self, request: Request) -> Action:
        view: View = request.view
        if view.phase == "stone" and view.draw_offered_by == 1 - self.setup.seat:
            mover = 1 + len(view.moves) % 2
            if self._stand(field_of(view), mover, view, self.nodes) <= 0:
                return Accept()
        return super().decide(request)


class MasterBot(ExpertBot):
    """Looks much further, finds wins by fours and open threes, and avoids those of the other."""

    compiled = True
    nodes = 400_000
    fours = 40_000
    threats = 20_000
    remembered = 18

    def _point(self, field: Field, colour: int, chance: Random) -> int:
        room = search.new_room(field, self.remembered)
        win = search.first_four(field, colour, room, self.fours) or threatened_win(field, colour, room, self.threats)
        return win or cautious(field, colour, room, self.nodes, self.threats // 8)


BOTS: Mapping[str, type[Bot[Any, Any]]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "expert": ExpertBot,
    "master": MasterBot,
}
