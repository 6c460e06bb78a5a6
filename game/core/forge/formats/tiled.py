"""A level as a map of the Tiled editor (TMX 1.10): tiles as CSV; zones, things and graph as layers of objects.

Source: doc.mapeditor.org/en/stable/reference/tmx-map-format. Tile numbers are those of the level plus 1; a second layer
of tiles says how squares look among their neighbours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple
from xml.etree import ElementTree

from game.core.forge.model.level import SIGNS, Entity, Level

SIDE = 16
"""Pixels of the side of a square in the map."""
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class TileSheet(NamedTuple):
    """The picture of the tiles of a kind of level: all in one row, each `SIDE` pixels square."""

    source: str
    """The name of the picture's file, which lies beside the map."""
    tiles: int
    look: tuple[int, ...] = ()
    """For each square the number of the tile that it looks like among its neighbours, 0 where that is its own."""
    things: Mapping[tuple[str, int], int] = MappingProxyType({})
    """The number of the tile of a kind of thing; of keys, by the number of the door as well."""


def write_tmx(level: Level, sheet: TileSheet | None = None) -> bytes:
    """Return a whole level as a TMX file; without a sheet its tiles have no picture."""
    ids = iter(range(1, 1 << 30))
    things = sheet.things if sheet else {}
    looks = [_layer(level, "look", sheet.look)] if sheet and any(sheet.look) else []
    squares = _layer(level, "squares", [tile + 1 for tile in level.tiles])
    layers = [squares, *looks, _zones(level, ids), _things(level, ids, things), *_graph(level, ids)]
    root = ElementTree.Element(
        "map",
        version="1.10",
        tiledversion="1.10.2",
        orientation="orthogonal",
        renderorder="right-down",
        width=str(level.width),
        height=str(level.height),
        tilewidth=str(SIDE),
        tileheight=str(SIDE),
        infinite="0",
        nextlayerid=str(len(layers) + 1),
        nextobjectid=str(next(ids)),
    )
    _properties(root, _recipe(level))
    root.append(_tileset(level, sheet))
    for number, layer in enumerate(layers, 1):
        layer.set("id", str(number))
        root.append(layer)
    ElementTree.indent(root, " ")
    written: bytes = ElementTree.tostring(root, encoding="UTF-8", xml_declaration=True)
    return written + b"\n"


def _recipe(level: Level) -> dict[str, int | str]:
    recipe = level.recipe
    found: dict[str, int | str] = {
        "level_kind": level.kind,
        "method": recipe.method,
        "method_version": recipe.version,
        "number": recipe.number,
    }
    if level.way:
        found["way"] = " ".join(f"{ticks}x{buttons}" for ticks, buttons in level.way)
    return found | {f"set {name}": value for name, value in recipe.parameters.items()}


def _properties(parent: ElementTree.Element, values: dict[str, int | str]) -> None:
    if not values:
        return
    held = ElementTree.SubElement(parent, "properties")
    for name, value in values.items():
        each = ElementTree.SubElement(held, "property", name=_clean(name))
        if isinstance(value, int):
            each.set("type", "int")
        each.set("value", _clean(str(value)))


def _clean(text: str) -> str:
    """Return a text in which characters that XML cannot hold are replaced."""
    return _NO_XML.sub("\ufffd", text)


def _tileset(level: Level, sheet: TileSheet | None) -> ElementTree.Element:
    signs = SIGNS[level.kind]
    made = ElementTree.Element(
        "tileset",
        firstgid="1",
        name=f"souk {level.kind}",
        tilewidth=str(SIDE),
        tileheight=str(SIDE),
        tilecount=str(sheet.tiles if sheet else len(signs)),
        columns=str(sheet.tiles if sheet else 0),
    )
    if sheet:
        width, height = str(SIDE * sheet.tiles), str(SIDE)
        ElementTree.SubElement(made, "image", source=sheet.source, width=width, height=height)
    for number, sign in enumerate(signs):
        _properties(ElementTree.SubElement(made, "tile", id=str(number)), {"sign": sign})
    return made


def _layer(level: Level, name: str, numbers: Sequence[int]) -> ElementTree.Element:
    """Return a layer of tiles by their numbers in the map, 0 for none."""
    layer = ElementTree.Element("layer", name=name, width=str(level.width), height=str(level.height))
    rows = (numbers[row * level.width : (row + 1) * level.width] for row in range(level.height))
    data = ElementTree.SubElement(layer, "data", encoding="csv")
    data.text = "\n" + ",\n".join(",".join(map(str, row)) for row in rows) + "\n"
    return layer


