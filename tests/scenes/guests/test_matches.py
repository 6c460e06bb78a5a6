"""Whole matches by a finger alone in real browsers, at the height of a phone whose browser shows its bars."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from game.scenes.guests.told import sentence_of
from tests.net.web.browser import Browser
from tests.processes import wait_until
from tests.scenes.guests.fingers import sketch, trade
from tests.scenes.guests.places import sheet_of
from tests.scenes.guests.test_browser import ENGINES, rest, shown, sit_down
from tests.scenes.guests.twin import Twin, evening_on_wire, twin_of

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("plain_home")]
PHONE = (412, 690)
LONGEST = 10.0
"""Seconds within which what the guest's finger decided has become true at the host, or the taps were wrong."""
LOOK = 0.05
"""Seconds between two looks at twin and page: each is dear."""
MOVING, STILL = 3.0, 0.3
"""Seconds after which a movement is over, and of a picture at rest."""


@contextmanager
def at_table(engine: type[Browser], folder: Path, *words: str) -> Iterator[tuple[Twin, Browser]]:
    """A guest in a browser who is ready, and the twin of their table."""
    with ExitStack() as links:
        begun, wire = links.enter_context(evening_on_wire(folder / "home", *words))
        page = links.enter_context(engine(folder / "browser", PHONE))
        sheet = sheet_of(PHONE)
        twin = links.enter_context(twin_of(wire.line("Mina"), sheet, page, sheet[0] / PHONE[0]))
        sit_down(page, begun.page)
        rest(page)
        label = twin.driver.context.texts.line("lobby.room.ready")
        twin.tap(*wait_until(lambda: (twin.follow(), twin.button(label))[1], "the room"))
        yield twin, page


def play(twin: Twin, page: Browser, decide: Callable[[Twin], bool], most: int) -> None:
    """Let the guest decide until the match is over. What the twin decides has to become true at the host; `decide`
    returns whether the twin decides at all.
    """
    for _ in range(most):
        wait_until(lambda: (twin.follow(), twin.my_turn or twin.over)[1], "the guest's turn", LOOK)
        if twin.over:
            return
        asked = wait_until(lambda: (twin.follow(), twin.over or heard(page) == said(twin))[1], "the page's turn", LOOK)
        calm(page)
        twin.follow()
        if not asked or not twin.my_turn or heard(page) != said(twin):
            continue
        decided, number = len(twin.decided), twin.waits
        assert not decide(twin) or len(twin.decided) == decided + 1, "the taps decide"
        end = time.monotonic() + LONGEST
        while not twin.gone_on(number) and time.monotonic() < end:
            time.sleep(LOOK)
            twin.follow()
        twin.wrong += not twin.gone_on(number)
    raise AssertionError("the match does not end")


def said(twin: Twin) -> str:
    return sentence_of(twin.driver.context.stack.top)


def heard(page: Browser) -> str:
    """Return what the page tells who hears the screen: what the ribbon says there."""
    return str(page.run("document.getElementById('live').textContent"))


def calm(page: Browser) -> None:
    """Wait until what moves has come to rest; the ring of a clock never does."""
    number, end = shown(page), time.monotonic() + MOVING
    last = time.monotonic()
    while time.monotonic() < end and time.monotonic() - last < STILL:
        if (now := shown(page)) != number:
            number, last = now, time.monotonic()
        time.sleep(LOOK)


def finish(twin: Twin, page: Browser, picture: Path) -> None:
    rest(page)
    page.picture(picture)
    print(f"{twin.taps} taps, {twin.wrong} wrong")
    assert twin.over and twin.taps > 5 and not twin.wrong and not page.complaints


@pytest.mark.parametrize("engine", ENGINES)
def test_a_match_of_gem_merchants(engine: type[Browser], tmp_path: Path) -> None:
    options = ("--option", "target=5", "--option", "start=workshops")
    words = ("gems", "--seats", "open,greedy", *options, "--start-when-full")
    with at_table(engine, tmp_path, *words) as (twin, page):
        play(twin, page, trade, 80)
        finish(twin, page, tmp_path / "end.png")


@pytest.mark.parametrize("engine", ENGINES)
def test_a_match_of_odd_brush(engine: type[Browser], tmp_path: Path) -> None:
    seats = ("--seats", "open,random,random,random,random", "--start-when-full")
    options = [f"--option={each}" for each in ("goal=3", "rounds=2", "language=en", "laps=1", "seconds=0", "talk=0")]
    with at_table(engine, tmp_path, "sketch", *seats, *options) as (twin, page):
        play(twin, page, sketch, 60)
        finish(twin, page, tmp_path / "end.png")
