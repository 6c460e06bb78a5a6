"""An evening of four games: two windows, four phones in real browsers, and a projector (Xvfb, xdotool).

    python -m tests.bench.evening_phones [--pictures FOLDER]

A host without a window has the room, and its owner is a connection of this program, who chooses one game after the
other. Mina's and Jun's phones are Chromium, Ada's and Sol's are Firefox, at 412×690; Omar and Nora have windows of
1280×720. Everybody taps and clicks what they see: a place is touched once the picture there is the one that the person
expects. A tap is wrong where it was seen in vain, or where the host was not told what it should have decided.
"""

from __future__ import annotations

import argparse
import shutil
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pygame

from game.engine.scene import Context, Scene
from game.scenes.guests.room import GuestRoom
from game.scenes.guests.told import sentence_of
from game.scenes.lobby.room import RoomPanel
from game.scenes.lobby.scene import LobbyScene
from net.messages import Choose, Rematch, Start
from tests.bench.evening_windows import Hostess
from tests.bench.real_windows import TOOLS, RealWindow, real_windows, wait_for
from tests.net.web.browser import Browser
from tests.net.web.chromium import CHROMIUM, Chromium
from tests.net.web.firefox import FIREFOX, Firefox
from tests.processes import children, processor_seconds
from tests.scenes.guests.evening import Evening
from tests.scenes.guests.fingers import first, row, sketch, word
from tests.scenes.guests.places import sheet_of
from tests.scenes.guests.twin import Line, Twin, evening_on_wire
from tests.scenes.scene_driver import Driver, driving
from tests.showroom.lan import StillClient, StillFinder

PHONE, WINDOW, SCREEN = (412, 690), (1280, 720), (1280, 720)
PHONES: Mapping[str, type[Browser]] = {"Mina": Chromium, "Jun": Chromium, "Ada": Firefox, "Sol": Firefox}
WINDOWS = ("Omar", "Nora")
PATIENCE = 10.0
"""Seconds within which the host is told what a person decided, or the last tap was wrong."""
LOOKS = 8.0
"""Seconds for which somebody looks for what they expect at a place, before touching it in vain."""
_PATCH, _CELLS, _LIKE = 40, 5, 24.0
"""Pixels of the square that is looked at, the squares in its side whose colours are compared, and by how much they may
differ in the mean: what glows differs.
"""
LONGEST = 240.0
"""Seconds that the evening may last."""


@dataclass(frozen=True)
class Game:
    """One of the evening's matches: its seats, and how each decision is made."""

    game: str
    seats: int
    options: Mapping[str, Any]
    decide: Callable[[Twin], bool]


GAMES = (
    Game("omok", 2, {"rule": "free"}, row),
    Game("marrakech", 4, {"rugs": 1}, first),
    Game("words", 6, {"mode": "letter", "rounds": 1, "seconds": 0, "manner": "off"}, word),
    Game("sketch", 6, {"rounds": 1, "laps": 1, "seconds": 0, "talk": 0, "language": "en"}, sketch),
)

COUNT = """(() => {
  globalThis.came = {}; globalThis.waited = []; let since = 0;
  link.addEventListener("message", (event) => {
    const second = Math.floor(performance.now() / 1000), data = event.data;
    came[second] = (came[second] || 0) + (data.byteLength || data.length);
  });
  picture.addEventListener("pointerdown", () => { since = performance.now(); });
  new MutationObserver(() => { if (since) { waited.push(performance.now() - since); since = 0; } })
    .observe(document.body, { attributeFilter: ["data-shown"] });
  return 1;
})()"""
"""Counts the bytes that come in each second, and how long it takes from a touch to the next picture."""
PICTURES = """(() => {
  globalThis.pictures = 0;
  new MutationObserver(() => { pictures += 1; }).observe(document.body, { attributeFilter: ["data-shown"] });
  return 1;
})()"""
"""Counts the pictures that are shown."""
LOOK = """(() => {
  globalThis.scratch = globalThis.scratch || new OffscreenCanvas(%(side)d, %(side)d).getContext("2d",
    { willReadFrequently: true });
  scratch.drawImage(picture, %(x)d, %(y)d, %(side)d, %(side)d, 0, 0, %(side)d, %(side)d);
  return [...scratch.getImageData(0, 0, %(side)d, %(side)d).data];
})()"""
"""The pixels of a square of the picture."""


class PhoneScreen:
    """A phone's page."""

    def __init__(self, page: Browser) -> None:
        self.page = page
        self.tap, self.draw, self.write, self.press, self.run = page.tap, page.draw, page.write, page.press, page.run

    def patch(self, left: int, top: int) -> bytes:
        """Return the colours of a square of the picture."""
        pixels = bytes(self.page.run(LOOK % {"x": left, "y": top, "side": _PATCH}))
        return pygame.image.tobytes(pygame.image.frombytes(pixels, (_PATCH, _PATCH), "RGBA"), "RGB")

    @property
    def said(self) -> str:
        """What the page tells who hears the screen: what the ribbon says there."""
        return str(self.page.run("document.getElementById('live').textContent"))


