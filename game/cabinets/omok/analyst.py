"""The analyst of Omok: judges the points worth a look with the expert's search, all equally deep."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from game.cabinets.omok import board as b
from game.cabinets.omok import search
from game.cabinets.omok.board import NOWHERE, allowed, five_points, makes_five, new_board, put, winning_point
from game.cabinets.omok.effects import effects
from game.cabinets.omok.openings import equal_points
from game.cabinets.omok.state import (
    PASS,
    Action,
    Choose,
    Count,
    Pass,
    Pick,
    Place,
    Swap,
    View,
    far,
    inside,
    laid,
)
from game.core.analyst import SURE, Analyst, Effect, Effort, Judgement, Line, Question, Values, values_of, values_of_two
from game.core.settling import Accept, GiveUp
from game.core.space import Squares


@dataclass(frozen=True)
class Reach:
    """How much is searched to judge a position."""

    depth: int
    """Stones that are searched after the one that is judged."""
    nodes: int
    """The most nodes that are searched for each point."""
    fours: int
    """The most nodes that are searched for a win by fours."""


REACH = {Effort.QUICK: Reach(1, 60, 200), Effort.NORMAL: Reach(4, 500, 2000), Effort.DEEP: Reach(6, 6000, 20000)}
"""Budgets by effort; measured in docs/omok.md."""
FOLLOWED = 3
"""How many further stones a line shows after a stone that is not proven to win."""
LEVEL = 900
"""The worth, in units of the search, that stands for a value of one half."""
_SEEN = 30
"""In a win that the search sees but has not proven, the opponent keeps one part in this many of the chances."""


class OmokAnalyst(Analyst[View, Action]):
    """Judges a position in the least of its eight orientations, so that mirrored positions get equal values."""

    forcing = frozenset({"fours"})

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

    def effects(self, question: Question[View, Action], action: Action) -> Sequence[Effect]:
        return effects(question.view, action)

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
            return Place.on(after.fifths[-1], before.size)
        if len(after.moves) == len(before.moves):
            return None
        point, draw = after.moves[len(before.moves)], after.draw_offered_by == before.mover
        return Pass(draw) if point == PASS else Place.on(point, before.size, draw)


def _chosen(before: View, after: View) -> Action:
    words = before.where.split()
    if "one" in words:
        return Choose("swap" if after.black != before.black else "ten" if after.phase == "fifths" else "one")
    if len(after.steps) > len(before.steps):
        return Choose("two")
    return Choose("black" if after.black == before.mover else "white")


class _Table:
    """One position to judge, turned so that its stones are the least of the eight orientations."""

    def __init__(self, view: View, seat: int, reach: Reach) -> None:
        self.view, self.seat, self.reach = view, seat, reach
        self.size = view.size
        self.colour = view.colour
        least, self._there = Squares(self.size, self.size).least(laid(view.moves, self.size))
        self._back = {there: point for point, there in enumerate(self._there)}
        self.board = new_board(self.size, view.rule, least)
        self.memory = search.new_memory(self.board, 13)
        self._is_free = view.phase == "stone" and not view.steps
        """Whether a stone of the normal game is asked for, not an answer to an ask of the opening."""
        self.win = NOWHERE
        if self._is_free:
            self.win = search.first_four(self.board, self.colour, self.memory, reach.fours)
        self.won = self.win != NOWHERE

    def lines(self, played: Action | None) -> list[Line[Action]]:
        """Return the actions to choose among, each with its values."""
        match self.view.phase:
            case "stone":
                return self._stones(played)
            case "fifths":
                return [self._line(Place.on(point, self.size), self._after(point)) for point in self._points(played)]
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
        """Return whether an action is one of those to choose among: no pass, no giving up, no offer of a draw."""
        return not (isinstance(action, Pass | Accept | GiveUp) or (isinstance(action, Place) and action.draw))

    def unlisted(self, action: Action, best: Line[Action]) -> Line[Action]:
        """Return a line for giving up, accepting a draw or passing, worth at most as much as the best line."""
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
        """Return how play would go on after a stone, as far as a short search tells."""
        if not isinstance(action, Place) or not self._is_free:
            return ()
        return self._went_on(action.point(self.size), FOLLOWED, 60)

    def threat(self) -> Line[Action] | None:
        """Return the stone that the opponent would place if the mover passed; None where there is no such stone."""
        if not self._is_free:
            return None
        other, worth = 3 - self.colour, search.WIN
        point = search.first_four(self.board, other, self.memory, self.reach.fours // 4)
        if point == NOWHERE:
            point = int(search.deepened(self.board, other, self.memory, 60, 2))
            worth = int(self.memory.left[2])
        return self._line(self._placed(point), -worth) if point != NOWHERE else None

    def _stones(self, played: Action | None) -> list[Line[Action]]:
        settled = not any(word in step for step in self.view.steps for word in ("swap", "choose"))
        lines: list[Line[Action]] = []
        for point in self._points(played):
            action = Place.on(point, self.size)
            if self.won and self._there[point] == self.win:
                lines.append(Line(action, self._values(search.WIN, True), self._went_on(point, 60, 0)))
                continue
            worth = self._after(point)
            lines.append(self._line(action, worth if settled else -abs(worth)))
        draw = played if isinstance(played, Place) and played.draw else None
        same = next((line for line in lines if draw and line.action == Place(draw.x, draw.y)), None)
        return [*lines, Line(draw, same.values, same.following)] if draw and same else lines

    def _points(self, played: Action | None) -> list[int]:
        """Return the points that are judged: those worth a look and the one that was played, at least two in all."""
        board, found = self.board, self.memory.found
        pressed = winning_point(board, 3 - self.colour) != NOWHERE
        count = search.candidates(board, self.colour, self.memory, 0, pressed)
        first = [self.win] if self.won else []
        for colour in (self.colour, 3 - self.colour):
            if not first and five_points(board, colour, self.memory.touched, 0):
                first = [self.memory.touched[0]]
        found_points = [self._back[int(point)] for point in (*first, *found[:count])]
        near = sorted(range(self.size**2), key=lambda point: (far(point, self.size), point))
        if isinstance(played, Place):
            found_points.append(played.point(self.size))
        fit = list(dict.fromkeys(self._fitting(found_points)))
        for point in near:
            if len(fit) >= 2:
                break
            fit += [other for other in self._fitting([point]) if other not in fit]
        return fit

    def _fitting(self, points: Iterable[int]) -> list[int]:
        """Return those of `points` where the mover may place."""
        view = self.view
        barred = {*view.moves, *view.fifths, *(foul.point for foul in view.forbidden)}
        barred |= {equal for fifth in view.fifths for equal in equal_points(view.moves, self.size, fifth)}
        return [point for point in points if point not in barred and inside(point, view.where or "any", self.size)]

    def _counts(self, played: Action | None) -> Sequence[int]:
        return sorted({1, 2, *([played.number] if isinstance(played, Count) else [])})

    def _stand(self, colour: int = 0) -> int:
        """Return how well the mover stands, or `colour` if it were to move; in units of the search."""
        mover = colour or self.colour
        memory, nodes = self.memory, 10 * self.reach.nodes
        if search.first_four(self.board, mover, memory, self.reach.fours) != NOWHERE:
            return search.WIN
        search.deepened(self.board, mover, memory, nodes, self.reach.depth + 1)
        return int(memory.left[2])

    def _after(self, point: int) -> int:
        """Return what the position is worth to the mover after a stone on `point`, in units of the search."""
        there, board = self._there[point], self.board
        if not allowed(board, there, self.colour):
            return -search.WIN
        if makes_five(board, there, self.colour):
            return search.WIN
        self.memory.left[0] = self.reach.nodes
        put(board, there, self.colour)
        lowest, level = -search.WIN, 1
        worth = -search.value(board, 3 - self.colour, self.reach.depth, lowest, -lowest, self.memory, level)
        put(board, there, -self.colour)
        return int(worth)

    def _went_on(self, point: int, most: int, nodes: int) -> tuple[Action, ...]:
        """Return the stones that follow one on `point`, of a win by fours if `nodes` is 0, else of a short search."""
        board, stones, mover = self.board, list[int](), self.colour
        there = self._there[point]
        while there != NOWHERE and len(stones) <= most:
            five = makes_five(board, there, mover)
            put(board, there, mover)
            stones.append(there)
            mover = 3 - mover
            there = NOWHERE if five else self._next(mover, nodes)
        for stone in stones:
            put(board, stone, -int(board.stones[stone]))
        return tuple(self._placed(stone) for stone in stones[1:])

    def _next(self, mover: int, nodes: int) -> int:
        """Return the next stone of a line of play; NOWHERE at its end."""
        if nodes:
            return int(search.deepened(self.board, mover, self.memory, nodes, 3))
        if mover == self.colour:
            return search.first_four(self.board, mover, self.memory, self.reach.fours)
        found = self.memory.touched
        forced = five_points(self.board, self.colour, found, 0) and allowed(self.board, found[0], mover)
        return int(found[0]) if forced else NOWHERE

    def _placed(self, there: int) -> Place:
        return Place.on(self._back[there], self.size)

    def _line(self, action: Action, worth: int, *, proven: bool = False) -> Line[Action]:
        return Line(action, self._values(worth, proven))

    def _values(self, worth: int, proven: bool) -> Values:
        """Return the values of both seats, from the worth of the position to the seat that decides."""
        if proven:
            return values_of_two(worth, self.seat, 0)
        seen = abs(worth) > search.WIN // 2
        return values_of_two(worth, self.seat, 0 if seen else LEVEL, SURE - 2 * SURE // _SEEN)
