"""Whole matches of Gem Merchants and Volcano Isle on their stages: by mouse alone, by keys alone, by a pad alone."""

from __future__ import annotations

from random import Random
from typing import Any

import pygame
import pytest

from game.cabinets.gems.cabinet import GEMS
from game.cabinets.gems.stage.stage import GemsStage
from game.cabinets.gems.state import Options as GemsOptions
from game.cabinets.volcano.cabinet import VOLCANO
from game.cabinets.volcano.stage.relief.turning import Turned
from game.cabinets.volcano.stage.stage import VolcanoStage
from game.cabinets.volcano.state import Options as VolcanoOptions
from game.conformance import bench
from game.core.rules import NATURE, Move
from game.engine.input import (
    FIRST_PAD,
    KEYBOARD,
    Command,
    CommandName,
    InputEvent,
    KeyPressed,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    Wheel,
)
from tests.deciding import given

GAMES: dict[str, tuple[Any, Any, Any]] = {
    "gems": (GEMS.rules, GemsStage, GemsOptions(target=6)),
    "volcano": (VOLCANO.rules, VolcanoStage, VolcanoOptions(tiles=6)),
}
WAYS = (CommandName.LEFT, CommandName.RIGHT, CommandName.UP, CommandName.DOWN, CommandName.NEXT, CommandName.PREVIOUS)
PATIENCE = 400
"""Inputs after which a decision should long have been made."""


def inputs(game: str, stage: Any, device: str, chance: Random) -> list[InputEvent]:
    """What somebody might do next who has nothing but this device."""
    choice = stage.choice
    if device == "mouse":
        if isinstance(choice, Turned) and chance.random() < 0.2:
            return [Wheel(300, 300, chance.choice((-1, 1)))]
        if not choice.targets or chance.random() < 0.05:
            return [PointerPressed(2, 2, 3)]
        x, y = choice.layout.middle(chance.choice(choice.targets))
        return [PointerMoved(x, y), PointerPressed(x, y), PointerReleased(x, y)]
    if device == "keyboard" and chance.random() < 0.1:
        return [KeyPressed(chance.choice("qe12345") if game == "gems" else chance.choice("qe"))]
    command = CommandName.CONFIRM if chance.random() < 0.5 else chance.choice(WAYS)
    return [Command(command, FIRST_PAD if device == "pad" else KEYBOARD)]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("device", ["mouse", "keyboard", "pad"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_match_by_one_device(game: str, device: str, seats: int) -> None:
    pygame.display.set_mode((1, 1))
    rules, stage_type, options = GAMES[game]
    chance, state = Random(seats), rules.start(seats, options)
    stages = [stage_type(bench.surroundings(seats, options, viewer=seat)) for seat in range(seats)]
    while (ask := rules.ask(state)) is not None:
        seat = ask.seats[0]
        if seat == NATURE:
            rules.step(state, (Move(NATURE, chance.randrange(ask.outcomes)),))
            continue
        stage, action = stages[seat], None
        stage.reset(rules.view(state, seat))
        stage.choose(seat, rules.legal(state, seat))
        for _ in range(PATIENCE):
            for event in inputs(game, stage, device, chance):
                action = given(stage, event) or action
            if action is not None and rules.check(state, seat, action) is None:
                break
        assert action is not None and rules.check(state, seat, action) is None
        rules.step(state, (Move(seat, action),))
    assert rules.result(state).reason.startswith(f"{game}.end.") and len(rules.result(state).seats) == seats