def _zones(level: Level, ids: Iterator[int]) -> ElementTree.Element:
    """Return the layer of zones, each zone as rectangles that together cover exactly its squares."""
    layer = ElementTree.Element("objectgroup", name="zones", visible="0")
    for zone, x, y, width, height in rectangles(level.zones, level.width):
        _object(layer, ids, f"zone {zone}", "zone", (x, y, width, height), {"zone": zone})
    return layer


def rectangles(zones: bytes, width: int) -> list[tuple[int, int, int, int, int]]:
    """Return zone, left, top, width and height of rectangles that cover the zones.

    Each rectangle is a run of squares of one zone in a row, extended downwards while the row below has the same run.

    >>> rectangles(bytes((1, 1, 0, 1, 1, 2)), 3)
    [(1, 0, 0, 2, 2), (2, 2, 1, 1, 1)]
    """
    growing: dict[tuple[int, int, int], tuple[int, int]] = {}
    done: list[tuple[int, int, int, int, int]] = []
    height = len(zones) // width if width else 0
    for row in range(height + 1):
        runs = list(_runs(zones[row * width : (row + 1) * width]))
        for run in [run for run in growing if run not in runs]:
            top, count = growing.pop(run)
            done.append((run[0], run[1], top, run[2], count))
        for run in runs:
            top, count = growing.get(run, (row, 0))
            growing[run] = (top, count + 1)
    return sorted(done, key=lambda box: (box[2], box[1]))


def _runs(row: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield zone, start and length of each run of squares in one zone, in one row; zone 0 is left out."""
    start = 0
    for place in range(1, len(row) + 1):
        if place == len(row) or row[place] != row[start]:
            if row[start]:
                yield row[start], start, place - start
            start = place


def _things(level: Level, ids: Iterator[int], tiles: Mapping[tuple[str, int], int]) -> ElementTree.Element:
    """Return the layer of things, as objects with a picture where they have one: these stand on their lower edge."""
    layer = ElementTree.Element("objectgroup", name="things")
    for each in level.entities:
        data: dict[str, int | str] = {f"data {number}": value for number, value in enumerate(each.data)}
        tile = tiles.get(look_of(each))
        made = _object(layer, ids, each.kind, each.kind, (each.x, each.y + (tile is not None), 1, 1), data)
        if tile is not None:
            made.set("gid", str(tile))
    return layer


def look_of(entity: Entity) -> tuple[str, int]:
    """Return what a thing looks like: its kind and, of a key, the number of its door."""
    return entity.kind, entity.data[0] if entity.kind == "key" and entity.data else 0


def _graph(level: Level, ids: Iterator[int]) -> list[ElementTree.Element]:
    nodes = ElementTree.Element("objectgroup", name="nodes", visible="0")
    for number, node in enumerate(level.graph.nodes):
        box = (node.x, node.y, node.width, node.height)
        _object(nodes, ids, str(number), node.kind, box, {"zone": node.zone})
    edges = ElementTree.Element("objectgroup", name="edges", visible="0")
    middles = [(node.x + node.width / 2, node.y + node.height / 2) for node in level.graph.nodes]
    for edge in level.graph.edges:
        (x, y), (to_x, to_y) = middles[edge.a], middles[edge.b]
        values: dict[str, int | str] = {"a": edge.a, "b": edge.b, "key": edge.key}
        made = _object(edges, ids, f"{edge.a}-{edge.b}", edge.kind, (x, y, 0, 0), values)
        points = f"0,0 {_pixels(to_x - x)},{_pixels(to_y - y)}"
        ElementTree.SubElement(made, "polyline", points=points)
    return [nodes, edges]


def _object(
    layer: ElementTree.Element,
    ids: Iterator[int],
    name: str,
    kind: str,
    box: tuple[float, float, float, float],
    values: dict[str, int | str],
) -> ElementTree.Element:
    x, y, width, height = box
    made = ElementTree.SubElement(layer, "object", id=str(next(ids)), name=_clean(name), type=_clean(kind))
    made.set("x", _pixels(x))
    made.set("y", _pixels(y))
    if width or height:
        made.set("width", _pixels(width))
        made.set("height", _pixels(height))
    _properties(made, values)
    return made


def _pixels(squares: float) -> str:
    return f"{squares * SIDE:g}"
