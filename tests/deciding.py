"""What a stage decides by an input, for tests that hold a stage without a table."""

from __future__ import annotations

from typing import Any

from game.engine.input import InputEvent
from game.engine.stage import Stage


def decided(stage: Stage[Any, Any]) -> Any:
    """Take what the stage has decided; None for nothing. What it decided before that is dropped."""
    action = stage.outbox[-1].action if stage.outbox else None
    stage.outbox.clear()
    return action


def given(stage: Stage[Any, Any], event: InputEvent) -> Any:
    """Give a stage an input, and return the action that it decided by that; None for none."""
    stage.outbox.clear()
    stage.handle(event)
    return decided(stage)
