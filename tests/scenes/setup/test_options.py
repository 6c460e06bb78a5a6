"""The controls of every kind of option, as setup and the lobby's dialog show them."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from game.cabinets.listed import CABINETS
from game.core.options import describe
from game.engine.canvas import Box
from game.engine.scene import Context
from game.engine.text import Typeface
from game.engine.widgets import Choice, DropDown, Entry, Segments, Style, Toggle
from game.ground.texts import LANGUAGES, Texts
from game.scenes.feeds.plan import MatchPlan
from game.scenes.setup.names import NamesControl
from game.scenes.setup.options import About, Titled, option_controls
from game.scenes.setup.scene import SetupScene
from tests.games.wordy import WORDY, Options
from tests.scenes.scene_driver import Told, driving


class Keys(Texts):
    """Says the last part of a key: the test game has no texts."""

    def line(self, key: str, /, *parts: Any, **values: Any) -> str:
        return key.rpartition(".")[2]


@pytest.fixture
def values() -> dict[str, Any]:
    return {option.name: option.default for option in describe(Options)}


def controls(style: Style, values: dict[str, Any], width: float = 560) -> dict[str, Titled]:
    style.texts = Keys("en")
    made = option_controls(style, "wordy", describe(Options), values, values.__setitem__)
    for titled in made:
        titled.lay(Box(0, 0, width, titled.natural_height(width)))
    shown = [option.name for option in describe(Options) if option.kind != "text" or values[option.name]]
    return dict(zip(shown, made, strict=True))


def test_numbers_are_chosen_among_in_their_order_without_a_text(style: Style, values: dict[str, Any]) -> None:
    control = controls(style, values)["size"].control
    assert isinstance(control, Choice)
    (size,) = control.widgets
    assert isinstance(size, Segments)
    assert [(option.value, option.label) for option in size.options] == [(6, "6"), (8, "8"), (10, "10")]
    assert size.value == 8


def test_a_text_is_shown_where_there_is_one(style: Style, values: dict[str, Any]) -> None:
    assert "opening" not in controls(style, values)
    values["opening"] = "h8 i9"
    entry = controls(style, values)["opening"].control
    assert isinstance(entry, Entry) and entry.text == "h8 i9"


@pytest.mark.parametrize("width", [200, 560])
def test_names_have_a_switch_each_and_own_lists_one_to_turn_off(
    style: Style, values: dict[str, Any], width: float
) -> None:
    values["lists"] = "our class@0123456789abcdef"
    lists = controls(style, values, width)["lists"].control
    assert isinstance(lists, NamesControl)
    switches = [widget for widget in lists.widgets if isinstance(widget, Toggle)]
    assert [(switch.label, switch.on) for switch in switches] == [("sea", False), ("fruit", False), ("our class", True)]
    assert all(lists.box.left <= switch.box.left and switch.box.right <= lists.box.right for switch in switches)
    for one, other in pairwise(switches):
        assert one.box.right <= other.box.left or one.box.bottom <= other.box.top
    switches[0].press()
    switches[1].press()
    switches[2].press()
    assert values["lists"] == "fruit,sea"
    switches[1].press()
    assert values["lists"] == "sea"


def test_options_that_do_not_go_together_are_said_and_start_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    own = Texts.line

    def line(self: Texts, key: str, /, *parts: Any, **values: Any) -> str:
        return own(self, key, *parts, **values) if self.has(key) else key

    monkeypatch.setattr(Texts, "line", line)
    plans: list[MatchPlan] = []
    said = Told()
    scenes: list[SetupScene] = []

    def make(context: Context) -> SetupScene:
        context.notify = said
        scenes.append(SetupScene(context, WORDY, plans.append, preview=lambda seats: None))
        return scenes[0]

    with driving(make):
        (scene,) = scenes
        scene.options["opening"] = "h8 h8"
        scene.start()
        assert (said, plans) == (["wordy.refuse.opening"], [])
        scene.options |= {"opening": "h8 i9", "size": 10, "lists": "fruit,sea"}
        scene.start()
    assert plans[0].options == Options(size=10, opening="h8 i9", lists="fruit,sea")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_chosen_value_is_told_of_where_the_texts_do(language: str) -> None:
    style, chosen = Style(Typeface(), Texts(language)), list[tuple[str, Any]]()
    option = next(each for each in describe(CABINETS["omok"].info.options) if each.name == "opening")
    (titled,) = option_controls(style, "omok", [option], {"opening": "none"}, lambda *made: chosen.append(made))
    titled.lay(Box(0, 0, 300, titled.natural_height(300)))
    about = titled.widgets[-1]
    assert isinstance(about, About)
    high, told = titled.natural_height(300), {about.text}
    assert isinstance(titled.control, Choice)
    (control,) = titled.control.widgets
    assert isinstance(control, DropDown)
    for number in range(1, len(option.choices)):
        control.choose(number)
        told.add(about.text)
        assert titled.natural_height(300) == high, "nothing moves when another one is chosen"
    assert len(told) == len(option.choices)
    assert [value for _, value in chosen] == list(option.choices[1:])
