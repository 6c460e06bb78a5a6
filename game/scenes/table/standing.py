"""The layout of a table that stands upright, by what its stage needs there."""

from __future__ import annotations

from typing import Any

from game.engine.canvas import Frame
from game.engine.stage import FillsTable, Stage, StandsUpright
from game.scenes.feeds.feed import Feed
from game.scenes.table.widgets.layout import TableLayout
from game.scenes.table.widgets.upright import BOARD_WIDTH, upright_layout


def standing(stage: Stage[Any, Any], feed: Feed, frame: Frame, *, with_timeline: bool) -> TableLayout:
    """Return the layout of an upright frame, and lay out for it a stage that takes all that is free there."""
    seats, alone = len(feed.seats), isinstance(stage, FillsTable)
    if stage.surroundings.turned:
        return upright_layout(frame, seats, 1.0, takes_all=True, with_timeline=with_timeline)
    if not isinstance(stage, StandsUpright):
        ratio = stage.width / stage.height
        return upright_layout(frame, seats, ratio, board_alone=alone, with_timeline=with_timeline)
    own = feed.viewer if stage.shows_own and seats > 1 and feed.viewer >= 0 else None
    ratio = BOARD_WIDTH / stage.upright_least
    layout = upright_layout(frame, seats, ratio, takes_all=True, own=own, with_timeline=with_timeline)
    stage.stand(layout.board.width, layout.board.height)
    return layout
