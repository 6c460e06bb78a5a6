"""The laboratory measures what the table says, and is interrupted, continued and spread like every tournament."""

from __future__ import annotations

import argparse
import csv
import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from game.cabinets.rails.commands import lab, runs
from game.cabinets.rails.commands.laboratory import (
    LAYOUTS,
    Figures,
    File,
    LabTournament,
    layout_yard,
    row_of,
    saturating,
)
from game.cabinets.rails.commands.runs import MOST_STOCK, BenchTrial, Ran, Run, YardTrial, outcome_of
from game.cabinets.rails.contract.actions import Platforms, Rail, Span
from game.cabinets.rails.track.pieces import EAST, WEST, Place
from game.cabinets.rails.yards.reading import read_yard
from game.cabinets.rails.yards.tasks import built_in
from game.cabinets.rails.yards.writing import write_yard
from game.cabinets.rails.yards.yard import YardError
from game.core.errors import SpokenError
from game.core.work.place import Workplace
from game.core.work.run import Progress
from game.core.work.run import run as run_tournament
from game.ground.texts import LANGUAGES, Texts


def file_of(name: str) -> File:
    return File(name, write_yard(layout_yard(name)))


def quiet(progress: Progress) -> None:
    pass


@pytest.fixture
def briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure a tenth of the ticks."""
    monkeypatch.setattr(runs, "RUNNING_IN", 400)
    monkeypatch.setattr(runs, "MEASURED", 2_000)


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_layout_is_the_same_as_a_yard_file(name: str) -> None:
    yard = layout_yard(name)
    assert read_yard(write_yard(yard)) == yard
    assert len(BenchTrial(yard, 0, 0).places) >= LAYOUTS[name][1]


def test_a_bridge_leads_on_a_bench_where_a_match_builds_it() -> None:
    line = Rail(0, 4, "W", "E12"), Rail(17, 4, "W", "E15")
    ends = Platforms(0, 4, "EW", 4, 1), Platforms(28, 4, "EW", 4, 1)
    plain = layout_yard("single")
    assert plain.bench is not None
    starts = ((Place(0, 4, EAST, WEST), ""),)
    yard = replace(
        plain, groups=(*line, *ends, Span(12, 4, "E", 5, "bridge")), bench=replace(plain.bench, starts=starts)
    )
    run = BenchTrial(yard, 1, 0)
    run.run(600)
    assert sum(run.railway.stations.delivered) > 0


COINS = {
    "single": 10_200,
    "passing_loop": 14_520,
    "simple_double": 20_400,
    "loop": 35_880,
    "tree": 51_440,
    "loop_double": 42_400,
}
"""What docs/rails.md says that each costs with its best number of trains; the drive-through loop with ten."""


def test_layouts_cost_what_the_table_says() -> None:
    assert {name: BenchTrial(layout_yard(name), LAYOUTS[name][1], 0).coins for name in COINS} == COINS
    assert BenchTrial(layout_yard("drive_through"), 10, 0).coins == 52_080


@pytest.mark.slow
def test_figures_are_those_of_the_table() -> None:
    figures = run_tournament(LabTournament([file_of("single"), file_of("passing_loop")], (1, 2, 3), 1), quiet)
    units = {(file.name, row.trains): row.units for file in figures.files for row in file.rows}
    assert units == {
        ("single", 1): 3540,
        ("single", 2): 0,
        ("passing_loop", 1): pytest.approx(3480, rel=0.01),
        ("passing_loop", 2): pytest.approx(6840, rel=0.01),
        ("passing_loop", 3): pytest.approx(6600, rel=0.01),
    }
    assert [file.saturates for file in figures.files] == [1, 2]
    jammed = figures.files[0].rows[1]
    assert (jammed.jams, jammed.ring, jammed.jammed % 8) == (1, (1, 2), 0)
    assert figures.files[0].rows[0].waiting == 0


@pytest.mark.slow
def test_the_jam_of_the_tree_is_dated_and_its_ring_is_told() -> None:
    ran = outcome_of(layout_yard("tree"), Run(0, 12, 0))
    assert (ran.jammed, ran.ring) == (20_072, (1, 6, 5, 4, 2, 10, 3, 12, 8, 7))


@pytest.mark.usefixtures("briefly")
def test_a_seed_changes_order_and_hours_and_nothing_else_does() -> None:
    yard = layout_yard("passing_loop")
    ran = [outcome_of(yard, Run(0, 2, seed)) for seed in (0, 1, 2, 1)]
    assert ran[1] == ran[3]
    assert len({(one.units, one.waited) for one in ran}) > 1
    assert all(one.units > 1_200 for one in ran)


def test_the_hours_of_trains_do_not_depend_on_how_ticks_are_sliced() -> None:
    whole, sliced = (BenchTrial(layout_yard("loop"), 6, 5) for _ in range(2))
    whole.run(900)
    for _ in range(300):
        sliced.run(3)
    assert list(whole.railway.trains.left) == list(sliced.railway.trains.left)


class Stopped(Exception):  # noqa: N818
    pass


@pytest.mark.usefixtures("briefly")
def test_a_laboratory_that_is_interrupted_goes_on_with_the_same_figures(tmp_path: Path) -> None:
    def asked() -> LabTournament:
        return LabTournament([file_of("single")], (1, 2), 3)

    def stop(progress: Progress) -> None:
        if progress.done >= 3:
            raise Stopped

    with pytest.raises(Stopped):
        run_tournament(asked(), stop, journals=tmp_path)
    kept: list[int] = []
    figures = run_tournament(asked(), lambda progress: kept.append(progress.kept), journals=tmp_path)
    assert kept[0] >= 3
    assert figures == run_tournament(asked(), quiet)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_two_workers_come_to_the_same_figures() -> None:
    asked = LabTournament([file_of("single"), file_of("passing_loop")], (1, 2), 2)
    assert run_tournament(asked, quiet, Workplace(2)) == run_tournament(asked, quiet)


@pytest.mark.usefixtures("briefly")
def test_a_yard_runs_by_the_rules() -> None:
    hub = built_in()["hub"]
    ran = outcome_of(hub, Run(0, 1, 0))
    assert ran.units > 100
    second = outcome_of(hub, Run(0, 2, 0))
    assert (ran.jammed, second.ring) == (0, (1, 2)), "a second train jams a single track"
    assert second.jammed == 48, "also before anything is measured a jam has its tick"
    figures = run_tournament(LabTournament([File("hub", write_yard(hub))], (), 1), quiet)
    (file,) = figures.files
    assert (file.saturates, file.rows[0].coins) == (1, 9_500)
    assert 2 * file.rows[0].units == ran.units, "a yard runs the same again"


def test_a_seed_changes_what_lies_at_the_stations_of_a_yard_at_first() -> None:
    stocks = [
        [int(units) for units in YardTrial(built_in()["hub"], 1, seed).railway.stations.stock] for seed in range(3)
    ]
    assert sum(stocks[0]) == 0
    assert stocks[1] != stocks[2] and 0 < max(stocks[1] + stocks[2]) <= MOST_STOCK


def test_an_interval_follows_from_the_runs() -> None:
    row = row_of([Ran(0, 2, seed, units, 100) for seed, units in enumerate((12_000, 14_000, 13_000))], 5_000)
    assert row.units == 6_500
    assert row.interval == pytest.approx(4.303 * 500 / 3**0.5, rel=0.001)
    assert row.per_1000 == 1_300
    assert row.waiting == 100 / 40_000


def test_what_jams_saturates_nothing() -> None:
    free = row_of([Ran(0, 2, 0, 10_000, 0)], 0)
    jams = row_of([Ran(0, 3, 0, 20_000, 0, 72, (1, 2))], 0)
    assert saturating([free, jams]) == 2
    assert saturating([jams]) == 0


def arguments(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    lab.add_parser(parser.add_subparsers(dest="command"))
    return parser.parse_args(["rails-lab", *words])


def test_the_command_reads_files_and_layouts_and_writes_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(write_yard(layout_yard("single")), encoding="utf-8")
    told, rows = tmp_path / "figures.json", tmp_path / "figures.csv"
    words = (str(mine), "single", "--trains", "1-12", "--workers", "1", "--json", str(told), "--csv", str(rows))
    assert lab.run(arguments(*words)) == 0
    shown = capsys.readouterr().out
    assert "3,540" in shown
    assert "1 → 2 → 1" in shown
    document = json.loads(told.read_text(encoding="utf-8"))
    assert [file["name"] for file in document["files"]] == ["mine", "single"]
    assert [row["trains"] for row in document["files"][0]["rows"]] == [1, 2]
    assert len(list(csv.reader(rows.open(encoding="utf-8")))) == 1 + 4


def test_what_is_wrong_with_a_file_is_told_with_its_name(tmp_path: Path) -> None:
    broken, without, no_text = (tmp_path / name for name in ("broken.toml", "without.toml", "no_text.toml"))
    broken.write_text(write_yard(layout_yard("single")).replace("platforms A", "platform A"), encoding="utf-8")
    without.write_text(
        write_yard(layout_yard("single")).split("\n[bench]")[0].replace("size", "number = 3\nsize"), encoding="utf-8"
    )
    no_text.write_bytes(b"\xff\xfe")
    for name in (str(broken), str(without), str(no_text), "nowhere"):
        with pytest.raises(SpokenError) as raised:
            lab.run(arguments(name))
        sentences = [Texts(language).line(raised.value.key, raised.value.values) for language in LANGUAGES]
        assert all(Path(name).name in sentence for sentence in sentences)


def test_a_plan_that_does_not_fit_and_too_many_trains_are_told() -> None:
    yard = write_yard(layout_yard("single"))
    with pytest.raises(YardError) as raised:
        LabTournament([File("off", yard.replace("(0, 4) from W E48", "(100, 4) from W E48"))], (), 1)
    assert raised.value.what == "refused"
    with pytest.raises(YardError) as raised:
        LabTournament([File("few", yard)], (7, 8), 1)
    assert raised.value.values == {"trains": 7, "places": 2}


@pytest.mark.parametrize("wrong", ["0", "3-1", "1-999", "a", "", "1,,2"])
def test_wrong_numbers_of_trains_are_wrong_usage(wrong: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError):
        lab.numbers(wrong)


def test_figures_are_documents() -> None:
    figures = Figures(1, (), ())
    assert next(iter(figures.rows()))[:3] == ("file", "trains", "seed")
    assert json.dumps(figures.document())
