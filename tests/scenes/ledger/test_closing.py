"""The closing page of an evening: true moments, a picture, and a file that nothing from elsewhere gets into."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from pathlib import Path

import pygame
import pytest

from game.engine.widgets import Button
from game.ground.texts import LANGUAGES, Texts
from game.scenes.ledger.closing import Closing, closing_of
from game.scenes.ledger.closing_page import closing_html
from game.scenes.ledger.closing_scene import ClosingScene, closing_offer
from game.scenes.ledger.scene import LedgerScene
from net.ledger.kept import Ledger
from net.ledger.lines import LedgerLine, LedgerSeat, MatchLine, MixLine, sign, signing_installed
from tests.engine.widgets.page_driver import click, the
from tests.net.web.chromium import Chromium, needs_chromium
from tests.processes import wait_until
from tests.scenes.scene_driver import driving

NOW = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)
KEEP = os.environ.get("SOUK_PICTURES")
EVIL = '<img src=x onerror=alert(1)>"&'


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    return tmp_path


def said(
    match: str,
    scores: Sequence[tuple[str, int]],
    minutes: int = 4,
    *,
    game: str = "gems",
    room: str = "Rugs",
    at: datetime = NOW,
    mix: str = "",
    stopped: bool = False,
) -> MatchLine:
    """A match with these names and scores, the best first."""
    ranks = [1 + sum(other > score for _, other in scores) for _, score in scores]
    seats = tuple(LedgerSeat(name, rank, score) for (name, score), rank in zip(scores, ranks, strict=True))
    times = [(at + timedelta(minutes=after)).isoformat(timespec="seconds") for after in (0, minutes)]
    more = {"mix": MixLine(mix, 1)} if mix else {}
    return MatchLine(game, room, match, times[0], times[1], 40, seats, {}, stopped, **more)


def lines(*matches: MatchLine) -> list[LedgerLine]:
    return [LedgerLine(match, b"k" * 32, None, bytes([number])) for number, match in enumerate(matches)]  # type: ignore[arg-type]


EVENING = lines(
    said("a", [("Leila", 15), ("Omar", 14), ("지우", 3)]),
    said("b", [("Leila", 15), ("지우", 4), ("Omar", 2)], 31),
    said("c", [("지우", 18), ("Omar", 3), ("Leila", 2)]),
    said("d", [("지우", 18), ("Omar", 3), ("Leila", 2)]),
)


def closing(found: Sequence[LedgerLine] = EVENING, language: str = "en") -> Closing:
    return closing_of(NOW.date(), found, Texts(language))


def test_moments_are_those_of_the_ledger() -> None:
    told = {moment.title: (moment.names, moment.told) for moment in closing().moments}
    assert told == {
        "The closest match": ("Leila, Omar", "Gem Merchants, 15 : 14"),
        "On a run": ("Leila", "Won 2 in a row"),
        "The last leap": ("지우", "From place 2 to 1 by the last match"),
        "The longest match": ("Leila, 지우, Omar", "Gem Merchants, 31 minutes"),
    }


def test_places_are_those_of_the_ledger_and_stopped_matches_tell_nothing() -> None:
    stopped = lines(said("s", [("Leila", 15), ("Omar", 14)], 60, stopped=True))
    assert closing(stopped).rows == () and closing(stopped).moments == ()
    assert [(place, name) for place, name, *_ in closing().rows] == [(1, "지우"), (2, "Leila"), (3, "Omar")]


def test_nobody_leaps_who_was_ahead_before_the_last_match() -> None:
    again = lines(*(said(match, [("Leila", 15), ("Omar", 9), ("지우", 3)]) for match in "ab"))
    titles = [moment.title for moment in closing(again).moments]
    assert "The last leap" not in titles and "On a run" in titles


def test_an_evening_is_that_of_its_room_or_of_its_mix() -> None:
    found = lines(said("a", [("Leila", 5), ("Omar", 1)]), said("b", [("Jun", 5), ("Omar", 1)], room="Other", mix="m"))
    of_room = closing_of(NOW.date(), found, Texts("en"), room="Rugs")
    of_mix = closing_of(NOW.date(), found, Texts("en"), mix="m")
    assert [row[1] for row in of_room.rows] == ["Leila", "Omar"] and of_room.title == "Rugs"
    assert [row[1] for row in of_mix.rows] == ["Jun", "Omar"] and of_mix.matches == 1


class Parsed(HTMLParser):
    """The tags of a page and whatever could fetch something."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.addresses: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href") or name.startswith("on")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_strangers_write_stays_text_and_nothing_comes_from_elsewhere(language: str) -> None:
    found = lines(
        said("a", [(EVIL, 15), ("Omar\u202e", 14)], 30, game=EVIL[:20], room=EVIL),
        said("b", [(EVIL, 15), ("Omar\u202e", 14)], 30, room=EVIL),
    )
    page = closing_html(closing_of(NOW.date(), found, Texts(language), room=EVIL), Texts(language))
    parsed = Parsed(page)
    assert not parsed.tags & {"img", "script", "iframe", "object", "svg"} and parsed.addresses == ["data:,"]
    assert EVIL not in page and "\u202e" not in page
    assert not re.search(r"url\(|@import|https?:", page)


