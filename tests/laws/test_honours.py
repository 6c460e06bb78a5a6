"""What games count for titles of honour: each figure comes up in a recorded match, and has words in both languages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.cabinets.listed import CABINETS, HIDDEN
from game.core.honours import figures
from game.core.match.match import Match
from game.core.recording.replay import Playback, read_replay
from game.ground.texts import LANGUAGES, Texts
from tests import ROOT

FOLDER = ROOT / "tests" / "golden"
RECORDED = {"words": ("words-2", "words-4-quiz"), "sketch": ("sketch-5", "sketch-6")}
"""By game; matches of the others take long to play again."""


def matches(game: str) -> Iterator[Match]:
    for name in RECORDED[game]:
        playback = Playback(read_replay(FOLDER / f"{name}.souk"), CABINETS[game].rules)
        playback.seek(len(playback))
        yield playback.match


@pytest.mark.parametrize("game", RECORDED)
def test_every_figure_comes_up(game: str) -> None:
    honours = CABINETS[game].honours
    found: set[str] = set()
    for match in matches(game):
        result = match.result()
        counted = figures(honours, [event for step in match.steps for event in step.events], result)
        assert all(len(values) == len(result.seats) and min(values) >= 0 for values in counted.values())
        found |= set(counted)
    assert found == {honour.name for honour in honours}


def test_every_figure_is_of_an_event_or_a_detail_that_people_are_told_of() -> None:
    texts = Texts("en")
    for game, cabinet in CABINETS.items():
        for honour in cabinet.honours:
            key = f"{game}.event.{honour.event}" if honour.event else f"{game}.result.{honour.name}"
            assert texts.has(key), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_title_has_words(language: str) -> None:
    texts = Texts(language)
    for game, cabinet in CABINETS.items():
        assert cabinet.honours or game in HIDDEN
        for honour in cabinet.honours:
            assert texts.has(f"{game}.honour.{honour.name}")
            said = [texts.line(f"{game}.honour_said.{honour.name}", value=value) for value in (1, 7)]
            assert "1" in said[0] and "7" in said[1]
