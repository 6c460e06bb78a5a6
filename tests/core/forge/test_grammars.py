"""Laws of levels that are made by graph grammars: keys before locks and needed, graph and map agree, texts are read."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as some

from game.cabinets.workshop.judging import reached
from game.core.forge.grammar.rules import GrammarError, applied, place_of, read_grammar, web_of
from game.core.forge.grammar.space import lattice_for, lay_out
from game.core.forge.grammar.web import LOCK, ONE_WAY, Way, Web
from game.core.forge.methods import gameplay, mission, topology
from game.core.forge.methods.registry import METHODS, level_of
from game.core.forge.model.chance import Chance
from game.core.forge.model.level import GATES, HEADINGS, LOCKED, ROCK, WALL, Level, Recipe, Value
from game.ground.texts import Texts

GRAMMARS = ("topology", "mission", "gameplay")


def made(method: str, number: int, width: int = 48, height: int = 36, **parameters: Value) -> Level:
    return level_of(Recipe(method, METHODS[method].version, number, width, height, parameters))


def drawn(method: str, number: int) -> Level:
    """A level of a size and parameters that change with the number."""
    sizes = ((48, 36), (64, 48), (32, 24), (64, 64))
    width, height = sizes[number % len(sizes)]
    values: dict[str, Value] = {
        "mission": {"tasks": 5 + number % 20, "locks": number % 7, "branches": number % 5, "oneway": number % 4},
        "gameplay": {"vocabulary": ("siege", "heist", "pilgrimage")[number % 3], "tasks": 5 + number % 20},
        "topology": {"rooms": 5 + number % 20, "loops": number % 6, "look": 1 + number % 4},
    }[method]
    return made(method, number, width, height, **METHODS[method].settled(usual(method) | values, width, height))


def usual(method: str) -> dict[str, Value]:
    return {name: parameter.default for name, parameter in METHODS[method].parameters.items()}


def web_from(level: Level) -> Web:
    """The graph of a level as the engine knows it."""
    web = Web({number: node.kind for number, node in enumerate(level.graph.nodes)})
    for edge in level.graph.edges:
        web.ways[edge.a, edge.b] = Way(edge.kind, edge.key if edge.kind == LOCK else -1)
    for key in (each for each in level.entities if each.kind == "key"):
        inside = (
            number
            for number, node in enumerate(level.graph.nodes)
            if node.x <= key.x < node.x + node.width and node.y <= key.y < node.y + node.height
        )
        web.holds[next(inside)] = key.data[0]
    return web


@pytest.mark.parametrize("method", GRAMMARS)
def test_every_key_lies_before_its_lock_and_is_needed(method: str, numbers: range) -> None:
    locked = 0
    for number in numbers:
        level = drawn(method, number)
        web = web_from(level)
        locks = sorted(way.key for way in web.ways.values() if way.kind == LOCK)
        assert sorted(web.holds.values()) == locks == sorted(tile - LOCKED for tile in locks_of(level)), number
        assert web.is_sound(), number
        locked += len(locks)
        everything = reached(level)
        open_squares = {place for place, tile in enumerate(level.tiles) if tile not in (ROCK, WALL)}
        assert set(everything) == open_squares, (number, "all that is open can be come to")
    assert method == "topology" or locked > len(numbers)


def locks_of(level: Level) -> list[int]:
    return [tile for tile in level.tiles if LOCKED <= tile < GATES]


@pytest.mark.parametrize("method", ("mission", "gameplay"))
def test_with_any_one_key_taken_away_the_exit_or_a_bonus_is_lost_on_the_map(method: str, numbers: range) -> None:
    for number in numbers:
        level = drawn(method, number)
        prizes = [node for node in level.graph.nodes if node.kind in ("goal", "bonus")]
        for key in (each for each in level.entities if each.kind == "key"):
            rest = tuple(each for each in level.entities if each != key)
            found = reached(
                Level(level.kind, level.width, level.height, level.tiles, b"", rest, level.graph, level.recipe)
            )
            assert any(node.y * level.width + node.x not in found for node in prizes), (number, key)


@pytest.mark.parametrize("method", GRAMMARS)
def test_graph_and_map_agree(method: str, numbers: range) -> None:
    """Rooms never touch; each way joins the two rooms that it says, and no piece of corridor joins any other."""
    for number in numbers:
        level = drawn(method, number)
        rooms: dict[tuple[int, int], int] = {}
        for place, node in enumerate(level.graph.nodes):
            for y in range(node.y, node.y + node.height):
                for x in range(node.x, node.x + node.width):
                    assert level.tiles[y * level.width + x] not in (ROCK, WALL)
                    assert (x, y) not in rooms
                    rooms[x, y] = place
        for (x, y), place in rooms.items():
            assert all(rooms.get((x + dx, y + dy), place) == place for dx, dy in HEADINGS), number
        ways = {frozenset((edge.a, edge.b)) for edge in level.graph.edges}
        assert set(corridors(level, rooms)) == ways, number


def corridors(level: Level, rooms: dict[tuple[int, int], int]) -> Iterator[frozenset[int]]:
    """Which rooms each piece of corridor joins."""
    wide = level.width
    free = {
        (place % wide, place // wide)
        for place, tile in enumerate(level.tiles)
        if tile not in (ROCK, WALL) and (place % wide, place // wide) not in rooms
    }
    while free:
        waiting, ends = [free.pop()], set()
        while waiting:
            x, y = waiting.pop()
            for dx, dy in HEADINGS:
                square = x + dx, y + dy
                if square in rooms:
                    ends.add(rooms[square])
                elif square in free:
                    free.discard(square)
                    waiting.append(square)
        yield frozenset(ends)


@pytest.mark.parametrize("method", GRAMMARS)
def test_the_steps_tell_the_whole_graph(method: str) -> None:
    for number in range(1, 16):
        kinds: dict[int, str] = {}
        ways: dict[tuple[int, int], str] = {}
        kind = METHODS[method]

        def note(told: str, numbers: tuple[int, ...], kinds=kinds, ways=ways) -> None:  # type: ignore[no-untyped-def]
            name, _, of = told.partition(":")
            if name == "node":
                kinds[numbers[1]] = of
            elif name == "unnode":
                del kinds[numbers[1]]
            elif name == "edge":
                ways[numbers[1], numbers[2]] = of
            elif name == "unedge":
                del ways[numbers[1], numbers[2]]

        level = kind.make(Recipe(method, kind.version, number, 48, 36), note)
        assert sorted(kinds.values()) == sorted(node.kind for node in level.graph.nodes)
        assert sorted(ways.values()) == sorted(edge.kind for edge in level.graph.edges)


def test_words_of_gameplay_are_kept(numbers: range) -> None:
    """What comes before does, and what never follows at once does not."""
    for number in numbers:
        name = ("siege", "heist", "pilgrimage")[number % 3]
        words = gameplay.VOCABULARIES[name]
        level = made("gameplay", number, 64, 48, vocabulary=name, tasks=18)
        web = web_from(level)
        assert words.allows(web)
        for (a, b), way in web.ways.items():
            action = words.actions.get(web.kinds[b])
            assert way.kind == ONE_WAY or action is None or web.kinds[a] not in action.never_after
        for action in words.actions.values():
            assert list(web.kinds.values()).count(action.name) <= action.most


def test_a_topology_comes_near_its_wishes(numbers: range) -> None:
    """Rooms exactly; guards and hoards within one of their share, loops within one; what space leaves out is told."""
    near = 0
    for number in numbers:
        wishes: dict[str, Value] = {"rooms": 14, "difficulty": number % 7, "reward": number % 4, "loops": number % 4}
        level = made("topology", number, 64, 48, **wishes)
        tally = topology.tally_of(web_from(level))
        assert tally.rooms == 14
        assert abs(20 * tally.guards - 14 * int(wishes["difficulty"])) <= 20, number
        assert abs(20 * tally.hoards - 14 * int(wishes["reward"])) <= 20, number
        near += abs(tally.ways - tally.rooms + 1 - int(wishes["loops"])) <= 1
    assert near >= 95 * len(numbers) // 100


def test_a_mission_has_as_many_nodes_locks_and_bonuses_as_is_wished(numbers: range) -> None:
    for number in numbers:
        level = made("mission", number, 64, 64, tasks=16, locks=3, branches=3, oneway=1)
        kinds = [node.kind for node in level.graph.nodes]
        assert len(kinds) == 16 and kinds.count("bonus") == 3, number
        assert 3 <= sum(edge.kind == LOCK for edge in level.graph.edges) <= 4
        assert sum(edge.kind == ONE_WAY for edge in level.graph.edges) == 1


def test_nodes_of_missions_find_room(sizes: tuple[int, ...] = (16, 24)) -> None:
    """On as few as four cells a node, of random trees, in one making: what fails is drawn anew."""
    for nodes, least in zip(sizes, (95, 80), strict=True):
        placed = 0
        for number in range(100):
            chance = Chance(number + 1, "test", "space")
            start = web_of(mission.GRAMMAR.start)
            web, rule = start, mission.GRAMMAR.rules[1]
            while len(web.kinds) < nodes:
                place = place_of(web, rule.find, chance)
                after = applied(web, rule, place) if place else None
                web = after if after is not None and after.is_sound() else web
            placed += lay_out(web, lattice_for(41, 41 if nodes == 16 else 61, nodes), chance) is not None
        assert placed >= least, nodes


GOOD = """kinds = ["entrance", "task", "key", "goal"]
start = "e:entrance > t:task > g:goal"

