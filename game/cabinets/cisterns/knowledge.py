"""What a view tells about a floor: where heroes can walk, what is worth going to, and what is about to hurt."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property, lru_cache

from game.cabinets.cisterns.rules.ground import SOLID
from game.cabinets.cisterns.rules.views import View
from game.core.forge.model.level import GATES, HEADINGS, LOCKED

Square = tuple[int, int]
SPARE = 6
"""Number of spare turns planned on the way to stairs that are about to be shut."""
GOODS = frozenset(("treasure", "potion", "bomb", "key"))


@lru_cache(maxsize=1024)
def _leads(keys: int, heading: int) -> bytes:
    """Return a table over a view's square codes: 1 if a step in this direction with these keys can enter it."""

    def leads(code: int) -> bool:
        tile = (code & 31) - 1
        opens = LOCKED <= tile < GATES and bool(keys >> (tile - LOCKED) & 1)
        if tile < 0 or (SOLID[tile] and not opens):
            return False
        return not (GATES <= tile < GATES + 4 and tile - GATES != heading)

    return bytes(leads(code) for code in range(256))


class Knowledge:
    """One view, from the perspective of one of its heroes."""

    def __init__(self, view: View, seat: int) -> None:
        self.view = view
        self.me = view.heroes[seat]
        self.here: Square = (self.me.x, self.me.y)
        self.threats = {(threat.x, threat.y): threat.harm for threat in view.threats}
        self.monsters = {(monster.x, monster.y): monster for monster in view.monsters}
        self.others = {(hero.x, hero.y) for number, hero in enumerate(view.heroes) if number != seat and hero.x >= 0}
        self.things = {
            (thing.x, thing.y): thing.kind
            for thing in view.things
            if thing.kind != "key" or not self.me.keys >> thing.value & 1
        }

    def tile(self, square: Square) -> int:
        """Return the tile of a square as last seen; -1 if never seen."""
        x, y = square
        if not (0 <= x < self.view.width and 0 <= y < self.view.height):
            return -1
        known: int = self.view.squares[y * self.view.width + x]
        return (known & 31) - 1

    def walkable(self, square: Square, heading: int) -> bool:
        """Return whether a step in a direction onto a square is possible, as far as known."""
        return bool(_leads(self.me.keys, heading)[self.tile(square) + 1])

    def steps(self, avoid: Collection[Square] = ()) -> dict[Square, tuple[int, int]]:
        """Return, for each reachable square, the number of steps and the direction of the first step."""
        wide = self.view.width + 1
        ways = [bytearray(way) for way in self.ways]
        for x, y in avoid:
            if 0 <= x < self.view.width and 0 <= y < self.view.height:
                for way in ways:
                    way[(y + 1) * wide + x] = 0
        start = (self.here[1] + 1) * wide + self.here[0]
        turns = zip(ways, HEADINGS, range(4), strict=True)
        moves = [(way, dx + dy * wide, heading) for way, (dx, dy), heading in turns]
        firsts, far, wave = {start: -1}, 0, [start]
        found = {self.here: (0, -1)}
        while wave:
            far, after = far + 1, []
            for place in wave:
                first = firsts[place]
                for way, step, heading in moves:
                    to = place + step
                    if way[to] and to not in firsts:
                        firsts[to] = heading if first < 0 else first
                        found[to % wide, to // wide - 1] = far, firsts[to]
                        after.append(to)
            wave = after
        return found

    def far_from(self, goal: Square, most: int) -> dict[Square, int]:
        """Return the number of steps to a goal from each square within `most` steps; one-way gates count as open."""
        wide, ways = self.view.width + 1, self.ways
        start = (goal[1] + 1) * wide + goal[0]
        steps = [dx + dy * wide for dx, dy in HEADINGS]
        found, wave = {start: 0}, [start]
        for far in range(1, most + 1):
            after = []
            for place in wave:
                for step in steps:
                    to = place + step
                    if to not in found and any(way[to] for way in ways):
                        found[to] = far
                        after.append(to)
            wave = after
        return {(place % wide, place // wide - 1): far for place, far in found.items()}

    @cached_property
    def ways(self) -> list[bytes]:
        """For each direction a table: 1 on squares that a hero's step can enter; the border row and column are 0."""
        return [self._framed.translate(_leads(self.me.keys, heading)) for heading in range(4)]

    @cached_property
    def monster_ways(self) -> list[bytes]:
        """For each direction a table: 1 on squares that a monster's step can enter; monsters have no keys."""
        return [self._framed.translate(_leads(0, heading)) for heading in range(4)]

    @cached_property
    def _framed(self) -> bytes:
        rows = [self.view.squares[y * self.view.width : (y + 1) * self.view.width] for y in range(self.view.height)]
        return b"\0".join((bytes(self.view.width), *rows, bytes(self.view.width + 1)))

    def is_frontier(self, square: Square) -> bool:
        """Return whether a square has an unknown neighbour."""
        x, y, wide = *square, self.view.width
        squares, place = self.view.squares, y * wide + x
        if not (0 < x < wide - 1 and 0 < y < self.view.height - 1):
            return any(self.tile((x + dx, y + dy)) < 0 for dx, dy in HEADINGS)
        return not (squares[place - wide] and squares[place + wide] and squares[place - 1] and squares[place + 1])

    def unknown_near(self, square: Square, reach: int = 1) -> int:
        """Return how many squares within `reach` of a square were never seen."""
        x, y = square
        around = ((x + dx, y + dy) for dx in range(-reach, reach + 1) for dy in range(-reach, reach + 1))
        inside = (each for each in around if 0 <= each[0] < self.view.width and 0 <= each[1] < self.view.height)
        return sum(self.tile(each) < 0 for each in inside)

    def beside(self, square: Square) -> Iterable[tuple[int, Square]]:
        """Return the four neighbours of a square with their directions."""
        return [(heading, (square[0] + dx, square[1] + dy)) for heading, (dx, dy) in enumerate(HEADINGS)]

    def is_shut_by(self, steps: int) -> bool:
        """Return whether it is time to leave for stairs so many steps away, before they are shut."""
        shuts: int = self.view.shuts
        return 0 < shuts <= steps + SPARE

    def in_lines(self) -> set[Square]:
        """Return the squares that awake spitters could hit, except those right next to them."""
        found = set()
        for (x, y), monster in self.monsters.items():
            if monster.kind == "spitter" and not monster.asleep:
                found |= {(x + dx * far, y + dy * far) for dx, dy in HEADINGS for far in range(2, 6)}
        return found

    def safe_steps(self) -> list[int]:
        """Return directions of steps onto free squares without announced harm."""
        return [
            heading
            for heading, to in self.beside(self.here)
            if self.walkable(to, heading)
            and not SOLID[self.tile(to)]
            and to not in self.threats
            and to not in self.monsters
            and to not in self.others
        ]
