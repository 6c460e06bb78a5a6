"""Laws of platform levels made by number: they can be finished, keep to what can be jumped, stay as they are."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from hashlib import blake2b
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.compiled import plain
from game.core.forge.formats.codes import write_level
from game.core.forge.methods.ore import LIBRARIES, Pinned, grow
from game.core.forge.methods.profile import GAP
from game.core.forge.methods.registry import METHODS, level_of
from game.core.forge.methods.rhythm import PATHS, wanted_rows
from game.core.forge.methods.rooms import TEMPLATES, find_way
from game.core.forge.model.chance import Chance
from game.core.forge.model.chunks import TAGS, ChunkError, read_chunks
from game.core.forge.model.land import SOLID
from game.core.forge.model.level import (
    AIR,
    BLOCK,
    COIN_BLOCK,
    GROUND,
    ONE_WAY,
    PIPE,
    SPIKES,
    SPRING,
    Entity,
    Level,
    Recipe,
    Value,
)
from game.core.forge.model.method import silent
from game.core.forge.physics import numbers as n
from game.core.forge.physics.reach import HIGHEST_BUILT, widest_built
from game.core.forge.physics.world import world_of
from game.core.forge.proof.platform import TRIES, Searcher, prove, told
from game.core.forge.proof.repair import ROUNDS, mended
from game.ground.texts import Texts
from tests.core.forge.levels import drawn

PLATFORMS = [method.id for method in METHODS.values() if method.kind == "platform"]
LINES = [method for method in PLATFORMS if method in ("rhythm", "multipass")]
"""Methods whose ground is one line from left to right."""
GOLDEN = {
    "ideas": "0d734c7bbf086295a15831aad30a024e",
    "rhythm": "8151dd63d34b5af321a1304fa0326fbf",
    "multipass": "1a1af97b3e292d0dada835edd6edc556",
    "rooms": "c254e9d254f06972be7a344bdb7f2e7b",
    "ore": "5b68240eaa7db06b1e8d88be70151987",
}
"""A digest of twenty levels of each method: what a number once was it is for ever, unless the version counts up."""


def made(method: str, number: int, width: int = 160, **parameters: Value) -> Level:
    kind = METHODS[method]
    size = kind.size if method == "rooms" else (width, 15)
    return level_of(Recipe(method, kind.version, number, *size, parameters))


def rows_of(level: Level, *others: int) -> list[int]:
    """The row of the highest ground (or other tile) in each column, `GAP` where there is none."""
    rows = []
    for x in range(level.width):
        column = level.tiles[x :: level.width]
        rows.append(next((y for y, tile in enumerate(column) if tile in (GROUND, *others)), GAP))
    return rows


def digest(method: str, numbers: Sequence[int]) -> str:
    summed = blake2b(digest_size=16)
    for number in numbers:
        summed.update(write_level(made(method, number)).encode())
    return summed.hexdigest()


@pytest.mark.parametrize("method", PLATFORMS)
def test_levels_are_what_they_were(method: str) -> None:
    assert digest(method, range(1, 21)) == GOLDEN[method]


@pytest.mark.slow
@pytest.mark.parametrize("method", PLATFORMS)
def test_levels_are_the_same_in_any_process(method: str) -> None:
    script = f"from tests.core.forge.test_platforms import digest; print(digest({method!r}, range(1, 101)))"
    for environment in ({"PYTHONHASHSEED": "1"}, {"PYTHONHASHSEED": "2", "SOUK_PLAIN": "1"}):
        command = [sys.executable, "-c", script]
        run = subprocess.run(
            command, env={**os.environ, **environment}, capture_output=True, encoding="utf-8", check=True
        )
        assert run.stdout.strip() == digest(method, range(1, 101))


@pytest.mark.parametrize("method", PLATFORMS)
def test_no_level_is_made_twice(method: str, numbers: range) -> None:
    assert len({made(method, number).tiles for number in numbers}) == len(numbers)


@pytest.mark.parametrize("method", LINES)
@pytest.mark.parametrize("size", [(40, 12), (160, 15), (320, 40)])
def test_ground_keeps_to_its_rows_and_ends_flat_with_the_goal_four_from_the_end(
    method: str, size: tuple[int, int], numbers: range
) -> None:
    for number in numbers:
        level = level_of(Recipe(method, METHODS[method].version, number, *size))
        rows = rows_of(level)
        assert all(row == GAP or 5 <= row <= level.height - 2 for row in rows), number
        assert len(set(rows[-8:])) == 1
        goal = next(entity for entity in level.entities if entity.kind == "goal")
        assert (goal.x, goal.y) == (level.width - 4, rows[-1] - 1)


@pytest.mark.parametrize("method", LINES)
def test_gaps_and_rises_lie_inside_the_table(method: str, numbers: range) -> None:
    for number in numbers:
        level = made(method, number)
        rows = rows_of(level, PIPE)
        springs = [place % level.width for place, tile in enumerate(level.tiles) if tile == SPRING]
        edge = 0
        for x in range(1, level.width):
            if rows[x] == GAP:
                continue
            gap, rise = x - edge - 1, rows[edge] - rows[x]
            if gap:
                assert gap <= widest_built(rise), (number, x)
            else:
                assert rise <= HIGHEST_BUILT or any(0 < x - spring <= 2 for spring in springs), (number, x)
            edge = x


@pytest.mark.parametrize("method", LINES)
def test_the_pieces_of_a_graph_are_ground_that_one_stands_on(method: str, numbers: range) -> None:
    for number in numbers:
        level = made(method, number)
        assert len(level.graph.edges) == len(level.graph.nodes) - 1
        for node in level.graph.nodes:
            for x in range(node.x, node.x + node.width):
                assert level.tiles[node.y * level.width + x] == GROUND, (number, node)


@pytest.mark.parametrize("method", PLATFORMS)
def test_who_is_carried_back_to_a_checkpoint_is_harmed_by_nothing_there(method: str, numbers: range) -> None:
    for number in numbers[: len(numbers) // 5]:
        level = made(method, number)
        world = world_of(level)
        for entity in level.entities:
            if entity.kind not in ("checkpoint", "start"):
                continue
            assert level.tiles[entity.y * level.width + entity.x] == AIR
            assert level.tiles[(entity.y + 1) * level.width + entity.x] in SOLID, (number, entity)
            runner = world.runner()
            runner[n.X], runner[n.Y] = entity.x * n.SQUARE + 40, (entity.y + 1) * n.SQUARE - n.TALL
            world.run(runner, 0, 900)
            assert runner[n.DEATHS] == 0, (number, entity)


@pytest.mark.parametrize("method", PLATFORMS)
def test_a_level_of_each_method_is_proved_or_mended(method: str) -> None:
    whole = mended(made(method, 2))
    proof = told(world_of(whole.level), whole.level.way)
    assert proof.proved and proof.ticks == whole.proof.ticks, "the way it carries ends at the goal"


def blocked(*entities: Entity) -> Level:
    """A wall of six, a gap of twelve and spikes: nobody gets through."""
    rows = [["#" if y >= 10 else "." for _ in range(70)] for y in range(14)]
    for y in range(4, 10):
        rows[y][20:22] = "##"
    for y in range(10, 14):
        rows[y][35:47] = "." * 12
    return drawn(["".join(row) for row in rows], Entity("start", 2, 9), Entity("goal", 66, 9), *entities)


def test_what_cannot_be_finished_is_mended() -> None:
    level = blocked(*(Entity("giant", x, 9, (x - 1, x + 1)) for x in (30, 55)))
    whole = mended(level, ((8, 12, 3000),))
    assert whole.proof.proved and 1 <= whole.rounds <= ROUNDS
    assert told(world_of(whole.level), whole.level.way).proved
    assert whole.level.tiles != level.tiles


@pytest.mark.slow
@pytest.mark.parametrize(("method", "number"), [("rhythm", 239), ("ore", 2237)])
def test_what_a_search_spends_itself_on_is_mended_from_the_start(method: str, number: int) -> None:
    """Two of 7,500 that mending where the search ended does not help: a spring before a gap takes all nodes."""
    pytest.importorskip("numba")
    assert prove(made(method, number, 200)).proved, "a greedy try gets through"
    whole = mended(made(method, number, 200), [one for one in TRIES if one[1] < 20])
    assert whole.proof.proved and 2 < whole.rounds < ROUNDS


def test_what_can_be_finished_is_left_as_it_is() -> None:
    level = made("rhythm", 3)
    whole = mended(level)
    assert whole.rounds == 0 and whole.level.tiles == level.tiles and whole.level.way == whole.proof.way


CHAPTERS_TEMPLATE = """
0000000011
0060000L11
0000000L11
0000000L11
0000000L11
0000000011
0000000011
1111111111
"""


def test_the_templates_of_rooms_are_whole_and_enough_of_each_type_and_hold_the_chapters() -> None:
    for heading, least in {"side": 10, "any": 10, "down": 8, "top": 8, "ground": 8, "air": 8, "door": 8}.items():
        found = TEMPLATES[heading]
        assert len(found) >= least and len(set(found)) == len(found)
        size = (5, 3) if heading in ("ground", "air", "door") else (10, 8)
        for template in found:
            assert [len(line) for line in template] == [size[0]] * size[1], (heading, template)
            assert set("".join(template)) <= set("012456789LP7")
    assert tuple(CHAPTERS_TEMPLATE.split()) in TEMPLATES["any"]


def test_obstacles_lie_inside_their_room_and_leave_its_lowest_row() -> None:
    for heading in ("side", "down", "top", "any"):
        for template in TEMPLATES[heading]:
            for y, line in enumerate(template):
                for x, sign in enumerate(line):
                    assert sign not in "568" or (x + 5 <= 10 and y + 3 <= 7), (heading, template)


@pytest.mark.parametrize(("heading", "ways"), [("side", "LR"), ("down", "LRD"), ("top", "LRU")])
def test_a_template_lets_a_way_through_as_its_type_says(heading: str, ways: str) -> None:
    for template in TEMPLATES[heading]:
        free = {(x, y) for y, line in enumerate(template) for x, sign in enumerate(line) if sign not in "12"}
        ends = {"L": (0, 6), "R": (9, 6), "D": (4, 7), "U": (4, 0)}
        found, wave = {ends[ways[0]]}, [ends[ways[0]]]
        while wave:
            x, y = wave.pop()
            for other in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if other in free and other not in found:
                    found.add(other)
                    wave.append(other)
        assert all(ends[way] in found for way in ways), template


def test_the_way_of_rooms_leads_from_the_top_row_down_to_the_last() -> None:
    for number in range(1, 301):
        way = find_way(Chance(number, "test", "way"), 4, 4)
        assert way[0][1] == 0 and way[-1][1] == 3 and len({place[:2] for place in way}) == len(way)
        for here, there in pairwise(way):
            step = (there[0] - here[0], there[1] - here[1])
            assert step in ((1, 0), (-1, 0), (0, 1))
            assert (here[2] in ("down", "through")) == (step == (0, 1)) == (there[2] in ("top", "through"))


def test_what_cannot_be_reached_in_rooms_holds_nothing_to_be_had(numbers: range) -> None:
    for number in numbers:
        level = made("rooms", number, treasure=1000)
        world = world_of(level)
        away = plain(Searcher(world).away)
        for entity in level.entities:
            if entity.kind in ("coin", "gem"):
                assert away[int(world.shape[1]) + entity.y * int(world.shape[0]) + entity.x] >= 0, number


def test_the_library_of_chunks_has_enough_for_every_kind_of_place() -> None:
    library = LIBRARIES["souk"]
    assert len(library) >= 24 and len({chunk.name for chunk in library}) == len(library)
    assert {tag for chunk in library for tag in chunk.tags} == set(TAGS)
    for under in (GROUND, ONE_WAY):
        assert sum(chunk.entry.under == under for chunk in library) >= 4


def test_a_runner_gets_through_every_chunk_on_ground() -> None:
    for chunk in LIBRARIES["souk"]:
        if chunk.entry.under != GROUND:
            continue
        recipe = Recipe("ore", METHODS["ore"].version, 1, 60, 18, {**usual("ore"), "bias_trap": 0})
        level = grow(recipe, silent, LIBRARIES["souk"], [Pinned(chunk, 26, 13 - chunk.entry.y)])
        assert level.tiles[13 * 60 + 26] == AIR
        assert prove(level).proved, chunk.name


@given(st.integers(1, 1 << 30), st.integers(0, 200), st.integers(16, 120), st.integers(5, 12))
def test_what_is_pinned_stays_and_the_rest_grows_round_it(number: int, which: int, x: int, row: int) -> None:
    library = LIBRARIES["souk"]
    chunk = library[which % len(library)]
    y = max(0, min(row - chunk.entry.y, 14 - chunk.height))
    level = grow(
        Recipe("ore", METHODS["ore"].version, number, 160, 15, usual("ore")), silent, library, [Pinned(chunk, x, y)]
    )
    for column, line, tile in chunk.squares:
        assert level.tiles[(y + line) * 160 + x + column] == tile
    standing = [(entity.kind, entity.x, entity.y) for entity in level.entities]
    assert all((kind, x + left, y + line) in standing for kind, left, line, _ in chunk.things if kind != "cannon")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "chunk_none"),
        ("....\n", "chunk_first"),
        ("chunk a\n..\n", "chunk_heading"),
        ("chunk a what\n<.\n##\n", "chunk_tag"),
        ("chunk a flat\n<.\n##@\n", "chunk_sign"),
        ("chunk a flat\n<.\n###\n", "chunk_row"),
        ("chunk a flat\n<.\n.#\n", "chunk_under"),
        ("chunk a flat\n..\n##\n", "chunk_entry"),
        ("chunk a flat\n<<\n##\n", "chunk_entry"),
        ("chunk a flat\n" + "." * 41 + "\n", "chunk_size"),
        ("chunk a flat\n<>\n##\n" * 500, "chunk_many"),
    ],
)
def test_a_text_that_is_no_library_is_told_so_by_line(text: str, said: str) -> None:
    with pytest.raises(ChunkError) as raised:
        read_chunks(text)
    assert raised.value.key == f"forge.error.{said}"


@given(st.text(alphabet="chunk afltg<>#.=ow*-\n", max_size=300))
def test_any_text_is_a_library_or_is_told_why_not(text: str) -> None:
    try:
        assert read_chunks(text)
    except ChunkError as error:
        assert error.key.startswith("forge.error.chunk_")


CONTROLS: dict[tuple[str, str], tuple[Sequence[int], int, Callable[[Level], int]]] = {
    ("rhythm", "jump"): ((100, 300, 500, 700), 1, lambda level: gaps_of(level) + steps_of(level)),
    ("rhythm", "spring"): ((0, 150, 300, 500), 1, lambda level: level.tiles.count(SPRING)),
    ("rhythm", "wait"): ((0, 150, 300, 500), 1, lambda level: kinds_of(level)["crusher"]),
    ("rhythm", "enemy"): ((0, 150, 300, 500), 1, lambda level: kinds_of(level)["walker"]),
    ("rhythm", "coins_group"): ((0, 4, 8, 16), 1, lambda level: kinds_of(level)["coin"]),
    ("rhythm", "coins_gap"): ((0, 300, 600, 1000), 1, lambda level: kinds_of(level)["coin"]),
    ("multipass", "gap"): ((0, 50, 150, 500), 1, lambda level: gaps_of(level)),
    ("multipass", "gaps"): ((0, 3, 6, 10), 1, lambda level: gaps_of(level)),
    ("multipass", "gap_most"): ((3, 4, 5, 6), 1, lambda level: rows_of(level).count(GAP)),
    ("multipass", "height"): ((0, 100, 300, 800), 1, lambda level: steps_of(level)),
    ("multipass", "hill"): ((0, 50, 150, 500), 1, lambda level: level.tiles.count(ONE_WAY)),
    ("multipass", "hill_end"): ((50, 200, 500, 1000), -1, lambda level: level.tiles.count(ONE_WAY)),
    ("multipass", "hill_enemy"): ((0, 300, 600, 1000), 1, lambda level: kinds_of(level)["walker"]),
    ("multipass", "pipe"): ((0, 50, 200, 1000), 1, lambda level: level.tiles.count(PIPE)),
    ("multipass", "pipe_most"): ((2, 3, 4), 1, lambda level: level.tiles.count(PIPE)),
    ("multipass", "enemy"): ((0, 50, 200, 1000), 1, lambda level: kinds_of(level)["walker"]),
    ("multipass", "winged"): ((0, 300, 600, 1000), 1, lambda level: kinds_of(level)["flyer"]),
    ("multipass", "hard"): ((0, 2, 4, 7), 1, lambda level: kinds_of(level)["flyer"] + kinds_of(level)["cannon"]),
    ("multipass", "platform"): ((0, 50, 200, 1000), 1, lambda level: blocks_of(level)),
    ("multipass", "platform_end"): ((0, 100, 300, 1000), -1, lambda level: blocks_of(level)),
    ("multipass", "block_power"): ((0, 100, 400, 1000), 1, lambda level: kinds_of(level)["gem"]),
    ("multipass", "block_coin"): ((0, 200, 500, 1000), 1, lambda level: level.tiles.count(COIN_BLOCK)),
    ("multipass", "coin_blocks"): ((0, 2, 4, 8), 1, lambda level: level.tiles.count(COIN_BLOCK)),
    ("multipass", "block_enemy"): ((0, 300, 600, 1000), 1, lambda level: kinds_of(level)["walker"]),
    ("multipass", "coin"): ((0, 100, 300, 1000), 1, lambda level: kinds_of(level)["coin"]),
    ("rooms", "columns"): ((3, 4), 1, lambda level: len(level.graph.nodes)),
    ("rooms", "rows"): ((3, 4), 1, lambda level: len(level.graph.nodes)),
    ("rooms", "traps"): ((0, 20, 60, 200), 1, lambda level: kinds_of(level)["cannon"] + kinds_of(level)["crusher"]),
    ("rooms", "monsters"): ((0, 20, 60, 200), 1, lambda level: kinds_of(level)["walker"] + kinds_of(level)["flyer"]),
    ("rooms", "jewels"): ((0, 3, 6, 10), 1, lambda level: kinds_of(level)["gem"]),
    ("rooms", "treasure"): ((0, 100, 300, 1000), 1, lambda level: kinds_of(level)["coin"]),
    ("ideas", "breath"): ((3, 6, 9, 12), -1, lambda level: gaps_of(level)),
    ("ideas", "difficulty"): ((0, 1, 2, 3, 4), 1, lambda level: harms_of(level)),
    **{
        ("ore", f"bias_{tag}"): (
            (0, 3, 6, 10),
            1,
            lambda level, tag=tag: sum(tag in TAGS_OF.get(node.kind, ()) for node in level.graph.nodes),
        )
        for tag in TAGS
    },
    ("ore", "density"): ((1, 4, 7, 10), 1, lambda level: kinds_of(level)["coin"] + kinds_of(level)["walker"]),
}
"""For each parameter some values from low to high, and what rises with it (1) or falls (-1)."""
NAMED = {
    ("rhythm", "path"): "a choice of shapes",
    ("rhythm", "length"): "a choice; groups differ in where they rest, not in what is in them",
    ("rhythm", "density"): "a choice; measured below",
    ("rhythm", "beat"): "a choice; it moves beats and makes none",
    ("rhythm", "candidates"): "critics come nearer to the wish, measured below",
    ("ore", "library"): "a choice of one",
    ("ore", "frontier"): "moves only the order of growth: what is in the way of what, not how much there is",
}
"""Parameters that no number rises with, and why."""


def usual(method: str) -> dict[str, Value]:
    return {name: parameter.default for name, parameter in METHODS[method].parameters.items()}


def kinds_of(level: Level) -> Counter[str]:
    return Counter(entity.kind for entity in level.entities)


def gaps_of(level: Level) -> int:
    return sum(here != GAP and after == GAP for here, after in pairwise(rows_of(level)))


def steps_of(level: Level) -> int:
    return sum(GAP not in pair and pair[0] != pair[1] for pair in pairwise(rows_of(level)))


def harms_of(level: Level) -> int:
    kinds = kinds_of(level)
    return sum(kinds[kind] for kind in ("walker", "flyer", "crusher", "cannon")) + level.tiles.count(SPIKES)


def blocks_of(level: Level) -> int:
    return level.tiles.count(BLOCK) + level.tiles.count(COIN_BLOCK)


TAGS_OF = {chunk.name: chunk.tags for chunk in LIBRARIES["souk"]}


def test_every_parameter_is_measured_or_named() -> None:
    known = {(method, name) for method in PLATFORMS for name in METHODS[method].parameters}
    assert set(CONTROLS) | set(NAMED) == known and not set(CONTROLS) & set(NAMED)


@pytest.mark.slow
@pytest.mark.parametrize("control", CONTROLS, ids="-".join)
def test_a_parameter_changes_what_its_help_says(control: tuple[str, str]) -> None:
    method, name = control
    values, sign, measure = CONTROLS[control]
    means = [sum(measure(made(method, number, **{name: value})) for number in range(1, 61)) for value in values]
    ordered = sorted(range(len(means)), key=lambda place: sign * means[place])
    apart = sum((place - rank) ** 2 for rank, place in enumerate(ordered))
    count = len(means)
    assert means[0] != means[-1] and 1 - 6 * apart / (count * (count * count - 1)) >= 0.5, means


@pytest.mark.parametrize(("density", "promised"), [("low", 4), ("medium", 8), ("high", 12)])
def test_beats_come_as_often_as_the_help_says(density: str, promised: int) -> None:
    assert f"{promised}" in Texts("en").line("workshop.method.rhythm.parameter.density.help")
    beats = columns = 0
    for number in range(1, 13):
        found: list[int] = []
        recipe = Recipe("rhythm", METHODS["rhythm"].version, number, 160, 15, {"density": density, "candidates": 4})
        level_of(recipe, lambda kind, numbers, to=found: to.append(numbers[1]) if kind == "beat" else None)
        beats, columns = beats + len(found) - 1, columns + found[-1] - found[0]
    assert 0.88 * promised <= 94 * beats / columns <= 1.12 * promised


@pytest.mark.slow
def test_more_beats_ask_for_more_and_more_candidates_come_nearer_to_the_path() -> None:
    def asked(**parameters: Value) -> int:
        return sum(len(made("rhythm", number, **parameters).graph.nodes) for number in range(1, 61))

    assert asked(density="low") < asked(density="medium") < asked(density="high")

    def away(candidates: int) -> int:
        wished = wanted_rows(PATHS["waves"], 160, 15)
        levels = [made("rhythm", number, path="waves", candidates=candidates) for number in range(1, 31)]
        return sum(
            abs(row - wish) for level in levels for row, wish in zip(rows_of(level), wished, strict=True) if row != GAP
        )

    assert away(64) < away(4) < away(1)