def test_a_sign_that_somebody_drew_is_on_the_page_and_a_hostile_one_is_not() -> None:
    drawn = {"Leila": bytes([4, 2, 10, 10, 60, 60]), "Omar": b"<script>", "지우": bytes([9, 9])}
    page = closing_html(closing_of(NOW.date(), EVENING, Texts("en"), portraits=drawn), Texts("en"))
    assert page.count("<svg") == 1 and "M10 10L60 60" in page and "script" not in Parsed(page).tags
    with driving(lambda context: ClosingScene(context, closing_of(NOW.date(), EVENING, Texts("en"), portraits=drawn))):
        pass


def test_the_page_is_kept_as_a_picture_and_as_a_file(home: Path) -> None:
    with driving(lambda context: ClosingScene(context, closing())) as driver:
        for label in ("Save as a picture", "Save as a page"):
            click(driver, the(driver, Button, lambda button, label=label: button.label == label))
            driver.step(2)
    picture, page = (next(home.rglob(f"Souk 2026-11-20*{suffix}")) for suffix in (".png", ".html"))
    assert pygame.image.load(picture).get_size() == (1920, 1080)
    assert "지우" in page.read_text("utf-8")


@pytest.mark.skipif(not signing_installed(), reason="PyNaCl is not installed")
def test_a_room_in_which_an_evening_was_played_offers_its_page(home: Path) -> None:
    now = datetime.now().astimezone()
    with driving(lambda context: ClosingScene(context, closing())) as driver:
        context = driver.context
        assert closing_offer(context, "Rugs") is None
        for number in range(2):
            kept = Ledger(home / "ledger")
            line = sign(said(f"m{number}", [("Leila", 5), ("Omar", 1)], room="Rugs", at=now, minutes=0), b"s" * 32)
            kept.hosts.decide(line.key, counts=True)
            kept.add([line], now)
        assert closing_offer(context, "Rugs") is not None
        assert closing_offer(context, "Other") is None and closing_offer(context, "") is None


@pytest.mark.slow
@needs_chromium
def test_a_browser_shows_it_without_a_complaint(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    found = [*EVENING, *lines(said("e", [(EVIL, 15), ("Omar", 14)]))]
    file.write_text(closing_html(closing(found), Texts("en")), "utf-8")
    with Chromium(tmp_path / "profile", (1000, 800)) as page:
        page.open(file.as_uri())
        wait_until(lambda: page.run("document.querySelectorAll('li').length") == 4, "the page")
        assert page.run("document.images.length") == 0
        assert page.run("document.documentElement.scrollWidth <= innerWidth")
        if KEEP:
            page.picture(Path(KEEP) / "closing-page.png")
        assert page.complaints == []


@pytest.mark.skipif(not signing_installed(), reason="PyNaCl is not installed")
def test_the_ledger_gives_equal_points_one_place(home: Path) -> None:
    kept = Ledger(home / "ledger")
    line = sign(said("m", [("Leila", 5), ("Omar", 5), ("Jun", 1)]), b"s" * 32)
    kept.hosts.decide(line.key, counts=True)
    kept.add([line], NOW)
    with driving(lambda context: LedgerScene(context, home / "ledger", NOW)) as driver:
        scene = driver.top
        assert isinstance(scene, LedgerScene)
        assert [(place, person.name) for place, person in scene.people] == [(1, "Leila"), (1, "Omar"), (3, "Jun")]
