"""Guests in a real browser: from the invitation to the end of a match, by a finger alone."""

from __future__ import annotations

import time
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from game.cabinets.listed import CABINETS
from game.cabinets.omok.state import Place
from net.messages import HostMessage, Play, Ready, Said, Waiting, raw
from tests.net.lan_peer import Peer, drive
from tests.net.web.browser import Browser
from tests.net.web.chromium import Chromium, needs_chromium
from tests.net.web.firefox import Firefox, needs_firefox
from tests.processes import alive, children, wait_until
from tests.scenes.guests.evening import Evening, evening
from tests.scenes.guests.places import Board, room_places, sheet_of

ENGINES = [pytest.param(Chromium, marks=needs_chromium), pytest.param(Firefox, marks=needs_firefox)]
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("plain_home")]
PHONE = (412, 892)
FULL = ("omok", "--seats", "open,open", "--start-when-full", "--option", "rule=free")
GAMES = {cabinet.id: cabinet.info.version for cabinet in CABINETS.values()}

SPEAKER = """(() => {
  const mixer = new OfflineAudioContext(2, 1, 44100);
  speaker = { state: "running", resume: async () => 0, destination: mixer.destination,
    decodeAudioData: (data) => mixer.decodeAudioData(data), createGain: () => mixer.createGain(),
    createBufferSource: () => mixer.createBufferSource() };
  return 1;
})()"""
"""Lets a page play without a device: it fetches, decodes and begins its sounds, and nobody hears them."""


def sit_down(page: Browser, address: str, name: str = "Mina") -> None:
    page.open(address)
    wait_until(lambda: page.run("document.getElementById('sit')?.textContent"), "the page")
    page.run(f"document.getElementById('name').value = {name!r}")
    page.tap(*middle(page, "sit"))
    wait_until(lambda: shown(page), "the first picture")


def shown(page: Browser) -> int:
    return int(page.run("document.body.dataset.shown || 0") or 0)


def rest(page: Browser) -> None:
    """Wait until no picture has come for a while."""
    number, since = shown(page), time.monotonic()

    def still() -> bool:
        nonlocal number, since
        if (now := shown(page)) != number:
            number, since = now, time.monotonic()
        return time.monotonic() - since > 0.7

    wait_until(still, "a picture at rest")


class Opponent(Peer):
    """Who sits at the other side, is ready at once, and plays along the lowest row."""

    def __init__(self, begun: Evening) -> None:
        super().__init__(("127.0.0.1", begun.port), "Jun", games=GAMES)
        self.moves = 0
        self.on_message = self._answer
        self.greet()
        drive([self], lambda: self.room is not None)
        self.send(Ready(True))

    def _answer(self, message: HostMessage) -> None:
        if isinstance(message, Waiting) and message.asked:
            self.send(Play(message.number, raw(Place(2 * self.moves % 15, 14))))
            self.moves += 1

    @property
    def waits(self) -> int:
        """The number of the step that the guest is to decide; 0 for none."""
        return self.waiting.number if self.waiting is not None and not self.waiting.asked else 0


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("phone", [(412, 690), (412, 892)])
def test_a_guest_plays_a_match_of_omok_to_its_end_by_touch(
    engine: type[Browser], phone: tuple[int, int], tmp_path: Path
) -> None:
    sheet = sheet_of(phone)
    before, board, (ready, _) = children(), Board(sheet), room_places(sheet)
    with evening(tmp_path / "home", *FULL) as begun, engine(tmp_path / "browser", phone) as page:
        nurseries = [*children(begun.gate.pid), begun.nursery]
        sit_down(page, begun.page)
        other = Opponent(begun)
        rest(page)
        page.tap(*ready)
        drive([other], lambda: other.begun)
        for column in range(4, 9):
            drive([other], lambda: other.waits)
            rest(page)
            number = other.waits
            page.tap(*board.crossings[column, 4])
            rest(page)
            drive([other], lambda: True)
            assert other.waits == number, "a tap only points"
            page.tap(*board.confirm)
            drive([other], lambda number=number: other.ended or other.waits > number)  # type: ignore[misc]
        assert other.ended is not None
        rest(page)
        page.picture(tmp_path / "results.png")
        assert not page.complaints
        other.close()
    wait_until(lambda: children() <= before and not any(map(alive, nurseries)), "the end of every process")


