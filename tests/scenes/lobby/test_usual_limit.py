"""The time limit that a room has where nobody chose one: the game's, if all wait for the slowest there."""

from __future__ import annotations

from game.cabinets.listed import CABINETS
from game.engine.scene import Context
from game.engine.widgets import Style
from game.scenes.lobby.next_game import plan_for
from game.scenes.setup.house import TableRules
from game.scenes.setup.scene import SetupScene
from tests.scenes.scene_driver import driving


def test_a_room_of_cisterns_has_a_limit_until_somebody_chooses_otherwise() -> None:
    cabinet = CABINETS["cisterns"]
    with driving(lambda context: SetupScene(context, cabinet, print)) as driver:
        context: Context = driver.context
        assert plan_for(context, cabinet, 2).limit == 15.0
        assert plan_for(context, CABINETS["omok"], 2).limit is None
        assert TableRules(context, cabinet, list).limit is None, "people at one screen take turns without a clock"
        rules = TableRules(context, cabinet, list, cabinet.info.room_limit)
        rules.limit = None
        rules.remember()
        assert plan_for(context, cabinet, 2).limit is None, "who wants no limit keeps none"
        rules._take_usual()
        assert rules.limit == 15
        rules.remember()
        assert context.settings.limits == {} and plan_for(context, cabinet, 2).limit == 15.0


def test_a_game_with_a_clock_of_its_own_offers_no_other_limit_and_forgets_an_earlier_one() -> None:
    with driving(lambda context: SetupScene(context, CABINETS["omok"], print)) as driver:
        context = driver.context
        context.settings.limits = {"rooftops": 30, "omok": 30}
        shown, hidden = (TableRules(context, CABINETS[game], list) for game in ("omok", "rooftops"))
        assert shown.limit == 30 and shown.limit_controls(Style.of(context))
        assert hidden.limit is None and not hidden.limit_controls(Style.of(context))
        hidden.remember()
        assert context.settings.limits == {"omok": 30}
