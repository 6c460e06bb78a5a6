"""Finds widgets of a page and uses them with the pointer or by keys and pad."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from game.engine.input import KEYBOARD, CommandName, Device
from game.engine.widgets import Group, Widget
from tests.scenes.scene_driver import Driver

Kind = TypeVar("Kind", bound=Widget)

SIZES = ((960, 540), (1024, 768))
"""The last one is higher than the design frame is."""


def group_of(driver: Driver) -> Group:
    """The widgets of the scene on top."""
    group = driver.top.group  # type: ignore[attr-defined]
    assert isinstance(group, Group)
    return group


def widgets(driver: Driver, kind: type[Kind]) -> list[Kind]:
    """Every widget of a kind, in the order of the focus."""
    return [widget for widget in group_of(driver).walk() if isinstance(widget, kind)]


def the(driver: Driver, kind: type[Kind], condition: Callable[[Kind], object]) -> Kind:
    """The one widget that is meant."""
    (found,) = [widget for widget in widgets(driver, kind) if condition(widget)]
    return found


def click(driver: Driver, widget: Widget, share: float = 0.5) -> None:
    """Click a widget, `share` of its width from its left."""
    driver.click(widget.box.left + share * widget.box.width, widget.box.centery)


def reachable(driver: Driver) -> set[int]:
    """What NEXT leads to, by identity, until it comes round."""
    group, found = group_of(driver), set[int]()
    for _ in range(200):
        driver.command(CommandName.NEXT)
        assert group.focused_widget is not None
        if id(group.focused_widget) in found:
            return found
        found.add(id(group.focused_widget))
    raise AssertionError("the focus never came round")


def go_to(driver: Driver, widget: Widget, device: Device = KEYBOARD) -> None:
    """Lead the focus to a widget with NEXT alone."""
    for _ in range(200):
        if group_of(driver).focused_widget is widget:
            return
        driver.command(CommandName.NEXT, device)
    raise AssertionError("the focus never got there")
