"""In a round of Caravan Rails trains are bought for stations that are only drawn."""

from __future__ import annotations

import msgspec

from game.cabinets.rails.contract.actions import Buy, Call, Plan
from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.stage.stage import RailsStage
from game.conformance import bench
from game.core.rules import Move
from game.engine.canvas import Box
from game.engine.input import PointerMoved, PointerPressed, PointerReleased
from tests.cabinets.rails.matches import RULES, SINGLE, begun, coal_land
from tests.deciding import decided


def press(stage: RailsStage, at: tuple[float, float]) -> None:
    stage.handle(PointerMoved(*at))
    stage.handle(PointerPressed(*at))
    stage.handle(PointerReleased(*at))
    stage.update(1 / 30)


def knob(stage: RailsStage, name: str) -> tuple[float, float]:
    box = stage.place(name)
    assert isinstance(box, Box), f"there is no {name}"
    return box.center


def test_a_train_is_bought_in_the_round_in_which_its_stations_are_drawn() -> None:
    ground = coal_land()
    state = begun(ground, seats=2, time="rounds")
    given = bench.surroundings(2, Options(time="rounds"))
    given.brief, given.viewer = {"land": msgspec.to_builtins(ground)}, 0
    stage = RailsStage(given)
    stage.fit(1232, 624)
    stage.reset(RULES.view(state, 0))
    stage.choose(0, None)
    stage.update(1 / 30)
    play = stage.play
    assert play.do(*SINGLE) == "" and play.field is not None and play.sight is not None
    drawn = play.builder.trial.price
    press(stage, play.field.camera.outside(7.5, 10.5))
    assert play.selected.kind == "station" and play.selected.id == 1
    press(stage, knob(stage, "buy"))
    wanted = Buy("freight", 5, 0, (Call(-1, "full"), Call(-2, "unload")))
    assert play.builder.drafted == (*SINGLE, wanted)
    assert play.builder.trial.price > drawn
    play.builder.undo()
    play.builder.undo()
    stage.update(1 / 30)
    assert play.builder.drafted == () and stage.place("buy") is None, "what is taken back has no station"
    play.builder.redo()
    play.builder.redo()
    play.builder.build()
    stage.update(0.0)
    action = decided(stage)
    assert isinstance(action, Plan) and RULES.check(state, 0, action) is None
    RULES.step(state, [Move(0, action), Move(1, Plan(1, ()))])
    assert [one.company for one in state.site.vehicles.values()] == [0]
