"""Two evaluations compared by the games they share."""

from __future__ import annotations

import math
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from game.core.tournament.comparison import compared
from game.core.tournament.evaluation import EvaluationDocument, EvaluationError
from tests.commands.command_line import souk
from tests.core.tournament.drawn import in_rooms


def document(grades: dict[str, list[int]], numbers: list[int], **more: Any) -> EvaluationDocument:
    seat = {"rank": 1, "mean": 0, "error": 0, "parts": [], "punished": 0, "histogram": [], "best": [], "worst": []}
    fields = {
        "game": "l4g", "version": 1, "seed": None, "games": len(numbers), "options": {}, "part_names": [], "bar": 10,
        "seats": [{"seat": place, "player": player, **seat} for place, player in enumerate(grades)],
        "players": [{"player": p, "seats": 1, "mean": 0, "error": 0, "parts": [], "punished": 0} for p in grades],
        "numbers": numbers, "grades": grades,
    }  # fmt: skip
    return msgspec.convert(fields | more, EvaluationDocument)


def test_pairs_see_what_means_do_not() -> None:
    random = Random(1)
    numbers = list(range(400))
    luck = [random.randrange(300) for _ in numbers]
    worse = document({"old": luck, "others": luck}, numbers)
    better = [grade + random.randrange(6) for grade in luck]
    after = document({"new": better[::-1], "others": luck[::-1]}, numbers[::-1])
    changed, same = compared(worse, after)
    assert (changed.first, changed.second, changed.games) == ("old", "new", 400)
    assert changed.difference == pytest.approx(math.fsum(better) / 400 - math.fsum(luck) / 400)
    assert changed.error < 0.1 and changed.chance < 1e-9
    assert (same.difference, same.error, same.chance) == (0, 0, 1)
    equal = compared(worse, document({"new": luck[::-1][:200] + luck[:200], "others": luck}, numbers))[0]
    assert equal.error > 5 and equal.chance > 0.01


def test_only_games_of_both_count_and_what_cannot_be_compared_is_said() -> None:
    first = document({"a": [1, 2, 3]}, [5, 6, 7])
    assert compared(first, document({"a": [9, 5, 7]}, [8, 6, 7]))[0].games == 2
    with pytest.raises(EvaluationError, match="nothing_shared"):
        compared(first, document({"a": [1, 2]}, [1, 2]))
    with pytest.raises(EvaluationError, match="nothing_shared"):
        compared(first, msgspec.structs.replace(first, numbers=(), grades={}))
    with pytest.raises(EvaluationError, match="other_rules"):
        compared(first, document({"a": [1, 2, 3]}, [5, 6, 7], version=2))


def test_in_several_rooms_each_compares_the_games_that_it_played_in_both_and_rounds_count() -> None:
    names = [f"s{number:02}" for number in range(60)]
    before = in_rooms(names, rounds=20, games=5)
    after = msgspec.structs.replace(
        before,
        grades={
            name: tuple(None if grade is None else grade + 3 * (name == "s07") for grade in own)
            for name, own in before.grades.items()
        },
    )
    found = {line.first: line for line in compared(before, after)}
    assert {line.games for name, line in found.items() if name != "scout"} == {100}
    assert (found["s07"].difference, found["s07"].error, found["s07"].chance) == (3, 0, 0)
    assert (found["scout"].games, found["scout"].difference, found["scout"].chance) == (200, 0, 1)
    uneven = {
        name: tuple(None if grade is None else grade + before.round_of(place) % 2 for place, grade in enumerate(own))
        for name, own in before.grades.items()
    }
    line = compared(before, msgspec.structs.replace(before, grades=uneven))[0]
    assert line.difference == 0.5
    assert line.error == pytest.approx(0.5 * math.sqrt(20 / 19) / math.sqrt(20)), "20 rounds, and not 100 games"


@pytest.mark.slow
def test_the_command_compares_what_tournaments_wrote(tmp_path: Path) -> None:
    for name, bots in (("before", "scout"), ("after", "predator")):
        words: tuple[str, ...] = (
            "tournament",
            "l4g",
            "--bots",
            bots,
            "--fill",
            "seeker,loner",
            "--seats",
            "5",
            "--games",
            "12",
        )
        words = (*words, "--option", "turns=20", "--workers", "1", "--json", str(tmp_path / f"{name}.json"))
        done = souk(tmp_path, *words)
        assert done.returncode == 0, done.stderr
    kept = msgspec.json.decode((tmp_path / "before.json").read_bytes())
    assert set(kept["grades"]) == {"scout", "seeker", "loner"}
    for line in kept["players"]:
        assert sum(kept["grades"][line["player"]]) / 12 / line["seats"] == pytest.approx(line["mean"])
    compared_ = souk(tmp_path, "results", tmp_path / "before.json", tmp_path / "after.json")
    assert compared_.returncode == 0, compared_.stderr
    assert "over 12 games that both played" in compared_.stdout
    assert "scout → predator" in compared_.stdout and "seeker" in compared_.stdout
