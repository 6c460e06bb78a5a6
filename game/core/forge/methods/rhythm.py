"""Rhythm groups: first what a player does and when, then ground that requires it; the best of several candidates is
used.

Sources: Smith and others 2009 and 2011 (Launchpad); Shaker and others 2016, chapter 3.6, which name the parameters; the
values are our own. Candidates are lists of pieces; only the chosen one is laid into the land.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from game.core.forge.methods.profile import GAP, flats, platform_graph, squares_on
from game.core.forge.model.chance import Chance
from game.core.forge.model.land import FLAT_END, FLAT_START, GOAL_FROM_END, HIGHEST_ROW, Land
from game.core.forge.model.level import AIR, BLOCK, GROUND, SPRING, Level, Recipe, Value
from game.core.forge.model.lines import heights_of
from game.core.forge.model.method import Choice, Line, Method, NoteT, Number, Preset
from game.core.forge.physics.reach import widest_built

BEATS, VERBS, GEOMETRY, JOIN, CRITICS, LAY, TIE, COINS = range(8)
RUN, JUMP, SPRING_UP, WAIT, FIGHT = range(5)
KNOBS = ("jump", "spring", "wait", "enemy")
"""The parameters for all verbs except running, in the order of the verbs."""
PATHS = {
    "flat": (0,),
    "climb": (0, 1, 2, 3, 4, 5),
    "hill": (0, 3, 5, 5, 3, 0),
    "valley": (4, 2, 0, 0, 2, 4),
    "waves": (0, 4, 0, 4, 0, 4, 0, 4),
    "stairs": (0, 0, 2, 2, 4, 4, 6, 6),
}
"""Heights at evenly spaced points across a level, in rows above the lowest ground."""
PATH = Line(tuple(PATHS), "flat", PATHS)
PER_TEN = {"low": 4, "medium": 8, "high": 14}
"""Beats drawn for ten seconds, for each density. Of 14 there is room for 12: wide beats push the next ones on."""
LANDING, REST = 3, 4
"""Columns for landing after each beat, and columns between two groups."""
HIGHEST_STEP = 3
"""Rows that a step up has at most, of the four that a jump reaches."""
LONG_FLAT = 5


class Piece(NamedTuple):
    """What a beat became: its verb, its first column and width,
    the rows of the ground before and after it, and a length."""

    verb: int
    x: int
    width: int
    row: int
    after: int
    length: int = 0


def make(recipe: Recipe, note: NoteT) -> Level:
    """Make a level: make several candidates, choose the best, lay it."""
    chance, values = Chance(recipe.number, "rhythm", "layout"), recipe.parameters
    path = wanted_rows(heights_of(PATH, str(values["path"])), recipe.width, recipe.height)
    best: list[Piece] = []
    least = -1
    for number in range(int(values["candidates"])):
        pieces = _candidate(chance, values, path, recipe.height)
        score = _criticised(pieces, path, values)
        note("look", (CRITICS, 0, 0, recipe.width, recipe.height))
        note("candidate", (number + 1, BEATS, VERBS, GEOMETRY, JOIN))
        note("score", (score,))
        if least < 0 or score < least:
            best, least = pieces, score
    land = Land(recipe, note)
    rows = _laid(land, best, path[0], note)
    furnish = Chance(recipe.number, "rhythm", "furnish")
    _add_coins(land, rows, values, furnish)
    land.add_checkpoints(COINS, squares_on(rows))
    return land.level(platform_graph(rows))


def wanted_rows(points: Sequence[int], width: int, height: int) -> list[int]:
    """Return the wanted row of the ground in each column: straight lines between evenly spaced heights."""
    rows = []
    for x in range(width):
        place, share = divmod(x * (len(points) - 1), width)
        after = points[min(place + 1, len(points) - 1)]
        rows.append(height - 4 - (points[place] * (width - share) + after * share) // width)
    return [max(HIGHEST_ROW, row) for row in rows]


def _candidate(chance: Chance, values: Mapping[str, Value], path: list[int], height: int) -> list[Piece]:
    """Return groups of beats as pieces, each at its beat or as soon after it as there is room."""
    verbs = [int(values[name]) for name in KNOBS]
    per_ten = PER_TEN[str(values["density"])]
    drawn = str(values["path"]) not in PATHS
    pieces: list[Piece] = []
    x, row, end = FLAT_START, path[0], len(path) - FLAT_END - LANDING
    while x < end:
        seconds = chance.one_of((5, 10, 15, 20)) if values["length"] == "mixed" else int(values["length"])
        begin, columns = x, seconds * 94 // 10
        for at in _beats(chance, str(values["beat"]), seconds * per_ten // 10, columns):
            start, verb = max(x, begin + at), _verb(chance, verbs)
            wished = _wished(path, start)
            if drawn and abs(wished - row) > 1:
                piece = _step(start, row, wished)
            else:
                piece = _piece(chance, verb, start, row, path, height)
            if piece.x + piece.width >= end:
                return pieces
            pieces.append(piece)
            x, row = piece.x + piece.width + LANDING, piece.after
        x = max(x, begin + columns) + REST
    return pieces


def _beats(chance: Chance, kind: str, count: int, columns: int) -> list[int]:
    """Return the columns in which a player is to do something (tier 1 of the method).

    A runner passes 9.4 columns a second.
    """
    if kind == "random":
        return sorted(chance.below(columns) for _ in range(count))
    late = columns // (3 * count) if kind == "swing" else 0
    return [number * columns // count + late * (number % 2) for number in range(count)]


def _verb(chance: Chance, weights: list[int]) -> int:
    """Return a random verb by its weight in a thousand;
    what the four weights leave is running (tier 1 of the method)."""
    drawn = chance.below(max(1000, sum(weights)))
    for verb, weight in zip((JUMP, SPRING_UP, WAIT, FIGHT), weights, strict=True):
        if drawn < weight:
            return verb
        drawn -= weight
    return RUN


def _wished(path: Sequence[int], x: int) -> int:
    """Return the row that the path wishes for the ground after a piece at column x."""
    return path[min(len(path) - 1, x + 8)]


def _step(x: int, row: int, wished: int) -> Piece:
    """Return a step towards a drawn path: up by three rows at most, down to where the path is."""
    return Piece(JUMP, x, 0, row, max(row - HIGHEST_STEP, wished))


def _piece(chance: Chance, verb: int, x: int, row: int, path: list[int], height: int) -> Piece:
    """Return ground that requires a verb (tier 2 of the method).

    Of two random rises, the nearer to the path is taken.
    """
    length = chance.below(3)
    if verb == RUN:
        return Piece(RUN, x, 2 + 2 * length, row, row)
    if verb == FIGHT:
        return Piece(FIGHT, x, 6, row, row)
    if verb == WAIT:
        return Piece(WAIT, x, 5, row, row)
    if verb == SPRING_UP:
        wall = row - 5 - chance.below(3)
        if wall < 3:
            verb = JUMP
        else:
            stays = wall >= HIGHEST_ROW and chance.below(2) == 0
            return Piece(SPRING_UP, x, 4, row, wall if stays else row, row - wall)
    wished = _wished(path, x)
    step = chance.below(4) == 0
    most = 3 if step else 2
    drawn = [row - chance.between(-most, most) for _ in range(2)]
    after = min((max(HIGHEST_ROW, min(height - 2, other)) for other in drawn), key=lambda other: abs(other - wished))
    if step and after != row:
        return Piece(JUMP, x, 0, row, after)
    gap = (2, 3 + chance.below(2), 5 + chance.below(2))[length]
    return Piece(JUMP, x, min(gap, widest_built(row - after)), row, after)


def _criticised(pieces: Sequence[Piece], path: list[int], values: Mapping[str, Value]) -> int:
    """Return how far a candidate is from the wishes, in thousandths: 4 × mean rows from the path + χ² of its verbs."""
    if not pieces:
        return 1 << 30
    away = sum(abs(piece.after - path[piece.x]) for piece in pieces)
    wishes = [0, *(int(values[name]) for name in KNOBS)]
    whole = max(1000, sum(wishes))
    wishes[RUN] = whole - sum(wishes)
    found = [0] * 5
    for piece in pieces:
        found[piece.verb] += 1
    count, score = len(pieces), 4000 * away // len(pieces)
    for wish, seen in zip(wishes, found, strict=True):
        if wish:
            score += (seen * whole - wish * count) ** 2 // (wish * count)
        else:
            score += 1000 * seen
    return score


def _laid(land: Land, pieces: Sequence[Piece], first_row: int, note: NoteT) -> list[int]:
    """Lay each piece with what stands on it, and fill the land below. Returns the row of the ground in each column."""
    rows, row = [first_row] * land.width, first_row
    land.add(LAY, "start", 2, row - 1)
    for number, piece in enumerate(pieces):
        note("beat", (LAY, piece.x, piece.width, piece.verb))
        after = pieces[number + 1].x if number + 1 < len(pieces) else land.width
        end = piece.x + piece.width
        rows[piece.x : end] = [GAP if piece.verb == JUMP else piece.row] * piece.width
        rows[end:after] = [piece.after] * (after - end)
        _stand(land, piece, rows)
    for x, wide, row in flats(rows):
        land.put(LAY, x, row, GROUND, wide)
    for x, wide, row in flats(rows):
        if row + 1 < land.height:
            land.fill(TIE, x, row + 1, wide)
    land.add(LAY, "goal", land.width - GOAL_FROM_END, rows[-1] - 1)
    return rows


def _stand(land: Land, piece: Piece, rows: list[int]) -> None:
    """Place what stands on a piece: a spring and its wall, a walker, or a crusher."""
    x, row = piece.x, piece.row
    if piece.verb == SPRING_UP:
        land.put(GEOMETRY, x + 1, row - 1, SPRING)
        if piece.after != row:
            rows[x + 2 : x + 4] = [piece.after] * 2
        else:
            land.put(GEOMETRY, x + 2, row - piece.length, BLOCK, 2, piece.length)
    elif piece.verb == FIGHT:
        land.add(GEOMETRY, "walker", x + 4, row - 1, x + 1, x + 5)
    elif piece.verb == WAIT:
        land.add(GEOMETRY, "crusher", x + 2, max(0, row - 6), row - 1, 8 * (x % 16))


def _add_coins(land: Land, rows: Sequence[int], values: Mapping[str, Value], chance: Chance) -> None:
    """Add coins over long flat stretches, and sometimes along the arc over a gap."""
    group = int(values["coins_group"])
    for x, wide, row in flats(rows):
        count = min(group, wide - 2)
        if wide >= LONG_FLAT and count > 0:
            first, high = x + (wide - count) // 2, row - (1, 3)[chance.below(2)]
            for column in range(first, first + count):
                _add_coin(land, column, high)
    gap = 0
    for x, row in enumerate(rows):
        if row == GAP:
            gap += 1
        elif gap and chance.below(1000) < int(values["coins_gap"]):
            edge = min(row, rows[x - gap - 1])
            for column in range(x - gap, x):
                _add_coin(land, column, edge - (3 if x - gap < column < x - 1 else 2))
        if row != GAP:
            gap = 0


def _add_coin(land: Land, x: int, y: int) -> None:
    taken = any((entity.x, entity.y) == (x, y) for entity in land.entities[-8:])
    if land.at(x, y) == AIR and not taken:
        land.add(COINS, "coin", x, y)


RHYTHM = Method(
    "rhythm",
    "platform",
    "platform",
    2,
    {
        "path": PATH,
        "length": Choice(("mixed", "5", "10", "15", "20"), "mixed"),
        "density": Choice(tuple(PER_TEN), "medium"),
        "beat": Choice(("random", "regular", "swing"), "random"),
        "jump": Number(0, 1000, 400),
        "spring": Number(0, 1000, 120),
        "wait": Number(0, 1000, 120),
        "enemy": Number(0, 1000, 160),
        "coins_group": Number(0, 20, 6),
        "coins_gap": Number(0, 1000, 300),
        "candidates": Number(1, 64, 16),
    },
    ("beats", "verbs", "geometry", "join", "critics", "lay", "tie", "coins"),
    make,
    (
        Preset("regular", "", 4, 160, 15, {"beat": "regular"}),
        Preset("swing", "", 4, 160, 15, {"beat": "swing"}),
        Preset("waves", "", 7, 160, 15, {"path": "waves", "candidates": 48}),
    ),
    size=(160, 15),
)
"""The method of rhythm groups, with its parameters and presets."""
