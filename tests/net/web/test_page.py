"""The page in a real browser: fingers, a slide, a tab that sleeps while a button is held, a reload."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.net.web.chromium import Chromium, needs_chromium
from tests.net.web.test_gate import CHAIRS, Watched, until

pytestmark = [pytest.mark.slow, needs_chromium]
LEFT, RIGHT, JUMP = (70.0, 215.0), (280.0, 215.0), (600.0, 215.0)


@pytest.fixture
def watched() -> Iterator[Watched]:
    made = Watched()
    yield made
    made.close()


def seated(browser: Chromium, watched: Watched) -> None:
    browser.open(watched.gate.address("127.0.0.1"))
    until(lambda: browser.run("document.querySelectorAll('#chairs button').length") == 2)
    browser.run("document.querySelectorAll('#chairs button')[1].click()")
    until(lambda: str(browser.run("document.body.className")).startswith("playing"))


def test_the_page_is_a_pad(watched: Watched, tmp_path: Path) -> None:
    with Chromium(tmp_path) as browser:
        seated(browser, watched)
        browser.touch(RIGHT, JUMP)
        until(lambda: watched.masks()[-1] == 18)
        browser.touch(kind="touchEnd")
        until(lambda: watched.masks()[-1] == 0)
        browser.touch(RIGHT)
        browser.touch(LEFT, kind="touchMove")
        until(lambda: watched.masks()[-1] == 1)
        browser.touch(kind="touchEnd")
        assert not browser.complaints


def test_a_page_that_slept_with_a_finger_down_wakes_without_it(watched: Watched, tmp_path: Path) -> None:
    with Chromium(tmp_path) as browser:
        seated(browser, watched)
        browser.touch(RIGHT)
        until(lambda: watched.masks()[-1] == 2)
        told = len(watched.changes)
        browser.run("(() => { const end = Date.now() + 1500; while (Date.now() < end); })()")
        browser.run("new Promise((done) => setTimeout(done, 400))")
        until(lambda: browser.run("fingers.size") == 0)
        assert {change.mask for change in watched.changes[told:]} == {0}, "it runs on without a finger"


def test_a_page_loaded_anew_is_the_same_pad_and_seat(watched: Watched, tmp_path: Path) -> None:
    with Chromium(tmp_path) as browser:
        seated(browser, watched)
        browser.call("Page.reload")
        until(lambda: str(browser.run("document.body.className")).startswith("playing"))
        browser.touch(JUMP)
        until(lambda: watched.masks()[-1] == 16)
        assert {change.phone for change in watched.changes} == {1}


def test_the_page_asks_for_a_word_shows_its_sign_and_shakes(watched: Watched, tmp_path: Path) -> None:
    with Chromium(tmp_path) as browser:
        seated(browser, watched)
        assert browser.run("document.getElementById('shape').getAttribute('d')") == CHAIRS[1].sign
        browser.run("window.shaken = 0; navigator.vibrate = () => { window.shaken += 1; }")
        watched.gate.shake(1)
        until(lambda: browser.run("window.shaken") == 1)
        watched.gate.show(CHAIRS, "again")
        until(lambda: browser.run("document.body.classList.contains('asked')"))
        box = browser.run("JSON.stringify(document.getElementById('word').getBoundingClientRect())")
        told = json.loads(box)
        assert told["height"] >= 44
        browser.touch((told["x"] + told["width"] / 2, told["y"] + told["height"] / 2))
        browser.touch(kind="touchEnd")
        until(lambda: any(guest.agrees for guest in watched.gate.guests))
        until(lambda: not browser.run("document.body.classList.contains('asked')"))
        assert not browser.complaints
