"""How the twin of a guest's table is played by taps, strokes and words, game by game.

Each function plays one decision, and returns whether the twin itself has decided: what is written is written on the
guest's own screen alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from game.cabinets.gems.stage.choice import BUY
from game.cabinets.gems.stage.places import CONFIRM
from game.cabinets.gems.stage.stage import GemsStage
from game.cabinets.gems.state import Buy, Take
from game.cabinets.omok.state import Place
from game.cabinets.sketch.stage.hand import Hand
from game.cabinets.sketch.stage.stage import SketchStage
from game.cabinets.sketch.stage.writing import Writing
from game.cabinets.words.solved import StrongBot
from game.core.bots import BotSetup
from game.engine.canvas import Box
from game.kit.stage import PictureStage
from tests.scenes.guests.twin import Twin


def tap_spots(twin: Twin, path: Sequence[Any]) -> None:
    """Tap the spots of a path one after the other."""
    stage = twin.table.stage if twin.table is not None else None
    assert isinstance(stage, PictureStage)
    for key in path:
        assert stage.choice is not None
        x, y = stage.choice.layout.middle(key)
        twin.tap(*twin.places(Box(x - 1, y - 1, 2, 2)))


def confirm(twin: Twin) -> None:
    """Confirm what was pointed at, where that is asked."""
    assert twin.table is not None
    yes = twin.button(twin.driver.context.texts.line("table.confirm.yes"))
    if yes is not None and twin.table.confirming.visible:
        twin.tap(*yes)


def trade(twin: Twin) -> bool:
    """Buy what can be bought, else take stones, else whatever is allowed."""
    table = twin.table
    assert table is not None and isinstance(table.stage, GemsStage) and table.feed.choice is not None
    stage = table.stage
    legal = list(table.feed.choice.legal or ())
    buys = [action for action in legal if isinstance(action, Buy)]
    takes = [action for action in legal if isinstance(action, Take)]
    action = buys[0] if buys else max(takes, key=lambda take: len(take.gems)) if takes else legal[0]
    tap_spots(twin, stage.path_of(action))
    if isinstance(action, Buy):
        tap_spots(twin, [BUY])
    elif stage.choice is not None and CONFIRM in stage.choice.targets:
        tap_spots(twin, [CONFIRM])
    confirm(twin)
    return True


def sketch(twin: Twin) -> bool:
    """Draw a stroke, vote for the first that can be voted for, and answer whatever else is asked."""
    table = twin.table
    assert table is not None and isinstance(table.stage, SketchStage)
    stage = table.stage
    task = stage.task
    if isinstance(task, Writing):
        twin.write("moon")
        return False
    if isinstance(task, Hand):
        paper, drawn = stage.places.paper, len(table.feed.view.strokes)
        points = [(paper.left + 80 + 12 * step, paper.top + 60 + 20 * drawn % 150 + 5 * step) for step in range(12)]
        twin.draw([twin.places(Box(x - 1, y - 1, 2, 2)) for x, y in points])
        send = next(each for each in task.buttons() if each.name == "send")
        twin.tap(*twin.places(send.box))
        return True
    assert stage.choice is not None
    tap_spots(twin, next(iter(stage.choice.paths)))
    confirm(twin)
    return True


def first(twin: Twin) -> bool:
    """Take the first path that is offered."""
    stage = twin.table.stage if twin.table is not None else None
    assert isinstance(stage, PictureStage) and stage.choice is not None
    tap_spots(twin, next(iter(stage.choice.paths)))
    confirm(twin)
    return True


def row(twin: Twin) -> bool:
    """Put the next stone of a row of one's own on an Omok board."""
    table = twin.table
    assert table is not None and isinstance(table.stage, PictureStage) and table.stage.choice is not None
    choice = table.feed.choice
    assert choice is not None
    of = {action: path for path, action in table.stage.choice.paths.items()}
    mine = (Place(column, 4 + 5 * choice.seat) for column in range(3, 12))
    tap_spots(twin, of[next(place for place in mine if place in of)])
    confirm(twin)
    return True


def word(twin: Twin) -> bool:
    """Write a word that fits; after a few, give up, which ends the round."""
    table = twin.table
    assert table is not None
    view, seats = table.feed.view, len(table.feed.seats)
    bot = StrongBot(BotSetup("words", view.mover, seats, table.feed.options, None, 1))
    said = bot.choose(view, Random(view.words)) if view.words < 2 * seats else None
    twin.write(said or "gg")
    return False
