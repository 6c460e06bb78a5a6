"""The report as a page: what it shows, that it runs nothing of what strangers wrote, and its figures."""

from __future__ import annotations

import base64
import codecs
import csv
import io
import re
import shlex
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec
import pytest
from markupsafe import escape

from game.cabinets.l4g.cabinet import L4G
from game.commands.contest.writing import _sheet
from game.core.bot.loading import FileSpec
from game.core.cabinet import Cabinet
from game.core.contest.anonymous import anonymised, other_names
from game.core.contest.certainty import Lead, accepted, certain_of_grades, margin_99, twins, two_sided
from game.core.contest.check import Checked, Fault
from game.core.contest.film import Filming, Films, film_of
from game.core.contest.results import ContestPart, EntryLine, document_with
from game.core.league.league import Bout, League
from game.core.tournament.evaluation import EvaluationDocument, FailedCall, PlayedGame, PlayerFigures, SeatFigures
from game.ground.texts import LANGUAGES, Texts
from game.report.films import films_for
from game.report.given import Given, ReportError, read_results, results_of
from game.report.page import Choice, ranked, report_of
from tests.contest.folders import png
from tests.core.tournament.drawn import in_rooms

EVIL = "<script>alert(1)</script>"
SCRIPTS = 2
"""The page's own: its data, and what moves its pictures."""


