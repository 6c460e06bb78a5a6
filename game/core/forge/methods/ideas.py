"""Courses of ideas: each idea is shown alone, varied, combined with the one before it, and followed by a short rest.

Sources: the four steps in which designers of platform games teach a thing while it is played; Shaker and others 2016,
chapter 3.6, for beats and the ground that requires them. The ideas and all values are our own. A course is a row of
hops; an idea changes a plain hop in one way, so two ideas combine by changing the same hop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from game.core.forge.methods.profile import GAP, flats, platform_graph, squares_on
from game.core.forge.model.chance import Chance
from game.core.forge.model.land import FLAT_END, FLAT_START, GOAL_FROM_END, Land
from game.core.forge.model.level import AIR, BLOCK, GROUND, ONE_WAY, SPIKES, SPRING, Level, Recipe, Value
from game.core.forge.model.method import VERBS, Method, NoteT, Number, Preset
from game.core.forge.physics.reach import widest_built

DECK, INTRODUCE, VARY, COMBINE, BREATHE, LAY, TIE, COINS = range(8)
HIGHEST, LOWEST_ABOVE_END = 6, 4
"""The highest row of the ground, and how many rows above the lower border its lowest row is."""
LEAD = 1
"""Column of ground before the first thing to do, beyond the flat start."""
HARDER = {INTRODUCE: 0, VARY: 2, COMBINE: 3}
"""By how much the steps of an idea are harder than its first one."""
HOPS = {INTRODUCE: 1, VARY: 2, COMBINE: 3}
"""Hops of each step of an idea."""
CHECKPOINT_EVERY, CHECKPOINT_AT_LAST = 20, 28
"""Columns between two checkpoints, and after which a less comfortable square is accepted."""
HEADROOM = 4
"""Rows between the ground and a roof over a gap, below which only a short jump fits."""
SLIT = 3
"""The widest gap below a roof."""
PIT = 2
"""Depth of a pit with spikes, and of a trench."""
TRENCH, BANK = 7, 2
"""Columns of a trench along which a cannon shoots, and of the ground at each side of it."""
LINE_FROM, LINE_LONG, LINE_HIGH = 2, 4, 3
"""Of the first washing line, over a roof: its first column on the landing, its columns, and its rows above the roof."""
SCREEN = 5
"""Rows of the wall behind that line: one more than a jump from the roof passes."""
BEFORE_WALLS, WALL_ABOVE = ("spring", "screen"), 2
"""What leads onto a wall, and by how many rows the ground below it must be lower than the highest one."""
FALLEN = (0, 3, 3, 4, 4)
"""The narrowest gap that nobody falls across, by the rows that the landing is lower."""
STEEPEST = 3
"""The greatest step up that is run at without a gap."""


class Hop(NamedTuple):
    """What is to be done once: a gap, and the ground on which one lands."""

    gap: int
    land: int
    rise: int = 0
    """Rows by which the landing is higher than the ground before."""
    stands: str = ""
    """What stands on the landing: `walker`, `flyer`, `crusher`, `spring`, `dart`, or `screen`, a wall that a washing
    line leads onto; nothing for ""."""
    floor: str = ""
    """What is in the gap: `spikes`, or nothing."""
    over: str = ""
    """What is over the gap: `roof`, or nothing."""
    line: bool = False
    """Whether the landing is a washing line."""


Idea: TypeAlias = Callable[[Hop, int, Chance], Hop]
"""Changes a hop by the stress, 0…7, under which it is done."""


def _gap(hop: Hop, stress: int, chance: Chance) -> Hop:
    return hop._replace(gap=2 + (stress + chance.below(3)) // 3)


def _islands(hop: Hop, stress: int, chance: Chance) -> Hop:
    return hop._replace(land=max(2, 5 - (stress + chance.below(2)) // 3))


def _roofs(hop: Hop, stress: int, chance: Chance) -> Hop:
    rise = 1 + chance.below(1 + stress // 3)
    return hop._replace(rise=rise if chance.below(2) else -rise)


def _wall(hop: Hop, stress: int, chance: Chance) -> Hop:
    return hop._replace(gap=0, rise=min(STEEPEST, 2 + (stress + chance.below(2)) // 4))


def _line(hop: Hop, stress: int, chance: Chance) -> Hop:
    return hop._replace(land=max(3, 6 - stress // 3), line=True, stands="")


def _low(hop: Hop, stress: int, chance: Chance) -> Hop:
    return hop._replace(gap=2 + stress // 6, rise=0, over="roof")


def _spikes(hop: Hop, stress: int, chance: Chance) -> Hop:
    return hop._replace(gap=max(hop.gap, 2 + (stress + chance.below(2)) // 4), floor="spikes")


def _spring(hop: Hop, stress: int, chance: Chance) -> Hop:
    return hop._replace(gap=2, rise=0, land=13, stands="spring")


def _walker(hop: Hop, stress: int, chance: Chance) -> Hop:
    return hop._replace(land=max(hop.land, 9 - stress // 3), stands="walker", line=False)


def _crusher(hop: Hop, stress: int, chance: Chance) -> Hop:
    return hop._replace(gap=2, rise=0, land=9 - stress // 4, stands="crusher")


def _flyer(hop: Hop, stress: int, chance: Chance) -> Hop:
    return hop._replace(land=max(hop.land, 9 - stress // 3), stands="flyer", line=False)


def _dart(hop: Hop, stress: int, chance: Chance) -> Hop:
    return hop._replace(gap=2, rise=0, land=TRENCH + 2 * BANK, stands="dart")


IDEAS: Mapping[str, tuple[int, Idea]] = {
    "gap": (0, _gap),
    "islands": (0, _islands),
    "roofs": (0, _roofs),
    "wall": (0, _wall),
    "line": (0, _line),
    "spring": (0, _spring),
    "low": (0, _low),
    "spikes": (2, _spikes),
    "walker": (1, _walker),
    "crusher": (2, _crusher),
    "flyer": (2, _flyer),
    "dart": (3, _dart),
}
"""Each idea with the lowest difficulty at which it comes."""
SHOWN: Mapping[str, Hop] = {"line": Hop(2, 13, stands="screen")}
"""The first hop of ideas whose others are over the void: who falls from this one stands on a roof below."""
ALONE = frozenset(("wall", "spring", "dart", "crusher"))
"""Ideas that fill a hop by themselves; in a combination their hops alternate with those of the other idea."""


class Laid(NamedTuple):
    """A hop in its place: its first column, and the rows of the ground before and after it."""

    hop: Hop
    x: int
    row: int
    after: int
    step: int
    """The line of the pseudo-code to which it belongs."""

    @property
    def landing(self) -> int:
        return self.x + self.hop.gap

    @property
    def end(self) -> int:
        return self.x + self.hop.gap + self.hop.land


def make(recipe: Recipe, note: NoteT) -> Level:
    """Make a level: ideas one after the other until the course is full, then what stands on the ground, then coins."""
    land = Land(recipe, note)
    course = list(_course(recipe, note))
    rows = _lay(land, course, note)
    _add_coins(land, course, rows, Chance(recipe.number, "ideas", "furnish"))
    land.add_checkpoints(COINS, squares_on(rows), CHECKPOINT_EVERY, CHECKPOINT_AT_LAST)
    return land.level(platform_graph(rows))


def _course(recipe: Recipe, note: NoteT) -> Iterator[Laid]:
    """Yield the hops of a course from left to right."""
    chance, values = Chance(recipe.number, "ideas", "layout"), recipe.parameters
    end, lowest = recipe.width - FLAT_END, recipe.height - LOWEST_ABOVE_END + 1
    x, row = FLAT_START + LEAD, recipe.height - LOWEST_ABOVE_END
    before = ""
    for name in _names(chance, int(values["difficulty"])):
        note("look", (DECK, x, 0, max(1, end - x), recipe.height))
        for step in (INTRODUCE, VARY, COMBINE):
            if step == COMBINE and not before:
                continue
            begin = x
            for hop in _hops(name, before if step == COMBINE else "", step, chance, values):
                fitted = _fitted(hop, row, lowest, end - x)
                if fitted is None:
                    return
                laid = Laid(fitted, x, row, row - fitted.rise, step)
                yield laid
                x, row = laid.end, laid.after
            note("look", (step, begin, 0, max(1, x - begin), recipe.height))
        rest = min(int(values["breath"]), end - x)
        if rest > 0:
            note("look", (BREATHE, x, 0, rest, recipe.height))
            yield Laid(Hop(0, rest), x, row, row, BREATHE)
            x += rest
        before = name


def _names(chance: Chance, difficulty: int) -> Iterator[str]:
    """Yield ideas without end, in shuffled rounds: none comes again before all others."""
    last = ""
    while True:
        left = [name for name, (least, _) in IDEAS.items() if least <= difficulty]
        while left:
            drawn = chance.one_of([name for name in left if name != last] or left)
            left.remove(drawn)
            last = drawn
            yield drawn


def _hops(name: str, other: str, step: int, chance: Chance, values: Mapping[str, Value]) -> Iterator[Hop]:
    """Yield the hops of one step of an idea, in a combination with those of the other one."""
    difficulty = int(values["difficulty"])
    stress = difficulty + HARDER[step]
    if step == INTRODUCE and name in SHOWN:
        yield SHOWN[name]
        return
    merges = bool(other) and not {name, other} & ALONE
    for number in range(HOPS[step]):
        drift = chance.between(-1, 1) if stress else 0
        hop = Hop(2 + chance.below(1 + stress // 3), 7 - difficulty + chance.below(2), drift)
        here = other if other and not merges and number % 2 == 0 else name
        if merges:
            hop = IDEAS[other][1](hop, stress, chance)
        yield IDEAS[here][1](hop, stress, chance)


def _fitted(hop: Hop, row: int, lowest: int, room: int) -> Hop | None:
    """Return a hop as it fits between the highest and the lowest row and into the columns that are left.

    A hop that is too long becomes a short gap; None where not even that fits.
    """
    if hop.gap + hop.land + 1 > room:
        hop = Hop(2, 3)
        if hop.gap + hop.land + 1 > room:
            return None
    rise = min(0, row - HIGHEST - WALL_ABOVE) if hop.stands in BEFORE_WALLS else hop.rise
    if not HIGHEST <= row - rise <= lowest:
        rise = -rise if HIGHEST <= row + rise <= lowest and hop.gap else 0
    if not (rise or hop.gap or hop.stands):
        hop = hop._replace(gap=3)
    gap = max(hop.gap, FALLEN[-rise]) if hop.gap and rise < 0 else hop.gap
    return hop._replace(rise=rise, gap=min(gap, widest_built(rise)))


def _lay(land: Land, course: list[Laid], note: NoteT) -> list[int]:
    """Lay the ground of a course and what stands on it. Return the row of the ground in each column."""
    first = course[0].row
    rows = [first] * land.width
    land.add(LAY, "start", 2, first - 1)
    for laid in course:
        hop = laid.hop
        if laid.step != BREATHE:
            note("beat", (LAY, laid.x, max(1, hop.gap or hop.land // 2), VERBS.index(_verb(hop))))
        rows[laid.x : laid.landing] = [GAP] * hop.gap
        rows[laid.landing : laid.end] = [GAP if hop.line else laid.after] * hop.land
        if hop.stands == "dart":
            rows[laid.landing + BANK : laid.end - BANK] = [laid.after + PIT] * TRENCH
        rows[laid.end :] = [laid.after] * (land.width - laid.end)
    for x, wide, row in flats(rows):
        land.put(LAY, x, row, GROUND, wide)
    for x, wide, row in flats(rows):
        if row + 1 < land.height:
            land.fill(TIE, x, row + 1, wide)
    for laid in course:
        _furnish(land, laid)
    land.add(LAY, "goal", land.width - GOAL_FROM_END, rows[-1] - 1)
    return rows


def _verb(hop: Hop) -> str:
    verbs = {"walker": "enemy", "flyer": "enemy", "dart": "enemy", "crusher": "wait", "spring": "spring"}
    return verbs.get(hop.stands, "jump")


def _furnish(land: Land, laid: Laid) -> None:
    """Place what is in a gap, over it, and on the landing behind it."""
    hop, x, top = laid.hop, laid.landing, min(laid.row, laid.after)
    floor = max(laid.row, laid.after) + PIT
    if hop.floor and hop.gap:
        land.fill(LAY, laid.x, floor, hop.gap)
        land.put(LAY, laid.x, floor - 1, SPIKES, hop.gap)
    elif laid.step == INTRODUCE and hop.gap:
        land.fill(LAY, laid.x, floor, hop.gap)
    if hop.over == "roof" and hop.gap:
        land.put(LAY, laid.x - 1, top - HEADROOM - 1, BLOCK, hop.gap + 2)
    if hop.line:
        land.put(LAY, x, laid.after, ONE_WAY, hop.land)
    row = laid.after
    if hop.stands == "walker":
        land.add(LAY, "walker", laid.end - 2, row - 1, laid.end - min(5, hop.land - 1), laid.end - 1)
    elif hop.stands == "flyer":
        land.add(LAY, "flyer", x + hop.land // 2 + 1, row - 2, row - 4, row - 1)
    elif hop.stands == "crusher":
        land.add(LAY, "crusher", x + hop.land // 2, max(0, row - 6), row - 1, 8 * (x % 16))
    elif hop.stands == "spring":
        high = 5 + laid.x % 2
        land.put(LAY, x + 3, row - 1, SPRING)
        land.put(LAY, x + 4, row - high, BLOCK, 2, high)
    elif hop.stands == "screen":
        land.put(LAY, x + LINE_FROM, row - LINE_HIGH, ONE_WAY, LINE_LONG)
        land.put(LAY, x + LINE_FROM + LINE_LONG, row - SCREEN, BLOCK, 2, SCREEN)
    elif hop.stands == "dart":
        land.add(LAY, "cannon", laid.end - BANK, row + PIT - 1, 0)


def _add_coins(land: Land, course: list[Laid], rows: list[int], chance: Chance) -> None:
    """Add coins where one rests and along every second jump, and a jewel above a jump of each combination."""
    combined = 0
    for laid in course:
        hop, row = laid.hop, min(laid.row, laid.after)
        if laid.step == BREATHE:
            high = row - (1, 1, 3)[chance.below(3)]
            for x in range(laid.x + 1, laid.end - 1):
                _add(land, "coin", x, high)
        elif hop.gap >= 2 and hop.over != "roof":
            for x in range(laid.x, laid.landing) if chance.below(2) else ():
                _add(land, "coin", x, row - (3 if laid.x < x < laid.landing - 1 else 2))
            if laid.step == COMBINE and combined % 3 == 1:
                _add(land, "gem", laid.x + hop.gap // 2, row - 5)
        combined += laid.step == COMBINE


def _add(land: Land, kind: str, x: int, y: int) -> None:
    if land.at(x, y) == AIR and all((entity.x, entity.y) != (x, y) for entity in land.entities):
        land.add(COINS, kind, x, y)


IDEAS_METHOD = Method(
    "ideas",
    "platform",
    "platform",
    4,
    {"difficulty": Number(0, 4, 1), "breath": Number(3, 12, 7)},
    ("deck", "introduce", "vary", "combine", "breathe", "lay", "tie", "coins"),
    make,
    (Preset("course", "", 7, 160, 15), Preset("hard", "", 11, 160, 15, {"difficulty": 4})),
    size=(160, 15),
)
"""The method of courses of ideas, with its parameters and presets."""
