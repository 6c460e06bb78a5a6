"""Caves: random rock, smoothed by a cellular automaton in cells that are joined by tunnels and smoothed together.

Sources: Johnson, Yannakakis and Togelius 2010; Shaker and others 2016, chapter 3.4, figures 3.8 to 3.10. A level is as
many cells as fit side by side; endless caves are in `cells.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.core.forge.methods.automaton import generation
from game.core.forge.methods.cells import Piece, beside, bridge, seed_of
from game.core.forge.model.bits import Grid, grid_of
from game.core.forge.model.chance import Chance
from game.core.forge.model.ground import Ground
from game.core.forge.model.level import FLOOR, ROCK, Edge, Graph, Level, Node, Recipe, Value
from game.core.forge.model.method import Choice, Method, NoteT, Number, Preset, silent
from game.core.forge.model.scattering import scatter

SPRINKLE, COUNT, JOIN, SMOOTH, AGAIN, KEEP = range(6)


class _Cells:
    """The cells of a level: their places, their grids, and the pairs of neighbours."""

    def __init__(self, width: int, height: int, side: int) -> None:
        self.whole = grid_of(width, height)
        columns, rows = max(1, width // side), max(1, height // side)
        lefts = [width * column // columns for column in range(columns + 1)]
        tops = [height * row // rows for row in range(rows + 1)]
        self.corners = [(lefts[i], tops[j]) for j in range(rows) for i in range(columns)]
        self.places = [(i, j) for j in range(rows) for i in range(columns)]
        self.grids = [grid_of(lefts[i + 1] - lefts[i], tops[j + 1] - tops[j]) for i, j in self.places]
        self.pairs = [
            (place, place + step, step == 1)
            for place, (i, j) in enumerate(self.places)
            for step, inside in ((1, i + 1 < columns), (columns, j + 1 < rows))
            if inside
        ]

    def together(self, maps: list[int]) -> int:
        """Return the map of the whole level, put together from the maps of its cells."""
        found = 0
        for bits, grid, (x, y) in zip(maps, self.grids, self.corners, strict=True):
            found |= self.whole.placed(bits, grid, x, y)
        return found

    def apart(self, floor: int) -> list[Piece]:
        """Return the cells of a map of the whole level."""
        parts = zip(self.grids, self.corners, strict=True)
        return [Piece.of(grid, self.whole.part(floor, x, y, grid)) for grid, (x, y) in parts]

    def tunnels(self, pieces: list[Piece], wide: int) -> list[int]:
        """Return the tunnel between each pair of neighbouring cells,
        as squares of the whole map; 0 where none is needed."""
        found = []
        for first, second, across in self.pairs:
            grid, dug = bridge(pieces[first], pieces[second], across, wide)
            found.append(self.whole.placed(dug, grid, *self.corners[first]) if dug else 0)
        return found


def make(recipe: Recipe, note: NoteT) -> Level:
    """Make a level: sprinkle rock, count neighbours, join cells, smooth, and keep what is connected."""
    values, ground = recipe.parameters, Ground(recipe, silent)
    cells = _Cells(recipe.width, recipe.height, int(values["side"]))
    whole, wide = cells.whole, int(values["M"]) + 1
    rocks = [
        grid.sprinkled(seed_of(recipe.number, *place), int(values["r"]))
        for grid, place in zip(cells.grids, cells.places, strict=True)
    ]
    tell = _teller(whole, note)
    if note is not silent:
        tell(SPRINKLE, whole.inside ^ cells.together(rocks))
    for number in range(int(values["n"])):
        rocks = [_next(grid, rock, values) for grid, rock in zip(cells.grids, rocks, strict=True)]
        if note is not silent:
            tell(COUNT, whole.inside ^ cells.together(rocks))
        note("generation", (number + 1,))
    floor = whole.inside ^ cells.together(rocks)
    joins = values["join"] == "pairs"
    if joins:
        floor = _dig(cells, floor, wide, JOIN, note)
    for number in range(int(values["smooth"])):
        floor = whole.inside ^ _next(whole, whole.inside ^ floor, values)
        tell(SMOOTH, floor)
        note("generation", (int(values["n"]) + number + 1,))
    framed = grid_of(recipe.width - 2, recipe.height - 2)
    floor &= whole.placed(framed.inside, framed, 1, 1)
    pieces = cells.apart(floor)
    main = _together(cells, pieces, floor) if joins else 0
    if joins and not main and not _meet(cells, pieces, floor):
        floor = _dig(cells, floor, wide, AGAIN, note) & whole.placed(framed.inside, framed, 1, 1)
        pieces = cells.apart(floor)
    main = main or whole.largest(floor)
    if main.bit_count() < 9:
        room = grid_of(3, 3)
        main = whole.placed(room.inside, room, recipe.width // 2 - 1, recipe.height // 2 - 1)
    floor = main if joins else floor | main
    tell(KEEP, floor)
    ground.tiles[:] = whole.cells(floor, bytes([ROCK]), bytes([FLOOR]))
    return ground.level(scatter(whole, main, Chance(recipe.number, "caves", "furnish")), _graph(cells, pieces, main))


def _next(grid: Grid, rock: int, values: dict[str, Value]) -> int:
    return generation(grid, rock, int(values["M"]), int(values["T"]), str(values["hood"]))


def _dig(cells: _Cells, floor: int, wide: int, line: int, note: NoteT) -> int:
    for (first, second, _), dug in zip(cells.pairs, cells.tunnels(cells.apart(floor), wide), strict=True):
        (x, y), (right, bottom), last = cells.corners[first], cells.corners[second], cells.grids[second]
        note("look", (line, x, y, right + last.width - x, bottom + last.height - y))
        if note is not silent:
            for column, row in cells.whole.squares(dug & ~floor):
                note("set", (line, column, row, 1, 1, FLOOR))
        floor |= dug
    return floor


def _together(cells: _Cells, pieces: list[Piece], floor: int) -> int:
    """Return the area that the largest areas of all cells form together, if they do and no other area is larger; else
    0.

    It is proved by flooding pairs of neighbours; flooding the whole map would take ten times as long.
    """
    groups = list(range(len(pieces)))
    for first, second, across in cells.pairs:
        if groups[first] == groups[second]:
            continue
        grid, bare, one, other = beside(pieces[first], pieces[second], across)
        if one & bare == one and other & bare == other and grid.flood(one, bare, other) & other:
            groups = [groups[first] if group == groups[second] else group for group in groups]
    if any(groups) or any(piece.main & ~piece.floor for piece in pieces):
        return 0
    main = cells.whole.flood(cells.together([piece.main for piece in pieces]), floor)
    return main if 2 * main.bit_count() > floor.bit_count() else 0


def _meet(cells: _Cells, pieces: list[Piece], floor: int) -> bool:
    """Return whether the largest areas of all cells are connected."""
    whole = cells.together([piece.main for piece in pieces])
    return whole & floor == whole and cells.whole.flood(whole & -whole, floor) & whole == whole


def _graph(cells: _Cells, pieces: list[Piece], main: int) -> Graph:
    """Return the graph of the cells: a node on a square of the main area in each cell,
    and an edge between neighbours."""
    held = {}
    for number, (piece, corner) in enumerate(zip(pieces, cells.corners, strict=True)):
        bits = cells.whole.part(main, *corner, piece.grid)
        if bits:
            held[number] = piece.main if piece.main & bits == piece.main else piece.grid.largest(bits)
    numbers = {cell: node for node, cell in enumerate(held)}
    nodes = []
    for cell, bits in held.items():
        x, y = cells.grids[cell].square(bits)
        nodes.append(Node("room", cells.corners[cell][0] + x, cells.corners[cell][1] + y, 1, 1))
    edges = [Edge(numbers[a], numbers[b]) for a, b, _ in cells.pairs if a in numbers and b in numbers]
    return Graph(tuple(nodes), tuple(edges))


def _teller(grid: Grid, note: NoteT) -> Callable[[int, int], None]:
    """Return a function that notes a whole map as one step, unless `note` is `silent`."""

    def tell(line: int, floor: int) -> None:
        if note is not silent:
            note("rows", (line, 0, 0, grid.width, grid.height, *grid.cells(floor, bytes([ROCK]), bytes([FLOOR]))))

    return tell


def _neighbours(values: Mapping[str, Value], _width: int, _height: int) -> int:
    """Return how many squares the neighbourhood has."""
    reach = int(values["M"])
    return (2 * reach + 1) ** 2 if values["hood"] == "moore" else 2 * reach * (reach + 1) + 1


CAVES = Method(
    "caves",
    "dungeon",
    "automata",
    1,
    {
        "r": Number(350, 650, 500),
        "n": Number(0, 8, 4),
        "M": Number(1, 3, 1),
        "T": Number(1, 49, 5),
        "hood": Choice(("moore", "neumann"), "moore"),
        "side": Number(30, 80, 50),
        "smooth": Number(0, 4, 2),
        "join": Choice(("off", "pairs"), "pairs"),
    },
    ("sprinkle", "count", "join", "smooth", "again", "keep"),
    make,
    presets=(
        Preset("neighbours", "3.8", 38, 24, 16, {"n": 1, "smooth": 0, "join": "off"}),
        Preset("random", "3.9a", 39, 50, 50, {"n": 0, "smooth": 0, "join": "off"}),
        Preset("gathered", "3.9b", 39, 50, 50, {"smooth": 0, "join": "off"}, ("clusters",)),
        Preset("text", "3.9", 39, 50, 50, {"n": 2, "smooth": 0, "join": "off"}, ("clusters",)),
        Preset("nine", "3.10", 10, 150, 150, {"M": 2, "T": 13}),
    ),
    limits={"T": _neighbours},
)
"""The method of caves, with its parameters and presets."""