class Tags(HTMLParser):
    """Every tag of a page with its attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def evaluation(*names: str) -> EvaluationDocument:
    """Two hundred games in which each player is better than the next."""
    numbers = tuple(range(200))
    grades = {name: tuple(300 - 50 * place + number % 7 for number in numbers) for place, name in enumerate(names)}
    seats, players = [], []
    for place, name in enumerate(names):
        mean = sum(grades[name]) / 200
        histogram = tuple(200 if index == int(mean // 10) else 0 for index in range(41))
        games = (PlayedGame(7, 300 - 50 * place),)
        figures: Any = {"mean": mean, "error": 0.5, "parts": (50.0,) * 6, "punished": 0}
        seats.append(
            SeatFigures(
                seat=place, player=name, rank=place + 1, histogram=histogram, best=games, worst=games, **figures
            )
        )
        players.append(PlayerFigures(player=name, seats=1, **figures))
    return EvaluationDocument(
        "l4g", 1, "souk", 200, {}, tuple(seats), tuple(players),
        ("survivor_most", "survivor_total", "corpse_most", "corpse_total", "infected_most", "infected_total"), 10,
        (FailedCall(7, 0, 3, "survivor_move", f"ValueError: {EVIL}", "raised"),), {names[0]: {"raised": 4}},
        numbers, grades,
    )  # fmt: skip


def contest_of(document: EvaluationDocument | League, *names: str) -> Given:
    fault = Fault("prints", values={"bytes": 1 << 20}, text=EVIL)
    entries = tuple(EntryLine(name, f"{name}.py", Checked(faults=(fault,)), plays=True) for name in names)
    out = EntryLine(f"out {EVIL}", "out.py", Checked("load", (Fault("load", text=EVIL),)))
    part = ContestPart(f"Night {EVIL}", 200, "souk", (*entries, out), "souk contest", 7, "1.0")
    return results_of(document_with(msgspec.to_builtins(document), part), "results.json")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_runs_nothing_that_strangers_wrote_and_asks_for_nothing(language: str) -> None:
    name = f"kim {EVIL}"
    page = report_of(contest_of(evaluation(name, "lee"), name, "lee"), Texts(language))
    assert EVIL not in page
    tags = Tags(page).found
    assert sum(tag == "script" for tag, _ in tags) == SCRIPTS
    outside = [
        value
        for _, attributes in tags
        for key, value in attributes.items()
        if key in ("src", "href", "srcset", "action") and not (value or "").startswith(("#", "data:"))
    ]
    assert outside == []
    assert not [key for _, attributes in tags for key in attributes if key.startswith("on") or key == "style"]
    assert "default-src 'none'" in page and "http" not in re.sub(r"http-equiv", "", page)


def test_a_page_names_who_leads_what_is_open_and_who_needs_their_author() -> None:
    page = report_of(contest_of(evaluation("kim", "lee", "park"), "kim", "lee", "park"), Texts("en"))
    assert "In the lead with 303.0 of 400, and certainly better than everybody else: kim." in page
    assert "printed 1 MiB a game" in page
    assert "4 in 200 games" in page
    assert "results results.json --game 7 --follow 1" in page
    assert "souk contest</code>" in page


def test_a_league_tells_who_beats_whom_and_which_matches_to_watch() -> None:
    bouts = tuple(Bout(number, ("a", "b"), (1, 2), (10 + number, 3), "0") for number in range(40))
    league = League("marrakech", 1, {}, 2, 5, {"a": "", "b": ""}, bouts, looks=1)
    page = report_of(contest_of(league, "a", "b"), Texts("en"))
    assert "100%★" in page and "0%★" in page
    assert "results results.json --game 40" in page


def test_films_stand_in_the_page_once() -> None:
    film = film_of(7, 7, [[(0, 0), (255, 3)]] * 3)
    given = contest_of(evaluation("kim", "lee"), "kim", "lee")
    page = report_of(given, Texts("en"), Choice(films={7: film, 8: film}))
    assert page.count('data-film="7"') == 4 and '"8"' not in page


def test_an_authors_page_holds_one_program() -> None:
    given = contest_of(evaluation("kim", "lee"), "kim", "lee")
    page = report_of(given, Texts("en"), Choice(only="lee"))
    assert page == report_of(given, Texts("en"), Choice(only="lee", ranking=ranked(given)))
    assert page.count('<details id="p') == 1 and "kim" not in page.replace("kim.py", "") and "lee" in page


def test_other_names_leave_no_trace_of_who_it_was() -> None:
    document = msgspec.to_builtins(evaluation("kim", "lee"))
    entries = (EntryLine("kim", "kim.py", Checked(), members=("Kim Ji-woo",), plays=True),)
    data = document_with(document, ContestPart("", 200, "s", entries, "souk contest", 7, "1.0"))
    others = other_names(["kim"], ["Amina", "Omar"], "s")
    hidden = anonymised(data, others)
    assert b"kim" not in hidden.replace(b"kim.py", b"") and b"Ji-woo" not in hidden
    assert others == other_names(["kim"], ["Amina", "Omar"], "s")
    assert results_of(hidden, "results.json").contest is not None


def test_a_spreadsheet_opens_the_table_in_utf_8_and_reckons_nothing_of_it() -> None:
    sheet = _sheet([("=1+1", "+82", "@SUM(1)", "\tx", -2.5), ("김밥", "a, b")])
    assert sheet.startswith(codecs.BOM_UTF8)
    rows = [*csv.reader(io.StringIO(sheet.decode("utf-8-sig"), newline=""))]
    assert rows == [["'=1+1", "'+82", "'@SUM(1)", "'\tx", "-2.5"], ["김밥", "a, b"]]


@pytest.mark.parametrize(("typed", "named"), [("my class/results.json", "my class/results.json"), ("", "results.json")])
def test_a_page_names_its_file_as_it_was_typed_but_no_whole_path(
    typed: str, named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my class").mkdir()
    file = tmp_path / "my class" / "results.json"
    file.write_bytes(msgspec.json.encode(evaluation("kim", "lee")))
    given = read_results(Path(typed) if typed else file)
    assert given.name == named
    assert f"results {escape(shlex.quote(named))} --game" in report_of(given, Texts("en"))


def test_what_is_no_results_is_refused() -> None:
    for data in (b"", b"[]", b'{"game": 3}', b"\xff\xfe", b"[" * 100_000):
        with pytest.raises(ReportError):
            results_of(data, "x.json")


def test_holm_accepts_no_more_than_the_doubt_allows() -> None:
    leads = [Lead("a", "b", 0.004), Lead("a", "c", 0.004), Lead("b", "c", 0.5)]
    assert accepted("abc", leads).better == frozenset()
    assert accepted("abc", [Lead("a", "b", 0.003), *leads[1:]]).better == {("a", "b"), ("a", "c")}


def test_differences_are_taken_game_by_game() -> None:
    luck = [100 * (number % 5) for number in range(200)]
    grades = {"a": [value + 1 + number % 2 for number, value in enumerate(luck)], "b": luck}
    assert certain_of_grades(grades, {"a": 1, "b": 1}).better == {("a", "b")}
    assert certain_of_grades({name: own[:20] for name, own in grades.items()}, {"a": 1, "b": 1}).better == frozenset()


@pytest.mark.parametrize(("observations", "margin"), [(2, 63.657), (3, 9.925), (30, 2.756), (100, 2.626), (1, 2.576)])
def test_an_interval_of_few_observations_is_wider(observations: int, margin: float) -> None:
    """By the tables of Student's t; one observation has no error that could be multiplied."""
    assert margin_99(observations) == pytest.approx(margin, abs=0.001)


