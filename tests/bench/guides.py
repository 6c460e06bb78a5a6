"""How long the first match of each game takes from the title: to the first own move, and to the end of its guide.

    python -m tests.bench.guides [GAME …]

A new person chooses the stall, takes the guide that is offered (of several the first), reads every word and does what
it says, at the usual pace and under a clock of its own: seconds are the program's, and do not depend on the machine. To
these come PRESS for each press of a key or button and READING words a second. Where time runs while one plays, the keys
of the run cost what the run lasts.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from game.cabinets.rooftops.first_level import WAY
from game.cabinets.rooftops.stage.stage import RooftopsStage
from game.cabinets.stages import PRESENTATIONS
from game.core.forge.physics.numbers import CLOCK
from game.engine.input import CommandName
from game.engine.stage.guide import Step
from game.engine.widgets import Dialog
from game.ground.texts import LANGUAGES
from game.scenes import arcade
from game.scenes.guide.listing import GuidesScene
from game.scenes.guide.table import GuideTable
from game.scenes.title.scene import TitleScene
from tests.scenes.guide.guide_reader import act, obey, speaks, table
from tests.scenes.scene_driver import Driver, driving
from tests.scenes.table.real_time_table import Hands

READING = {"ko": 3.75, "en": 4.0}
"""Words a second of silent reading, a little slower than the means of both languages in Korean and in English."""
PRESS = 0.5


@dataclass
class Reader:
    """What a person has done so far."""

    driver: Driver
    language: str
    words: int = 0
    presses: int = 0

    @property
    def ran(self) -> float:
        return self.driver.context.clock.now()

    @property
    def seconds(self) -> float:
        """What all of it took."""
        return self.ran + self.words / READING[self.language] + PRESS * self.presses

    def read(self, text: str) -> None:
        self.words += len(text.split())

    def press(self, name: CommandName) -> None:
        self.presses += 1
        self.driver.command(name)


def _go_in(reader: Reader, game: str) -> None:
    """From the title to the guide's table."""
    driver = reader.driver
    title = driver.top
    assert isinstance(title, TitleScene)
    games = [stand.game for stand in title.street.stands]
    right = (games.index(game) - games.index(title.street.stand.game)) % len(games)
    for _ in range(min(right, len(games) - right)):
        reader.press(CommandName.RIGHT if right <= len(games) // 2 else CommandName.LEFT)
    reader.press(CommandName.CONFIRM)
    driver.until(lambda: isinstance(driver.top, Dialog) and not driver.context.stack.fading)
    reader.read(driver.context.texts.line("guide.offer.title"))
    reader.read(driver.context.texts.line("guide.offer.text"))
    reader.press(CommandName.CONFIRM)
    driver.until(lambda: isinstance(driver.top, GuideTable | GuidesScene) and not driver.context.stack.fading)
    if isinstance(driver.top, GuidesScene):
        reader.press(CommandName.CONFIRM)
        driver.until(lambda: isinstance(driver.top, GuideTable) and not driver.context.stack.fading)


def _run_over_the_roofs(reader: Reader) -> Sequence[float]:
    """Run the first level by its way, and read what is said on it; the first own move as `measure` tells it."""
    driver, guide, hands, first = reader.driver, table(reader.driver), Hands(reader.driver), tuple[float, ...]()
    stage = guide.stage
    assert isinstance(stage, RooftopsStage)
    pressed = [buttons for ticks, buttons in WAY for _ in range(ticks)]
    said: Step[Any, Any] | None = None
    while not guide.feed.course.done:
        step = guide.step_now
        if step is not None and step is not said:
            reader.read(guide.texts.line(f"rooftops.guide.first.{step.name}", step.values(guide.feed.view)))
            said = step
        if step is not None and step.read:
            hands.hold(0)
            reader.press(CommandName.CONFIRM)
            continue
        first = first or (reader.ran, reader.words, reader.seconds)
        clock = int(stage.numbers(0)[CLOCK])
        hands.hold(pressed[clock] if clock < len(pressed) else pressed[-1])
        driver.app.step([], draw=False)
    return first


RUN: dict[str, Callable[[Reader], Sequence[float]]] = {"rooftops": _run_over_the_roofs}
"""Games in real time, each with somebody who plays its guide."""


def measure(game: str, language: str) -> tuple[Reader, Sequence[float]]:
    """The reader at the end of the guide; seconds, words and all seconds together of the first own move."""
    first: tuple[float, ...] = ()
    with driving(arcade.title, language=language) as driver:
        reader = Reader(driver, language)
        _go_in(reader, game)
        if game in RUN:
            return reader, RUN[game](reader)
        guide = table(driver)
        while not guide.feed.course.done:
            driver.until(lambda: speaks(driver))
            step = guide.step_now
            if step is None:
                break
            reader.read(guide.texts.line(f"{game}.guide.{step.name}", step.values(guide.feed.view)))
            reader.presses += 1 if guide.bubble.next else 2
            if step.actions is not None and step.until is None:
                act(driver, guide)
                first = first or (reader.ran, reader.words, reader.seconds)
                driver.until(lambda step=step: guide.step_now is not step)
            else:
                obey(driver, step)
                if step.actions is not None:
                    first = first or (reader.ran, reader.words, reader.seconds)
        return reader, first


def main(games: Sequence[str]) -> int:
    print("| game | language | first move: program s | words | in all s | end: program s | words | in all s |")
    print("|---|---|---|---|---|---|---|---|")
    guided = [game for game in PRESENTATIONS.names if PRESENTATIONS[game].guide]
    for game in games or [*guided, *RUN]:
        for language in LANGUAGES:
            with tempfile.TemporaryDirectory() as home:
                os.environ["SOUK_HOME"] = home
                reader, (ran, words, seconds) = measure(game, language)
            cells = (f"{ran:.1f}", words, f"{seconds:.0f}", f"{reader.ran:.1f}", reader.words, f"{reader.seconds:.0f}")
            print("|", " | ".join(map(str, (game, language, *cells))), "|", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
