"""Guides in a window that is taller than wide: each text lies in the frame, and hides nothing that it speaks of."""

from __future__ import annotations

import pytest

from game.cabinets.stages import PRESENTATIONS, STAGES
from game.engine.canvas import Box
from game.engine.scene import Context
from game.engine.widgets import Button
from game.ground.texts import LANGUAGES
from game.scenes.guide.table import GuideTable
from tests.in_turns import in_turns
from tests.scenes.guide.guide_reader import obey, speaks
from tests.scenes.scene_driver import driving

pytestmark = pytest.mark.usefixtures("plain_home")
GUIDED = sorted(game for game, stage in STAGES.items() if stage.upright and PRESENTATIONS[game].guide)
MOST = 0.3
"""The share of what a text speaks of that it may cover, where that is nearly as large as the window."""
STEPS = 4
"""How many texts are read: what follows takes turns of computers."""


@in_turns(one_in=3, game=GUIDED, high=[690, 892], language=LANGUAGES, text_size=[100, 130])
def test_texts_lie_in_the_frame_and_beside_what_they_light(game: str, high: int, language: str, text_size: int) -> None:
    def guide(context: Context) -> GuideTable:
        context.hand.finger = True
        return GuideTable(context, game)

    with driving(guide, size=(412, high), language=language, text_size=text_size) as driver:
        table = driver.top
        assert isinstance(table, GuideTable) and table.design.upright
        frame = Box(0, 52, 412, high - 52)
        for _ in range(STEPS):
            driver.until(lambda: speaks(driver))
            step, bubble = table.step_now, table.bubble
            if step is None:
                break
            driver.context.typeface.forget_overflows()
            driver.step(2)
            assert not driver.context.typeface.overflows
            assert frame.contains(bubble.box)
            for widget in bubble.widgets:
                assert bubble.box.contains(widget.box)
                assert not isinstance(widget, Button) or widget.box.height >= 44
            for lit in bubble.lit:
                hidden = bubble.box.clip(lit)
                assert hidden.width * hidden.height <= lit.width * lit.height * MOST, (step.name, lit)
            if bubble.next is None and step.until is None:
                break
            obey(driver, step)