@pytest.mark.parametrize(
    ("t", "freedom", "chance"), [(4.604, 4, 0.01), (2.045, 29, 0.05), (5.0, 9_999, 5.73e-7), (0, 7, 1)]
)
def test_chances_are_those_of_students_t(t: float, freedom: int, chance: float) -> None:
    assert two_sided(t, freedom) == pytest.approx(chance, rel=0.01)


def test_twins_are_those_with_equal_grades_in_many_games() -> None:
    own = tuple(range(200))
    assert twins({"a": own, "b": own, "c": own[::-1]}) == {"a": ("b",), "b": ("a",), "c": ()}
    assert twins({"a": own[:199], "b": own[:199]}) == {"a": (), "b": ()}


def test_a_banner_stands_in_the_page_unless_it_is_no_small_picture_or_names_are_replaced() -> None:
    document = evaluation("kim", "lee", "banner")
    lines = [
        EntryLine(name, f"{name}.py", Checked(), plays=True, banner=banner)
        for name, banner in (("kim", png(32, 32)), ("lee", b"<script>alert(1)</script>"), ("banner", png(16, 16)))
    ]
    part = ContestPart("Night", 200, "souk", tuple(lines), "souk contest", 7, "1.0")
    data = document_with(msgspec.to_builtins(document), part)
    page = report_of(results_of(data, "results.json"), Texts("en"))
    sources = [attributes["src"] for tag, attributes in Tags(page).found if tag == "img"]
    assert sources == [f"data:image/png;base64,{base64.b64encode(png(side, side)).decode()}" for side in (32, 16)]
    others = anonymised(data, {"kim": "fox", "lee": "hen", "banner": "owl"})
    hidden = results_of(others, "results.json")
    assert isinstance(hidden.results, EvaluationDocument) and set(hidden.results.grades) == {"fox", "hen", "owl"}
    assert "<img" not in report_of(hidden, Texts("en"))


def test_why_a_banner_is_not_shown_is_told_to_its_author() -> None:
    fault = Fault("banner", "entries.error.banner_large", {"path": "kim.png", "most": 8})
    line = EntryLine("kim", "kim.py", Checked(), plays=True, banner_fault=fault)
    part = ContestPart("Night", 200, "souk", (line,), "souk contest", 7, "1.0")
    given = results_of(document_with(msgspec.to_builtins(evaluation("kim")), part), "results.json")
    assert "The picture kim.png is larger than 8 KiB" in report_of(given, Texts("en"))


NIGHT = tuple(f"s{number:02}" for number in range(60))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_of_several_rooms_says_so_and_follows_everybody_where_they_sat(language: str) -> None:
    document = in_rooms(NIGHT)
    page = report_of(contest_of(document, *NIGHT), Texts(language))
    assert Texts(language).line("report.subtitle_rooms", games=40, rooms=2, seats=49, seed="souk") in page
    assert Texts(language).line("report.how.rooms", rooms=2, rounds=40, games=1) in page
    commands = re.findall(r"results results.json --game (\d+) --follow (\d+)", page)
    assert len(commands) == 2 * len(NIGHT)
    for name, (best, worst) in zip(NIGHT, zip(commands[::2], commands[1::2], strict=True), strict=True):
        for number, seat in (best, worst):
            assert document.lineup_of(int(number))[int(seat) - 1] == name
    assert len(page.encode()) < 1 << 20


