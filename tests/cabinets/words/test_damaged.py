"""A damaged list of Korean words: said where people are, while what needs none of it goes on."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game.cabinets.words import book, lexicon
from game.cabinets.words.scenes.browser import BrowserScene, dictionary
from game.commands import main
from game.engine.canvas import Canvas
from game.engine.scene import Context, Scene
from game.engine.text import Typeface
from game.scenes import arcade
from tests.scenes.scene_driver import Told, driving


@pytest.fixture(autouse=True)
def damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    data = shutil.copytree(lexicon.DATA, tmp_path / "data")
    (data / "ko.words").write_bytes(b"junk")
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setattr(lexicon, "DATA", data)
    forget()
    yield
    forget()


def forget() -> None:
    for module in (lexicon, book):
        for each in vars(module).values():
            if hasattr(each, "cache_clear"):
                each.cache_clear()


def test_a_setup_says_it_where_the_board_would_be(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    own = Typeface.paragraph

    def paragraph(self: Typeface, canvas: Canvas, text: str, *how: Any, **more: Any) -> float:
        said.append(text)
        return own(self, canvas, text, *how, **more)

    monkeypatch.setattr(Typeface, "paragraph", paragraph)

    def make(context: Context) -> Scene:
        context.settings.guided = ("words",)
        return arcade.setup(context, "words")

    with driving(make, language="ko", text_size=150, size=(960, 540)) as driver:
        driver.app.step([])
        assert any("ko.words" in text for text in said) and not driver.context.typeface.overflows


def test_the_dictionary_opens_on_the_other_list() -> None:
    told = Told()

    def make(context: Context) -> Scene:
        context.notify = told
        return dictionary(context)

    with driving(make, language="ko") as driver:
        assert isinstance(driver.top, BrowserScene) and driver.top._language == "en"
        assert len(told) == 1 and "ko.words" in told[0]


@pytest.mark.parametrize(
    ("options", "missing"),
    [(["mode=chain"], "ko.words"), (["mode=letter"], ""), (["mode=letter", "extra=ours,foo@0123456789abcdef"], "foo")],
)
def test_a_room_is_opened_only_where_a_match_can_begin(
    options: list[str], missing: str, capfd: pytest.CaptureFixture[str]
) -> None:
    words = ["host", "words", "--seats", "open,novice", "--port", "0", "--address", "127.0.0.1", "--linger", "0"]
    given = [word for option in options for word in ("--option", option)]
    assert main([*words, *given, "--json"]) == bool(missing)
    said = capfd.readouterr().err
    assert missing in said and "Souk broke" not in said and ("port" in said) is not bool(missing)
