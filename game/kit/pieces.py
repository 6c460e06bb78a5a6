"""Pieces on spots, and movements between two positions, derived from their difference.

A transition is a pure function of time. At its end every piece stands as in the new position, whatever was skipped.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Generic, TypeAlias

from game.core.rules import Seat
from game.engine.tween import Point, arc, ease_in_out, ease_out, lerp, lerp_point
from game.kit.layout import Key, Layout, Spot

HOP: Final = 14.0
"""Height to which a piece is lifted half way of a move, in design units."""
LONGEST_ROW: Final = 0.8
"""Seconds within which all of many pieces have started."""


@dataclass(frozen=True)
class Piece:
    """A thing on a spot. `kind` and `name` are hashable values of the game's own.

    Equal pieces are interchangeable; a name makes one distinct.
    """

    kind: Any
    seat: Seat = -1
    name: Any = None


Pieces: TypeAlias = Mapping[Key, Piece]
"""The piece on each occupied spot. For stacks, a game makes the level a part of the key."""


@dataclass(frozen=True)
class Posed:
    """How a piece is drawn at one moment of a movement."""

    piece: Piece
    x: float
    y: float
    size: float
    """The smaller side of the spot, in design units."""
    lift: float = 0.0
    """Height above the spot, in design units."""
    wide: float = 1.0
    """Share of its width that is seen; below 1 while the piece turns over."""
    scale: float = 1.0
    opacity: float = 1.0
    turn: float = 0.0
    """Degrees clockwise by which the piece is turned."""
    moving: bool = False
    over: bool = False
    """Whether the piece flies to or from a panel, and is therefore drawn above the panels."""


@dataclass
class Plan(Generic[Key]):
    """What becomes of each piece between two positions, read from their difference.

    A piece that left one spot and an equal one that came to another count as one piece that moved. A spot whose piece
    was replaced counts as turned. All others came or went. A game may correct the plan where the difference is not
    enough.
    """

    old: Pieces[Key]
    new: Pieces[Key]
    moved: dict[Key, Key] = field(default_factory=dict)
    """From the old spot of each moved piece to its new spot."""
    turned: list[Key] = field(default_factory=list)
    came: dict[Key, Point | None] = field(default_factory=dict)
    """Spots where pieces came, with the point each flies from; None: it appears on its spot."""
    gone: dict[Key, Point | None] = field(default_factory=dict)
    """Old spots of pieces that went, with the point each flies to; None: it fades on its spot."""
    faces: dict[Key, Piece] = field(default_factory=dict)
    """For a spot where a piece came: the piece shown until it turns over half way, such as the back of a dealt card."""

    @classmethod
    def between(cls, old: Pieces[Key], new: Pieces[Key], before: Layout[Key], after: Layout[Key]) -> Plan[Key]:
        """Return the plan of the simplest reading: of several equal pieces, those with the shortest ways have moved."""
        left = {key: piece for key, piece in old.items() if new.get(key) != piece}
        come = {key: piece for key, piece in new.items() if old.get(key) != piece}
        plan = cls(old, new)
        pairs = [(start, end) for start in left for end in come if left[start] == come[end]]
        pairs.sort(key=lambda pair: math.dist(before.middle(pair[0]), after.middle(pair[1])))
        for start, end in pairs:
            if start in left and end in come:
                plan.moved[start] = end
                del left[start], come[end]
        plan.turned = [key for key in come if key in left]
        plan.came = {key: None for key in come if key not in left}
        plan.gone = {key: None for key in left if key not in come}
        return plan


@dataclass(frozen=True)
class Pace:
    """Seconds that each kind of movement takes."""

    move: float
    come: float
    turn: float
    go: float
    stagger: float = 0.05
    """Seconds between the starts of pieces that follow one another."""


Pose: TypeAlias = Callable[[float], Posed]
"""Returns how a piece is drawn when a share (0 to 1) of its movement is over."""
Motion: TypeAlias = tuple[float, float, Pose]
"""One movement: second at which it begins, seconds it takes, and its pose."""


class Transition(Generic[Key]):
    """A plan laid out in time: first pieces move and come, then others turn over and go.

    `before` and `after` are the layouts of both positions. A piece that keeps its spot while the spot moves, such as a
    card in a growing hand, glides.
    """

    def __init__(
        self, plan: Plan[Key], before: Layout[Key], after: Layout[Key], pace: Pace, fade: float | None = None
    ) -> None:
        """Lay out a plan in time. `fade`, for reduced motion: seconds in which all changes fade, instead of moving."""
        self._before, self._after = before, after
        self.still: list[Posed] = []
        """Poses of the pieces that do not move."""
        self._motions: list[Motion] = []
        self.landings: list[float] = []
        """Seconds at which a piece lands or turns over, and a sound is due."""
        stays = [key for key, piece in plan.old.items() if plan.new.get(key) == piece]
        glides = [key for key in stays if before.spots[key] != after.spots[key]] if before is not after else []
        glides = glides if fade is None else []
        self.still = [self._rest(plan.new[key], key) for key in stays if key not in glides]
        if fade is None:
            self._motions = [(0.0, pace.move, self._gliding(plan.new[key], key)) for key in glides]
            self._write(plan, pace)
        else:
            self._write_fade(plan, stays, fade)
        self.seconds = max((begin + length for begin, length, _ in self._motions), default=0.0)

    def at(self, now: float) -> Iterator[Posed]:
        """Yield the poses of all visible pieces, `now` seconds after the start."""
        yield from self.still
        yield from self.moving(now)

    def moving(self, now: float) -> Iterator[Posed]:
        """Yield the poses of the visible pieces that move at any time of the transition, `now` seconds after its
        start.
        """
        for begin, length, pose in self._motions:
            posed = pose(1.0 if now >= begin + length else max(0.0, (now - begin) / length))
            if posed.opacity > 0:
                yield posed

    def _rest(self, piece: Piece, key: Key) -> Posed:
        return posed(piece, self._after.spots[key])

    def _left(self, piece: Piece, key: Key) -> Posed:
        return posed(piece, self._before.spots[key])

    def _write(self, plan: Plan[Key], pace: Pace) -> None:
        arrived, many = 0.0, max(len(plan.moved), len(plan.came), 1)
        stagger = min(pace.stagger, LONGEST_ROW / many)
        for number, (start, end) in enumerate(plan.moved.items()):
            begin, becomes = number * stagger, self._rest(plan.new[end], end)
            self._motions.append((begin, pace.move, _moving(self._left(plan.old[start], start), becomes)))
            self.landings.append(begin + pace.move)
            arrived = max(arrived, begin + pace.move)
        for number, (key, source) in enumerate(plan.came.items()):
            begin = number * stagger
            coming = _coming(self._rest(plan.new[key], key), source)
            if key in plan.faces:
                coming = _turned_over(coming, plan.faces[key])
            self._motions.append((begin, pace.come, coming))
            self.landings.append(begin + pace.come)
            arrived = max(arrived, begin + pace.come)
        causes = [self._after.middle(key) for key in (*plan.came, *plan.moved.values())]
        for begin, key in self._spread(plan.turned, causes, pace.stagger):
            turns = _turning(self._left(plan.old[key], key), self._rest(plan.new[key], key))
            self._motions.append((arrived + begin, pace.turn, turns))
            self.landings.append(arrived + begin + pace.turn)
        for begin, key in self._spread(list(plan.gone), causes, pace.stagger):
            self._motions.append((arrived + begin, pace.go, _going(self._left(plan.old[key], key), plan.gone[key])))

    def _write_fade(self, plan: Plan[Key], stays: Collection[Key], seconds: float) -> None:
        fades = [_fading(self._left(piece, key), 1, 0) for key, piece in plan.old.items() if key not in stays]
        fades += [_fading(self._rest(piece, key), 0, 1) for key, piece in plan.new.items() if key not in stays]
        self._motions = [(0.0, seconds, pose) for pose in fades]
        self.landings = [seconds] if fades else []

    def _spread(self, keys: Sequence[Key], causes: Sequence[Point], stagger: float) -> Iterator[tuple[float, Key]]:
        """Yield each spot with its delay in seconds: the further a spot is from what moved or came, the later."""
        reach = {key: min((math.dist(self._before.middle(key), cause) for cause in causes), default=0) for key in keys}
        order = sorted({round(distance) for distance in reach.values()})
        for key, distance in reach.items():
            yield order.index(round(distance)) * stagger, key

    def _gliding(self, piece: Piece, key: Key) -> Pose:
        start, end = self._left(piece, key), self._rest(piece, key)

        def pose(share: float) -> Posed:
            eased = ease_in_out(share)
            x, y = lerp_point((start.x, start.y), (end.x, end.y), eased)
            glides = replace(end, x=x, y=y, turn=lerp(start.turn, end.turn, eased), moving=True)
            return glides if 0 < share < 1 else end if share else start

        return pose


def posed(piece: Piece, spot: Spot) -> Posed:
    return Posed(piece, spot.x, spot.y, min(spot.size), turn=spot.turn)


def _moving(start: Posed, end: Posed) -> Pose:
    def pose(share: float) -> Posed:
        if share in (0.0, 1.0):
            return end if share else start
        x, y = lerp_point((start.x, start.y), (end.x, end.y), ease_in_out(share))
        size, turn = lerp(start.size / end.size, 1, share), lerp(start.turn, end.turn, share)
        return replace(start, x=x, y=y, size=end.size, scale=size, turn=turn, lift=HOP * arc(share), moving=True)

    return pose


def _coming(there: Posed, start: Point | None) -> Pose:
    def pose(share: float) -> Posed:
        if share >= 1:
            return there
        if start is None or share <= 0:
            away = 1 - ease_out(share)
            opacity = min(1.0, 3 * share)
            return replace(there, lift=2 * HOP * away, scale=1 + 0.2 * away, opacity=opacity, moving=True)
        x, y = lerp_point(start, (there.x, there.y), ease_in_out(share))
        return replace(there, x=x, y=y, lift=2 * HOP * arc(share), moving=True, over=True)

    return pose


def _going(here: Posed, end: Point | None) -> Pose:
    def pose(share: float) -> Posed:
        if share <= 0:
            return here
        if end is None or share >= 1:
            return replace(here, opacity=1 - share, scale=1 - 0.3 * share, moving=True)
        x, y = lerp_point((here.x, here.y), end, ease_in_out(share))
        return replace(here, x=x, y=y, lift=2 * HOP * arc(share), moving=True, over=True)

    return pose


def _turning(old: Posed, new: Posed) -> Pose:
    def pose(share: float) -> Posed:
        side = new if share >= 0.5 else old
        if share in (0.0, 1.0):
            return side
        return replace(side, wide=abs(math.cos(math.pi * share)), lift=HOP * arc(share), moving=True)

    return pose


def _turned_over(pose: Pose, back: Piece) -> Pose:
    """Return the movement `pose` with `back` shown in its first half, turning over in the middle."""

    def turning(share: float) -> Posed:
        there = pose(share)
        if share in (0.0, 1.0):
            return there
        piece = back if share < 0.5 else there.piece
        return replace(there, piece=piece, wide=abs(math.cos(math.pi * share)))

    return turning


def _fading(still: Posed, start: float, end: float) -> Pose:
    return lambda share: replace(still, opacity=lerp(start, end, share))
