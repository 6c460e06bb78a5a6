"""The analyst of Volcano Isle: judges positions by the expert bot's features, as each seat's chance of winning."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from game.cabinets.volcano import ground as g
from game.cabinets.volcano import search
from game.cabinets.volcano.bots import position_of, stack_of
from game.cabinets.volcano.effects import effects
from game.cabinets.volcano.island import island_of
from game.cabinets.volcano.state import HOUSES, Action, Done, Place, View, name_of
from game.cabinets.volcano.tiles import KINDS
from game.cabinets.volcano.value import next_of, value
from game.core.analyst import Analyst, Effect, Effort, Judgement, Line, Question, Values, values_of_logits

LOOKED_AT: Final = {Effort.QUICK: 4, Effort.NORMAL: 12, Effort.DEEP: 32}
"""Number of best places after which builds are examined."""


class _Position:
    """A copy of a view's island on which actions are tried out."""

    def __init__(self, view: View) -> None:
        self.view, self.island = view, island_of(view)
        self.now = position_of(view, self.island)
        self.ground, self.seats, self.desk = self.now
        self.stack = stack_of(view)

    def values(self) -> Values:
        """Return each seat's value in the present position."""
        seats, mover = self.seats, self.view.mover
        first = next_of(seats.gone, mover) if mover >= 0 else 0
        worths = [value(self.ground, seats, seat, first, self.stack, self.desk.room) for seat in range(len(seats.gone))]
        # each worth is a difference to the best opponent, so the scale counts a seat's lead twice
        return values_of_logits(worths, 2000)

    def with_build(self, seat: int, code: int) -> Values:
        """Return each seat's value after a build, and take the build back."""
        g.survey(self.ground, seat)
        built = g.build(self.ground, seat, code, self.seats.stock, self.desk.cells, 0)
        values = self.values()
        g.raze(self.ground, seat, code, self.seats.stock, self.desk.cells, 0, built)
        return values

    def with_place(self, seat: int, place: Place) -> Line[Action]:
        """Return the line of a place, followed by the best build after it."""
        kind = KINDS[self.view.hand]
        search.lay(self.now, self.island.code(place), kind.left, kind.right)
        if search.best_builds(self.now, seat, -1, self.stack, self.desk.best_of):
            build = int(self.desk.best_of[1])
            line = Line[Action](place, self.with_build(seat, build), (self.island.made(build),))
        else:
            self.seats.gone[seat] = 1
            line = Line(place, self.values())
            self.seats.gone[seat] = 0
        search.lift(self.now)
        return line

    def promising(self, seat: int, most: int) -> list[Place]:
        """Return the `most` places that look best before anything is built."""
        if not self.view.hexes:
            return list(self.island.places)
        kind, desk = KINDS[self.view.hand], self.desk
        count = search.rank(self.now, seat, kind.left, kind.right, self.stack)
        order = sorted(range(count), key=lambda number: (-desk.ranks[number], desk.places[number]))
        return [self.island.place(int(desk.places[number])) for number in order[:most]]


class VolcanoAnalyst(Analyst[View, Action]):
    """Examines every build, and the places that look best."""

    def judge(self, question: Question[View, Action]) -> Judgement[Action]:
        view, seat = question.view, question.view.mover
        position = _Position(view)
        if view.phase not in ("tile", "build"):
            return Judgement(position.values(), nodes=1)
        lines = list(_lines(position, seat, question))
        lines.sort(key=lambda line: -line.values[seat])
        played = next((line for line in lines if line.action == question.played), None)
        best = tuple(lines[: question.most])
        return Judgement(best[0].values, best, played, nodes=len(lines), depth=2 if view.phase == "tile" else 1)

    def effects(self, question: Question[View, Action], action: Action) -> Sequence[Effect]:
        return effects(question.view, action)

    def played(self, before: View, after: View) -> Action | None:
        if len(after.tiles) > len(before.tiles):
            tile = after.tiles[-1]
            return Place(tile.q, tile.r, tile.way)
        if before.phase != "build":
            return None
        new = {(house.q, house.r) for house in after.houses[len(before.houses) :]}
        kinds = {HOUSES[house.kind] for house in after.houses[len(before.houses) :]}
        island = island_of(before)
        for build in island.builds(before.mover, before.stock):
            name = name_of(build)
            if set(island.builds_on(build, before.mover)) == new and (name in kinds or name == "expand"):
                return build
        return Done() if not new and before.built else None


def _lines(position: _Position, seat: int, question: Question[View, Action]) -> Iterable[Line[Action]]:
    view, island = position.view, position.island
    if view.phase == "tile":
        places = dict.fromkeys(position.promising(seat, max(LOOKED_AT[question.effort], question.most)))
        if isinstance(question.played, Place):
            places[question.played] = None
        for place in places:
            yield position.with_place(seat, place)
        return
    stock = position.seats.stock
    for code in island.build_codes(seat, stock):
        build = island.made(code)
        if view.built in ("", name_of(build)):
            yield Line(build, position.with_build(seat, code))
    if view.built:
        yield Line(Done(), position.values())
