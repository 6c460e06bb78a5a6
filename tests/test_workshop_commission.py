"""A commission: what is refused, what is worth what, own generators in processes, and what ends none."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from game.cabinets.workshop.cabinet import WORKSHOP
from game.cabinets.workshop.commands.new import new_generator
from game.cabinets.workshop.judging import difference, fault_of, reached, way_length
from game.cabinets.workshop.rules import Made, Options, Workshop
from game.core.forge.formats.codes import read_level, write_level
from game.core.forge.methods.registry import METHODS, level_of
from game.core.forge.model.level import LOCKED, Entity, Level, Recipe
from game.core.rules import NATURE, Move

ROOT = Path(__file__).resolve().parent.parent


SIZES = {"dungeon": (48, 36), "platform": (160, 15)}


def level(method: str = "bsp", number: int = 7) -> Level:
    made = METHODS[method]
    return level_of(Recipe(method, made.version, number, *SIZES[made.kind]))


def judged(first: list[str], second: list[str]) -> tuple[int, ...]:
    rules = Workshop()
    state = rules.start(len(first), Options())
    rules.step(state, [Move(NATURE, 6)])
    for texts in (first, second):
        moves = [Move(seat, Made(text)) for seat, text in enumerate(texts)]
        assert all(rules.check(state, move.seat, move.action) is None for move in moves)
        rules.step(state, moves)
    return rules.scores(state)


def test_points_are_for_levels_that_are_delivered_twice() -> None:
    one, other = write_level(level()), write_level(level(number=8))
    points = judged([one, "", one], [one, one, other])
    assert points[0] >= 40 and points[1:] == (0, 0)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_makes_levels_that_are_taken_and_can_be_played(method: str) -> None:
    for number in range(1, 120):
        made = level(method, number)
        assert fault_of(made, SIZES[made.kind]) is None
        assert made.kind == "platform" or way_length(made) > 0, number


def test_the_first_fault_is_named() -> None:
    good = level()
    start = next(entity for entity in good.entities if entity.kind == "start")
    others = tuple(entity for entity in good.entities if entity.kind != "start")
    broken = {
        "start": msgspec.structs.replace(good, entities=others),
        "buried": msgspec.structs.replace(good, entities=(*others, Entity("start", 0, 0))),
        "outside": msgspec.structs.replace(good, entities=(start, Entity("rat", 60, 0), *others)),
        "tile": msgspec.structs.replace(good, tiles=bytes([200]) + good.tiles[1:]),
    }
    for key, wrong in broken.items():
        fault = fault_of(wrong, (48, 36))
        assert fault is not None and fault.key == key
        refused = Workshop().check(Workshop().start(1, Options()), 0, Made(write_level(wrong)))
        assert refused == f"workshop.refuse.{key}"
    rules = Workshop()
    assert rules.check(rules.start(1, Options(size="small")), 0, Made(write_level(good))) == "workshop.refuse.size"
    assert rules.check(rules.start(1, Options()), 0, Made("SKL-junk")) == "workshop.refuse.unreadable"


def test_a_lock_is_passed_with_its_key_alone() -> None:
    made = level()
    start = next(entity for entity in made.entities if entity.kind == "start")
    exit_ = next(entity for entity in made.entities if entity.kind == "exit")
    place = exit_.y * made.width + exit_.x
    locked = msgspec.structs.replace(made, tiles=made.tiles[:place] + bytes([LOCKED]) + made.tiles[place + 1 :])
    assert place not in reached(locked)
    key = Entity("key", start.x, start.y, (0,))
    assert place in reached(msgspec.structs.replace(locked, entities=(*locked.entities, key)))


def test_levels_of_two_kinds_differ_in_all() -> None:
    made = level()
    assert difference(made, made) == 0 < difference(made, level(number=8)) < 1000
    assert difference(made, msgspec.structs.replace(made, kind="platform")) == 1000


def run(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    main = str(ROOT / "main.py")
    return subprocess.run(
        [sys.executable, main, *words], cwd=cwd, capture_output=True, text=True, timeout=120, check=False
    )


def test_the_bots_are_the_methods() -> None:
    assert list(WORKSHOP.bots) == list(METHODS)


@pytest.mark.slow
def test_a_generator_of_ones_own_plays_and_broken_ones_end_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path, name = new_generator("my caves")
    head = "import os, time\nfrom game.core.forge.api import Generator\n"
    bodies = {
        "Hangs": "time.sleep(60)",
        "Exits": "os._exit(3)",
        "Floats": "level = request.blank(); level.put(1.5, 2, '.'); return level",
        "Nothing": "return None",
        "Prints": "print('x' * 1000000)\n        return None",
    }
    for kind, body in bodies.items():
        (tmp_path / f"{kind}.py").write_text(
            f"{head}class {kind}(Generator):\n    def generate(self, request):\n        {body}\n", encoding="utf-8"
        )
    for kind in bodies:
        seats = f"{path}:{name},{kind}.py:{kind},bsp"
        done = run(
            "play", "workshop", "--seats", seats, "--fill", "", "--seed", "5", "--headless", "--json", cwd=tmp_path
        )
        assert done.returncode in (0, 1), done.stderr
        told = json.loads(done.stdout)
        scores = [seat["score"] for seat in told["seats"]]
        assert scores[0] >= 40 and scores[1] == 0 and scores[2] >= 40, (kind, scores)


def test_a_level_is_itself_after_its_code() -> None:
    for number in range(1, 40):
        for method in METHODS:
            made = level(method, number)
            assert read_level(write_level(made)) == made