@needs_chromium
def test_a_guest_writes_korean_in_the_pages_own_field(tmp_path: Path) -> None:
    _, chat = room_places()
    with evening(tmp_path / "home", *FULL) as begun, Chromium(tmp_path / "browser", PHONE) as page:
        sit_down(page, begun.page)
        other = Opponent(begun)
        rest(page)
        page.tap(*chat)
        wait_until(lambda: page.run("document.activeElement.id") == "field", "the field")
        page.call("Input.imeSetComposition", text="ㅎ", selectionStart=1, selectionEnd=1)
        page.call("Input.imeSetComposition", text="한", selectionStart=1, selectionEnd=1)
        page.write("한")
        page.write("글 좋아")
        page.picture(tmp_path / "field.png")
        page.press("Enter")
        said: list[str] = []
        other.on_message = lambda message: said.append(message.text) if isinstance(message, Said) else None
        drive([other], lambda: said)
        assert said == ["한글 좋아"]
        wait_until(lambda: page.run("document.getElementById('field').value") == "", "an empty field")
        page.write("again")
        page.press("Enter")
        drive([other], lambda: len(said) == 2)
        assert said[1] == "again" and not page.complaints
        other.close()


@needs_chromium
def test_a_page_that_could_not_unpack_its_pictures_comes_again_for_whole_ones(tmp_path: Path) -> None:
    """It would else wait for ever: the gate sends nothing more while two pictures are not known to be shown."""
    with evening(tmp_path / "home", *FULL) as begun, Chromium(tmp_path / "browser", PHONE) as page:
        sit_down(page, begun.page)
        rest(page)
        page.run(
            "(() => { const whole = createImageBitmap; globalThis.failures = 0; globalThis.createImageBitmap ="
            " (...of) => failures < 2 ? Promise.reject(failures += 1) : whole(...of); return 1; })()"
        )
        other = Opponent(begun)
        wait_until(lambda: page.run("failures") == 2, "pictures that cannot be unpacked")
        page.run("delete document.body.dataset.shown")
        wait_until(lambda: shown(page), "a picture")
        other.close()


@needs_chromium
def test_a_projector_and_watchers_see_the_match_and_a_watcher_may_sit_down(tmp_path: Path) -> None:
    with ExitStack() as links:
        begun = links.enter_context(evening(tmp_path / "home", *FULL))
        nursery = begun.nursery
        screen = links.enter_context(Chromium(tmp_path / "projector", (1280, 720)))
        screen.open(begun.page.replace("/#", "/screen#"))
        wait_until(lambda: shown(screen), "the projector's picture")
        pages = [links.enter_context(Chromium(tmp_path / name, PHONE)) for name in ("one", "other")]
        for page in pages:
            page.open(begun.page)
            wait_until(lambda page=page: page.run("document.getElementById('watch')?.textContent"), "the page")  # type: ignore[misc]
            page.tap(*middle(page, "watch"))
            wait_until(lambda page=page: shown(page), "the first picture")  # type: ignore[misc]
        rest(screen)
        screen.picture(tmp_path / "screen.png")
        pages[0].picture(tmp_path / "watching.png")
        assert len(children(nursery)) == 2, "one drawing for the projector, and one for both who watch"
        pages[0].tap(200, 300)  # who watches is offered a seat by a tap anywhere
        wait_until(lambda: pages[0].run("document.getElementById('join').offsetWidth"), "the offer of a seat")
        pages[0].tap(*middle(pages[0], "join"))
        wait_until(lambda: pages[0].run("document.getElementById('told').textContent"), "the question for a name")
        pages[0].write("Mina")
        pages[0].tap(*middle(pages[0], "sit"))
        wait_until(lambda: len(children(nursery)) == 3, "a drawer of their own")
        other = links.enter_context(closing(Opponent(begun)))
        rest(pages[0])
        before = shown(screen), shown(pages[1])
        pages[0].tap(*room_places()[0])
        drive([other], lambda: other.begun)
        wait_until(lambda: shown(screen) > before[0] + 5 and shown(pages[1]) > before[1], "the match")
        screen.picture(tmp_path / "match.png")
        pages[1].picture(tmp_path / "watched.png")
        assert not any(page.complaints for page in (screen, *pages))


