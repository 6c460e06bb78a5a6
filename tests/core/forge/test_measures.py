"""What is said of levels in numbers, and the range of a method: interrupted, gone on, the same by any workers."""

from __future__ import annotations

import json
import time
from collections import deque
from pathlib import Path
from random import Random

import msgspec
import pytest

from game.cabinets.workshop.expressive_range import RangeOrder, RangeTournament, bin_of, same_twice, variety
from game.commands import main
from game.core.forge.measures import walking
from game.core.forge.measures.dungeon import lock_depth
from game.core.forge.measures.measuring import MEASURES, measures
from game.core.forge.measures.walking import Walkable, clusters
from game.core.forge.methods.registry import METHODS, level_of
from game.core.forge.model.level import LOCKED, Edge, Entity, Graph, Level, Node, Recipe
from game.core.forge.proof.dungeon import prove_dungeon
from game.core.work.place import Workplace
from game.core.work.run import Progress, run
from tests.core.forge.levels import drawn, wild

SIZES = {"dungeon": (40, 28), "platform": (100, 15)}


def made(method: str, number: int = 7) -> Level:
    found = METHODS[method]
    return level_of(Recipe(method, found.version, number, *SIZES[found.kind]))


@pytest.mark.parametrize("method", METHODS)
def test_measures_are_whole_numbers_up_to_a_thousand(method: str) -> None:
    for number in range(1, 13):
        found = measures(made(method, number))
        assert tuple(found) == MEASURES[METHODS[method].kind]
        assert all(isinstance(value, int) and 0 <= value <= 1000 for value in found.values()), found


def test_measures_of_anything_are_possible() -> None:
    for seed in range(10):
        assert all(0 <= value <= 1000 for value in measures(wild(seed)).values())
    empty = Level("dungeon", 16, 16, bytes(256), b"", (), made("bsp").graph, made("bsp").recipe)
    assert measures(empty)["floor"] == measures(empty)["longest"] == 0


def steps_by_loop(level: Level, start: tuple[int, int]) -> dict[tuple[int, int], int]:
    found, waiting = {start: 0}, deque([start])
    while waiting:
        x, y = waiting.popleft()
        for other in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            inside = 0 <= other[0] < level.width and 0 <= other[1] < level.height
            if inside and other not in found and level.tiles[other[1] * level.width + other[0]] > 1:
                found[other] = found[x, y] + 1
                waiting.append(other)
    return found


