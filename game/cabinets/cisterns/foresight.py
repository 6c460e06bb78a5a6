"""Look some turns ahead: play visible monsters forward by the rules, as far as a view tells.

Squares are numbers on the view's grid with an empty border, as in `Knowledge`. Assumptions: no unseen monster comes, a
brute that has just announced rests next, and every hero nearby is in sight.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from game.cabinets.cisterns.knowledge import Knowledge, Square
from game.cabinets.cisterns.rules.floors import HARM
from game.cabinets.cisterns.rules.ground import POUNCE, SPIT
from game.cabinets.cisterns.rules.monsters import KEEPS_FROM, KEEPS_TO, RESTS, WAKES
from game.cabinets.cisterns.rules.state import BUMP, DRINK, MOST_HEARTS, STRIKE, Action, Drink, Shove, Step, Wait
from game.core.forge.model.level import HEADINGS

DEPTH, BEAM = 7, 12
"""Number of turns looked ahead, and of states followed in each."""
A_HEART, LOW, DEATH = 14, 3, 10_000
"""Worth of a heart in steps; number of hearts from which each counts twice; worth of the last heart."""
KILLED = {"rat": 8, "spitter": 18, "lurker": 12, "brute": 20}
HARASSES = {"rat": 3, "spitter": 7, "lurker": 5, "brute": 8}
"""Cost of each kind of monster that is still awake at the end of the lookahead."""
_NEAR = 9
Place: TypeAlias = int


class Foe(NamedTuple):
    """A monster; `threat` has the squares it has announced."""

    kind: str
    place: Place
    hearts: int
    threat: tuple[Place, ...] = ()
    rests: bool = False
    asleep: bool = False


class Turn(NamedTuple):
    """A possible state: its worth so far, and the action that led to it first."""

    worth: int
    first: Action
    place: Place
    hearts: int
    potions: int
    foes: tuple[Foe, ...]


class Foresight:
    """Looks ahead from what a view tells, with distances to the goal."""

    def __init__(self, known: Knowledge, far: dict[Square, int]) -> None:
        self._wide = known.view.width + 1
        self._own, self._ways = known.ways, known.monster_ways
        self._steps = tuple(dx + dy * self._wide for dx, dy in HEADINGS)
        self._far = {self._number(square): steps for square, steps in far.items()}
        self._others = {self._number(square) for square in known.others}
        self._maps: dict[Place, dict[Place, int]] = {}
        self._a_turn = 1
        self._start = self._number(known.here)
        me = known.me
        self.foes = tuple(self._foes(known))
        self._root = Turn(0, Wait(), self._start, me.hearts, me.potions, self.foes)
        named = {place for foe in self.foes for place in foe.threat}
        self._unnamed = {
            self._number(square): harm for square, harm in known.threats.items() if self._number(square) not in named
        }
        """Harm announced by unseen monsters, which lands in the first turn."""

    def _number(self, square: Square) -> Place:
        place: Place = (square[1] + 1) * self._wide + square[0]
        return place

    def _foes(self, known: Knowledge) -> Iterator[Foe]:
        threats = {self._number(square) for square in known.threats}
        for square, monster in known.monsters.items():
            place = self._number(square)
            options = (self._announced(monster.kind, place, heading) for heading in range(4))
            threat = next((found for found in options if found and set(found) <= threats), ())
            yield Foe(
                monster.kind,
                place,
                monster.hearts,
                threat,
                rests=monster.rests or (bool(threat) and monster.kind in RESTS),
                asleep=monster.asleep,
            )

    def _announced(self, kind: str, place: Place, heading: int) -> tuple[Place, ...]:
        """Return the squares that a monster would announce in a direction."""
        step, way = self._steps[heading], self._ways[heading]
        if not way[place + step]:
            return ()
        if kind in ("spitter", "rat"):
            found: list[Place] = []
            for far in range(1, 1 + (SPIT if kind == "spitter" else POUNCE)):
                if not way[place + far * step]:
                    break
                found.append(place + far * step)
            return tuple(found)
        ahead = place + step
        side = self._steps[(heading + 1) % 4]
        return (ahead, ahead - side, ahead + side) if kind == "brute" else (ahead,)

    def best(self, way_matters: int) -> Action:
        """Return the first action of the best line found.

        `way_matters` is the worth of a step nearer to the goal, and of each turn saved, so that going there is not put
        off for ever. Lines end at the goal, since more is seen from there.
        """
        self._a_turn = way_matters
        turns = [self._root]
        for depth in range(DEPTH):
            found: dict[tuple[Place, int, tuple[Foe, ...]], Turn] = {}
            for turn in turns:
                there = depth > 0 and self._far.get(turn.place) == 0
                for after in (turn,) if there else self._after(turn, depth):
                    key = after.place, after.hearts, after.foes
                    if key not in found or found[key].worth < after.worth:
                        found[key] = after
            ranked = sorted(found.values(), key=lambda each: -self._value(each, way_matters))
            turns = ranked[:BEAM]
        return turns[0].first

    def _value(self, turn: Turn, way_matters: int) -> int:
        """Return the worth of a state, less hearts about to be lost and monsters still awake."""
        value = turn.worth - way_matters * self._far.get(turn.place, 400)
        for foe in turn.foes:
            if turn.place in foe.threat:
                value -= self._price(turn.hearts, HARM[foe.kind]) // 2
            if not foe.asleep:
                value -= HARASSES[foe.kind]
        return value

    @staticmethod
    def _price(hearts: int, harm: int) -> int:
        if harm >= hearts:
            return DEATH
        return sum(2 * A_HEART if hearts - lost <= LOW else A_HEART for lost in range(harm))

    def _after(self, turn: Turn, depth: int) -> Iterator[Turn]:
        """Yield the states that each possible action leads to."""
        yield self._played(turn, Wait(), turn.place, turn.foes, 0, depth)
        if turn.potions and turn.hearts <= MOST_HEARTS - DRINK:
            drunk = turn._replace(hearts=turn.hearts + DRINK, potions=turn.potions - 1)
            yield self._played(drunk, Drink(), turn.place, turn.foes, DRINK * A_HEART - 12, depth)
        for heading, step in enumerate(self._steps):
            to = turn.place + step
            struck = next((foe for foe in turn.foes if foe.place == to), None)
            if struck is not None:
                left = struck.hearts - STRIKE
                hurt = struck._replace(hearts=left, asleep=False)
                foes = tuple(hurt if foe is struck else foe for foe in turn.foes if foe is not struck or left > 0)
                yield self._played(
                    turn, Step(heading), turn.place, foes, KILLED[struck.kind] if left <= 0 else 2, depth
                )
                yield from self._shoved(turn, struck, heading, depth)
            elif self._own[heading][to] and to not in self._others:
                yield self._played(turn, Step(heading), to, turn.foes, 0, depth)

    def _shoved(self, turn: Turn, foe: Foe, heading: int, depth: int) -> Iterator[Turn]:
        """Yield the state after a monster is shoved; none where a hero stands behind it."""
        to = foe.place + self._steps[heading]
        if to in self._others:
            return
        free, worth = bool(self._ways[heading][to]), 0
        behind = next((each for each in turn.foes if each.place == to), None) if free else None
        foes = [each for each in turn.foes if each not in (foe, behind)]
        if free and behind is None:
            step = foe.threat[0] - foe.place if foe.threat else 0
            threat = self._announced(foe.kind, to, self._steps.index(step)) if step else ()
            foes.append(foe._replace(place=to, threat=threat, asleep=False))
        for bumped in (foe, behind) if behind is not None or not free else ():
            if bumped is not None and bumped.hearts > BUMP:
                foes.append(bumped._replace(hearts=bumped.hearts - BUMP, asleep=False))
            elif bumped is not None:
                worth += KILLED[bumped.kind]
        yield self._played(turn, Shove(heading), turn.place, tuple(foes), worth, depth)

    def _played(self, turn: Turn, action: Action, place: Place, foes: tuple[Foe, ...], gain: int, depth: int) -> Turn:
        """Return the state at the end of a turn after heroes have acted: blows land, monsters move or announce."""
        harm = self._unnamed.get(place, 0) if depth == 0 else 0
        worth = turn.worth + gain
        landed: dict[Place, int] = {}
        for foe in foes:
            for square in foe.threat:
                landed[square] = landed.get(square, 0) + HARM[foe.kind]
        harm += landed.get(place, 0)
        standing = list[Foe]()
        for foe in foes:
            hit = landed.get(foe.place, 0)
            if hit >= foe.hearts:
                worth += 2 * KILLED[foe.kind]
                continue
            standing.append(foe._replace(hearts=foe.hearts - hit, threat=()) if hit or foe.threat else foe)
        if harm:
            worth -= self._price(turn.hearts, harm)
        moved = self._monsters(place, standing)
        first = action if depth == 0 else turn.first
        return Turn(worth - self._a_turn, first, place, max(0, turn.hearts - harm), turn.potions, moved)

    def _monsters(self, place: Place, foes: list[Foe]) -> tuple[Foe, ...]:
        far = self._map(place)
        taken = {foe.place for foe in foes}
        found = list[Foe]()
        for foe in sorted(foes, key=lambda each: far.get(each.place, 99)):
            here = far.get(foe.place, 99)
            if foe.asleep:
                found.append(foe._replace(asleep=here > WAKES))
            elif foe.rests:
                found.append(foe._replace(rests=False))
            else:
                found.append(self._acted(foe, place, here, far, taken))
        return tuple(sorted(found))

    def _acted(self, foe: Foe, place: Place, here: int, far: dict[Place, int], taken: set[Place]) -> Foe:
        rests = foe.kind == "brute"
        for heading in range(4):
            squares = self._announced(foe.kind, foe.place, heading)
            if place in squares and (foe.kind != "brute" or squares[0] == place):
                return foe._replace(threat=squares, rests=foe.kind in RESTS)
        spitter = foe.kind == "spitter"
        if here > _NEAR or (spitter and KEEPS_FROM <= here <= KEEPS_TO):
            return foe._replace(rests=rests)
        for way, step in zip(self._ways, self._steps, strict=True):
            to = foe.place + step
            there = far.get(to, 99)
            nearer = here < there < 99 if spitter and here < KEEPS_FROM else there < here
            if nearer and way[to] and to not in taken and to != place:
                taken.discard(foe.place)
                taken.add(to)
                return foe._replace(place=to, rests=rests)
        return foe._replace(rests=rests)

    def _map(self, place: Place) -> dict[Place, int]:
        """Return the number of steps to a square from each square near it."""
        if place not in self._maps:
            found, wave = {place: 0}, [place]
            for steps in range(1, _NEAR + 1):
                after = []
                for each in wave:
                    for way, step in zip(self._ways, self._steps, strict=True):
                        to = each - step
                        if to not in found and way[each] and self._ways[0][to]:
                            found[to] = steps
                            after.append(to)
                wave = after
            self._maps[place] = found
        return self._maps[place]
