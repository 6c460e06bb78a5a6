"""The proof of dungeons: what is come to from the start, keys before their locks, gates one way."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from game.cabinets.workshop.judging import reached
from game.core.forge.methods.registry import METHODS, level_of
from game.core.forge.model.level import DUNGEON_SIGNS, Edge, Entity, Graph, Level, Node, Recipe
from game.core.forge.proof.dungeon import prove_dungeon


def drawn(rows: list[str], *entities: Entity, graph: Graph = Graph()) -> Level:  # noqa: B008
    """A dungeon from rows of letters; `s`, `e` and the digits are start, exit and keys on floor."""
    found = list(entities)
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter in "se":
                found.append(Entity("start" if letter == "s" else "exit", x, y))
            elif letter.isdigit():
                found.append(Entity("key", x, y, (int(letter),)))
    plain = "".join(rows)
    tiles = bytes(DUNGEON_SIGNS.index(letter if letter in DUNGEON_SIGNS else ".") for letter in plain)
    recipe = Recipe("drawn", 1, 1, len(rows[0]), len(rows))
    standing = tuple(sorted(found, key=lambda each: each.order))
    return Level("dungeon", len(rows[0]), len(rows), tiles, bytes(len(tiles)), standing, graph, recipe)


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("s...e", (True, 0, None, 0)),
        ("s.#.e", (False, 2, (3, 0), 0)),
        ("s0A.e", (True, 0, None, 0)),
        ("s1A.e", (False, 3, (2, 0), 1)),
        ("s.A0e", (False, 3, (2, 0), 1)),
        ("s.>.e", (True, 0, None, 0)),
        ("s.<.e", (False, 3, (2, 0), 0)),
        ("s.%.e", (False, 2, (3, 0), 0)),
        (".e.s#.", (True, 1, (5, 0), 0)),
        ("s1B0A2B.Ce", (True, 0, None, 0)),
        ("....e", (False, 5, (0, 0), 0)),
        ("s....", (False, 0, None, 0)),
    ],
)
def test_a_proof_says_what_is_out_of_reach(row: str, told: tuple[object, ...]) -> None:
    proof = prove_dungeon(drawn([row]))
    assert (proof.exit, proof.unreached, proof.first, proof.shut) == told
    assert proof.proved == (told[0] and not told[1])


def test_what_only_secret_ways_lead_to_may_be_out_of_reach() -> None:
    nodes = (Node("room", 0, 0, 3, 1), Node("room", 4, 0, 2, 1))
    for kind, lost in (("secret", 0), ("open", 2)):
        level = drawn(["s.e#.."], graph=Graph(nodes, (Edge(0, 1, kind),)))  # type: ignore[arg-type]
        assert prove_dungeon(level).unreached == lost


LETTERS = {".": 60, "#": 14, ",": 8, "<": 2, ">": 2, "^": 2, "v": 2, "%": 2, "A": 2, "B": 2, "0": 1, "1": 1, "2": 1}
"""What a wild dungeon is made of, and how often."""


def test_bits_say_what_steps_say() -> None:
    for seed in range(150):
        random = Random(seed)
        letters, weights = zip(*LETTERS.items(), strict=True)
        rows = ["".join(random.choices(letters, weights, k=24)) for _ in range(16)]
        rows[3] = rows[3][:4] + "s" + rows[3][5:20] + "e" + rows[3][21:]
        level = drawn(rows)
        found = reached(level)
        walked = [place for place, tile in enumerate(level.tiles) if DUNGEON_SIGNS[tile] not in " #%"]
        lost = [place for place in walked if place not in found]
        proof = prove_dungeon(level)
        assert proof.unreached == len(lost)
        assert proof.first == ((lost[0] % 24, lost[0] // 24) if lost else None)
        assert proof.exit == (3 * 24 + 20 in found)


DUNGEONS = [name for name, method in METHODS.items() if method.kind == "dungeon"]


@pytest.mark.parametrize("method", DUNGEONS)
def test_what_methods_make_is_proved(method: str) -> None:
    made = METHODS[method]
    for number in range(1, 21):
        level = level_of(Recipe(method, made.version, number, *made.size))
        assert prove_dungeon(level).proved
        locks = [each for each in level.entities if each.kind == "key"]
        for key in locks:
            rest = tuple(each for each in level.entities if each is not key)
            assert not prove_dungeon(msgspec.structs.replace(level, entities=rest)).proved, "each key is needed"
