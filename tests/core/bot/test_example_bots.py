"""The example bots of single games, played as their first lines say: they win against the weakest, and fail nowhere."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from tests.commands.command_line import ROOT, souk_here
from tests.in_turns import some

EXAMPLES = {"delver": "--seed 1", "jumper": "--seed 3", "chainer": '--seed 1 --fill ""'}
"""What is added to the line of each, so that one short match shows it."""


@pytest.mark.parametrize("name", some(3, EXAMPLES))
def test_an_example_wins_against_the_weakest(name: str, tmp_path: Path) -> None:
    source = (ROOT / "examples" / "bots" / f"{name}.py").read_text(encoding="utf-8")
    (line,) = re.findall(r"^python main\.py (.*)$", source, re.MULTILINE)
    words = shlex.split(line.replace("examples/", f"{ROOT.as_posix()}/examples/"))
    done = souk_here(tmp_path, *words, *shlex.split(EXAMPLES[name]), "--key", "0", "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["failures"] == []
    ranks = {seat["name"].lower(): seat["rank"] for seat in told["seats"]}
    assert ranks.pop(name) == 1
    assert set(ranks.values()) == {2}
