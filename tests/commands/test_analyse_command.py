"""`main.py analyse`."""

from __future__ import annotations

import json
from pathlib import Path

from game.cabinets.listed import CABINETS
from tests.commands.command_line import souk_here
from tests.core.analysis.test_analysis import record


def test_a_match_is_judged_once_and_printed_twice(tmp_path: Path) -> None:
    path = record(tmp_path, CABINETS["marrakech"], 2, 20)
    done = souk_here(tmp_path, "analyse", path, "--effort", "quick", "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert document["game"] == "marrakech" and document["effort"] == "quick"
    assert [seat["name"] for seat in document["seats"]] == ["P0", "P1"]
    assert [position["step"] for position in document["positions"]] == list(range(21))
    decided = [position for position in document["positions"] if position["fall"] is not None]
    assert all(position["lines"] and position["played"] and position["seat"] in (0, 1) for position in decided)
    assert sum(seat["decisions"] for seat in document["seats"]) == len(decided) > 8
    before = (tmp_path / "match.souk.quick.judged").stat().st_mtime_ns
    table = souk_here(tmp_path, "analyse", path, "--effort", "quick")
    assert table.returncode == 0, table.stderr
    assert "Accuracy" in table.stdout and "P1" in table.stdout
    assert (tmp_path / "match.souk.quick.judged").stat().st_mtime_ns == before


def test_a_game_without_an_analyst_and_a_file_that_is_no_match_are_refused(tmp_path: Path) -> None:
    path = record(tmp_path, CABINETS["nullgame"], 2)
    for file, told in ((path, "no analyst for nullgame"), (tmp_path / "none.souk", "none.souk")):
        refused = souk_here(tmp_path, "analyse", file)
        assert refused.returncode == 1 and told in refused.stderr
        assert "Traceback" not in refused.stderr