[[rule]]
name = "lock"
find = "a > b, x:task"
put = "a => b, x > k:key"
weight = 3
most = 2
"""


@pytest.mark.parametrize(
    ("before", "after", "key", "line"),
    [
        ("weight = 3", "weight = 0", "number", 8),
        ("weight = 3", "wieght = 3", "unknown", 8),
        ("most = 2", "most = true", "number", 9),
        ("a => b, x > k:key", "a => b", "keys", 7),
        ("a => b, x > k:key", "a = b", "graph", 7),
        ("a => b, x > k:key", "a >", "graph", 7),
        ("a => b, x > k:key", "a > c > b", "kindless", 7),
        ("a > b, x:task", "a > b, x:tusk", "kind", 6),
        ("a > b, x:task", "a > b > c > d > e", "large", 6),
        ('name = "lock"', "name = 7", "name", 5),
        ('find = "a > b, x:task"', "find = 3", "graph", 6),
        ('kinds = ["entrance", "task", "key", "goal"]', "kinds = 1", "kinds", 1),
        ("[[rule]]", "[[rule]", "toml", 4),
        ("e:entrance >", "e >", "kindless", 2),
    ],
)
def test_what_is_no_grammar_is_told_with_its_line(before: str, after: str, key: str, line: int) -> None:
    assert read_grammar(GOOD).rules[0].growth == 1
    with pytest.raises(GrammarError) as caught:
        read_grammar(GOOD.replace(before, after))
    assert caught.value.key == f"forge.error.grammar.{key}"
    assert caught.value.values["line"] == line
    for language in ("en", "ko"):
        assert str(line) in Texts(language).line(caught.value.key, caught.value.values)


@given(some.data())
def test_mutated_grammars_are_read_or_refused(data: some.DataObject) -> None:
    letters = list(GOOD)
    for _ in range(data.draw(some.integers(1, 6))):
        place = data.draw(some.integers(0, len(letters) - 1))
        letters[place] = data.draw(some.sampled_from('\n"=>:[]ab~,é\x00 {}'))
    try:
        grammar = read_grammar("".join(letters))
    except GrammarError:
        return
    assert grammar.rules


def test_no_rule_lays_a_second_way_between_two_nodes() -> None:
    web = web_of(read_grammar(GOOD).start)
    ring = read_grammar(GOOD.replace("a > b, x:task", "a > b > c").replace("a => b, x > k:key", "a > b > c, c > a"))
    after = applied(web, ring.rules[0], {"a": 0, "b": 1, "c": 2})
    assert after is not None
    assert applied(after, ring.rules[0], {"a": 0, "b": 1, "c": 2}) is None
