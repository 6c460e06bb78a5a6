"""What tournaments print for other programs: rows alone on standard output, and signs that any code page has."""

from __future__ import annotations

import csv
import json

import pytest

from game.commands import main


def test_rows_on_standard_output_stand_alone(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tournament", "nullgame", "--bots", "random,expert", "--games", "2", "--seats", "2", "--csv", "-"]
    assert main([*words, "--workers", "1"]) == 0
    told = capsys.readouterr()
    rows = list(csv.reader(told.out.splitlines()))
    assert len(rows) == 1 + 2 * 2 and len({len(row) for row in rows}) == 1, told.out
    assert "expert" in told.err, "the table for people is not lost"


@pytest.mark.parametrize("words", [["schema", "nullgame"], ["schema", "cisterns"], ["forge", "list", "--json"]])
def test_documents_hold_signs_of_every_code_page(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 0
    out = capsys.readouterr().out
    assert out.isascii() and json.loads(out)
