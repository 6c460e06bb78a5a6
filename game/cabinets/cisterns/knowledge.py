"""What a view tells of a floor: where one can walk, what is worth going to, what is about to hurt."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from game.cabinets.cisterns.rules.ground import SOLID
from game.cabinets.cisterns.rules.views import View
from game.core.forge.model.level import GATES, HEADINGS, LOCKED

Square = tuple[int, int]
GOODS = frozenset(("treasure", "potion", "bomb", "key"))


class Knowledge:
    """One view, and what was seen of things on this floor before."""

    def __init__(self, view: View, seat: int, remembered: dict[Square, str]) -> None:
        self.view = view
        self.me = view.heroes[seat]
        self.here: Square = (self.me.x, self.me.y)
        self.threats = {(threat.x, threat.y): threat.harm for threat in view.threats}
        self.monsters = {(monster.x, monster.y): monster for monster in view.monsters}
        self.others = {(hero.x, hero.y) for number, hero in enumerate(view.heroes) if number != seat and hero.x >= 0}
        self.things = self._remember(remembered)

    def _remember(self, remembered: dict[Square, str]) -> dict[Square, str]:
        for square in [each for each in remembered if self.view.squares[each[1] * self.view.width + each[0]] & 64]:
            del remembered[square]
        remembered.update({(thing.x, thing.y): thing.kind for thing in self.view.things})
        return remembered

    def tile(self, square: Square) -> int:
        """The tile of a square as it was seen last; -1 where it never was."""
        x, y = square
        if not (0 <= x < self.view.width and 0 <= y < self.view.height):
            return -1
        known: int = self.view.squares[y * self.view.width + x]
        return (known & 31) - 1

    def walkable(self, square: Square, heading: int) -> bool:
        """Whether a step with that heading onto a square is possible, as far as is known."""
        tile = self.tile(square)
        if tile < 0 or (SOLID[tile] and not self.opens(tile)):
            return False
        return not (GATES <= tile < GATES + 4 and tile - GATES != heading)

    def opens(self, tile: int) -> bool:
        """Whether a tile is a locked door whose key is held."""
        return LOCKED <= tile < GATES and bool(self.view.keys >> (tile - LOCKED) & 1)

    def steps(self, avoid: Collection[Square] = ()) -> dict[Square, tuple[int, int]]:
        """Of each square that can be come to: how many steps, and the heading of the first of them."""
        found: dict[Square, tuple[int, int]] = {self.here: (0, -1)}
        wave = [self.here]
        while wave:
            after = []
            for square in wave:
                far, first = found[square]
                for heading, (dx, dy) in enumerate(HEADINGS):
                    to = square[0] + dx, square[1] + dy
                    if to in found or to in avoid or not self.walkable(to, heading):
                        continue
                    found[to] = far + 1, heading if first < 0 else first
                    after.append(to)
            wave = after
        return found

    def is_frontier(self, square: Square) -> bool:
        """Whether something unknown lies beside a square."""
        return any(self.tile((square[0] + dx, square[1] + dy)) < 0 for dx, dy in HEADINGS)

    def unknown_near(self, square: Square, reach: int = 1) -> int:
        """How many squares round a square nobody has seen."""
        x, y = square
        around = ((x + dx, y + dy) for dx in range(-reach, reach + 1) for dy in range(-reach, reach + 1))
        inside = (each for each in around if 0 <= each[0] < self.view.width and 0 <= each[1] < self.view.height)
        return sum(self.tile(each) < 0 for each in inside)

    def beside(self, square: Square) -> Iterable[tuple[int, Square]]:
        """Headings and squares round one."""
        return [(heading, (square[0] + dx, square[1] + dy)) for heading, (dx, dy) in enumerate(HEADINGS)]

    def in_lines(self) -> set[Square]:
        """The squares that spitters could spit on, but for those right beside them."""
        found = set()
        for (x, y), monster in self.monsters.items():
            if monster.kind == "spitter" and not monster.asleep:
                found |= {(x + dx * far, y + dy * far) for dx, dy in HEADINGS for far in range(2, 6)}
        return found

    def safe_steps(self) -> list[int]:
        """Headings of steps onto free squares that nobody announced harm on."""
        return [
            heading
            for heading, to in self.beside(self.here)
            if self.walkable(to, heading)
            and not SOLID[self.tile(to)]
            and to not in self.threats
            and to not in self.monsters
            and to not in self.others
        ]
