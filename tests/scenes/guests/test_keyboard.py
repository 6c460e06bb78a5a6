"""A phone's keyboard takes of the page's height alone: pictures stay as they are, and what is written is in sight."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pygame
import pytest

from game.scenes.guests.tiles import Tiles
from net.web.pipe import Pipe
from tests.net.web.chromium import Chromium, needs_chromium
from tests.net.web.test_guests import Watched
from tests.processes import wait_until
from tests.scenes.guests.test_browser import middle, shown

pytestmark = [pytest.mark.slow, needs_chromium]
PHONE, OPEN, TURNED = (412, 690), (412, 330), (690, 360)
"""A phone, the same with its keyboard open, and the same on its side."""


class Held:
    """A page of a phone, and the drawer behind it."""

    def __init__(self, watched: Watched, page: Chromium) -> None:
        self._watched, self.page = watched, page
        self._told: list[dict[str, object]] = []

    @property
    def drawer(self) -> Pipe:
        return self._watched.drawers[-1]

    @property
    def asked(self) -> tuple[int, int]:
        """The size of the picture that the page came in with."""
        knock = self._watched.ordered[-1].knock
        return knock.width, knock.height

    def become(self, size: tuple[int, int]) -> None:
        """Give the page another size, and wait until it has thought about it."""
        self.page.call(
            "Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1, mobile=True
        )
        wait_until(lambda: self.page.run("innerHeight") == size[1], "the other size")
        self.page.run("window.thought = false; setTimeout(() => { window.thought = true; }, 1200)")
        wait_until(lambda: self.page.run("window.thought"), "the page's thought")

    def sizes(self) -> list[tuple[object, object]]:
        """Return the sizes that the page has asked for since it came in."""
        self._told += [json.loads(data) for kind, data in self.drawer.read() if kind == "text"]
        return [(each["width"], each["height"]) for each in self._told if each["type"] == "sized"]

    def field(self, box: tuple[int, int, int, int] | None) -> None:
        """Let the page lay a field where text is written, or take it away."""
        told = {"box": box, "limit": 40, "text": ""} if box else None
        self.drawer.send("text", json.dumps({"field": told}).encode())
        focus = "field" if box else ""
        wait_until(lambda: self.page.run("document.activeElement.id") == focus, "the field")


@contextmanager
def held(folder: Path, *, writing: bool = False) -> Iterator[Held]:
    """A page that has come in and shows a picture; `writing`: it came in with the keyboard open."""
    watched = Watched()
    try:
        with Chromium(folder / "browser", PHONE) as page:
            page.open(watched.gate.address("127.0.0.1"))
            wait_until(lambda: page.run("document.getElementById('sit') !== null"), "the page")
            phone = Held(watched, page)
            page.run("document.getElementById('name').focus()")
            page.write("Mina")
            if writing:
                phone.become(OPEN)
            page.run("document.getElementById('door').requestSubmit()") if writing else page.tap(*middle(page, "sit"))
            drawer = wait_until(lambda: watched.drawers and watched.drawers[0], "a drawer")
            (picture,) = Tiles().messages(pygame.Surface(phone.asked, depth=32), 0.0)
            drawer.send("bytes", picture)
            wait_until(lambda: shown(page), "the picture")
            yield phone
            assert not page.complaints
    finally:
        watched.close()


def test_who_sits_down_with_the_keyboard_open_gets_the_table_of_an_upright_phone(tmp_path: Path) -> None:
    with held(tmp_path, writing=True) as phone:
        assert phone.asked == (824, 1360)
        phone.page.run("document.activeElement.blur()")
        phone.become(PHONE)
        assert not phone.sizes()


def test_the_keyboard_asks_for_no_other_picture_and_the_field_stays_in_sight(tmp_path: Path) -> None:
    with held(tmp_path) as phone:
        wide = phone.page.run("picture.clientWidth")
        for _ in range(3):
            phone.field((16, 1250, 792, 92))
            phone.become(OPEN)
            top, bottom = phone.page.run(
                "(() => { const at = field.getBoundingClientRect(); return [at.top, at.bottom]; })()"
            )
            assert 0 <= top < bottom <= OPEN[1]
            assert phone.page.run("picture.clientWidth") == wide
            phone.field(None)
            phone.become(PHONE)
            assert phone.page.run("picture.getBoundingClientRect().top") == 0
        assert not phone.sizes()


def test_a_phone_that_is_turned_asks_for_the_other_picture_even_while_somebody_writes(tmp_path: Path) -> None:
    with held(tmp_path) as phone:
        phone.field((16, 1250, 792, 92))
        phone.become(TURNED)
        wait_until(lambda: phone.sizes() == [(1280, 720)], "the wide picture")
        phone.field(None)
        phone.become(PHONE)
        wait_until(lambda: phone.sizes() == [(1280, 720), (824, 1360)], "the upright picture")
