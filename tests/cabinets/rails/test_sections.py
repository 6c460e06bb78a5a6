"""What a signal guards, lit under pointer, cursor and when it is chosen; and the live meter of a station."""

from __future__ import annotations

import pygame
import pytest

from game.cabinets.rails.contract.actions import Advance
from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.rules import RailsRules
from game.cabinets.rails.stage.person.play import Selected
from game.cabinets.rails.stage.sight.sections import SIGNAL_LEGS, section_of, signal_near
from game.cabinets.rails.stage.sight.sight import Sight
from game.core.rules import NATURE, Move
from game.engine.canvas import Canvas
from game.engine.input import Command, CommandName, KeyPressed
from tests.cabinets.rails.solo import PAD, Solo

RULES = RailsRules()


@pytest.mark.parametrize("yard", ["broken_tree", "busy_loop"])
def test_what_trains_reserve_behind_a_signal_lies_in_its_section(yard: str) -> None:
    state = RULES.start(1, Options(yard=yard))
    RULES.step(state, [Move(NATURE, 1)])
    sight, ended = None, set()
    for _ in range(25):
        RULES.step(state, [Move(0, Advance(16))])
        sight = Sight(state, sight)
        for way in sight.ways.values():
            ahead = way.pieces[way.head :]
            signals = [
                place
                for place, one in enumerate(ahead)
                if one.leg in dict(sight.works[one.y * sight.size + one.x].signals) and one.tiles == 1
            ]
            for place, after in zip(signals, [*signals[1:], len(ahead) - 1], strict=False):
                if place == len(ahead) - 1:
                    continue
                one = ahead[place]
                section = section_of(sight, SIGNAL_LEGS * (one.y * sight.size + one.x) + one.leg)
                assert set(ahead[place + 1 : after + 1]) <= set(section.pieces)
                assert ahead[after] in (*section.signals, *section.platforms)
                ended.add(ahead[after] in section.signals)
    assert ended == {True, False}, "both kinds of safe places were reached"


@pytest.fixture
def solo() -> Solo:
    return Solo(Options(yard="busy_loop"))


def _pixels(solo: Solo) -> bytes:
    surface = pygame.Surface((1232, 624))
    solo.stage.draw(Canvas(surface, 1.0, (0, 0)))
    return pygame.image.tobytes(surface, "RGB")


def _signal(solo: Solo) -> tuple[int, int, int]:
    """The first signal: its tile and its number."""
    sight = solo.stage.play.sight
    assert sight is not None
    tile = next(tile for tile, built in sorted(sight.works.items()) if built.signals)
    x, y = tile % sight.size, tile // sight.size
    return x, y, signal_near(sight, (x + 0.5, y + 0.5))


def test_the_cursor_of_a_pad_lights_what_the_pointer_lights_and_a_press_tells_it(solo: Solo) -> None:
    solo.wait(0.5)
    x, y, number = _signal(solo)
    table = solo.stage.map
    solo.stage.handle(KeyPressed("space"))
    table.point(*solo.spot(x + 0.5, y + 0.5))
    assert section_of(solo.stage.play.sight, number).pieces  # type: ignore[arg-type]
    assert table.meant_signal == number
    table.leave()
    assert table.meant_signal == -1
    table.cursor = x - 1, y
    solo.stage.handle(Command(CommandName.RIGHT, PAD))
    assert table.meant_signal == number
    solo.stage.handle(Command(CommandName.CONFIRM, PAD))
    solo.frame()
    assert solo.stage.play.selected == Selected("signal", number)
    lit = _pixels(solo)
    solo.stage.handle(Command(CommandName.BACK, PAD))
    solo.stage.handle(Command(CommandName.BACK, PAD))
    table.cursor = 0, 0
    assert _pixels(solo) != lit and table.meant_signal == -1


def test_the_meter_of_a_station_comes_by_key_and_by_its_button(solo: Solo) -> None:
    play = solo.stage.play
    solo.stage.handle(KeyPressed("m"))
    assert play.refusal == "rails_stage.meter.choose"
    for _ in range(40):
        solo.stage.show(solo.view, solo.rules.step(solo.state, [Move(0, Advance(32))]))
    station = solo.look.stations[0].id
    play.select(Selected("station", station))
    solo.frame()
    solo.stage.handle(KeyPressed("m"))
    assert play.sight is not None and play.meter.shown
    rates = play.meter.rates(play.sight, station)
    assert rates[-1].units > 0 and rates[-1].tick <= solo.view.tick
    _pixels(solo)
    knob = solo.stage.desk.cards.knob("meter")
    assert knob is not None
    knob.press()
    assert not play.meter.shown
    solo.stage.reset(solo.view)
    assert not play.meter.rates(play.sight, station)