class WindowScreen:
    """A window, clicked by a mouse."""

    said = None

    def __init__(self, window: RealWindow) -> None:
        self.window = window

    def tap(self, x: float, y: float) -> None:
        self.window.click(x, y)

    def draw(self, points: Sequence[tuple[float, float]], seconds: float = 0.0) -> None:
        self.window.drag(points)

    def write(self, text: str) -> None:
        self.window.press(*text)

    def press(self, key: str) -> None:
        self.window.press({"Enter": "Return"}[key])

    def run(self, script: str) -> Any:
        raise NotImplementedError

    def patch(self, left: int, top: int) -> bytes:
        return self.window.pixels(left, top, _PATCH)


class Person(Twin):
    """Somebody who touches only what looks as it should."""

    def __init__(
        self, name: str, line: Line, driver: Driver, client: StillClient, screen: PhoneScreen | WindowScreen
    ) -> None:
        phone = isinstance(screen, PhoneScreen)
        scale = sheet_of(PHONE)[0] / PHONE[0] if phone else 1.0
        super().__init__(line, driver, client, screen, scale, finger=phone)
        self.name, self.screen = name, screen
        self.likeness: list[float] = []
        """By how much each place differed from what was expected there when it was touched."""
        self._asked = -1
        self._told = 0
        """How many decisions the host had been told when the last one was made."""
        self._own = False
        """Whether the twin has decided, too."""
        self._drew = False
        """Whether it was a stroke, of which no hand makes two alike."""
        self._since = 0.0
        self._pressed: tuple[str, str] | None = None
        """The button of the room that was pressed last."""
        self._pressed_at = 0.0

    def tap(self, x: float, y: float) -> None:
        self._look(x, y)
        super().tap(x, y)

    def draw(self, points: Sequence[tuple[float, float]]) -> None:
        self._look(*points[0])
        self._drew = True
        super().draw(points)

    def _look(self, x: float, y: float) -> None:
        """Wait until the picture around a place is the expected one; touched in vain otherwise. Two dark pictures of a
        fade are alike, too, but show nothing to touch.
        """
        width, height = self.driver.app.screen.surface.get_size()
        left = min(max(0, round(x) - _PATCH // 2), width - _PATCH)
        top = min(max(0, round(y) - _PATCH // 2), height - _PATCH)
        end = time.monotonic() + LOOKS
        while True:
            self.follow(1)
            self.driver.step()
            shown = self.driver.app.screen.surface.subsurface((left, top, _PATCH, _PATCH))
            off = differing(pygame.image.tobytes(shown, "RGB"), self.screen.patch(left, top))
            if off < _LIKE and not self.driver.context.stack.fading:
                break
            if time.monotonic() > end:
                self.wrong += 1
                print(f"{self.name} looked in vain at {x:.0f}, {y:.0f}: {off:.0f}", flush=True)
                break
        self.likeness.append(off)

    def go_on(self, decide: Callable[[Twin], bool]) -> None:
        """Decide if that is asked, and see whether the host was told what was decided before."""
        self.follow(4)
        if self._since:
            self._mind()
        elif self.my_turn and self.waits != self._asked and self._expected():
            self._asked, self._told = self.waits, len(self._line.played)
            before, self._drew = len(self.decided), False
            self._own = decide(self)
            assert not self._own or len(self.decided) == before + 1, f"{self.name}'s taps decide nothing"
            self._since = time.monotonic()

    def _expected(self) -> bool:
        """Whether the person's screen says what it should."""
        return self.screen.said is None or self.screen.said == sentence_of(self.driver.context.stack.top)

    def _mind(self) -> None:
        told = self._line.played[self._told :]
        if told and (not self._own or self._drew or told[-1] == self.decided[-1]):
            self._since = 0.0
        elif told or time.monotonic() > self._since + PATIENCE:
            self.wrong += 1
            self._since = 0.0
            print(f"{self.name} decided in vain: {self.decided[-1:]}, told {told}", flush=True)

    def get_ready(self) -> None:
        """Sit down if there is a seat, and be ready."""
        self.follow(2)
        self._asked = -1
        found = self._room_button()
        if found is None:
            return
        pressed, place = found
        again = pressed == self._pressed
        if again and time.monotonic() <= self._pressed_at + PATIENCE:
            return
        self._look(*place)
        if self._room_button() != found:
            return  # the room changed meanwhile, and the button is elsewhere
        if again:
            self.wrong += 1
            print(f"{self.name} pressed {pressed[1]} in vain", flush=True)
        self._pressed, self._pressed_at = pressed, time.monotonic()
        super().tap(*place)

    def _room_button(self) -> tuple[tuple[str, str], tuple[float, float]] | None:
        """Return the room's game and its button to sit down or be ready, and the pixel in the button's middle; None
        where no such button is in sight.
        """
        stack, line = self.driver.context.stack, self.driver.context.texts.line
        top, room = stack.top, self.client.room
        if stack.changing or not isinstance(top, GuestRoom | LobbyScene) or room is None or room.phase != "waiting":
            return None
        panel = getattr(top, "panel", None)
        if not isinstance(panel, RoomPanel):
            return None
        button = panel.primary
        if button.label not in (line("lobby.room.sit"), line("lobby.room.ready")):
            return None
        return (room.game, button.label), self.driver.context.canvas.pixel(*button.box.center)


def differing(one: bytes, other: bytes) -> float:
    """Return by how much two squares of pixels differ, 0 … 255 in the mean of their cells."""
    pair = [pygame.image.frombytes(each, (_PATCH, _PATCH), "RGB") for each in (one, other)]
    small = [pygame.image.tobytes(pygame.transform.smoothscale(each, (_CELLS, _CELLS)), "RGB") for each in pair]
    return statistics.mean(abs(a - b) for a, b in zip(*small, strict=True))


class Entering(LobbyScene):
    """A window's lobby that has joined the room."""

    def enter(self) -> None:
        super().enter()
        self.address_entry.text = "127.0.0.1"
        self.join()


@contextmanager
def person(name: str, line: Line, screen: PhoneScreen | WindowScreen) -> Iterator[Person]:
    client = StillClient()

    def make(context: Context) -> Scene:
        if isinstance(screen, PhoneScreen):
            return GuestRoom(context, client)
        return Entering(context, finder=StillFinder(), connector=lambda *_, **__: client)

    size = sheet_of(PHONE) if isinstance(screen, PhoneScreen) else WINDOW
    with driving(make, size=size) as driver:
        yield Person(name, line, driver, client, screen)


@dataclass
class Party:
    """Everybody who has come, and what is measured of them."""

    hostess: Hostess
    people: Sequence[Person]
    projector: Browser
    pictures: Path | None
    faults: list[str] = field(default_factory=list)

    def play(self, number: int, game: Game) -> None:
        """Play one match to its end."""
        began, hostess = time.monotonic(), self.hostess
        hostess.peer.send(Choose(game.game, dict(game.options), ("open",) * game.seats, 0))
        hostess.until(lambda: hostess.phase(game.game, "waiting"), f"{game.game} is not chosen")

        def ready() -> bool:
            for each in self.people:
                each.get_ready()
            seats = hostess.peer.room.seats
            return all(seat.person and seat.ready for seat in seats[: game.seats])

        hostess.until(ready, f"not everybody is ready for {game.game}")
        self._picture(f"{number}-{game.game}-room")
        hostess.peer.send(Start())
        before = self._projected()
        hostess.until(lambda: hostess.phase(game.game, "playing", "after"), f"{game.game} does not begin")
        halfway = time.monotonic() + 6.0

        def over() -> bool:
            nonlocal halfway
            for each in self.people:
                each.go_on(game.decide)
            if time.monotonic() > halfway:
                halfway = float("inf")
                self._picture(f"{number}-{game.game}-table")
            return hostess.phase(game.game, "after")

        hostess.until(over, f"{game.game} does not end")
        hostess.pause(1.5)
        self._picture(f"{number}-{game.game}-end")
        if self._projected() < before + 5:
            self.faults.append(f"the projector's page did not follow {game.game}")
        hostess.peer.send(Rematch())
        hostess.until(lambda: hostess.phase(game.game, "waiting"), f"the room of {game.game} does not open again")
        print(f"{game.game}: {time.monotonic() - began:.0f} s", flush=True)

    def _projected(self) -> int:
        """Return how many pictures the projector's page has shown; their numbers begin anew whenever it comes again."""
        return int(self.projector.run("pictures"))

    def _picture(self, name: str) -> None:
        if self.pictures is None:
            return
        self.projector.picture(self.pictures / f"{name}-screen.png")
        for each in self.people:
            shown = each.screen.page if isinstance(each.screen, PhoneScreen) else each.screen.window
            shown.picture(self.pictures / f"{name}-{each.name}.png")


def sit_down(page: Browser, address: str, name: str) -> None:
    """Open the page, and go in by this name."""
    page.open(address)
    wait_for(lambda: page.run("document.getElementById('sit')?.textContent"), f"{name}'s page")
    page.run(f"document.getElementById('name').value = {name!r}")
    x, y = page.run(
        "(() => { const at = element('sit').getBoundingClientRect();"
        " return [at.x + at.width / 2, at.y + at.height / 2]; })()"
    )
    page.tap(x, y)
    wait_for(lambda: page.run("document.body.dataset.shown"), f"{name}'s first picture")
    page.run(COUNT)


def parts_of(begun: Evening, windows: Sequence[RealWindow]) -> Mapping[str, Sequence[int]]:
    """Return the processes of each kind."""
    return {
        "drawers": [*children(begun.nursery)],
        "gate": [begun.gate.pid],
        "host": [begun.host.pid],
        "windows": [window.process.pid for window in windows if window.process is not None],
    }


def run(pictures: Path | None) -> list[str]:
    """Play an evening; return what went wrong."""
    with tempfile.TemporaryDirectory(prefix="souk-evening-") as name, ExitStack() as links:
        folder, seats = Path(name), ",".join(["open"] * 6)
        begun, wire = links.enter_context(evening_on_wire(folder / "host", "words", "--seats", seats))
        with ThreadPoolExecutor(5) as together:
            kinds = {**PHONES, "Screen": Chromium}
            sizes = {who: SCREEN if who == "Screen" else PHONE for who in kinds}
            opened = {who: together.submit(kind, folder / who, sizes[who]) for who, kind in kinds.items()}
        browsers = {who: links.enter_context(each.result()) for who, each in opened.items()}
        windows = links.enter_context(real_windows(folder, dict.fromkeys(WINDOWS, "en"), WINDOW, "instant"))
        for window in windows:
            window.start("join", f"127.0.0.1:{wire.port}", "--name", window.name)
        began = time.monotonic()
        projector = browsers.pop("Screen")
        projector.open(begun.page.replace("/#", "/screen#"))
        for who, page in browsers.items():
            sit_down(page, begun.page, who)
        screens: dict[str, PhoneScreen | WindowScreen] = {who: PhoneScreen(page) for who, page in browsers.items()}
        screens |= {window.name: WindowScreen(window) for window in windows}
        people = [links.enter_context(person(who, wire.line(who), screen)) for who, screen in screens.items()]
        wait_for(lambda: projector.run("document.body.dataset.shown"), "the projector's picture")
        projector.run(PICTURES)
        print(f"everybody is there after {time.monotonic() - began:.0f} s", flush=True)
        hostess = Hostess(begun.port, begun.owner, watch=True)
        links.callback(hostess.peer.close)
        hostess.until(lambda: hostess.peer.room is not None, "the owner is not let in")
        parts, party = parts_of(begun, windows), Party(hostess, people, projector, pictures)
        since, spent = time.monotonic(), {part: used(each) for part, each in parts.items()}
        for number, game in enumerate(GAMES):
            party.play(number, game)
        passed = time.monotonic() - since
        spent = {part: used(each) - spent[part] for part, each in parts.items()}
        tell(people, browsers, spent, passed)
        faults = [f"{each.name}: {each.wrong} of {each.taps} taps" for each in people if each.wrong]
        faults += [f"{who} complains: {page.complaints}" for who, page in browsers.items() if page.complaints]
        faults += [str(log) for log in folder.rglob("crash*.txt")]
        if time.monotonic() - began > LONGEST:
            faults.append(f"it took {time.monotonic() - began:.0f} s")
        return [*party.faults, *faults]


def tell(people: Sequence[Person], pages: Mapping[str, Browser], spent: Mapping[str, float], passed: float) -> None:
    """Print what was measured."""
    print("of a core: " + ", ".join(f"{part} {100 * each / passed:.0f} %" for part, each in spent.items()))
    for each in people:
        likeness = f"places differed by {statistics.mean(each.likeness):.1f}" if each.likeness else ""
        print(f"{each.name}: {each.taps} taps, {each.wrong} wrong; {likeness}")
    waited: list[float] = []
    for who, page in pages.items():
        came = [int(each) for each in page.run("Object.values(came)")]
        print(f"{who}: {sum(came) / passed / 1000:.0f} kB a second, {max(came) / 1000:.0f} in the peak second")
        waited += [float(each) for each in page.run("waited")]
    spans = statistics.quantiles(waited, n=20)
    print(f"touch to picture in the browsers: p50 {statistics.median(waited):.0f} ms, p95 {spans[-1]:.0f}")


def used(processes: Sequence[int]) -> float:
    return sum(map(processor_seconds, processes))


def main() -> int:
    """Read the command line, play, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=Path, metavar="FOLDER")
    options = parser.parse_args()
    if missing := [tool for tool in TOOLS if shutil.which(tool) is None]:
        parser.error(f"this takes {', '.join(missing)}")
    if CHROMIUM is None or FIREFOX is None:
        parser.error("this takes chromium and firefox-esr")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # nothing must stay behind
    if options.pictures:
        options.pictures.mkdir(parents=True, exist_ok=True)
    faults = run(options.pictures)
    print(f"{len(GAMES)} games; faults: {faults or 'none'}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
