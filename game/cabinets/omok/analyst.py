"""Judges positions of Omok by the search of its expert: the points worth a look, all equally deep."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from game.cabinets.omok import board as b
from game.cabinets.omok import search
from game.cabinets.omok.bots import placed
from game.cabinets.omok.field import allowed, five_points, new_field, put, winning_point
from game.cabinets.omok.openings import equal_points
from game.cabinets.omok.state import (
    EXACT,
    FORBIDDEN,
    PASS,
    Action,
    Choose,
    Count,
    Pass,
    Pick,
    Place,
    Swap,
    View,
    centre_of,
    inside,
    laid,
)
from game.core.analyst import SURE, Analyst, Effort, Judgement, Line, Question, Values, values_of, values_of_two
from game.core.settling import Accept, GiveUp
from game.core.space import Squares


@dataclass(frozen=True)
class Reach:
    """How much is looked at."""

    depth: int
    """Stones after the one that is judged."""
    nodes: int
    """Of each point, at the most."""
    fours: int
    """Nodes of a win by fours."""


REACH = {Effort.QUICK: Reach(1, 60, 200), Effort.NORMAL: Reach(4, 500, 2000), Effort.DEEP: Reach(6, 6000, 20000)}
"""Measured in docs/omok.md."""
FOLLOWED = 3
"""Stones told after one that is not proven to win."""
LEVEL = 900
"""A worth that stands for a value of one half."""
_SEEN = 30
"""A win that was searched and not proven leaves the other one part in so many."""


class OmokAnalyst(Analyst[View, Action]):
    """Judges the least of the eight orientations of a board, so that mirrored positions are worth the same."""

    def judge(self, question: Question[View, Action]) -> Judgement[Action]:
        view = question.view
        seat = view.mover if question.seat is None else question.seat
        if seat < 0 or view.black < 0:
            return Judgement(values_of([1, 1]))
        table = _Table(view, seat, REACH[question.effort])
        lines = sorted(table.lines(question.played), key=lambda line: -line.values[seat])
        played = next((line for line in lines if line.action == question.played), None)
        offered = [line for line in lines if table.is_listed(line.action)][: question.most]
        if played is None and question.played is not None:
            played = table.unlisted(question.played, offered[0])
        best = [Line(line.action, line.values, line.following or table.followed(line.action)) for line in offered]
        end_in = 1 + len(best[0].following) if table.won else None
        return Judgement(best[0].values, tuple(best), played, end_in, table.threat(), len(lines), table.reach.depth)

    def played(self, before: View, after: View) -> Action | None:
        match before.phase:
            case "swap":
                return Swap(after.black != before.black)
            case "count":
                return Count(after.count) if after.count else None
            case "pick" if len(after.moves) > len(before.moves):
                return Pick(before.fifths.index(after.moves[len(before.moves)]))
            case "choose":
                return _chosen(before, after)
        if len(after.fifths) > len(before.fifths):
            return placed(after.fifths[-1], before.size)
        if len(after.moves) == len(before.moves):
            return None
        point, draw = after.moves[len(before.moves)], after.draw_offered_by == before.mover
        return Pass(draw) if point == PASS else Place(point % before.size, point // before.size, draw)


def _chosen(before: View, after: View) -> Action:
    words = before.where.split()
    if "one" in words:
        return Choose("swap" if after.black != before.black else "ten" if after.phase == "fifths" else "one")
    if len(after.steps) > len(before.steps):
        return Choose("two")
    return Choose("black" if after.black == before.mover else "white")


class _Table:
    """One position, turned so that its stones are the least of the eight orientations."""

    def __init__(self, view: View, seat: int, reach: Reach) -> None:
        self.view, self.seat, self.reach = view, seat, reach
        self.size = view.size
        self.colour = 1 + len(view.moves) % 2
        least, self._there = Squares(self.size, self.size).least(laid(view.moves, self.size))
        self._back = {there: point for point, there in enumerate(self._there)}
        self.field = new_field(self.size, EXACT[view.rule], FORBIDDEN[view.rule])
        for point, colour in enumerate(least):
            if colour:
                put(self.field, b.index_of(point, self.size), colour)
        self.room = search.new_room(self.field, 13)
        self.won = False

    def lines(self, played: Action | None) -> list[Line[Action]]:
        """What may be chosen, each with its values."""
        match self.view.phase:
            case "stone":
                return self._stones(played)
            case "fifths":
                return [self._line(placed(point, self.size), self._after(point)) for point in self._points(played)]
            case "pick":
                picks = enumerate(self.view.fifths)
                return [self._line(Pick(number), -self._after(point)) for number, point in picks]
        stand = self._stand()
        held = stand if (self.colour == b.BLACK) == (self.view.black == self.seat) else -stand
        if self.view.phase == "swap":
            return [self._line(Swap(False), held), self._line(Swap(True), -held)]
        if self.view.phase == "count":
            return [self._line(Count(number), held) for number in self._counts(played)]
        black = stand if self.colour == b.BLACK else -stand
        worths = {"black": black, "white": -black, "two": 0, "swap": -held, "one": held, "ten": held}
        return [self._line(Choose(word), worths[word]) for word in self.view.where.split()]  # type: ignore[arg-type]

    def is_listed(self, action: Action) -> bool:
        """Whether an action is one of those to choose among: no pass, no offer of a draw."""
        return not (isinstance(action, Pass | Accept | GiveUp) or (isinstance(action, Place) and action.draw))

    def unlisted(self, action: Action, best: Line[Action]) -> Line[Action]:
        """What giving up, agreeing or passing is worth, never more than the best."""
        match action:
            case GiveUp():
                worth = -search.WIN
            case Accept():
                worth = 0
            case Pass():
                worth = -self._stand(3 - self.colour)
            case _:
                return Line(action, best.values)
        line = self._line(action, worth, proven=isinstance(action, GiveUp))
        return line if line.values[self.seat] <= best.values[self.seat] else Line(action, best.values)

    def followed(self, action: Action) -> tuple[Action, ...]:
        """How play would go on after a stone, as far as a short look tells."""
        if not isinstance(action, Place) or self.view.phase != "stone" or self.view.steps:
            return ()
        return self._went_on(action.x + self.size * action.y, FOLLOWED, 60)

    def threat(self) -> Line[Action] | None:
        """What the other would place if the one to move passed."""
        if self.view.phase != "stone" or self.view.steps:
            return None
        other = 3 - self.colour
        index = search.first_four(self.field, other, self.room, self.reach.fours // 4)
        worth = search.WIN if index else 0
        index = index or int(search.deepened(self.field, other, self.room, 60, 2))
        return self._line(self._placed(index), -(worth or int(self.room.left[2]))) if index else None

    def _stones(self, played: Action | None) -> list[Line[Action]]:
        settled = not any(word in step for step in self.view.steps for word in ("swap", "choose"))
        win = search.first_four(self.field, self.colour, self.room, self.reach.fours) if not self.view.steps else 0
        lines: list[Line[Action]] = []
        for point in self._points(played):
            if win and point == self._point(win):
                self.won = True
                action = self._placed(win)
                lines.append(Line(action, self._values(search.WIN, True), self._went_on(point, 60, 0)))
                continue
            worth = self._after(point)
            lines.append(self._line(placed(point, self.size), worth if settled else -abs(worth)))
        draw = played if isinstance(played, Place) and played.draw else None
        same = next((line for line in lines if draw and line.action == Place(draw.x, draw.y)), None)
        return [*lines, Line(draw, same.values, same.following)] if draw and same else lines

    def _points(self, played: Action | None) -> list[int]:
        """The points that are judged: those worth a look, the one that was played, two at least."""
        pressed = winning_point(self.field, 3 - self.colour) != 0
        count = search.candidates(self.field, self.colour, self.room, 0, pressed)
        first = search.first_four(self.field, self.colour, self.room, self.reach.fours) if not self.view.steps else 0
        for colour in (self.colour, 3 - self.colour):
            found = five_points(self.field, colour, self.room.touched, 0)
            first = first or (int(self.room.touched[0]) if found else 0)
        found_points = [self._point(index) for index in (first, *self.room.found[:count]) if index]
        near = sorted(range(self.size**2), key=lambda point: (_far(point, self.size), point))
        if isinstance(played, Place):
            found_points.append(played.x + self.size * played.y)
        fit = list(dict.fromkeys(self._fitting(found_points)))
        for point in near:
            if len(fit) >= 2:
                break
            fit += [other for other in self._fitting([point]) if other not in fit]
        return fit

    def _fitting(self, points: Iterable[int]) -> list[int]:
        """Those where the one to move may place."""
        view = self.view
        barred = {*view.moves, *view.fifths, *(foul.point for foul in view.forbidden)}
        barred |= {equal for fifth in view.fifths for equal in equal_points(view.moves, self.size, fifth)}
        return [point for point in points if point not in barred and inside(point, view.where or "any", self.size)]

    def _counts(self, played: Action | None) -> Sequence[int]:
        return sorted({1, 2, *([played.number] if isinstance(played, Count) else [])})

    def _stand(self, colour: int = 0) -> int:
        """How well the one to move stands, or the other if it were their turn."""
        mover = colour or self.colour
        room, nodes = self.room, 10 * self.reach.nodes
        if search.first_four(self.field, mover, room, self.reach.fours):
            return search.WIN
        search.deepened(self.field, mover, room, nodes, self.reach.depth + 1)
        return int(room.left[2])

    def _after(self, point: int) -> int:
        """What the one to move has from a stone there."""
        index = self._index(point)
        if not allowed(self.field, index, self.colour):
            return -search.WIN
        self.room.left[0] = self.reach.nodes
        if five_points(self.field, self.colour, self.room.touched, 0) and self._makes_five(index):
            return search.WIN
        put(self.field, index, self.colour)
        lowest, level = -search.WIN, 1
        worth = -search.value(self.field, 3 - self.colour, self.reach.depth, lowest, -lowest, self.room, level)
        put(self.field, index, -self.colour)
        return int(worth)

    def _makes_five(self, index: int) -> bool:
        across, exact = b.width(self.size), bool(self.field.exact[self.colour - 1])
        self.field.cells[index] = self.colour
        five = b.makes_five(self.field.cells, index, across, exact)
        self.field.cells[index] = b.EMPTY
        return bool(five)

    def _went_on(self, point: int, most: int, nodes: int) -> tuple[Action, ...]:
        """The stones after one at a point: a win by fours to its end where `nodes` is 0, else a short look ahead."""
        stones = [(self._index(point), self.colour)]
        put(self.field, *stones[0])
        while len(stones) <= most:
            mover, index = 3 - stones[-1][1], 0
            if nodes == 0:
                own = mover == self.colour
                if own:
                    index = search.first_four(self.field, mover, self.room, self.reach.fours)
                elif five_points(self.field, self.colour, self.room.touched, 0):
                    index = int(self.room.touched[0]) if allowed(self.field, self.room.touched[0], mover) else 0
            else:
                index = int(search.deepened(self.field, mover, self.room, nodes, 3))
            ended = self._ended(*stones[-1])
            if not index or ended:
                break
            stones.append((index, mover))
            put(self.field, *stones[-1])
        for index, colour in reversed(stones):
            put(self.field, index, -colour)
        return tuple(self._placed(index) for index, _ in stones[1:])

    def _ended(self, index: int, colour: int) -> bool:
        exact = bool(self.field.exact[colour - 1])
        return bool(b.makes_five(self.field.cells, index, b.width(self.size), exact))

    def _index(self, point: int) -> int:
        return b.index_of(self._there[point], self.size)

    def _point(self, index: int) -> int:
        return self._back[b.point_of(index, self.size)]

    def _placed(self, index: int) -> Place:
        return placed(self._point(index), self.size)

    def _line(self, action: Action, worth: int, *, proven: bool = False) -> Line[Action]:
        return Line(action, self._values(worth, proven))

    def _values(self, worth: int, proven: bool) -> Values:
        """The values of both seats, where the one that decides has so much."""
        if proven:
            return values_of_two(worth, self.seat, 0)
        seen = abs(worth) > search.WIN // 2
        return values_of_two(worth, self.seat, 0 if seen else LEVEL, SURE - 2 * SURE // _SEEN)


def _far(point: int, size: int) -> int:
    """How far from the centre."""
    y, x = divmod(centre_of(size), size)
    return max(abs(point % size - x), abs(point // size - y))
