"""A level as text that people can read and write: a map in characters, then a line for each thing.

    dungeon 24 16
    ########…              as many rows as the first line says
    method bsp 1 7 24 16   name, version, number and size of the recipe
    set least_w 8          a parameter of the recipe
    thing start 3 4        kind, column and row
    thing key 9 4 0        further numbers after the square
    node room 3 4 5 6 1    kind, left, top, width, height, zone
    edge 0 1 locked 0      two nodes, kind, key
    zones 0x24 1x6 …       zones of the squares in reading order, each with the length of its run
    way 12x2 30x18         ticks and the buttons held for them

Words with characters other than letters, digits, - and _ are quoted as in JSON. A text without such a first line is a
bare map; blank lines before it, capitals and further blanks in it are forgiven.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby

import msgspec

from game.core.forge.formats.faults import LevelFileError, sound
from game.core.forge.model.level import (
    MOST_THINGS,
    SIGNS,
    Edge,
    Entity,
    Graph,
    Kind,
    Level,
    Node,
    Recipe,
    Value,
    signs_of,
)

OWN = "own"
"""The name of the method in a level whose text names none."""
_FIRST = re.compile(r"(dungeon|platform) (\d{1,3}) (\d{1,3})", re.ASCII)
_PLAIN = re.compile(r"[A-Za-z][\w-]*", re.ASCII)
_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s"]+')
_WHOLE = re.compile(r"-?\d{1,18}", re.ASCII)
_MOST_LONG = 320


def rows_of(level: Level) -> list[str]:
    """Return the squares of a level as characters, a string for each row."""
    drawn = signs_of(level.kind, level.tiles).decode()
    return [drawn[row * level.width : (row + 1) * level.width] for row in range(level.height)]


def write_csv(level: Level) -> str:
    """Return the squares of a level as tile numbers, a line for each row."""
    rows = (level.tiles[row * level.width : (row + 1) * level.width] for row in range(level.height))
    return "\n".join(",".join(map(str, row)) for row in rows) + "\n"


def write_text(level: Level) -> str:
    """Return a whole level as text."""
    recipe = level.recipe
    lines = [f"{level.kind} {level.width} {level.height}", *rows_of(level)]
    lines.append(_line("method", recipe.method, recipe.version, recipe.number, recipe.width, recipe.height))
    lines += [_line("set", name, value) for name, value in recipe.parameters.items()]
    lines += [_line("thing", each.kind, each.x, each.y, *each.data) for each in level.entities]
    lines += [_line("node", n.kind, n.x, n.y, n.width, n.height, n.zone) for n in level.graph.nodes]
    lines += [_line("edge", edge.a, edge.b, edge.kind, edge.key) for edge in level.graph.edges]
    if level.zones:
        lines.append(_runs("zones", [(zone, len(list(same))) for zone, same in groupby(level.zones)]))
    if level.way:
        lines.append(_runs("way", level.way))
    return "\n".join(lines) + "\n"


def _line(*words: Value) -> str:
    return " ".join(
        str(word) if isinstance(word, int) or _PLAIN.fullmatch(word) else json.dumps(word) for word in words
    )


def _runs(word: str, pairs: Sequence[tuple[int, int]]) -> str:
    return f"{word} " + " ".join(f"{first}x{second}" for first, second in pairs)


@dataclass
class _Draft:
    """The parts of a level read so far from the lines below the map."""

    recipe: Recipe
    parameters: dict[str, Value] = field(default_factory=dict)
    entities: list[Entity] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    zones: bytes = b""
    way: tuple[tuple[int, int], ...] = ()

    def take(self, line: str, squares: int) -> None:
        """Add what one line says. Raises ValueError for a line of unknown form."""
        match _words(line):
            case ["method", str(name), int(version), int(number), int(width), int(height)]:
                self.recipe = Recipe(name, version, number, width, height)
            case ["set", str(name), value]:
                self.parameters[name] = value
            case ["thing", str(kind), int(x), int(y), *data] if len(self.entities) < MOST_THINGS:
                self.entities.append(Entity(kind, x, y, tuple(map(int, data))))
            case ["node", str(kind), int(x), int(y), int(width), int(height), int(zone)]:
                self.nodes.append(Node(kind, x, y, width, height, zone))
            case ["edge", int(a), int(b), ("open" | "locked" | "oneway" | "secret") as kind, int(key)]:
                self.edges.append(Edge(a, b, kind, key))
            case ["zones", *runs]:
                self.zones = _zones([_pair(run) for run in runs], squares)
            case ["way", *runs]:
                self.way = tuple(_pair(run) for run in runs)
            case _:
                raise ValueError(line)


def read_text(text: str) -> Level:
    """Return the level of a text or of a bare map.

    Raises LevelFileError, which names the wrong line if there is one.
    """
    lines = text.removeprefix("\ufeff").split("\n")
    begin = next((number for number, line in enumerate(lines) if line.strip()), 0)
    first = _FIRST.fullmatch(" ".join(lines[begin].split()).lower())
    if first is None:
        return _bare([line.rstrip("\r") for line in lines])
    kind: Kind = "dungeon" if first[1] == "dungeon" else "platform"
    width, height = int(first[2]), int(first[3])
    rows = lines[begin + 1 : begin + 1 + height]
    if len(rows) < height:
        raise LevelFileError("forge.file.rows", found=len(rows), wanted=height)
    tiles = _tiles(kind, rows, width, begin + 2)
    draft = _Draft(Recipe(OWN, 1, 1, width, height))
    for number, line in enumerate(lines[begin + 1 + height :], begin + 2 + height):
        try:
            if line.strip():
                draft.take(line, width * height)
        except (ValueError, RecursionError) as error:
            raise LevelFileError("forge.file.line", line=number, text=line.strip()[:60]) from error
    recipe = msgspec.structs.replace(draft.recipe, parameters=draft.parameters)
    things = tuple(sorted(draft.entities, key=lambda entity: entity.order))
    graph = Graph(tuple(draft.nodes), tuple(draft.edges))
    return _typed(Level(kind, width, height, tiles, draft.zones, things, graph, recipe, draft.way))


def _typed(level: Level) -> Level:
    """Return the level after checking that its numbers are in range. Raises LevelFileError."""
    try:
        return sound(msgspec.convert(msgspec.to_builtins(level, builtin_types=(bytes,)), Level))
    except (msgspec.ValidationError, OverflowError) as error:
        raise LevelFileError("forge.file.fault", why=str(error)) from error


def _words(line: str) -> list[Value]:
    """Return the words of a line. Raises ValueError for quotes that are not closed."""
    words: list[Value] = []
    place = 0
    for found in _WORD.finditer(line):
        if line[place : found.start()].strip():
            raise ValueError(line)
        place = found.end()
        word = found[0]
        words.append(json.loads(word) if word[0] == '"' else int(word) if _WHOLE.fullmatch(word) else word)
    if line[place:].strip():
        raise ValueError(line)
    return words


def _pair(run: Value) -> tuple[int, int]:
    first, _, second = str(run).partition("x")
    if not (_WHOLE.fullmatch(first) and _WHOLE.fullmatch(second)):
        raise ValueError(run)
    return int(first), int(second)


def _zones(runs: Sequence[tuple[int, int]], squares: int) -> bytes:
    if sum(count for _, count in runs) != squares or any(not 0 <= zone < 256 or count < 1 for zone, count in runs):
        raise ValueError(squares)
    return b"".join(bytes([zone]) * count for zone, count in runs)


def _bare(lines: Sequence[str]) -> Level:
    """Return the level of a bare map. If its characters fit both kinds of level, a wide map is a platform level."""
    rows = list(lines)
    while rows and not rows[-1].strip():
        rows.pop()
    width = max(map(len, rows), default=0)
    if not rows or len(rows) > _MOST_LONG or not 1 <= width <= _MOST_LONG:
        raise LevelFileError("forge.file.no_map")
    used = set("".join(rows))
    platform = used <= set(SIGNS["platform"]) and (bool(used - set(SIGNS["dungeon"])) or width >= 3 * len(rows))
    kind: Kind = "platform" if platform else "dungeon"
    tiles = _tiles(kind, rows, width, 1)
    recipe = Recipe(OWN, 1, 1, width, len(rows))
    return sound(Level(kind, width, len(rows), tiles, b"", (), Graph(), recipe))


def _tiles(kind: Kind, rows: Sequence[str], width: int, first: int) -> bytes:
    """Return the tiles of rows of characters; `first` is the line number of the first row, for errors.

    Blanks that an editor removed at the end of a row are added again. Raises LevelFileError.
    """
    signs, ground = SIGNS[kind], SIGNS[kind][0]
    made = bytearray()
    for number, row in enumerate(rows):
        row = row.rstrip("\r")
        if len(row) > width:
            raise LevelFileError("forge.file.long", line=first + number, found=len(row), wanted=width)
        for place, sign in enumerate(row):
            if sign not in signs:
                raise LevelFileError("forge.file.sign", line=first + number, column=place + 1, sign=sign)
        made += bytes(map(signs.index, row.ljust(width, ground)))
    return bytes(made)
