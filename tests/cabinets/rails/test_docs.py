"""docs/rails.md: its decoders read what views hold, its tables name the fields that there are."""

from __future__ import annotations

import re
import shutil
import sys
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.cabinets.rails.contract import views
from game.cabinets.rails.contract.actions import Action, Plan
from game.cabinets.rails.running.twin import unpacked
from game.cabinets.rails.track.coded import decode
from game.cabinets.rails.world.land import packed
from game.cabinets.rails.world.worldgen import land_of
from game.cabinets.rails.yards.reading import read_yard
from tests.cabinets.rails.duels import RULES, duel
from tests.commands.command_line import ROOT, souk

PAGE = (ROOT / "docs" / "rails.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def decoders() -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec("\n".join(blocks("python")), names)
    return names


def test_the_decoders_read_a_match() -> None:
    names = decoders()
    state = duel(("greedy", "random"), 2, rounds=4)
    view = RULES.view(state, 0)
    built = names["works"](view.works)
    told = decode(unpacked(view.works))
    assert built.keys() == told.keys()
    for tile, (kinds, company, road, signals, things, station, _, _) in built.items():
        one = told[tile]
        assert sum(1 << kind for kind in kinds) == one.pieces
        assert (company, road, station) == (one.company, one.road, one.station)
        assert signals == dict(one.signals)
        assert bool(things & 1) == one.platform
    land = land_of(2, 64)
    assert bytes(names["terrain"](packed(land.terrain))) == land.terrain


def test_each_decoder_is_short() -> None:
    for block in blocks("python"):
        for function in block.split("\n\n\n"):
            assert len(function.strip().split("\n")) <= 26


def test_the_fields_of_the_view_are_those_that_there_are() -> None:
    for name, fields in re.findall(r"^\| (\w+) \| ([\w, ]+) \|$", PAGE, re.MULTILINE):
        if hasattr(views, name):
            assert tuple(fields.split(", ")) == getattr(views, name).__struct_fields__, name
    assert "| View | number" in PAGE


def test_every_event_is_named() -> None:
    table = PAGE.partition("### Events")[2].partition("###")[0]
    named = {
        kind for cell in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE) for kind in re.findall(r"`(\w+)`", cell)
    }
    told = tomllib.loads((ROOT / "assets/texts/en/rails.toml").read_text(encoding="utf-8"))["event"]
    assert named == set(told)


def test_the_plan_and_the_yard_of_the_page_are_read() -> None:
    plan = msgspec.json.decode(blocks("json")[0], type=Action)
    assert isinstance(plan, Plan)
    assert len(plan.groups) == 3
    yard = read_yard(blocks("toml")[0])
    assert yard.goal is not None
    assert len(yard.groups) == 12


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node here to run the example with")
def test_the_example_in_another_language_earns_money_and_makes_no_mistake(tmp_path: Path) -> None:
    bot = f"cmd:node {ROOT / 'examples/bots/railwayman.js'}"
    words = ("--seats", f"{bot},{bot}", "--seed", "7", "--key", "0", "--option", "rounds=4", "--option", "seconds=0")
    done = souk(tmp_path, "play", "rails", *words, "--headless")
    assert done.returncode == 0, done.stderr
    assert done.stderr.strip() == ""
    results = re.findall(r"railwayman.js.*?(\d+)  Units: (\d+).*Vehicles: (\d+)", done.stdout)
    assert len(results) == 2
    assert all(int(number) > 0 for one in results for number in one), done.stdout


@pytest.mark.slow
def test_a_program_written_from_the_page_earns_money_and_makes_no_mistake(tmp_path: Path) -> None:
    """With the decoders of the page as they stand there, beside greedy and alone."""
    bot = f"cmd:{sys.executable} {Path(__file__).with_name('page_bot.py')} {ROOT / 'docs/rails.md'}"
    for seats, more in ((f"{bot},greedy", ("rounds=6", "seconds=0")), (bot, ("minutes=5",))):
        options = [word for option in more for word in ("--option", option)]
        done = souk(tmp_path, "play", "rails", "--seats", seats, "--seed", "7", "--key", "0", *options, "--headless")
        assert (done.returncode, done.stderr.strip()) == (0, "")
        found = re.search(r"page_bot.py.*?([\d,]+)  Units: ([\d,]+).*Vehicles: (\d+)", done.stdout)
        assert found is not None and "0" not in found.groups(), done.stdout
