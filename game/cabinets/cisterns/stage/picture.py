"""The picture of a view, and where everybody is drawn during the animation of a turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from game.cabinets.cisterns.rules.views import HeroSeen, MonsterSeen, View
from game.core.rules import Seat
from game.engine.tween import Point


@dataclass
class Standing:
    """A monster, and where it is drawn, in squares."""

    monster: MonsterSeen
    at: Point


@dataclass
class Picture:
    """A view at rest, or on its way to the next one."""

    view: View
    middle: Point
    """The point that the camera looks at, in squares."""
    heroes: dict[Seat, Point] = field(default_factory=dict)
    monsters: list[Standing] = field(default_factory=list)
    threats: bool = True
    """Whether the view's announcements are drawn; they appear last in a turn."""

    @classmethod
    def of(cls, view: View, seat: Seat | None) -> Picture:
        """Return a view at rest, with the camera on one hero, or amid all of them."""
        heroes = {number: (hero.x, hero.y) for number, hero in enumerate(view.heroes) if is_there(hero)}
        monsters = [Standing(each, (each.x, each.y)) for each in view.monsters]
        return cls(view, middle_of(view, seat), dict(heroes), monsters)


def is_there(hero: HeroSeen) -> bool:
    """Return whether a hero stands on its square; one that fell or went down is still known with its last square."""
    return hero.x >= 0 and hero.hearts > 0 and not hero.down


def middle_of(view: View, seat: Seat | None) -> Point:
    """Return where the camera looks: at a seat's hero, else amid all visible heroes, else at the floor's middle."""
    found = [hero for hero in view.heroes if hero.x >= 0]
    if seat is not None and 0 <= seat < len(view.heroes) and view.heroes[seat].x >= 0:
        found = [view.heroes[seat]]
    if not found:
        return view.width / 2, view.height / 2
    return sum(hero.x for hero in found) / len(found) + 0.5, sum(hero.y for hero in found) / len(found) + 0.5


@dataclass(frozen=True)
class Moves:
    """The movements from one view to the next, as pairs of squares."""

    heroes: dict[Seat, tuple[Point, Point]]
    monsters: list[tuple[MonsterSeen, Point, Point]]
    """Monsters as they are after the turn, each with its start and end."""
    gone: list[MonsterSeen]
    """Monsters that were seen before the turn and are not any more."""

    @classmethod
    def between(cls, before: View, after: View) -> Moves:
        """Return the movements between two views; a monster of the same kind on or beside a square is the same one."""
        heroes = dict[Seat, tuple[Point, Point]]()
        for seat, hero in enumerate(after.heroes):
            if is_there(hero) and seat < len(before.heroes):
                old = before.heroes[seat]
                heroes[seat] = ((old.x, old.y) if old.x >= 0 else (hero.x, hero.y), (hero.x, hero.y))
        left = list(before.monsters)
        monsters = list[tuple[MonsterSeen, Point, Point]]()
        for reach in (0, 1):
            for monster in after.monsters:
                if any(monster is each for each, _, _ in monsters):
                    continue
                same = next((each for each in left if _is_near(each, monster, reach)), None)
                if same is not None:
                    left.remove(same)
                    monsters.append((monster, (same.x, same.y), (monster.x, monster.y)))
        known = [each for each, _, _ in monsters]
        for monster in after.monsters:
            if not any(monster is each for each in known):
                monsters.append((monster, (monster.x, monster.y), (monster.x, monster.y)))
        return cls(heroes, monsters, left)


def _is_near(before: MonsterSeen, after: MonsterSeen, reach: int) -> bool:
    far: int = abs(before.x - after.x) + abs(before.y - after.y)
    return before.kind == after.kind and far == reach


def any_move(pairs: Sequence[tuple[Point, Point]]) -> bool:
    """Return whether anybody moves."""
    return any(start != end for start, end in pairs)
