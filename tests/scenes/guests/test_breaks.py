"""What breaks around a guest in a real browser: the tab, the link, each process; and what a drawer may not know."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from net.messages import Said
from tests.net.lan_peer import drive
from tests.net.web.browser import Browser
from tests.net.web.chromium import Chromium, needs_chromium
from tests.processes import KILL, alive, children, wait_until
from tests.scenes.guests.evening import evening
from tests.scenes.guests.places import room_places
from tests.scenes.guests.test_browser import ENGINES, FULL, PHONE, Opponent, rest, shown, sit_down

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("plain_home")]
WAYS = pytest.mark.parametrize("forks", [pytest.param(True, id="forked"), pytest.param(False, id="started")])
"""How drawers come into being: as on Linux, and as on other systems."""
SECRET = "a-secret-that-nobody-but-the-host-may-know"


@WAYS
@needs_chromium
def test_a_tab_that_is_closed_and_opened_again_has_its_seat(forks: bool, tmp_path: Path) -> None:
    with evening(tmp_path / "home", *FULL, forks=forks) as begun, Chromium(tmp_path / "browser", PHONE) as page:
        sit_down(page, begun.page)
        other = Opponent(begun)
        rest(page)
        page.open("about:blank")
        drive([other], lambda: any(one.name == "Mina" and not one.present for one in other.room.people))
        sit_down(page, begun.page.partition("#")[0])
        drive([other], lambda: any(one.name == "Mina" and one.present and one.seat >= 0 for one in other.room.people))
        assert len([one for one in other.room.people if one.name.startswith("Mina")]) == 1
        other.close()


@WAYS
@pytest.mark.parametrize("engine", ENGINES)
def test_a_link_that_is_dead_for_twenty_seconds_goes_on(engine: type[Browser], forks: bool, tmp_path: Path) -> None:
    with evening(tmp_path / "home", *FULL, forks=forks) as begun, engine(tmp_path / "browser", PHONE) as page:
        sit_down(page, begun.page)
        other = Opponent(begun)
        rest(page)
        os.kill(begun.gate.pid, signal.SIGSTOP)
        end = time.monotonic() + 20
        try:
            drive([other], lambda: time.monotonic() > end)
        finally:
            os.kill(begun.gate.pid, signal.SIGCONT)
        before = shown(page)
        page.tap(*room_places()[0])
        drive([other], lambda: other.begun is not None)
        wait_until(lambda: shown(page) != before, "a picture of the match")
        assert len([one for one in other.room.people if one.name.startswith("Mina")]) == 1 and not page.complaints
        other.close()


@WAYS
@pytest.mark.parametrize("engine", ENGINES)
def test_a_phone_that_slept_for_twenty_seconds_wakes_to_its_seat(
    engine: type[Browser], forks: bool, tmp_path: Path
) -> None:
    with evening(tmp_path / "home", *FULL, forks=forks) as begun, engine(tmp_path / "browser", PHONE) as page:
        sit_down(page, begun.page)
        other = Opponent(begun)
        rest(page)
        phone = family(page.pid)
        end = time.monotonic() + 20
        for process in phone:
            os.kill(process, signal.SIGSTOP)
        try:
            drive([other], lambda: time.monotonic() > end)
        finally:
            for process in phone:
                os.kill(process, signal.SIGCONT)
        page.run("delete document.body.dataset.shown")
        wait_until(lambda: shown(page), "a picture")
        rest(page)
        page.tap(*room_places()[0])
        drive([other], lambda: other.begun is not None)
        assert len([one for one in other.room.people if one.name.startswith("Mina")]) == 1 and not page.complaints
        other.close()


@WAYS
@needs_chromium
def test_a_guest_whose_page_drawer_or_nursery_ends_comes_back_to_the_seat(forks: bool, tmp_path: Path) -> None:
    with (
        evening(tmp_path / "home", *FULL, forks=forks) as begun,
        Chromium(tmp_path / "browser", PHONE) as page,
    ):
        before = children(begun.nursery)
        sit_down(page, begun.page)
        other = Opponent(begun)
        nursery = begun.nursery

        def seated() -> bool:
            drive([other], lambda: True)
            people = {one.person for one in other.room.people if one.name == "Mina" and one.present}
            return len(people) == 1 and any(seat.person in people for seat in other.room.seats)

        def back_after(what: Callable[[set[int]], object]) -> None:
            """Where drawers are started, the one that waits for the next guest ends as well."""
            drawers = children(nursery)
            what(drawers)
            page.run("delete document.body.dataset.shown")
            wait_until(lambda: shown(page) and seated(), "the guest's return")
            wait_until(lambda: drawers - children(nursery), "the end of the drawer")

        def kill(processes: set[int]) -> None:
            for process in processes:
                os.kill(process, KILL)

        wait_until(seated, "the guest")
        assert forks or before & children(nursery), "the guest was given the drawer that waited"
        back_after(kill)
        back_after(lambda _: page.run("link.close()"))
        if forks:
            kill({nursery})
            wait_until(lambda: not alive(nursery), "the end of the nursery")
            wait_until(lambda: begun.nursery != nursery, "another nursery")
            page.run("link.close(); delete document.body.dataset.shown")
            wait_until(lambda: shown(page) and seated(), "the guest's return")
        assert len([one for one in other.room.people if one.name.startswith("Mina")]) == 1
        other.close()


def family(process: int) -> list[int]:
    """Return a process and all that it began, with what these began."""
    return [process, *(each for child in children(process) for each in family(child))]


@WAYS
@needs_chromium
def test_when_gate_or_host_are_killed_the_page_says_so_and_no_process_is_left(forks: bool, tmp_path: Path) -> None:
    for kill in ("gate", "host"):
        with (
            evening(tmp_path / kill, *FULL, forks=forks) as begun,
            Chromium(tmp_path / f"browser-{kill}", PHONE) as page,
        ):
            sit_down(page, begun.page)
            rest(page)
            left = [*children(begun.gate.pid), begun.nursery, *children(begun.nursery)]
            if kill == "gate":
                os.kill(begun.gate.pid, KILL)
                wait_until(lambda: page.run("document.body.classList.contains('waiting')"), "the sentence")
                wait_until(lambda left=left: not any(map(alive, left)), "the end of nursery and drawer")  # type: ignore[misc]
            else:
                os.kill(begun.host.pid, KILL)
                rest(page)
                assert all(map(alive, left)), "a drawer looks for the host as any window does"
            page.picture(tmp_path / f"{kill}.png")


@pytest.mark.parametrize("engine", ENGINES)
def test_the_keyboard_is_opened_and_closed_twenty_times(engine: type[Browser], tmp_path: Path) -> None:
    _, chat = room_places()
    with evening(tmp_path / "home", *FULL) as begun, engine(tmp_path / "browser", PHONE) as page:
        sit_down(page, begun.page)
        other = Opponent(begun)
        rest(page)
        for _ in range(20):
            page.tap(*chat)
            wait_until(lambda: page.run("document.activeElement.id") == "field", "the field")
            page.run("field.blur()")  # as the phone's own key to put its keyboard away
            assert page.run("document.activeElement.id") != "field"
        page.tap(*chat)
        wait_until(lambda: page.run("document.activeElement.id") == "field", "the field")
        page.write("still here")
        page.press("Enter")
        drive([other], lambda: any(isinstance(each, Said) and each.text == "still here" for each in other.messages))
        assert not page.complaints
        other.close()


@WAYS
@needs_chromium
def test_no_secret_of_the_host_is_in_the_memory_of_a_drawer(forks: bool, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "planted.txt").write_text(SECRET, encoding="utf-8")
    with evening(home, *FULL, forks=forks) as begun, Chromium(tmp_path / "browser", PHONE) as page:
        sit_down(page, begun.page)
        rest(page)
        for broken in (False, True):
            if broken:  # the next drawer must not begin with what the gate has learned
                nursery = begun.nursery
                killed = {nursery} if forks else children(nursery)
                for process in killed:
                    os.kill(process, KILL)
                wait_until(lambda ended=killed: not any(map(alive, ended)), "the end of what was killed")  # type: ignore[misc]
                wait_until(lambda before=nursery: not forks or begun.nursery != before, "another nursery")  # type: ignore[misc]
                page.run("if (link) link.close(); delete document.body.dataset.shown")
                wait_until(lambda: shown(page), "the guest's return")

            def told_of_the_guest() -> list[bytes]:
                found = [memory_of(drawer) for drawer in children(begun.nursery)]
                return found if any(b"Mina" in each for each in found) else []

            told = wait_until(told_of_the_guest, "a drawer that knows the guest's own name", 0.5)
            for secret in (SECRET, begun.page.partition("#")[2], str(page.run("token"))):
                assert not any(secret.encode() in each for each in told)


def memory_of(process: int) -> bytes:
    """Return all that a process has written or may write."""
    found = []
    with Path(f"/proc/{process}/mem").open("rb") as memory:
        for line in Path(f"/proc/{process}/maps").read_text(encoding="utf-8").splitlines():
            span, rights, *_ = line.split()
            if rights.startswith("rw"):
                begin, end = (int(part, 16) for part in span.split("-"))
                memory.seek(begin)
                try:
                    found.append(memory.read(end - begin))
                except OSError:
                    continue
    return b"".join(found)
