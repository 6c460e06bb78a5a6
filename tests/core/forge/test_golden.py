"""Levels stay what they were: a digest of twenty levels of each dungeon method, and the same in another process.

`python -m tests.core.forge.test_golden` writes them anew. A method whose levels change gets another version.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from hashlib import blake2b

import msgspec
import pytest

from game.core.forge.methods.registry import METHODS, level_of
from game.core.forge.model.level import Recipe
from tests import ROOT

FILE = ROOT / "tests" / "data" / "forge_levels.json"
DUNGEONS = [method.id for method in METHODS.values() if method.kind == "dungeon"]
SIZES = ((48, 36), (64, 64), (32, 24), (57, 41))


def digest_of(method: str, number: int) -> str:
    width, height = SIZES[number % len(SIZES)]
    level = level_of(Recipe(method, METHODS[method].version, number, width, height))
    return blake2b(msgspec.msgpack.encode(level), digest_size=6).hexdigest()


def digests(method: str, numbers: range = range(1, 21)) -> list[str]:
    return [digest_of(method, number * 104_729) for number in numbers]


@pytest.mark.parametrize("method", DUNGEONS)
def test_levels_stay_what_they_were(method: str) -> None:
    assert digests(method) == json.loads(FILE.read_text(encoding="utf-8"))[method]


def test_another_process_with_another_order_of_sets_makes_the_same_levels() -> None:
    code = (
        "import json; from tests.core.forge.test_golden import DUNGEONS, digests;"
        "print(json.dumps({method: digests(method, range(1, 5)) for method in DUNGEONS}))"
    )
    environment = os.environ | {"PYTHONHASHSEED": "4242", "SOUK_PLAIN": "1"}
    ran = subprocess.run(
        [sys.executable, "-c", code],
        cwd=FILE.parent.parent.parent,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=120,
    )
    kept = json.loads(FILE.read_text(encoding="utf-8"))
    assert json.loads(ran.stdout) == {method: kept[method][:4] for method in DUNGEONS}


if __name__ == "__main__":
    FILE.write_text(json.dumps({method: digests(method) for method in DUNGEONS}, indent=1) + "\n", encoding="utf-8")
