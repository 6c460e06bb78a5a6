"""A level of the Workshop that is handed to a game: its setup shows that level, and hides what the level overrules."""

from __future__ import annotations

import pytest

from game.cabinets.listed import CABINETS
from game.cabinets.workshop.scenes.playing import play_level
from game.core.forge.formats.codes import write_level
from game.core.forge.methods.registry import METHODS, level_of
from game.core.forge.model.level import Level, Recipe
from game.core.options import describe, given
from game.scenes.setup.options import Titled
from game.scenes.setup.scene import SetupScene
from game.scenes.staging.preview import _begun
from tests.scenes.scene_driver import driving

LEVELS = {"rooftops": ("ideas", (100, 15)), "cisterns": ("bsp", (32, 24))}


def level_for(game: str) -> Level:
    method, size = LEVELS[game]
    return level_of(Recipe(method, METHODS[method].version, 3, *size))


@pytest.mark.parametrize("game", LEVELS)
def test_the_setup_names_the_level_first_and_hides_what_it_overrules(game: str) -> None:
    with driving(lambda context: SetupScene(context, CABINETS[game], lambda plan: None)) as driver:
        play_level(driver.context, level_for(game))
        driver.until(lambda: isinstance(driver.top, SetupScene) and bool(driver.top.options["level"]))
        driver.step(3)
        scene = driver.top
        assert isinstance(scene, SetupScene)
        titles = [titled.control for titled in scene._controls() if isinstance(titled, Titled)]
        described = describe(CABINETS[game].info.options)
        (option,) = given(described, scene.options)
        shown = [each for each in described if each.name not in option.overrules]
        info = CABINETS[game].info
        besides = (not info.own_clock) + (not info.numbered)
        assert len(titles) == len(shown) + besides, "what is left, the limit, and a seed"
        assert getattr(titles[0], "text", "") == scene.options["level"]
        scene._set_option("level", "")
        assert len(scene._controls()) == len(described) + (not info.own_clock)


@pytest.mark.parametrize("game", LEVELS)
def test_the_picture_of_the_setup_is_of_the_level_that_is_given(game: str) -> None:
    level = level_for(game)
    match = _begun(CABINETS[game], 1, "en", (("level", write_level(level)),))
    assert match.options.level == write_level(level)
    assert match.turns() <= 2, "as it begins"
