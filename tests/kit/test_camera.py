"""A plane under a camera: zoomed by wheel and triggers, panned by a drag and a stick, held within its world."""

from __future__ import annotations

import pytest

from game.engine.canvas import Box
from game.engine.input import Panned, PointerMoved, PointerPressed, PointerReleased, StickMoved, TriggerMoved, Wheel
from game.kit.camera import ZOOMS, Camera

WORLD = Box(-1000, -1000, 2000, 2000)
HERE = Box(0, 0, 624, 624)


def test_a_point_of_the_plane_comes_back() -> None:
    camera = Camera(HERE, WORLD)
    camera.glide_to(120, -80, 0)
    camera.zoom_by(1)
    x, y = camera.inside(100, 500)
    assert camera.outside(x, y) == pytest.approx((100, 500))


def test_the_wheel_zooms_around_the_pointer_and_stops_at_the_ends() -> None:
    camera = Camera(HERE, WORLD)
    before = camera.inside(200, 300)
    camera.handle(Wheel(200, 300, 1))
    assert camera.zoom == ZOOMS[ZOOMS.index(1.0) + 1]
    assert camera.inside(200, 300) == pytest.approx(before)
    for _ in range(9):
        camera.handle(Wheel(200, 300, -1))
    assert camera.zoom == ZOOMS[0]
    assert not camera.handle(Wheel(200, 300, 1), wheel=False)


def test_a_drag_pans_and_a_press_alone_does_not() -> None:
    camera = Camera(HERE, WORLD)
    start = camera.middle
    assert not camera.handle(PointerPressed(300, 300))
    assert not camera.handle(PointerMoved(304, 300))
    assert not camera.handle(PointerReleased(304, 300))
    assert camera.middle == start
    camera.handle(PointerPressed(300, 300))
    assert camera.handle(PointerMoved(340, 320))
    assert camera.handle(PointerReleased(340, 320))
    assert camera.middle == (start[0] - 40, start[1] - 20)
    camera.handle(PointerPressed(300, 300), free=False)
    assert not camera.handle(PointerMoved(200, 300))


def test_the_middle_never_leaves_the_world() -> None:
    camera = Camera(HERE, WORLD)
    camera.handle(StickMoved(1, -1))
    camera.update(100)
    assert camera.middle == (1000, -1000)
    camera.handle(StickMoved(0, 0))
    camera.glide_to(5000, 0, 0.4)
    camera.update(0.2)
    assert camera.middle[1] > -1000
    camera.update(0.3)
    assert camera.middle == (1000, 0)


def test_two_fingers_pan_the_plane_with_them_at_any_zoom() -> None:
    camera = Camera(HERE, WORLD)
    camera.zoom_by(1)
    seen = camera.inside(300, 300)
    assert camera.handle(Panned(300, 300, 28, -14)) and camera.taken
    assert camera.inside(328, 286) == pytest.approx(seen)
    assert not camera.handle(Panned(900, 300, 28, -14)), "they are beside the window"


def test_a_trigger_zooms_once_for_each_pull() -> None:
    camera = Camera(HERE, WORLD)
    for pulled in (0.3, 0.6, 0.9, 0.4, 0.8):
        camera.handle(TriggerMoved("right", pulled))
    assert camera.zoom == ZOOMS[-1]


def test_a_box_is_shown_as_large_as_it_fits() -> None:
    camera = Camera(HERE, WORLD)
    for box, zoom in ((Box(-10, -10, 20, 20), ZOOMS[-1]), (Box(-550, -550, 1100, 1100), ZOOMS[0])):
        camera.fit(box)
        assert camera.zoom == zoom
        assert camera.sees(*box.topleft) and camera.sees(box.right - 1, box.bottom - 1)
    camera.fit(Box(-10, -10, 20, 20), largest=1.0)
    assert camera.zoom == 1.0
