"""Whole matches of Gem Merchants in which every decision was made before, and is entered by one device alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

import pygame
import pytest

from game.cabinets.gems.rules import Gems
from game.cabinets.gems.stage.choice import BUY, RESERVE, Trading, gold_key
from game.cabinets.gems.stage.market import CardKey
from game.cabinets.gems.stage.places import CONFIRM
from game.cabinets.gems.stage.stage import GemsStage
from game.cabinets.gems.state import Action, Buy, Draw, Options, Reserve, Return, Take
from game.conformance import bench
from game.core.rules import NATURE, Move
from game.engine.input import (
    FIRST_PAD,
    KEYBOARD,
    Command,
    CommandName,
    Device,
    KeyPressed,
    PointerMoved,
    PointerPressed,
    PointerReleased,
)
from tests.deciding import given

RULES = Gems()
Press = Callable[[GemsStage, CardKey], Action | None]
CARD_KEYS = ("zxvb", "asdf", "qwer")
"""Of each level, the first on top."""


def by_mouse(stage: GemsStage, key: CardKey) -> Action | None:
    assert stage.choice is not None
    x, y = stage.choice.layout.middle(key)
    stage.handle(PointerMoved(x, y))
    return given(stage, PointerPressed(x, y)) or given(stage, PointerReleased(x, y))


def confirmed_at(stage: GemsStage, key: CardKey, device: Device) -> Action | None:
    """Go on to a spot and confirm."""
    for _ in range(80):
        if stage.choice is not None and stage.choice.focus == key:
            return given(stage, Command(CommandName.CONFIRM, device))
        stage.handle(Command(CommandName.NEXT, device))
    raise AssertionError(f"{key} is not reached")


def by_pad(stage: GemsStage, key: CardKey) -> Action | None:
    return confirmed_at(stage, key, FIRST_PAD)


def by_keys(stage: GemsStage, key: CardKey) -> Action | None:
    """With the letters of the game where there is one for a spot."""
    kind, row, name = key
    if kind == "bank":
        return given(stage, KeyPressed(str(name + 1)))
    if kind == "market":
        return given(stage, KeyPressed(CARD_KEYS[2 - row][name]))
    if kind == "hand":
        while not (isinstance(stage.choice, Trading) and stage.choice.opened == key):
            stage.handle(KeyPressed("g"))
        return None
    if key == RESERVE:
        return given(stage, KeyPressed("n"))
    return confirmed_at(stage, key, KEYBOARD)


def enter(stage: GemsStage, action: Action, press: Press) -> Action | None:
    """Make a decision spot by spot; what the stage sent."""
    path, choice = stage.path_of(action), stage.choice
    match action:
        case Take() | Return():
            return [press(stage, key) for key in (*path, CONFIRM)][-1]
        case Reserve() | Draw():
            return [press(stage, key) for key in (*path, RESERVE)][-1]
        case Buy():
            press(stage, path[0])
            assert isinstance(choice, Trading)
            for colour in range(5):
                while choice.buy is not None and choice.buy.gold[colour] != action.gold[colour]:
                    press(stage, gold_key(colour))
            return press(stage, BUY)
    return press(stage, path[0])


def wanted(legal: Sequence[Action], chance: Random, entered: Counter[str]) -> Action:
    """Any action of a kind that was seldom entered so far; gems rather often, so that some go back."""
    kinds = sorted({type(action) for action in legal}, key=lambda kind: (entered[kind.__name__], kind.__name__))
    kind = Take if Take in kinds and chance.random() < 0.5 else kinds[0]
    return chance.choice([action for action in legal if isinstance(action, kind)])


@pytest.mark.slow
@pytest.mark.parametrize(("press", "seats"), [(by_mouse, 2), (by_keys, 3), (by_pad, 4)], ids=("mouse", "keys", "pad"))
def test_every_decision_can_be_entered(press: Press, seats: int) -> None:
    pygame.display.set_mode((1, 1))
    options = Options(target=9, nobles="all", fewer="free")
    chance, entered, state = Random(seats), Counter[str](), RULES.start(seats, options)
    stages = [GemsStage(bench.surroundings(seats, options, viewer=seat)) for seat in range(seats)]
    while (ask := RULES.ask(state)) is not None:
        seat = ask.seats[0]
        if seat == NATURE:
            RULES.step(state, (Move(NATURE, chance.randrange(ask.outcomes)),))
            continue
        legal, stage = RULES.legal(state, seat), stages[seat]
        action = wanted(legal, chance, entered)
        stage.reset(RULES.view(state, seat))
        stage.choose(seat, legal)
        assert enter(stage, action, press) == action
        stage.choose(None, None)
        entered[type(action).__name__] += 1
        RULES.step(state, (Move(seat, action),))
    assert RULES.result(state).reason == "gems.end.target"
    assert all(entered[kind.__name__] for kind in (Take, Reserve, Draw, Buy, Return)), entered
