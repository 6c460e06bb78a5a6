"""Scenes of the word game for screenshots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.cabinets.words.scenes.browser import BrowserScene
from game.engine.scene import Scene

if TYPE_CHECKING:
    from tests.showroom.moment import Moment


def searched(moment: Moment) -> Scene:
    """Return the dictionary with a search in it."""
    korean = moment.context.texts.language == "ko"
    return BrowserScene(moment.context, "요????*" if korean else "lan????*", "ko" if korean else "en")
