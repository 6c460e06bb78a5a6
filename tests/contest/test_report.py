"""The report as a page: what it shows, that it runs nothing of what strangers wrote, and its figures."""

from __future__ import annotations

import base64
import re
from html.parser import HTMLParser
from typing import Any

import msgspec
import pytest

from game.core.contest.anonymous import anonymised, other_names
from game.core.contest.certainty import Lead, accepted, certain_of_grades, twins
from game.core.contest.check import Checked, Fault
from game.core.contest.film import film_of
from game.core.contest.results import ContestPart, EntryLine, document_with
from game.core.league.league import Bout, League
from game.core.tournament.evaluation import EvaluationDocument, FailedCall, PlayedGame, PlayerFigures, SeatFigures
from game.ground.texts import LANGUAGES, Texts
from game.report.given import Given, ReportError, results_of
from game.report.page import Choice, report_of
from tests.contest.folders import png

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


def test_twins_are_those_with_equal_grades_in_many_games() -> None:
    own = tuple(range(200))
    assert twins({"a": own, "b": own, "c": own[::-1]}) == {"a": ("b",), "b": ("a",), "c": ()}
    assert twins({"a": own[:199], "b": own[:199]}) == {}


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