def middle(page: Browser, name: str) -> tuple[float, float]:
    """Return the middle of the page's element of this name."""
    x, y = page.run(
        f"(() => {{ const at = document.getElementById({name!r}).getBoundingClientRect();"
        " return [at.x + at.width / 2, at.y + at.height / 2]; })()"
    )
    return x, y


@pytest.mark.parametrize("engine", ENGINES)
def test_who_presses_sit_down_without_a_name_is_asked_for_it(engine: type[Browser], tmp_path: Path) -> None:
    with evening(tmp_path / "home", *FULL) as begun, engine(tmp_path / "browser", PHONE) as page:
        page.open(begun.page)
        wait_until(lambda: page.run("document.getElementById('sit')?.textContent"), "the page")
        for name in ("", "   "):
            page.run(f"document.getElementById('name').value = {name!r}")
            page.tap(*middle(page, "sit"))
            wait_until(lambda: page.run("document.getElementById('told').textContent"), "the sentence")
            assert page.run("document.activeElement.id") == "name" and not page.run("Boolean(link)")
        page.picture(tmp_path / "nameless.png")
        page.write("Mina")
        page.tap(*middle(page, "sit"))
        wait_until(lambda: shown(page), "the first picture")
        other = Opponent(begun)
        drive([other], lambda: any(one.name == "Mina" for one in other.room.people))
        assert page.run("document.getElementById('told').textContent") == "" and not page.complaints
        other.close()


@pytest.mark.parametrize("engine", ENGINES)
def test_what_a_guest_chose_is_kept_by_the_browser_and_a_match_is_heard(engine: type[Browser], tmp_path: Path) -> None:
    sheet = sheet_of(PHONE)
    with evening(tmp_path / "home", *FULL) as begun, engine(tmp_path / "browser", PHONE) as page:
        page.open(begun.page)
        wait_until(lambda: page.run("document.getElementById('sit')?.textContent"), "the page")
        page.tap(*middle(page, "mine"))
        page.picture(tmp_path / "settings.png")
        chosen = "(name, value) => { const one = document.getElementById(name); one.value = value;"
        page.run(
            f"[['language', 'ko'], ['size', '130']].forEach(([a, b]) => ({chosen}"
            " one.dispatchEvent(new Event('change', { bubbles: true })); })(a, b))"
        )
        assert page.run("document.getElementById('sit').textContent") == "앉기"
        page.open("about:blank")
        sit_down(page, begun.page)
        assert page.run("document.getElementById('sit').textContent") == "앉기", "kept by the browser"
        other = Opponent(begun)
        rest(page)
        page.picture(tmp_path / "korean.png")
        if page.run("speaker.state") != "running":  # as in a browser without a sound device
            page.run(SPEAKER)
        page.tap(*room_places(sheet, text_size=130, language="ko")[0])
        drive([other], lambda: other.begun is not None)
        said = wait_until(lambda: page.run("document.getElementById('live').textContent"), "a sentence")
        assert any("가" <= letter <= "힣" for letter in said)
        wait_until(lambda: page.run("document.body.dataset.heard"), "a sound")
        assert not page.complaints
        other.close()
