"""Levels that leave Souk and come back: as text, JSON, codes; as a map of Tiled, read by programs that are not ours."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import msgspec
import pygame
import pytest
import pytiled_parser

from game.cabinets.workshop.stage.exporting import write_level_file
from game.core.errors import SpokenError
from game.core.forge.formats.codes import write_level, write_recipe
from game.core.forge.formats.document import read_json, write_json
from game.core.forge.formats.faults import LevelFileError
from game.core.forge.formats.mario import NEAREST, ROWS, TILES, write_mario
from game.core.forge.formats.reading import code_of, follows, read_any
from game.core.forge.formats.tiled import SIDE, TileSheet, write_tmx
from game.core.forge.formats.written import read_text, rows_of, write_csv, write_text
from game.core.forge.methods.registry import METHODS, level_of
from game.core.forge.model.level import SIGNS, Edge, Entity, Graph, Level, Node, Recipe
from game.core.forge.proof.platform import prove
from game.engine.text import Typeface
from tests.core.forge.levels import drawn, wild

SIZES = {"dungeon": (40, 28), "platform": (100, 15)}


def made(method: str, number: int = 7) -> Level:
    found = METHODS[method]
    return level_of(Recipe(method, found.version, number, *SIZES[found.kind]))


def odd() -> Level:
    """A level that an own generator may deliver: strange names, a text for a parameter, a way, zones."""
    recipe = Recipe('My "odd" 레벨\n', 3, 9, 16, 16, {"a b": "8", "least": -3, "": ""})
    things = (Entity("start", 1, 1), Entity("key", 2, 1, (3, -1, 0, 5)), Entity("a\tb", 3, 1), Entity("exit", 4, 1))
    graph = Graph((Node("task one", 0, 0, 3, 2, 4), Node("x", 1, 1, 1, 1)), (Edge(0, 1, "locked", 2),))
    tiles, zones = bytes(number % 19 for number in range(256)), bytes(range(256))
    return Level("dungeon", 16, 16, tiles, zones, things, graph, recipe, ((12, 2), (255, 63)))


def levels() -> list[Level]:
    return [*(made(method) for method in METHODS), *(wild(seed) for seed in range(6)), odd()]


def test_text_json_and_codes_give_the_level_again() -> None:
    for level in levels():
        assert read_text(write_text(level)) == level
        assert read_json(write_json(level)) == level
        for brought in (write_text(level), write_json(level), write_level(level), code_of(level)):
            assert read_any(brought) == level
        assert read_any(write_text(level).replace("\n", "\r\n").encode()) == level
        assert read_any(b"\xef\xbb\xbf" + write_text(level).encode()) == level


def test_a_level_that_its_recipe_makes_has_a_short_code() -> None:
    for method in METHODS:
        level = made(method)
        assert follows(level) and len(code_of(level)) <= 60
        assert not follows(msgspec.structs.replace(level, entities=level.entities[1:]))


def test_a_map_alone_is_read_blanks_at_the_ends_of_lines_put_back() -> None:
    level = made("bsp")
    bare = read_any("\n".join(row.rstrip() for row in rows_of(level)) + "\n\n")
    assert bare.kind == "dungeon" and bare.width <= level.width
    assert [row.rstrip() for row in rows_of(bare)] == [row.rstrip() for row in rows_of(level)][: bare.height]
    assert read_any("..?..\n#####").kind == "platform"


def test_csv_is_numbers_of_tiles() -> None:
    level = made("bsp")
    rows = [list(map(int, line.split(","))) for line in write_csv(level).splitlines()]
    assert bytes(tile for row in rows for tile in row) == level.tiles and len(rows) == level.height


def of_tmx(data: bytes) -> tuple[bytes, bytes, list[Entity], Graph]:
    """Tiles, zones, things and graph of a map, read without a line of Souk."""
    root = ElementTree.fromstring(data)
    width, height = int(root.attrib["width"]), int(root.attrib["height"])
    text = root.find("layer/data").text  # type: ignore[union-attr]
    tiles = bytes(int(gid) - 1 for gid in (text or "").replace("\n", "").split(","))
    groups = {group.attrib["name"]: list(group) for group in root.iter("objectgroup")}

    def number(each: ElementTree.Element, name: str) -> int:
        return int(float(each.attrib[name])) // int(root.attrib["tilewidth"])

    def values(each: ElementTree.Element) -> dict[str, int]:
        return {one.attrib["name"]: int(one.attrib["value"]) for one in each.iter("property")}

    zones = bytearray(width * height)
    for each in groups["zones"]:
        x, y, wide, high = (number(each, name) for name in ("x", "y", "width", "height"))
        for row in range(y, y + high):
            for column in range(x, x + wide):
                assert not zones[row * width + column], "no square is in two rectangles"
                zones[row * width + column] = values(each)["zone"]
    things = [
        Entity(each.attrib["type"], number(each, "x"), number(each, "y"), tuple(values(each).values()))
        for each in groups["things"]
    ]
    nodes = [
        Node(
            each.attrib["type"],
            number(each, "x"),
            number(each, "y"),
            number(each, "width"),
            number(each, "height"),
            values(each)["zone"],
        )
        for each in groups["nodes"]
    ]
    edges = [
        Edge(values(each)["a"], values(each)["b"], each.attrib["type"], values(each)["key"])  # type: ignore[arg-type]
        for each in groups["edges"]
    ]
    return tiles, bytes(zones), things, Graph(tuple(nodes), tuple(edges))


def test_tmx_says_all_of_a_level_to_a_reader_of_its_own() -> None:
    for level in levels()[:-1]:
        tiles, zones, things, graph = of_tmx(write_tmx(level))
        assert tiles == level.tiles and graph == level.graph
        assert zones == (level.zones or bytes(len(level.tiles)))
        assert tuple(things) == level.entities


def test_tmx_is_read_by_the_parser_that_games_use(tmp_path: Path) -> None:
    for level in levels():
        path = tmp_path / "level.tmx"
        path.write_bytes(write_tmx(level, TileSheet("level.png", 19)))
        read = pytiled_parser.parse_map(path)
        assert read.version == "1.10" and not read.infinite
        assert (int(read.map_size.width), int(read.map_size.height)) == (level.width, level.height)
        by_name = {layer.name: layer for layer in read.layers}
        squares = [gid - 1 for row in by_name["squares"].data for gid in row]  # type: ignore[union-attr]
        assert bytes(squares) == level.tiles
        things = by_name["things"].tiled_objects  # type: ignore[union-attr]
        assert [(int(each.coordinates.x) // SIDE, int(each.coordinates.y) // SIDE) for each in things] == [
            (each.x, each.y) for each in level.entities
        ]


def test_letters_of_the_mario_framework_say_what_they_had_to_change() -> None:
    level = drawn(
        ["." * 12] * 6 + [".^..H.S.?.B.", "#" * 12],
        Entity("start", 0, 6),
        Entity("gem", 5, 2),
        Entity("walker", 3, 6, (2, 4)),
        Entity("goal", 11, 5),
    )
    text, changed = write_mario(level)
    rows = text.splitlines()
    assert len(rows) == ROWS and set(map(len, rows)) == {12}
    assert rows[-1] == "X" * 12 and rows[-2] == "My-g%-#-!-S-" and rows[-3][11] == "F"
    assert set(changed) == {"^", "H", "S", "gem"} <= set(NEAREST)
    assert set(text) <= set(TILES.values()) | set("MFogKY*r-\n")
    with pytest.raises(LevelFileError):
        write_mario(made("bsp"))
    with pytest.raises(LevelFileError):
        write_mario(drawn(["#" * 12] * 20))
    assert len(write_mario(drawn(["." * 12] * 4 + ["#" * 12] * 16))[0].splitlines()) == ROWS


def test_the_way_of_a_level_is_kept() -> None:
    level = drawn(["." * 30] * 6 + ["#" * 30], Entity("start", 1, 5), Entity("goal", 25, 5))
    way = prove(level).way
    assert way
    proved = msgspec.structs.replace(level, way=way)
    assert read_text(write_text(proved)).way == read_json(write_json(proved)).way == way


BROKEN = {
    "forge.file.rows": "dungeon 4 4\n....\n",
    "forge.file.long": "dungeon 2 1\n....\n",
    "forge.file.sign": "dungeon 4 1\n..Z.\n",
    "forge.file.line": "dungeon 4 1\n....\nthing start\n",
    "forge.file.outside": "dungeon 4 1\n....\nthing start 9 0\n",
    "forge.file.edge": "dungeon 4 1\n....\nedge 0 1 open 0\n",
    "forge.file.fault": "dungeon 4 1\n....\nthing start 999 0\n",
    "forge.file.no_map": "",
    "forge.file.row": b'{"souk_level":1,"kind":"dungeon","tiles":["..","."],"recipe":%s}',
    "forge.file.row_sign": b'{"souk_level":1,"kind":"dungeon","tiles":["..",".Z"],"recipe":%s}',
    "forge.file.zone": b'{"souk_level":1,"kind":"dungeon","tiles":[".."],"zones":[[1,256]],"recipe":%s}',
    "forge.file.squares": b'{"souk_level":1,"kind":"dungeon","tiles":[".."],"zones":[[1]],"recipe":%s}',
    "forge.file.no_text": b"dungeon \xff",
    "forge.file.large": b" " * (1 << 20) + b" ",
}


@pytest.mark.parametrize("key", BROKEN)
def test_each_fault_has_its_sentence(key: str) -> None:
    data = BROKEN[key]
    if isinstance(data, bytes):
        data = data.replace(b"%s", b'{"method":"own","version":1,"number":1,"width":2,"height":1}')
    with pytest.raises(SpokenError) as raised:
        read_any(data)
    assert raised.value.key == key


ODD = (b"99999999999999999999", b"-1", b"[[[[[[", b'"', b"\n", b"4294967296")


def mutated(random: Random, data: bytes) -> bytes:
    """Bytes changed, taken out, doubled, cut off, or numbers made huge."""
    broken = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 5))):
        at, length = random.randrange(len(broken) or 1), random.choice((1, 1, 3, 40))
        match random.randrange(7):
            case 0:
                broken[at : at + 1] = bytes([random.randrange(256)])
            case 1:
                del broken[at : at + length]
            case 2:
                broken[at:at] = broken[at : at + length]
            case 3:
                broken[at:] = b""
            case 4:
                broken[at : at + 2] = random.choice(ODD)
            case 5:
                other = random.randrange(len(broken) or 1)
                broken[at : at + length] = broken[other : other + length]
            case 6:
                broken[at:at] = random.choice(("가", "\x00", "x", "SKL-", " ")).encode()
    return bytes(broken)


def break_all(count: int) -> tuple[int, float]:
    """Read so many mutated codes and files, and write what is a level all the same; how many were refused, and the
    longest processor time of one."""
    random = Random(27)
    sources: list[bytes] = []
    for level in levels():
        sources += [write_text(level).encode(), write_json(level), write_level(level).encode()]
        if follows(level):
            sources.append(write_recipe(level.recipe).encode())
    refused, longest = 0, 0.0
    for number in range(count):
        data = mutated(random, sources[number % len(sources)])
        begun = time.process_time()
        try:
            level = read_any(data)
        except SpokenError as error:
            assert error.key.startswith("forge."), error.key
            refused += 1
        else:
            write_text(level), write_json(level), write_tmx(level)
        longest = max(longest, time.process_time() - begun)
    return refused, longest


def test_mutated_codes_and_files_are_refused_in_a_sentence() -> None:
    refused, _ = break_all(600)
    assert refused > 200


@pytest.mark.slow
def test_ten_thousand_mutated_codes_and_files_cost_little() -> None:
    refused, longest = break_all(10_000)
    assert refused > 4_000 and longest < 0.05


@pytest.mark.parametrize("method", ["rhythm", "bsp"])
def test_a_map_of_tiled_looks_as_the_level_does_among_its_neighbours(method: str, tmp_path: Path) -> None:
    pygame.font.init()
    level, path = made(method), tmp_path / "level.tmx"
    write_level_file(level, path, Typeface(100))
    root, sheet = ElementTree.parse(path).getroot(), pygame.image.load(path.with_suffix(".tiles.png"))
    assert of_tmx(path.read_bytes())[0] == level.tiles, "squares stay what they are"
    count = int(root.find("tileset").attrib["tilecount"])  # type: ignore[union-attr]
    assert sheet.get_size() == (SIDE * count, SIDE)
    look = next(layer for layer in root.iter("layer") if layer.attrib["name"] == "look")
    numbers = [int(gid) for gid in (look.find("data").text or "").replace("\n", "").split(",")]  # type: ignore[union-attr]
    solid = SIGNS[level.kind].index("#")
    below = [place for place, tile in enumerate(level.tiles) if tile == solid == level.tiles[place - level.width]]
    assert below and max(numbers) <= count
    if method == "rhythm":
        inner = {numbers[place] for place in below if place > level.width}
        assert min(inner) > len(SIGNS["platform"]), "no second row has an upper edge"
    for each, entity in zip(root.iterfind("objectgroup[@name='things']/object"), level.entities, strict=True):
        assert len(SIGNS[level.kind]) < int(each.attrib["gid"]) <= count
        assert (int(each.attrib["x"]), int(each.attrib["y"])) == (entity.x * SIDE, (entity.y + 1) * SIDE)