@pytest.mark.parametrize("many", [walking.MANY, 3])
@pytest.mark.parametrize("method", [each.id for each in METHODS.values() if each.kind == "dungeon"])
def test_steps_counted_in_bits_are_those_counted_square_by_square(
    method: str, many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the way is so long that it is followed square by square."""
    monkeypatch.setattr(walking, "MANY", many)
    for number in (1, 2, 3):
        level = made(method, number)
        start = next(each for each in level.entities if each.kind == "start")
        ground, by_loop = Walkable(level), steps_by_loop(level, (start.x, start.y))
        begin = ground.square(start.x, start.y)
        assert ground.flood(begin).bit_count() == len(by_loop)
        far = max(by_loop.values())
        furthest = min(ground.square(*square) for square, steps in by_loop.items() if steps == far)
        assert ground.furthest(begin) == (far, furthest)
        places = {ground.square(*square).bit_length() - 1: steps for square, steps in by_loop.items()}
        assert ground.steps_to(begin, ground.flood(begin)) == places


def test_clusters_are_areas_the_largest_first() -> None:
    level = made("bsp")
    found = clusters(level.tiles, level.width)
    assert {number for number, tile in zip(found, level.tiles, strict=True) if tile > 1} == {1}
    tiles = bytearray(256)
    tiles[17] = tiles[40] = tiles[41] = 2
    apart = Level("dungeon", 16, 16, bytes(tiles), b"", (), level.graph, level.recipe)
    assert [clusters(apart.tiles, 16)[place] for place in (17, 40, 41, 0)] == [2, 1, 1, 0]


def test_clusters_of_large_maps_are_those_of_small_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(5)
    for share in (0.3, 0.5, 0.7):
        tiles = bytes(2 if random.random() < share else 0 for _ in range(40 * 30))
        found = clusters(tiles, 40)
        monkeypatch.setattr(walking, "LARGE", 0)
        assert clusters(tiles, 40) == found and max(found) > 3
        monkeypatch.undo()


def test_maps_that_were_drawn_to_take_long_are_measured_at_once() -> None:
    """One way through all of the largest map, doors everywhere, a room in every node: whole in a moment each."""
    recipe, wide, high = Recipe("own", 1, 1, 320, 200), 320, 200
    turns = (b"\2" * 320, b"\1" * 319 + b"\2", b"\2" * 320, b"\2" + b"\1" * 319)
    long_way = b"".join(turns[row % 4] for row in range(high))
    doors = bytes(LOCKED + place % 8 for place in range(wide * high))
    hidden = Graph((Node("room", 0, 0, 320, 200),) * 4000, tuple(Edge(0, node, "secret") for node in range(1, 4000)))
    ends = (Entity("start", 0, 0), *(Entity("key", 0, 0, (key,)) for key in range(8)), Entity("exit", 0, 198))
    treasures = tuple(Entity("treasure", place % 320, place // 320, (5,)) for place in range(0, 64_000, 4))
    begin = time.process_time()
    for tiles, graph in ((long_way, Graph()), (doors, hidden)):
        level = Level("dungeon", wide, high, tiles, b"", (*ends, *treasures), graph, recipe)
        measures(level)
        prove_dungeon(level)
        clusters(tiles, wide)
    assert time.process_time() - begin < 3.0, "it took half a minute, and 300 MB"


def test_locks_count_one_after_the_other() -> None:
    """A corridor with two doors, the key of the second behind the first."""
    tiles = bytearray(256)
    tiles[16:30] = bytes([3]) * 14
    tiles[20], tiles[25] = LOCKED, LOCKED + 1
    things = (Entity("start", 0, 1), Entity("key", 2, 1, (0,)), Entity("key", 6, 1, (1,)))
    level = Level("dungeon", 16, 16, bytes(tiles), b"", things, made("bsp").graph, made("bsp").recipe)
    start = Walkable(level).square(0, 1)
    assert lock_depth(level, start) == 2
    assert lock_depth(msgspec.structs.replace(level, entities=things[:2]), start) == 1
    assert lock_depth(msgspec.structs.replace(level, entities=things[:1]), start) == 0


def test_the_tree_of_an_image_is_no_graph_of_rooms_and_a_frame_no_gap() -> None:
    image = level_of(Recipe("quadtree", 1, 5, 64, 64))
    assert (image.graph.is_tree, measures(image)["rooms"], measures(image)["branching"]) == (True, 0, 0)
    made = [measures(level_of(Recipe("rooms", METHODS["rooms"].version, number, 42, 34))) for number in range(1, 9)]
    assert not any(each["gaps"] for each in made)
    assert all(each["linearity"] < 500 for each in made), "blocks are platforms, too: four floors are no line"


def test_a_straight_level_is_linear_and_one_without_challenges_lenient() -> None:
    flat = measures(drawn(["." * 40] * 8 + ["#" * 40] * 4))
    assert flat["linearity"] == flat["leniency"] == 1000 and flat["gaps"] == 0
    hilly = measures(drawn(["." * 40] * 4 + ["#" * 10 + "." * 20 + "#" * 10] * 4 + ["#" * 40] * 4))
    assert hilly["linearity"] < 600
    gaps = measures(drawn(["." * 40] * 8 + [("#" * 6 + ".." * 2) * 4] * 4))
    assert gaps["gaps"] == 4 and gaps["leniency"] == 0


ORDER = RangeOrder("bsp", {"least_w": 10}, (32, 24), 30, 5)


def silently(progress: Progress) -> None:
    """Nobody watches."""


def test_a_range_is_the_same_however_it_is_made() -> None:
    alone = run(RangeTournament(ORDER), silently).document()
    assert alone == run(RangeTournament(ORDER), silently, Workplace(2)).document()
    assert len(alone["levels"]) == 30 and alone["same_twice"] == 0 and 0 < alone["variety"] <= 1000
    assert alone != run(RangeTournament(RangeOrder("bsp", {"least_w": 11}, (32, 24), 30, 5)), silently).document()


def test_an_interrupted_range_goes_on(tmp_path: Path) -> None:
    seen: list[int] = []

    def stop(progress: Progress) -> None:
        seen.append(progress.done)
        if progress.done > 12:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(RangeTournament(ORDER), stop, journals=tmp_path)
    kept: list[Progress] = []
    heard: list[int] = []
    outcome = run(
        RangeTournament(ORDER),
        kept.append,
        journals=tmp_path,
        hear=lambda levels: heard.extend(e.number for e in levels),
    )
    assert kept[0].kept == seen[-1] > 12, "what was measured is not measured again"
    assert (
        sorted(heard) == sorted(ORDER.numbers())
        and outcome.document() == run(RangeTournament(ORDER), silently).document()
    )
    assert not list(tmp_path.iterdir())


def test_a_method_makes_levels_for_nobody_in_particular(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["forge", "bsp", "--player", "hasty"]) == 2
    assert "--player" in capsys.readouterr().err


def test_levels_that_are_the_same_are_counted() -> None:
    outcome = run(RangeTournament(ORDER), silently)
    assert same_twice([*outcome.levels, outcome.levels[0]]) == 1
    assert variety(outcome.levels[:1] * 5, 1) == 0
    assert {bin_of(value, (0, 19)) for value in range(20)} == set(range(20))


def said(capsys: pytest.CaptureFixture[str], *words: str, expect: int = 0) -> tuple[str, str]:
    """What a command line says, and what it complains about."""
    assert main(words) == expect
    return tuple(capsys.readouterr())  # type: ignore[return-value]


def test_the_command_line_makes_levels_and_says_what_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    outs = [word for ending in (".json", ".txt", ".csv", ".tmx", ".png") for word in ("--out", f"level{ending}")]
    words = ("bsp", "--seed", "7", "--size", "40x28", "--set", "least_w=9", "--steps", "steps.jsonl", "--json")
    told = json.loads(said(capsys, "forge", *words, *outs)[0])
    assert told["code"].startswith("SK1-") and told["level"]["recipe"]["number"] == 7
    assert {path.name for path in tmp_path.glob("level*")} == {
        *(f"level{ending}" for ending in (".json", ".txt", ".csv", ".tmx", ".png")),
        "level.tiles.png",
    }
    assert json.loads((tmp_path / "steps.jsonl").read_text(encoding="utf-8").splitlines()[0])[0] == "look"
    for again in (told["code"], "level.json", "level.txt"):
        assert json.loads(said(capsys, "forge", again, "--json")[0])["level"] == told["level"]
    for wrong in (
        ("nothing",),
        ("bsp", "--set", "least_w=99"),
        ("bsp", "--set", "leastw=9"),
        ("bsp", "--size", "9x9"),
        ("bsp", "--preset", "none"),
    ):
        _, complaint = said(capsys, "forge", *wrong, expect=2)
        assert len(complaint.strip().splitlines()) == 1, complaint
    said(capsys, "forge", "SK1-nonsense", expect=1)
    listed = json.loads(said(capsys, "forge", "list", "--json")[0])
    assert [each["method"] for each in listed] == list(METHODS)


def test_the_command_line_measures_a_range(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path / "home"))
    words = ("workshop-range", "bsp", "--levels", "20", "--size", "32x24", "--workers", "1", "--progress", "json")
    document, lines = said(capsys, *words, "--json", "-")
    told = [json.loads(line) for line in lines.splitlines()]
    levels = [level for each in told for level in each.get("levels", ())]
    assert sorted(levels) == sorted(json.loads(document)["levels"]) and len(levels) == 20
