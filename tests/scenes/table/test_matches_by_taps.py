"""Whole matches by taps alone at the lowest phone, against computers: each tap does what it should.

Those of Slime, which is drawn on, and of Left 4 Grade are with their games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec
import pytest

from game.cabinets.cisterns.bots import ExpertBot
from game.cabinets.cisterns.knowledge import Knowledge
from game.cabinets.cisterns.rules.state import GUIDE, Bomb, Step
from game.cabinets.cisterns.stage.bar import box_of
from game.cabinets.cisterns.stage.stage import CisternsStage
from game.cabinets.listed import CABINETS
from game.core.bot.loading import HUMAN
from game.core.bots import BotSetup
from game.core.forge.model.level import HEADINGS
from game.engine.canvas import Box
from game.engine.input import Command, CommandName, TextTyped
from game.kit.stage import PictureStage
from game.scenes import arcade
from game.scenes.feeds.plan import MatchPlan, SeatPlan
from game.scenes.table.results import ResultsScene
from game.scenes.table.scene import TableScene
from tests.cabinets.cisterns.test_table import BUTTON_OF
from tests.scenes.guests.fingers import confirm, row, sketch, tap_spots, trade, word
from tests.scenes.guests.twin import Line, Twin
from tests.scenes.scene_driver import Driver, driving
from tests.showroom.lan import StillClient

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("plain_home")]
PHONE = (412, 690)
PATIENCE = 400
"""Frames within which a match takes up what was decided by taps, or the taps were wrong."""


class Keyboard:
    """The keyboard of a phone at its own table, where there is no other page to tap."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    def tap(self, x: float, y: float) -> None: ...

    def draw(self, points: Sequence[tuple[float, float]], seconds: float = 0.0) -> None: ...

    def write(self, text: str) -> None:
        self._driver.send(TextTyped(text))

    def press(self, key: str) -> None:
        self._driver.send(Command(CommandName.CONFIRM))

    def run(self, script: str) -> str:
        return "field"


@dataclass
class Person:
    """Chooses among what is offered, always alike."""

    random: Random

    def any_path(self, twin: Twin) -> bool:
        """Take a path that is offered, spot by spot."""
        stage = twin.table.stage if twin.table is not None else None
        assert isinstance(stage, PictureStage) and stage.choice is not None
        tap_spots(twin, self.random.choice(list(stage.choice.paths)))
        confirm(twin)
        return True


def dive(twin: Twin) -> bool:
    """Go where a computer would go, by squares beside the hero and by the buttons of the bar."""
    table = twin.table
    assert table is not None and isinstance(table.stage, CisternsStage)
    stage, view = table.stage, table.feed.view
    seats = len(table.feed.seats)
    adviser = ExpertBot(BotSetup("cisterns", 0, seats, table.feed.options, None, 1))
    action = adviser.choose(Knowledge(view, 0))
    if not isinstance(action, Step):
        twin.tap(*twin.places(box_of(BUTTON_OF[type(action)], stage.width, stage.bar_y)))
    if isinstance(action, Step | Bomb):
        hero, (dx, dy) = view.heroes[0], HEADINGS[action.heading]
        x, y = stage.on_map((hero.x + dx, hero.y + dy))
        twin.tap(*twin.places(Box(x - 1, y - 1, 2, 2)))
    return True


def any_of(seed: int) -> Callable[[Twin], bool]:
    return Person(Random(seed)).any_path


MATCHES: dict[str, tuple[dict[str, Any], Sequence[str], Callable[[Twin], bool]]] = {
    "omok": ({}, ("random",), row),
    "gems": ({"target": 5, "start": "workshops"}, ("random",), trade),
    "sketch": (
        {"goal": 3, "rounds": 2, "language": "en", "laps": 1, "seconds": 0, "talk": 0},
        ("random",) * 4,
        sketch,
    ),
    "words": ({"rounds": 2, "seconds": 0}, ("random",), word),
    "tablut": ({}, ("random",), any_of(1)),
    "marrakech": ({"rugs": 5}, ("random", "random"), any_of(2)),
    "volcano": ({"tiles": 4}, ("random",), any_of(3)),
    "cisterns": ({"level": GUIDE}, (), dive),
}
"""Options, opponents, and how the person decides."""


@pytest.mark.parametrize("game", MATCHES)
def test_a_whole_match(game: str) -> None:
    options, bots, decide = MATCHES[game]
    made = msgspec.convert(options, CABINETS[game].info.options)
    seats = tuple(SeatPlan(f"Seat {number}", spec) for number, spec in enumerate((HUMAN, *bots)))
    wrong: list[int] = []
    with driving(lambda context: arcade.table(context, MatchPlan(game, seats, made, 3)), size=PHONE) as driver:
        table = driver.top
        assert isinstance(table, TableScene) and table.design == PHONE
        twin = Twin(Line(), driver, StillClient(), Keyboard(driver), 1.0)
        decisions = 0

        def asked() -> bool:
            table.conductor.hurry()
            return twin.my_turn or not isinstance(driver.top, TableScene)

        for number in range(600):
            driver.until(asked)
            if not isinstance(driver.top, TableScene):
                break
            driver.step(2)
            before = len(table.feed.entries), table.feed.choice
            decide(twin)
            decisions += 1
            for _ in range(PATIENCE):
                if (len(table.feed.entries), table.feed.choice) != before or driver.top is not table:
                    break
                driver.step(draw=False)
            else:
                wrong.append(number)
        driver.until(lambda: isinstance(driver.top, ResultsScene))
    print(f"{game}: {decisions} decisions, {twin.taps} taps, {len(wrong)} wrong")
    assert decisions >= 3 and wrong == []
