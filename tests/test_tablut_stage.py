"""Tablut's picture: the rules page tells what holds, and what a move would take is shown."""

from __future__ import annotations

import msgspec
import pytest

from game.cabinets.tablut.law import PRESETS
from game.cabinets.tablut.stage.rules import rules_lines
from game.cabinets.tablut.state import Options
from game.core.options import OptionError, read
from game.scenes.table.rules import RulesPage
from game.texts import LANGUAGES, Texts
from tests.scene_driver import driving


def test_the_rules_tell_what_holds_and_nothing_else() -> None:
    def keys(**options: object) -> set[str]:
        return {key.removeprefix("tablut.rule.") for key, _ in rules_lines(msgspec.convert(options, Options))}

    assert {"escape.corner", "king_taken.four", "rim_hostile.yes", "throne_held.never"} <= keys()
    assert {"camps.yes", "throne_held.always", "repeat.first"} <= keys(preset="unibo")
    assert "rim_hostile.no" not in keys(preset="unibo")
    assert "quiet" not in keys(preset="unibo")
    assert "rows.yes" not in keys()
    assert "rows.yes" in keys(rows="yes")
    for language in LANGUAGES:
        for preset in PRESETS:
            lines = rules_lines(Options(preset=preset, rows="yes", rounds=2))
            assert all(Texts(language).line(key, **values) for key, values in lines)


@pytest.mark.parametrize("language", ["ko", "en"])
def test_the_rules_page_is_made_from_the_options_of_the_match(language: str) -> None:
    texts = Texts(language)
    options = Options(preset="unibo")
    with driving(lambda context: RulesPage(context, "tablut", options=options), language=language) as driver:
        assert isinstance(driver.top, RulesPage)
        words = driver.top.words()
        assert texts.line("tablut.rule.camps.yes") in words
        assert texts.line("tablut.rule.escape.corner") not in words
        assert driver.context.typeface.overflows == []


def test_a_position_that_is_none_is_refused_as_an_option() -> None:
    with pytest.raises(OptionError) as refusal:
        read(Options, {"position": "/9/"})
    assert refusal.value.key == "tablut.notation.rows"
