"""A stroke of a finger in real browsers: what the page's browser had arrives at the drawer."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.scenes.guests.tiles import Tiles
from net.web.guest import Finger, read_message
from tests.net.web.browser import Browser
from tests.net.web.test_guests import Watched
from tests.processes import wait_until
from tests.scenes.guests.test_browser import ENGINES, middle, shown

pytestmark = pytest.mark.slow
SECONDS, POINTS = 2.0, 160


@pytest.fixture
def watched() -> Iterator[Watched]:
    made = Watched()
    yield made
    made.close()


@pytest.mark.parametrize("engine", ENGINES)
def test_a_stroke_of_two_seconds_arrives_whole(engine: type[Browser], watched: Watched, tmp_path: Path) -> None:
    with engine(tmp_path / "browser", (412, 690)) as page:
        page.open(watched.gate.address("127.0.0.1"))
        wait_until(lambda: page.run("document.getElementById('sit') !== null"), "the page")
        page.run("document.getElementById('name').value = 'Mina'")
        page.tap(*middle(page, "sit"))
        drawer = wait_until(lambda: watched.drawers and watched.drawers[0], "a drawer")
        (picture,) = Tiles().messages(pygame.Surface((824, 1360), depth=32), 0.0)
        drawer.send("bytes", picture)
        wait_until(lambda: shown(page), "the picture")
        page.run(
            "window.had = 0; picture.addEventListener('pointermove',"
            " (event) => { had += Math.max(1, (event.getCoalescedEvents?.() ?? []).length); })"
        )
        round_ = [(206 + 120 * math.cos(at / 25), 345 + 120 * math.sin(at / 25)) for at in range(POINTS)]
        page.draw(round_, SECONDS)
        heard: list[Finger] = []

        def lifted() -> bool:
            for kind, data in drawer.read():
                told = read_message(data) if kind == "bytes" else None
                heard.extend([told] if isinstance(told, Finger) else [])
            return bool(heard) and heard[-1].kind == "up"

        wait_until(lifted, "the end of the stroke")
        moved = [point for each in heard if each.kind == "move" for point in each.points]
        had = int(page.run("had"))
        print(f"{had} points in the browser, {len(moved)} arrived")
        assert had >= 60 and len(moved) >= 0.95 * had
        assert all(abs(math.dist(point[:2], (412, 690)) - 240) < 4 for point in moved)
        times = [at for *_, at in moved]
        assert times == sorted(times) and times[-1] - times[0] >= 0.7 * SECONDS * 1000