def test_programs_of_different_rooms_are_compared_round_by_round() -> None:
    """Each is four grades better than the next, in games that favour everybody in a room by up to thirty."""
    few, many = in_rooms(NIGHT, rounds=29), in_rooms(NIGHT)
    seats = {line.player: line.seats for line in many.players}
    assert certain_of_grades(few.observed, seats).better == frozenset()
    better = certain_of_grades(many.observed, seats).better
    assert ("s00", "s59") in better and ("s10", "s30") in better and ("s00", "scout") in better
    assert not [pair for pair in better if pair[0] > pair[1]]
    assert all(len(own) == 40 for own in many.observed.values())


def test_twins_are_known_by_the_games_of_one_room() -> None:
    def there(*rooms: int) -> list[int | None]:
        return [number if number // 100 in rooms else None for number in range(600)]

    one, other, third = there(0, 1, 2, 3), there(1, 2, 4), there(0, 3, 5)
    assert twins({"a": one, "b": other, "c": third}) == {"a": ("b", "c"), "b": ("a", "c"), "c": ("a", "b")}
    wrong = [*other[:100], 7, *other[101:]]
    assert twins({"a": one, "b": wrong, "c": third}) == {"a": ("c",), "b": (), "c": ("a",)}
    assert twins({"b": other, "c": third}) == {"b": (), "c": ()}, "they never met"


def test_other_names_leave_everybody_in_the_same_seats() -> None:
    """Even where an entry is called like the seed from which the rooms were drawn, or like what a document says."""
    names = ("souk", "grades", "rooms", "l4g", "survivor_most", "seats", "title", "call", *NIGHT[8:])
    document = in_rooms(names)
    part = ContestPart("", 40, "souk", tuple(EntryLine(n, n, Checked(), plays=True) for n in names), "", 7, "1.0")
    others = {name: f"fox {place}" for place, name in enumerate(names)}
    hidden = results_of(anonymised(document_with(msgspec.to_builtins(document), part), others), "results.json").results
    assert isinstance(hidden, EvaluationDocument)
    for number in document.numbers:
        assert hidden.lineup_of(number) == tuple(others.get(name, name) for name in document.lineup_of(number))
    assert report_of(Given(hidden, None, "x"), Texts("en"))


def test_results_that_contradict_themselves_are_refused() -> None:
    document = msgspec.to_builtins(in_rooms(NIGHT, rounds=2))
    for spoilt in (
        {**document, "rooms": None},
        {**document, "rooms": {**document["rooms"], "games": 3}},
        {**document, "failures": [{**document["failures"][0], "seat": 900}]},
    ):
        with pytest.raises(ReportError):
            results_of(msgspec.json.encode(spoilt), "x.json")


@pytest.mark.parametrize(("programs", "films"), [(60, 110), (98, 110), (150, 58)])
def test_everybodys_best_game_is_filmed_before_the_worst_and_fewer_beside_many(programs: int, films: int) -> None:
    names = tuple(f"s{number:03}" for number in range(programs))
    document = in_rooms(names, rounds=160)
    numbers = document.numbers
    seats = tuple(
        msgspec.structs.replace(
            line, best=(PlayedGame(numbers[line.seat], 9),), worst=(PlayedGame(numbers[-1 - line.seat], 1),)
        )
        for line in document.seats
    )
    asked: list[Filming] = []

    def film(_cabinet: Cabinet, filming: Filming) -> Films:
        asked.append(filming)
        return {number: film_of(3, 3, []) for number in filming.numbers}

    given = contest_of(msgspec.structs.replace(document, seats=seats), *names)
    assert given.contest is not None
    own = tuple(msgspec.structs.replace(entry, spec=FileSpec("own.py", "Own")) for entry in given.contest.entries)
    given = replace(given, contest=msgspec.structs.replace(given.contest, entries=own))
    found = films_for(given, replace(L4G, film=film), names)
    assert set(found) == set([*numbers[:programs], *numbers[: -1 - programs : -1]][:films])
    for filming in asked:
        assert {document.lineup_of(number) for number in filming.numbers} == {tuple(one.text for one in filming.seats)}
